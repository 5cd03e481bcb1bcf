package liveness

import (
	"fmt"
	"math"
	"sync"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Answers are what the graph says to the questions.
type Answers struct {
	mu       sync.Mutex
	Limit    string         // why there are none
	Open     map[int]string // why there is none on these properties, or one that says nothing
	Spoke    uint64
	Answered uint64
	Found    map[int]trace.Target // properties that are violated by states
	Endless  map[int]Endless      // properties that are violated by endless runs
	Measures map[int]*question.Measure
}

// Endless is a run that goes round from a state for ever.
type Endless struct {
	Run  question.Run
	At   packed.Vector
	Lane int // the bit that stays pending
}

// task answers questions about some properties.
type task struct {
	properties []int
	bytes      uint64 // of memory by state, while it is at it; what grows with what it finds is reserved as it grows
	classBytes uint64 // of memory by class of states
	cyclic     uint64 // so many more where the graph has cycles
	run        func(*ordered)
}

// ordered is a graph, its states in order, and their classes.
type ordered struct {
	*stategraph.Graph
	order   *stategraph.Order
	classes *stategraph.Classes
}

// needs is the memory that it takes on a graph of so many states and classes.
func (t *task) needs(states, classes uint32, acyclic bool) uint64 {
	bytes := t.bytes
	if !acyclic {
		bytes += t.cyclic
	}
	return bytes*uint64(states) + t.classBytes*uint64(classes)
}

// Plan is the questions to a graph, with the labels of its states and edges that they need.
type Plan struct {
	*session.Session
	States  *stategraph.StateLabels
	Edges   *stategraph.EdgeLabels
	tasks   []task
	answers *Answers
}

// NewPlan lists what has to be done to answer the questions.
func NewPlan(s *session.Session, q question.Questions) *Plan {
	p := &Plan{
		Session: s, States: stategraph.NewStateLabels(q.Sees), Edges: stategraph.NewEdgeLabels(q.Intervals),
		answers: &Answers{Open: map[int]string{}, Found: map[int]trace.Target{}, Endless: map[int]Endless{}, Measures: map[int]*question.Measure{}},
	}
	p.list(q)
	return p
}

// Unanswered leaves all questions open.
func (p *Plan) Unanswered(why string) *Answers {
	p.answers.Limit = why
	return p.answers
}

// Answer answers the questions; workers take one after another. A question for which there is not memory enough stays open.
func (p *Plan) Answer(g *stategraph.Graph) *Answers {
	membudget.CollectAfter(int(g.States())) // what it took to build it
	stage := p.Enter("answering questions about them", len(p.tasks))
	o := g.Order()
	x := &ordered{g, o, o.Single()}
	if p.ahead() >= manyAhead {
		x.classes = o.Classes()
		defer x.classes.Free()
	}
	p.NoteMemory()
	free := newSemaphore(p.left())
	todo := make(chan task, len(p.tasks))
	for _, task := range p.tasks {
		todo <- task
	}
	close(todo)
	var workers sync.WaitGroup
	for range p.Workers {
		p.Go(&workers, func() {
			for t := range todo {
				p.do(&t, x, free)
				stage.Done()
			}
		})
	}
	workers.Wait()
	p.NoteMemory()
	if halted := p.Halted(); halted != session.Running {
		return &Answers{Limit: p.Text(halted)}
	}
	return p.answers
}

// ahead is how many tasks go through the whole graph, or through its classes.
func (p *Plan) ahead() (n int) {
	for _, t := range p.tasks {
		if t.classBytes > 0 {
			n++
		}
	}
	return n
}

// manyAhead take longer without classes than it takes to find these.
const manyAhead = 3

// do does a task, if there is memory enough.
func (p *Plan) do(t *task, x *ordered, free *semaphore) {
	bytes := t.needs(x.States(), x.classes.Count(), x.order.Acyclic())
	if !free.acquire(bytes) {
		p.answers.leave(t.properties, fmt.Sprintf("%s: it needs %s besides the graph of all transitions", p.Text(session.Memory), humanize.IBytes(bytes)))
		return
	}
	defer free.release(bytes)
	if x.Stopped() {
		return
	}
	switch err := session.Try(func() { t.run(x) }); {
	case err == membudget.Exhausted{}:
		p.answers.leave(t.properties, p.Text(session.Memory)+": it needs more besides the graph of all transitions")
	case err != nil:
		p.Fail(err)
	}
}

// left is the memory that is left to the tasks.
func (e *Plan) left() uint64 {
	if e.Memory.Limit == 0 {
		return math.MaxUint64
	}
	e.Memory.Collect() // what the search has left counts for nothing
	return uint64(max(0, e.Memory.Limit-e.Memory.ProcessBytes()))
}

// leave leaves questions open.
func (a *Answers) leave(properties []int, why string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range properties {
		a.Open[p] = why
	}
}

// list lists what has to be done, and adds what it will have to know to the labels.
func (p *Plan) list(q question.Questions) {
	l, a := p.States, p.answers
	add := func(property, bytes int, run func(*ordered)) {
		p.tasks = append(p.tasks, task{properties: []int{property}, bytes: uint64(bytes), run: run})
	}
	ahead := func(property, bytes int, run func(*ordered)) {
		p.tasks = append(p.tasks, task{properties: []int{property}, classBytes: uint64(bytes), run: run})
	}
	if len(q.CanReach) > 0 {
		p.tasks = append(p.tasks, a.canReach(q.CanReach, l))
	}
	for k := range q.Chains {
		c := &q.Chains[k]
		if p.Session != nil && p.Sys.Canonical {
			a.leave([]int{c.Property}, "chains of messages are not measured on canonical forms, which leave messages out and call them by other numbers")
			continue
		}
		var asks []int
		for _, f := range chainAsks(c) {
			if at, ok := p.Edges.Add(f); ok {
				asks = append(asks, at)
			}
		}
		if all := len(chainAsks(c)); len(asks) < all {
			a.leave([]int{c.Property}, fmt.Sprintf("%d properties of chains of messages; at most %d can be judged together", len(q.Chains), stategraph.MostAsks/all))
			continue
		}
		within, armed := l.Add(c.Property, "Within", c.Within), l.Add(c.Property, "Armed", c.Armed)
		ahead(c.Property, 1, func(on *ordered) {
			var asked [][]bool
			for _, at := range asks {
				asked = append(asked, on.EdgeLabels.Holds(at))
			}
			a.chained(c.Property, newChain(on.Graph, on.classes, on.StateLabels.Column(within), on.StateLabels.Column(armed), asked))
		})
	}
	for _, d := range q.Inevitable {
		ask, ok := p.Edges.Add(d.Along)
		if !ok {
			a.leave([]int{d.Property}, fmt.Sprintf("%d properties of what certain steps bring about; fewer can be judged together", len(q.Inevitable)))
			continue
		}
		pending, goal := l.Add(d.Property, "Pending", d.Pending), l.Add(d.Property, "Goal", d.Goal)
		ahead(d.Property, 8, func(on *ordered) {
			sure := inevitable(on.Graph, on.classes, on.StateLabels.Column(goal), on.EdgeLabels.Holds(ask))
			asked, first := unreached(on.Graph, on.classes, on.StateLabels.Column(pending), sure, 0)
			a.judged(d.Property, asked, first)
		})
	}
	for k := range q.Intervals {
		interval := &q.Intervals[k]
		if interval.Sizeless != "" {
			a.leave([]int{interval.Property}, interval.Sizeless)
			continue
		}
		if interval.Lanes > 64 {
			a.leave([]int{interval.Property}, fmt.Sprintf("%d intervals to be measured side by side; at most 64 can be", interval.Lanes))
			continue
		}
		within, armed := l.Add(interval.Property, "Within", interval.Within), l.Add(interval.Property, "Armed", interval.Armed)
		counts, last := l.Add(interval.Property, "Counts", interval.Counts), l.Add(interval.Property, "Last", interval.Last)
		measured := ahead
		if interval.Resting { // where a run may end depends on more than labels
			measured = add
		}
		measured(interval.Property, 4, func(on *ordered) {
			x := newEvaluator(on.Graph, on.order, on.classes, interval, k, on.StateLabels.Column(within), on.StateLabels.Column(armed), on.StateLabels.Column(counts), on.StateLabels.Column(last))
			defer x.rest.Free()
			x.classes.Each(x.single, x.cyclic)
			a.measured(x)
		})
		p.tasks[len(p.tasks)-1].cyclic = uint64(8 + boundsBytes*interval.Lanes)
	}
	for _, f := range q.Fair {
		pending, cause, bytes := l.Add(f.Property, "Fair", f.Pending), -1, 4
		if f.Cause != nil {
			cause = l.Add(f.Property, "Cause", f.Cause)
		}
		if f.Cause != nil || f.Start {
			bytes += 16
		}
		add(f.Property, bytes, func(on *ordered) {
			var causes []uint64
			if cause >= 0 {
				causes = on.StateLabels.Column(cause)
			}
			a.fair(f, on.Graph, on.order, on.StateLabels.Column(pending), causes)
		})
	}
	for _, s := range q.Quantities {
		of := l.Add(s.Property, "Size", func(views []*model.View) uint64 { return uint64(s.Of(views)) })
		add(s.Property, 0, func(on *ordered) { a.sized(s.Property, on.Graph, on.StateLabels.Column(of)) })
	}
}

// canReach judges questions together, as many as fit one word.
func (a *Answers) canReach(questions []question.CanReach, l *stategraph.StateLabels) task {
	pending, goal, properties := make([]int, len(questions)), make([]int, len(questions)), make([]int, len(questions))
	for k, h := range questions {
		pending[k], goal[k], properties[k] = l.Add(h.Property, "Pending", h.Pending), l.Add(h.Property, "Goal", h.Goal), h.Property
	}
	return task{properties: properties, classBytes: 8, run: func(on *ordered) {
		want, goals := make([][]uint64, len(questions)), make([][]uint64, len(questions))
		for k := range questions {
			want[k], goals[k] = on.StateLabels.Column(pending[k]), on.StateLabels.Column(goal[k])
		}
		for _, lane := range words(want, goals) {
			judge := reached[uint64]
			switch { // as little memory as the bits need
			case lane.width <= 8:
				judge = reached[uint8]
			case lane.width <= 16:
				judge = reached[uint16]
			case lane.width <= 32:
				judge = reached[uint32]
			}
			judge(on.Graph, on.classes, lane, want, goals, func(k int, asked bool, first trace.Target) { a.judged(questions[k].Property, asked, first) })
		}
	}}
}

func (a *Answers) judged(property int, asked bool, first trace.Target) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.Answered |= 1 << property
	if asked {
		a.Spoke |= 1 << property
	}
	if len(first.Ends) > 0 {
		a.Found[property] = first
	}
}

