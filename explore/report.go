package explore

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/liveness"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// violations finds a shortest trace of each violated property.
func violations(x *search.Search) (all []question.Violation, err error) {
	x.Memory.Lifted.Store(true)
	if err := x.Traces().Violating(x.Violated); err != nil {
		return nil, err
	}
	var targets []trace.Target
	properties := slices.Sorted(maps.Keys(x.Violated))
	for _, p := range properties {
		targets = append(targets, x.Violated[p])
	}
	paths, err := x.Traces().Paths(targets)
	for k, path := range paths {
		unreached, steps := targets[k].Unreached(path.Last), len(path.Steps)
		if x.Real != nil {
			walk := x.Real(trace.Walk{Steps: path.Steps, Last: path.Last, Whole: targets[k].Has(path.Last) && endOnly(x, properties[k], path.Last)})
			path = trace.Path{Steps: walk.Steps, Last: walk.Last}
		}
		v := path.Violation(x.Sys, properties[k])
		v.Shortest, v.Unreached = !x.Reduced && len(path.Steps) == steps, unreached
		all = append(all, v)
	}
	return all, err
}

// endOnly reports that a property is violated by a run that ends in a state, and not by the state itself.
func endOnly(x *search.Search, property int, last packed.Vector) bool {
	views := x.Sys.NewReader().Views(last)
	_, state := x.Judge.State(views)
	_, end := x.Judge.End(views)
	return (end&^state)>>property&1 != 0
}

// depthFirst searches depth first.
func depthFirst(x *search.Search, _ Options) (*question.Result, error) {
	r, coverage, err := x.DepthFirst()
	if x.Engine != nil {
		defer x.Free()
	}
	if err != nil {
		return nil, err
	}
	r.Complete, r.Coverage, r.Spoke = r.Limit == "", covered(x.Sys, coverage), r.Spoke&^verdicts.Judged
	if r.Limit != "" && r.Limit != "stop-at-first" {
		r.Growing = x.Sys.Growths(nil, 0)
	}
	return r, nil
}

// unsearched reports that there is nothing to report of.
func unsearched(x *search.Search, limit string) *question.Result {
	return &question.Result{Limit: limit, Coverage: covered(x.Sys, x.Coverage)}
}

// answered answers the questions on the graph of all states, or, if the search has met a limit, of those explored, and reports.
func answered(x *search.Search, q question.Questions) (*question.Result, error) {
	a := answer(x, q)
	if met, ok := x.Failure(session.Broken).(*model.Broken); ok {
		return nil, x.Traces().ExplainQuestion(met, liveness.Asked(q))
	}
	x.NonVacuous |= a.Spoke
	maps.Copy(x.Violated, a.Found)
	for p, e := range a.Endless {
		switch g, ends := x.Violated[p]; {
		case !ends:
		case g.Length <= len(e.Run.Path):
			delete(a.Endless, p)
		default:
			delete(x.Violated, p)
		}
	}
	r, err := report(x, x.Limit)
	if err != nil {
		return nil, err
	}
	if x.Limit != "" {
		r.Judged = x.Level // also if another limit was met since then
	}
	r.Limit, r.Answered, r.Open, r.Measures = cmp.Or(x.Limit, a.Limit), a.Answered, a.Open, a.Measures
	for _, p := range slices.Sorted(maps.Keys(a.Endless)) {
		r.Violations = append(r.Violations, endless(x.Sys, p, a.Endless[p]))
	}
	return r, nil
}

// endless is the violation of a property by an endless run.
func endless(sys *system.System, p int, x liveness.Endless) question.Violation {
	v := question.Violation{Property: p, Path: x.Run.Path, Start: x.Run.Start, Unreached: 1 << x.Lane, Endless: x.Run.Endless, Loop: x.Run.Loop}
	v.Final, v.Views = trace.Describe(sys, x.At)
	return v
}

// graphGarbage is the percentage at which the collector starts beside the graph: that is large and hardly ever garbage, so as
// much again shall not pile up beside it.
const graphGarbage = 40

// answer judges the questions on the graph of all states visited. Where a limit has ended the search, it has those of the last level without their transitions.
func answer(x *search.Search, q question.Questions) *liveness.Answers {
	plan := liveness.NewPlan(x.Session, q)
	if x.Disk != nil && x.Disk.Used() || x.Source != nil {
		return plan.Unanswered("the states are on disk, where the graph of all transitions is not built")
	}
	x.Memory.CollectGarbageAt(graphGarbage)
	g, limit := graph(x, plan)
	if g != nil {
		defer g.Free()
	}
	if limit != "" {
		return plan.Unanswered(limit)
	}
	return plan.Answer(g)
}

func graph(x *search.Search, plan *liveness.Plan) (*stategraph.Graph, string) {
	switch e := x.Engine.(type) {
	case *search.Sized[[1]uint64]:
		return graphOf(x, e, plan)
	case *search.Sized[[2]uint64]:
		return graphOf(x, e, plan)
	case *search.Sized[[3]uint64]:
		return graphOf(x, e, plan)
	case *search.Sized[[4]uint64]:
		return graphOf(x, e, plan)
	case *search.Sized[[6]uint64]:
		return graphOf(x, e, plan)
	case *search.Sized[[8]uint64]:
		return graphOf(x, e, plan)
	default:
		return graphOf(x, e.(*search.Sized[[16]uint64]), plan)
	}
}

func graphOf[S packed.State](x *search.Search, e *search.Sized[S], plan *liveness.Plan) (*stategraph.Graph, string) {
	stem := func(s packed.Vector, level int) []trace.Step {
		path, err := x.Traces().Stem(s, level)
		if err != nil {
			x.Fail(err)
		}
		return path
	}
	return stategraph.Build(&stategraph.Source[S]{
		Session: x.Session, Partly: x.Limit != "", Layout: &e.Layout, Table: e.Moves, Levels: x.Levels, List: e.List, Transitions: x.Transitions, Real: x.Real,
		Unreduced: question.Reduction{States: x.Represented.States, Transitions: x.Represented.Transitions}, Stem: stem,
	}, plan.States, plan.Edges)
}

// FairLoop reports whether a run that repeats a loop for ever is fair: everything that is possible in all states of the
// loop happens on it. possible and taken are, for each step of the loop, the events possible before it and the event
// that it is; timers that are not due are left out of both, as nil where such a one is taken.
func FairLoop(possible [][]*model.Event, taken []*model.Event) bool {
	return liveness.FairLoop(possible, taken)
}
