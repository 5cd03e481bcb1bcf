package gmecheck

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Shared is an algorithm of processes that share a memory: one state of type S, and guarded actions, each of which reads and
// writes it in one indivisible step. S is a type whose values can be compared; [PerSite] is an array with one element for each
// process. There are no messages. A state takes some three times as much memory as S, and some hundred bytes, where one of a [Model] with several sites
// takes some bytes, since what processes do in it is found out for the memory as a whole: so keep S small.
//
// Everything else is as in [Model]: actions must be pure, also because guards and actions are called by several goroutines at a time; and a mistake in the model is told by [Shared.Err] and by every check.
// The option [Symmetry] is refused, and the flag --symmetry auto exchanges nothing: a state is no list of sites whose names could be exchanged.
type Shared[S comparable] struct{ m *Model[S] }

// own is what stands behind it; nil behind nothing.
func (p *Shared[S]) own() *core {
	if p == nil {
		return nil
	}
	return p.m.own()
}

// NewShared returns an algorithm without actions for n processes, 1 to n, with the zero value of S as its initial state.
func NewShared[S comparable](name string, n int) *Shared[S] {
	m := New[S](name, n)
	m.memory, m.n = m.n, 1
	return &Shared[S]{m}
}

// Init says what the initial state is; with [Ctx.Choose] there are several. It is called once, for the whole memory, not for each process: c.Self
// is 0, and what differs between processes is set by going over c.All().
func (p *Shared[S]) Init(init func(s *S, c Ctx)) { p.m.Init(init) }

// Within bounds the search: states of which f is false are not visited, and not counted: see [Model.Within].
func (p *Shared[S]) Within(f func(s S) bool) { p.m.Within(ofMemory(f)) }

// Action registers a step: while guard is true process c.Self may take it, and action is what it does. A nil guard is always
// true. The name stands in traces: "enter(2)" is that of process 2. No run counts as fair on which a process could
// always take the action, and never does; [Action.Optional] lifts that.
func (p *Shared[S]) Action(name string, guard func(s *S, c Ctx) bool, action func(s *S, c Ctx)) *Action[S] {
	p.m.open("action " + name)
	a := &Action[S]{}
	if action == nil {
		p.m.refuse("Action %q has no function", name)
		return a
	}
	if !named(name, notInEvents) {
		p.m.refuse("Action %q: allowed is a name of characters that can be printed, without parentheses, commas, quotes, # and blanks at its ends", name)
		return a
	}
	open := guarding(guard)
	for i := range Site(p.m.memory) {
		self := i + 1
		e := &event{
			name: fmt.Sprintf("%s(%d)", name, self), budget: Always, guard: guard, bare: true, action: action,
			offers: func(at any, c Ctx, x any) []any {
				c.Self = self
				return open(at, c, x)
			},
			do: func(at any, c Ctx, _ any) {
				c.Self = self
				action(at.(*S), c)
			},
		}
		if p.m.findEvent(e.name) != nil {
			p.m.refuse("Action %q is there twice", name)
			return a
		}
		p.m.events, a.of = append(p.m.events, e), append(a.of, e)
	}
	return a
}

// Action is what [Shared.Action] has registered.
type Action[S comparable] struct{ of []*event }

// Optional makes it an action that a process may take or not: a run that leaves it out for ever is fair.
func (a *Action[S]) Optional() *Action[S] {
	for _, e := range a.of {
		e.optional = true
	}
	return a
}

func ofMemory[S comparable, A any](f func(s S) A) func(w World[S]) A {
	if f == nil {
		return nil
	}
	return func(w World[S]) A { return f(w.At(1)) }
}

// Always claims that f is true of every reachable state.
func (p *Shared[S]) Always(name string, f func(s S) bool) { p.m.Always(name, ofMemory(f)) }

// Never claims that f is true of no reachable state.
func (p *Shared[S]) Never(name string, f func(s S) bool) { p.m.Never(name, ofMemory(f)) }

// Sometimes claims that f is true of some reachable state, and wants a run that leads there.
func (p *Shared[S]) Sometimes(name string, f func(s S) bool) { p.m.Sometimes(name, ofMemory(f)) }

// AtEnd claims that f is true of every state in which no action is possible.
func (p *Shared[S]) AtEnd(name string, f func(s S) bool) { p.m.AtEnd(name, ofMemory(f)) }

// NeverEnds claims that some action is possible in every reachable state.
func (p *Shared[S]) NeverEnds(name string) { p.m.NeverEnds(name) }

// Eventually claims that f is true of some state of every run that ends, and of every fair one that does not.
func (p *Shared[S]) Eventually(name string, f func(s S) bool) { p.m.Eventually(name, ofMemory(f)) }

// CanReach claims that from every reachable state a state can be reached of which f is true.
func (p *Shared[S]) CanReach(name string, f func(s S) bool) { p.m.CanReach(name, ofMemory(f)) }

// Responds claims that whenever cause is true of a state, effect is true of it or of a later one, on every run that ends and
// every fair one that does not.
func (p *Shared[S]) Responds(name string, cause, effect func(s S) bool) {
	p.m.Responds(name, ofMemory(cause), ofMemory(effect))
}

// lanes are the processes of which f is true, as bits.
func (p *Shared[S]) lanes(f func(S, Site) bool) func(vs invariants.Views) uint64 {
	return func(vs invariants.Views) uint64 { return p.processes(World[S]{views: vs}.At(1), f).Mask() }
}