func (a *Answers) fair(f question.Fair, g *stategraph.Graph, o *stategraph.Order, pending, cause []uint64) {
	j := &fairness{pathFinder: newPathFinder(g), o: o, numberless: map[any]any{}}
	var found Endless
	var asked, given, violated bool
	if f.Cause != nil || f.Start {
		found, asked, given, violated = j.due(f, pending, cause)
	} else {
		found, asked, violated = j.pends(pending)
		given = asked
	}
	if g.Stopped() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.Answered |= 1 << f.Property
	switch {
	case given || violated:
		a.Spoke |= 1 << f.Property
	case asked:
		a.Open[f.Property] = "what it promises happens nowhere within the boundary: every run leaves it first"
	}
	if violated {
		a.Endless[f.Property] = found
	}
}

// pends answers a question without a cause: a fair loop on which a bit stays pending.
func (j *fairness) pends(pending []uint64) (found Endless, asked, violated bool) {
	ever := uint64(0)
	for _, bits := range pending {
		ever |= bits
	}
	best := j.lasso(ever, func(s uint32, l int) bool { return pending[j.g.Label(s)]>>l&1 != 0 })
	if best == nil || j.g.Stopped() {
		return found, ever != 0, false
	}
	stem := j.stem(best.entry)
	found.Lane = best.site
	found.Run, found.At = j.round(append(stem, j.steps(best.loop)...), len(stem), best.entry)
	return found, ever != 0, true
}

