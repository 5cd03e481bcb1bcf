package search

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// depthFirst is a search along one path as far as it goes, then back and along the next. Traces are paths of the search, not
// shortest ones.
type depthFirst struct {
	*Search
	reader *system.Reader
	bounds *transitions.Bounds
	judged *verdicts.Vectors // nil if nothing is judged

	stack      []frame // the path
	steps      int
	coverage   []int // by class
	nonVacuous uint64
	result     *question.Result
	violations map[int]trace.Path // by property: how it is violated
}

// leastDepthFirst is how many bits a node has at least where that costs no word: there are no levels that need any.
const leastDepthFirst = 24

// frame is a state on the path.
type frame struct {
	via      trace.Step // how the path came there; none at the initial state
	at       packed.Vector
	expanded bool
	moves    []system.Transition
	next     int // of the moves
}

// DepthFirst searches depth first, in this goroutine.
func (s *Search) DepthFirst() (*question.Result, []int, error) {
	first, err := First(s.Session)
	if err != nil {
		return nil, nil, err
	}
	l, ok := Layout(s.Session, leastDepthFirst, 0)
	if !ok {
		return nil, nil, ErrWide
	}
	s.Engine = NewEngine(s, l, 0)
	d := &depthFirst{
		Search: s, reader: s.Sys.NewReader(), bounds: transitions.NewBounds(s.Sys), result: &question.Result{}, violations: map[int]trace.Path{},
	}
	if s.Judge != nil {
		cache := verdicts.NewCache(s.Sys, s.Judge, &s.Memory)
		cache.Most = s.Remembered
		d.judged = verdicts.OfVectors(cache, d.reader)
	}
	for _, s := range first {
		if d.result.Limit != "" {
			break
		}
		d.enter(s, trace.Step{})
		if broken := d.run(); broken != nil {
			return nil, nil, broken
		}
	}
	return d.report(), d.coverage, nil
}

// run searches until nothing is left or a limit is reached. The error is a handler's panic.
func (d *depthFirst) run() error {
	err := session.Try(func() {
		for more := true; more && len(d.stack) > 0; d.steps++ {
			if d.steps%StepsShown == 0 {
				d.Observe(len(d.stack)-1, len(d.stack))
				d.CheckMemory()
			}
			more = d.step()
		}
	})
	switch err := err.(type) {
	case nil:
	case *model.Broken:
		d.Memory.Lifted.Store(true)
		return trace.NewAttempts(d.Sys, d.Judge, nil).Tell(err, d.path(), d.stack[len(d.stack)-1].at)
	default:
		d.result.Limit = d.Text(d.Fail(err))
	}
	return nil
}

// StepsShown is after how many steps the progress is told.
const StepsShown = 1 << 10

// enter lengthens the path by a state, unless that has been visited.
func (d *depthFirst) enter(s packed.Vector, via trace.Step) {
	if !d.Add(s) {
		return
	}
	d.Stored.Add(1)
	if len(d.stack) == cap(d.stack) {
		d.Memory.Reserve(int64(cap(d.stack)) / 4 * 5 * int64(unsafe.Sizeof(frame{})))
	}
	d.stack = append(d.stack, frame{at: s, via: via})
	d.result.States++
	d.result.Depth = max(d.result.Depth, len(d.stack)-1)
}

// step goes on from the path's last state, or back from it. It is false if a limit ends the search.
func (d *depthFirst) step() bool {
	last := len(d.stack) - 1
	f := &d.stack[last]
	if !f.expanded && !d.expand(f) {
		return false
	}
	switch deep := d.MaxDepth > 0 && last >= d.MaxDepth; {
	case f.next == len(f.moves):
		d.stack = d.stack[:last]
	case deep:
		d.result.Limit, d.stack = "max-depth (depth first)", d.stack[:last]
	default:
		t := f.moves[f.next]
		f.next++
		if d.bounds.Within(d.reader, t.To) {
			d.enter(t.To, trace.StepOf(f.at, t))
		}
	}
	return true
}

// expand judges the path's last state and the steps out of it. It is false if a limit ends the search.
func (d *depthFirst) expand(f *frame) bool {
	if h := d.Halted(); h != session.Running {
		d.result.Limit = d.Text(h)
		return false
	}
	if d.judged != nil {
		d.note(d.judged.At(f.at), f.at)
	}
	f.expanded, f.moves = true, d.reader.Out(f.at)
	if len(f.moves) == 0 && d.judged != nil {
		d.note(d.judged.End(f.at), f.at)
	}
	for _, t := range f.moves {
		d.count(t)
		if !d.Fits(t.To) {
			if h := d.widen(); h != session.Running {
				d.result.Limit = d.Text(h)
				return false
			}
		}
		if t.Move.Watched {
			d.note(d.judged.Step(f.at, t.Move.Event, t.To), t.To, trace.StepOf(f.at, t))
		}
	}
	switch {
	case d.StopAtFirst && d.refuted():
		d.result.Limit = "stop-at-first"
	case d.MaxStates > 0 && d.result.States > d.MaxStates:
		d.result.Limit = d.Text(session.States)
	default:
		return true
	}
	return false
}

// widen packs all states anew, with more room for each node. It returns why it cannot.
func (d *depthFirst) widen() session.Reason {
	l, ok := Layout(d.Session, leastDepthFirst, 0)
	switch {
	case !ok:
		return session.Wide
	case !d.Memory.Fits(visited.SetBytes(l, d.States())):
		return session.Memory
	}
	old := d.Engine
	d.Engine = NewEngine(d.Search, l, d.States())
	old.Each(func(s packed.Vector, _ int) bool { return d.Add(s) })
	if d.States() != old.States() {
		panic("explore: states were lost when they were packed anew")
	}
	old.Free()
	return session.Running
}

// refuted reports that a property is violated.
func (d *depthFirst) refuted() bool {
	seeks := question.Seeks(d.Judge)
	for p := range d.violations {
		if seeks>>p&1 == 0 {
			return true
		}
	}
	return false
}

// count counts a transition.
func (d *depthFirst) count(t system.Transition) {
	for int(t.Move.Class) >= len(d.coverage) {
		d.coverage = append(d.coverage, 0)
	}
	d.coverage[t.Move.Class]++
	d.result.Transitions++
	d.result.Early = d.result.Early || t.Early
}

// note takes a verdict down. What is violated first here is so on the path, with more steps, to the state last.
func (d *depthFirst) note(m verdicts.Verdict, last packed.Vector, more ...trace.Step) {
	d.nonVacuous |= m.NonVacuous
	for violated := m.Violated; violated != 0; violated &= violated - 1 {
		p := bits.TrailingZeros64(violated)
		if _, known := d.violations[p]; !known {
			d.violations[p] = trace.Path{Steps: append(d.path(), more...), Last: last}
		}
	}
}

// path is the steps on the path.
func (d *depthFirst) path() []trace.Step {
	var steps []trace.Step
	for _, f := range d.stack[1:] {
		steps = append(steps, f.via)
	}
	return steps
}

// report is what the search found.
func (d *depthFirst) report() *question.Result {
	r := d.result
	r.Spoke = d.nonVacuous
	for p, path := range d.violations {
		r.Violations = append(r.Violations, path.Violation(d.Sys, p))
	}
	slices.SortFunc(r.Violations, func(a, b question.Violation) int { return a.Property - b.Property })
	return r
}