// NeverTwo claims that in no reachable state f is true of two processes. If it is never true of one, it is vacuous.
func (p *Shared[S]) NeverTwo(name string, f func(s S, i Site) bool) {
	if f == nil {
		p.m.refuse("NeverTwo %q has no function", name)
		return
	}
	p.m.claim(invariants.Property{
		Name: name, Kind: invariants.Invariant, Doc: "it is not true of two processes in any reachable state",
		State: func(vs invariants.Views) invariants.Opinion {
			n := p.processes(World[S]{views: vs}.At(1), f).Len()
			return invariants.If(n > 0, n < 2)
		},
		Detail: says("it is true of two processes in the last state"),
	})
}

// processes are those of which f is true.
func (p *Shared[S]) processes(s S, f func(S, Site) bool) (all Sites) {
	for i := range model.UpTo[Site](p.m.memory).All() {
		if f(s, i) {
			all = all.With(i)
		}
	}
	return all
}

// LeadsTo claims, of every process i, that whenever from is true, to is true then or later, on every run that ends and every
// fair one that does not.
func (p *Shared[S]) LeadsTo(name string, from, to func(s S, i Site) bool) {
	if from == nil || to == nil {
		p.m.refuse("LeadsTo %q needs two functions", name)
		return
	}
	not := func(s S, i Site) bool { return !to(s, i) }
	p.m.claim(leadsTo(name, "process", p.lanes(from), p.lanes(not)))
}

// SharedStep is a step of a process that shares a memory, as properties see it.
type SharedStep[S comparable] struct {
	Before, After S
	Process       Site // whose action it is
	action        string
	of            *core
}

// Is reports that it is the action of this name. It refuses a name that no action has.
func (s SharedStep[S]) Is(action string) bool {
	if s.action == action {
		return true
	}
	var all []string
	for _, e := range s.of.events {
		if name := nameOf(e.name); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if !slices.Contains(all, action) {
		there := cmp.Or(names.DidYouMean(action, all), "; there are "+names.Or(all))
		panic(model.Mistake{Problem: fmt.Sprintf("asks Is(%q): no action is named so%s", action, there)})
	}
	return false
}

// Steps claims that f is true of every step. [SharedStep.Is] asks which action it is.
func (p *Shared[S]) Steps(name string, f func(step SharedStep[S]) bool) {
	if f == nil {
		p.m.refuse("Steps %q has no function", name)
		return
	}
	p.m.claim(invariants.Property{
		Name: name, Kind: invariants.Stepwise, Doc: "it is true of every step",
		Step: func(s invariants.Step) invariants.Opinion {
			action, process, _ := strings.Cut(strings.TrimSuffix(s.Event.Name, ")"), "(")
			i, _ := strconv.Atoi(process)
			return invariants.That(f(SharedStep[S]{World[S]{s.Before, true}.At(1), World[S]{s.After, true}.At(1), Site(i), action, &p.m.core}))
		},
		StepDetail: stepDetail,
	})
}

// Measure finds the least and the largest value of a number over all reachable states.
func (p *Shared[S]) Measure(name string, f func(s S) int) Measured {
	return p.m.Measure(name, ofMemory(f))
}

// Overtaking finds how often other processes can go in while one waits: the number of times that in becomes true of others from the
// step in which waits becomes true of a process to the step in which in becomes true of it, these two included; the largest over all
// processes and runs. What counts as a wait, and when it is violated, is as in [Model.Overtaking].
func (p *Shared[S]) Overtaking(name string, waits, in func(s S, i Site) bool) Measured {
	if waits == nil || in == nil {
		p.m.refuse("Overtaking %q needs two functions", name)
		return Measured{}
	}
	memory := func(f func(s S, i Site) bool) func(e *model.Event, v *model.View) Sites {
		return func(_ *model.Event, v *model.View) Sites { return p.processes(as[S](v.More.(*look).vars), f) }
	}
	return p.m.claim(overtaking(name, p.m.memory, p.lanes(waits), memory(waits), memory(in)))
}

// Canonical says which memories differ in nothing that can ever matter any more: f edits one so that all of these become one, such as
// that in which numbers are counted from the least that is in use. What f must be like, and what is checked of it, is as in
// [Model.Canonical].
func (p *Shared[S]) Canonical(f func(s *S)) {
	if f == nil {
		p.m.Canonical(nil)
		return
	}
	p.m.Canonical(func(g *Global[S]) { f(&g.Sites[0]) })
}

// With sets options for all checks: see [Model.With].
func (p *Shared[S]) With(options ...Option) *Shared[S] {
	p.m.With(options...)
	return p
}

// Name is the algorithm's name.
func (p *Shared[S]) Name() string { return p.m.name }

// Err is all that is wrong with the model as far as it can be seen without running it: see [Model.Err].
func (p *Shared[S]) Err() error { return p.own().err() }

// Check searches all reachable states, and returns what is true of them: see [Model.Check].
func (p *Shared[S]) Check(options ...Option) (*Report, error) {
	return p.own().checkAlone(context.Background(), options)
}

// CheckContext is [Shared.Check] that ends when the context does.
func (p *Shared[S]) CheckContext(ctx context.Context, options ...Option) (*Report, error) {
	return p.own().checkAlone(ctx, options)
}

// Test checks the algorithm in a Go test: see [Model.Test].
func (p *Shared[S]) Test(t TB, options ...Option) *Report {
	t.Helper()
	return p.own().test(t, options)
}

// Agree compares the search with a second, slow checker: see [Model.Agree].
func (p *Shared[S]) Agree(t TB, options ...Option) {
	t.Helper()
	p.own().agree(t, options)
}

// Replay takes the steps of a run that was written into a file: see [Model.Replay].
func (p *Shared[S]) Replay(file string, options ...Option) (string, error) {
	return p.own().replay(file, options)
}