func (a *Answers) measured(x *evaluator) {
	least, most := x.extremes()
	if x.g.Stopped() {
		return // the bounds may be incomplete
	}
	switch {
	case x.mixed:
		a.leave([]int{x.interval.Property}, "a cycle whose transitions have weights of both signs")
		return
	case x.over:
		a.leave([]int{x.interval.Property}, fmt.Sprintf("sizes of more than %d, or runs of more than %d steps", largest, mostSteps))
		return
	}
	var m *question.Measure
	if most != nil {
		m = &question.Measure{Max: most.size, Unbounded: most.size == unbounded, Never: least == nil}
		low := func(r *bounds) extreme { return r.least }
		high := func(r *bounds) extreme { return r.most }
		if m.Most = x.witness(most, high); least != nil {
			m.Min, m.Least = least.size, x.witness(least, low)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.Answered |= 1 << x.interval.Property
	if m != nil && (m.Min != 0 || m.Max != 0 || m.Unbounded || x.couldCount()) {
		a.Spoke |= 1 << x.interval.Property
		a.Measures[x.interval.Property] = m
	}
}

// sized finds the least and the largest number that a state has.
func (a *Answers) sized(property int, g *stategraph.Graph, of []uint64) {
	d := newPathFinder(g)
	find := func(better func(a, b int) bool) (uint32, int) {
		best, size := uint32(0), int(of[g.Label(0)])
		for s := range g.States() {
			now := int(of[g.Label(s)])
			switch {
			case better(now, size), now == size && s != best && g.Level(s) == g.Level(best) && d.hash(s) < d.hash(best):
				best, size = s, now // a later state is of a higher level, or of the same
			}
		}
		return best, size
	}
	lowest, least := find(func(a, b int) bool { return a < b })
	highest, most := find(func(a, b int) bool { return a > b })
	m := &question.Measure{Min: least, Max: most}
	m.Least, m.Most = d.runPast(d.stem(lowest), lowest), d.runPast(d.stem(highest), highest)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.Answered |= 1 << property
	a.Spoke |= 1 << property
	a.Measures[property] = m
}

// Asked is the questions as a trace to a panic asks them.
func Asked(q question.Questions) trace.Question {
	return trace.Question{
		State: func(views []*model.View) { NewPlan(nil, q).States.Number(views) },
		Step:  func(e *model.Event, before, after *model.View) { NewPlan(nil, q).Edges.Number(e, before, after) },
	}
}

// chainAsks are what a chain asks of events.
func chainAsks(c *question.Chain) []func(*model.Event) bool {
	delivers := func(e *model.Event) bool { return e.Kind == model.DeliverEvent }
	return []func(*model.Event) bool{c.Begins, c.Ends, c.Drops, delivers}
}
