package explore

import (
	"fmt"
	"math"
	"runtime/debug"
	"sync"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// answers are what the graph says to the questions.
type answers struct {
	mu       sync.Mutex
	limit    string         // why there are none
	open     map[int]string // why there is none on these properties
	spoke    uint64
	answered uint64
	found    map[int]trace.Target
	endless  map[int]endless
	measures map[int]*question.Measure
}

// endless is a run that goes round from a state for ever.
type endless struct {
	run  question.Run
	at   packed.Vector
	lane int // the bit that stays pending
}

// task answers questions about some properties.
type task struct {
	properties []int
	bytes      uint64 // of memory by state, while it is at it
	run        func(*graph, *order)
}

// room is memory that tasks share.
type room struct {
	mu    sync.Mutex
	freed sync.Cond
	size  uint64
	used  uint64
}

func newRoom(size uint64) *room {
	r := &room{size: size}
	r.freed.L = &r.mu
	return r
}

// take waits until there is room for so many bytes; false if there never will be.
func (r *room) take(bytes uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if bytes > r.size {
		return false
	}
	for r.used+bytes > r.size {
		r.freed.Wait()
	}
	r.used += bytes
	return true
}

func (r *room) free(bytes uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used -= bytes
	r.freed.Broadcast()
}

// answer judges the questions on the graph of all states visited; workers take one question after another. A question
// for which there is not memory enough stays open.
func (e *search[S]) answer(q question.Questions) *answers {
	all := &answers{open: map[int]string{}, found: map[int]trace.Target{}, endless: map[int]endless{}, measures: map[int]*question.Measure{}}
	switch {
	case e.onDisk():
		all.limit = "the states are on disk, where the graph of all transitions is not built"
		return all
	}
	// What the graph takes is large and hardly ever garbage: so the collector shall not let as much again pile up beside it.
	e.Memory.CollectGarbageAt(graphGarbage)
	looks := newLooks()
	tasks := all.tasks(q, looks)
	g, limit := e.graph(q, looks)
	if all.limit = limit; limit != "" {
		return all
	}
	stage := e.common.Enter("questions", len(tasks))
	o := g.order()
	e.observe()
	free := newRoom(e.left())
	todo := make(chan task)
	var workers sync.WaitGroup
	for range e.Workers {
		workers.Go(func() {
			for t := range todo {
				bytes := t.bytes * uint64(g.states())
				if !free.take(bytes) {
					all.leave(t.properties, fmt.Sprintf("%s: it needs %s besides the graph of all transitions", e.Text(session.Memory), humanize.IBytes(bytes)))
					continue
				}
				if !g.halted() {
					e.Attempt(func() { t.run(g, o) })
				}
				free.free(bytes)
				stage.Done()
			}
		})
	}
	for _, task := range tasks {
		todo <- task
	}
	close(todo)
	workers.Wait()
	e.observe()
	if halted := e.Halted(); halted != session.Running {
		return &answers{limit: e.Text(halted)}
	}
	return all
}

const graphGarbage = 40 // percent

// left is the memory that is left to the tasks.
func (e *search[S]) left() uint64 {
	if e.Memory.Limit == 0 {
		return math.MaxUint64
	}
	if !e.Memory.Light {
		debug.FreeOSMemory() // what the search has left counts for nothing
	}
	return uint64(max(0, e.Memory.Limit-e.Memory.ProcessBytes()))
}

// leave leaves questions open.
func (a *answers) leave(properties []int, why string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range properties {
		a.open[p] = why
	}
}

// tasks lists what has to be done, and adds to the looks what it will have to know.
func (a *answers) tasks(q question.Questions, l *looks) []task {
	var tasks []task
	add := func(property, bytes int, run func(*graph, *order)) {
		tasks = append(tasks, task{[]int{property}, uint64(bytes), run})
	}
	if len(q.CanReach) > 0 {
		tasks = append(tasks, a.hopes(q.CanReach, l))
	}
	ask := 0 // of [marks]
	for k := range q.Chains {
		c, first := &q.Chains[k], ask
		asks := len(chainAsks(c))
		if ask += asks; ask > mostAsks {
			a.leave([]int{c.Property}, fmt.Sprintf("%d properties of chains of messages; at most %d can be judged together", len(q.Chains), mostAsks/asks))
			continue
		}
		within, armed := l.add(c.Within), l.add(c.Armed)
		add(c.Property, 1, func(g *graph, o *order) {
			var marks [][]bool
			for n := range asks {
				marks = append(marks, g.marks.that(first+n))
			}
			a.chained(c.Property, newChain(g, o, g.looks.column(within), g.looks.column(armed), marks))
		})
	}
	for k, d := range q.Inevitable {
		ask := ask + k
		if ask >= mostAsks {
			a.leave([]int{d.Property}, fmt.Sprintf("%d properties of what certain steps bring about; fewer can be judged together", len(q.Inevitable)))
			continue
		}
		pending, goal := l.add(d.Pending), l.add(d.Goal)
		add(d.Property, 8, func(g *graph, o *order) {
			sure := g.certain(o, g.looks.column(goal), g.marks.that(ask))
			asked, first := g.disappointed(g.looks.column(pending), sure, 0)
			a.judged(d.Property, asked, first)
		})
	}
	for k := range q.Intervals {
		gauge := &q.Intervals[k]
		if gauge.Lanes > 64 {
			a.leave([]int{gauge.Property}, fmt.Sprintf("%d intervals to be measured side by side; at most 64 can be", gauge.Lanes))
			continue
		}
		within, armed, counts, last := l.add(gauge.Within), l.add(gauge.Armed), l.add(gauge.Counts), l.add(gauge.Last)
		add(gauge.Property, readingBytes*gauge.Lanes+4, func(g *graph, o *order) {
			a.measured(newScale(g, o, gauge, k, g.looks.column(within), g.looks.column(armed), g.looks.column(counts), g.looks.column(last)))
		})
	}
	for _, f := range q.Fair {
		pending, cause, bytes := l.add(f.Pending), -1, 4
		if f.Cause != nil {
			cause = l.add(f.Cause)
		}
		if f.Cause != nil || f.Start {
			bytes += 16
		}
		add(f.Property, bytes, func(g *graph, o *order) {
			var causes []uint64
			if cause >= 0 {
				causes = g.looks.column(cause)
			}
			a.fair(f, g, o, g.looks.column(pending), causes)
		})
	}
	for _, s := range q.Quantities {
		of := l.add(func(views []*model.View) uint64 { return uint64(s.Of(views)) })
		add(s.Property, 0, func(g *graph, o *order) { a.sized(s.Property, g, g.looks.column(of)) })
	}
	return tasks
}

// hopes judges hopes together, as many as fit one word.
func (a *answers) hopes(hopes []question.CanReach, l *looks) task {
	pending, goal, properties := make([]int, len(hopes)), make([]int, len(hopes)), make([]int, len(hopes))
	for k, h := range hopes {
		pending[k], goal[k], properties[k] = l.add(h.Pending), l.add(h.Goal), h.Property
	}
	return task{properties, 8, func(g *graph, o *order) {
		want, goals := make([][]uint64, len(hopes)), make([][]uint64, len(hopes))
		for k := range hopes {
			want[k], goals[k] = g.looks.column(pending[k]), g.looks.column(goal[k])
		}
		for _, lane := range lanes(want, goals) {
			together := make([]uint64, len(g.looks.all))
			for at, k := range lane.hopes {
				for n := range together {
					together[n] |= goals[k][n] << lane.shift[at]
				}
			}
			can := g.reachable(o, together)
			for at, k := range lane.hopes {
				asked, first := g.disappointed(want[k], can, lane.shift[at])
				a.judged(hopes[k].Property, asked, first)
			}
		}
	}}
}

func (a *answers) judged(property int, asked bool, first trace.Target) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answered |= 1 << property
	if asked {
		a.spoke |= 1 << property
	}
	if len(first.Ends) > 0 {
		a.found[property] = first
	}
}

func (a *answers) fair(f question.Fair, g *graph, o *order, pending, cause []uint64) {
	j := &justice{newGuide(g), o}
	var found endless
	var asked, violated bool
	if f.Cause != nil || f.Start {
		found, asked, violated = j.due(f, pending, cause)
	} else {
		found, asked, violated = j.pends(pending)
	}
	if g.halted() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answered |= 1 << f.Property
	if asked {
		a.spoke |= 1 << f.Property
	}
	if violated {
		a.endless[f.Property] = found
	}
}

// pends answers a question without a cause: a fair loop on which a bit stays pending.
func (j *justice) pends(pending []uint64) (found endless, asked, violated bool) {
	ever := uint64(0)
	for _, bits := range pending {
		ever |= bits
	}
	best := j.lasso(ever, func(s uint32, l int) bool { return pending[j.g.look[s]]>>l&1 != 0 })
	if best == nil || j.g.halted() {
		return found, ever != 0, false
	}
	stem := j.stem(best.entry)
	found = endless{run: j.run(append(stem, j.steps(best.loop)...)), at: j.g.at(best.entry), lane: best.site}
	found.run.Endless, found.run.Loop = true, len(stem)
	return found, ever != 0, true
}

func (a *answers) measured(x *scale) {
	least, most := x.extremes()
	if x.g.halted() {
		return // the readings may be incomplete
	}
	switch {
	case x.mixed:
		a.leave([]int{x.gauge.Property}, "a cycle whose transitions have weights of both signs")
		return
	case x.over:
		a.leave([]int{x.gauge.Property}, fmt.Sprintf("sizes of more than %d, or runs of more than %d steps", largest, mostSteps))
		return
	}
	var m *question.Measure
	if most != nil {
		m = &question.Measure{Max: most.size, Unbounded: most.size == unbounded, Never: least == nil}
		low := func(r *reading) extreme { return r.least }
		high := func(r *reading) extreme { return r.most }
		if m.Most = x.witness(most, high); least != nil {
			m.Min, m.Least = least.size, x.witness(least, low)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answered |= 1 << x.gauge.Property
	if m != nil {
		a.spoke |= 1 << x.gauge.Property
		a.measures[x.gauge.Property] = m
	}
}

// sized finds the least and the largest number that a state has.
func (a *answers) sized(property int, g *graph, of []uint64) {
	d := newGuide(g)
	find := func(better func(a, b int) bool) (uint32, int) {
		best, size := uint32(0), int(of[g.look[0]])
		for s := range g.states() {
			now := int(of[g.look[s]])
			switch {
			case better(now, size), now == size && s != best && g.level(s) == g.level(best) && d.hash(s) < d.hash(best):
				best, size = s, now // a later state is of a higher level, or of the same
			}
		}
		return best, size
	}
	lowest, least := find(func(a, b int) bool { return a < b })
	highest, most := find(func(a, b int) bool { return a > b })
	m := &question.Measure{Min: least, Max: most, Least: d.run(d.stem(lowest)), Most: d.run(d.stem(highest))}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answered |= 1 << property
	a.spoke |= 1 << property
	a.measures[property] = m
}

// ask asks all that the questions ask of states.
func ask(q question.Questions, views []*model.View) {
	l := newLooks()
	(&answers{open: map[int]string{}}).tasks(q, l)
	l.number(views)
}

// chainAsks are what a chain asks of events.
func chainAsks(c *question.Chain) []func(*model.Event) bool {
	delivers := func(e *model.Event) bool { return e.Kind == model.DeliverEvent }
	return []func(*model.Event) bool{c.Begins, c.Ends, c.Drops, delivers}
}
