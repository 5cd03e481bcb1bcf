package conform

import (
	"context"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Pairs is how many ways in which sites can be together [Judge] looks at if nothing else is said: some seconds.
const Pairs = 2_000_000

// Judgement is what properties say of a run, and of other orders of the same events.
type Judgement struct {
	Violations []Violation // one of each property that is violated
	// Pairs is how many ways were looked at in which two or more sites can be together in some order of the log, because none of
	// them has to come after another is over. Together: of so many sites and of fewer these are all; 1: not even of two.
	Pairs    int
	Together int
	All      bool // there are no more
}

// Violation is that of a property by a run.
type Violation struct {
	Property invariants.Property
	Why      string   // in the property's own words; may be empty
	Steps    []string // a run that ends with the violation
	Last     []*Event // the last events of the log that have happened in it, of the sites that have logged any
	Other    bool     // the run found does not violate the property; this is another order of the same events
}

// Judge asks properties about the run of an answer, state by state and step by step, and about its end if nothing was possible
// any more. Properties of states are also asked about other orders of the same events: for whatever two sites, or three, or more can be like at the
// same time, about the earliest state in which they are, for at most so many ways. What is about the graph of all states is not asked.
func Judge(ctx context.Context, a *Answer, all []invariants.Property, most int) (*Judgement, error) {
	x := &judge{ctx: ctx, a: a, s: &searcher{sys: a.sys, reader: a.sys.NewReader(), o: Options{Hidden: a.Hidden}}, j: &Judgement{Together: 1}, violated: map[string]bool{}}
	for _, p := range all {
		if p.State != nil || p.Step != nil || p.End != nil {
			x.all = append(x.all, p.Guarded())
		}
	}
	return waiting.For(ctx, a.maxTime, a.sys, x.all, waiting.Patience, func() (*Judgement, error) {
		return x.j, session.Try(func() {
			x.run()
			x.together(most)
		})
	})
}

// judge is a judgement in the making.
type judge struct {
	ctx      context.Context
	a        *Answer
	s        *searcher
	all      invariants.Panel
	j        *Judgement
	violated map[string]bool // by name

	moments [][]moment // of each site: before its first step, and after each
	order   []int      // of each step of the run, which of its site's it is, from 1
}

// moment is a site between two of its steps.
type moment struct {
	view  uint32
	knows []int32 // of each site, how many of its steps must have happened
}

// run judges the run found, and notes what each site has been like.
func (x *judge) run() {
	p := x.begin()
	views := x.views(p)
	clocks := newClocks(len(x.s.sys.Places), x.s.sys.Config.Network)
	for k := range views {
		x.moments = append(x.moments, []moment{{x.view(p, k), make([]int32, len(views))}})
	}
	x.judge(nil, views, nil, 0)
	for n := range x.a.path {
		o := &x.a.path[n]
		if o.move == nil {
			x.order = append(x.order, len(x.moments[o.site])-1)
			continue
		}
		q := x.s.apply(p, bare(o))
		after := views
		if !same32(p.nodes, q.nodes) {
			after = x.changed(views, p, q)
			x.judge(views, after, o.move.Event, n+1)
		}
		x.moments[o.site] = append(x.moments[o.site], moment{x.view(q, o.site), clocks.step(o)})
		x.order = append(x.order, len(x.moments[o.site])-1)
		p, views = q, after
	}
	if x.a.Conforms && len(x.s.reader.Out(p.nodes)) == 0 {
		for k := range x.all {
			if f := x.all[k].End; f != nil && f(views) == invariants.Violated {
				x.found(&x.all[k], views, nil, x.a.path, false)
			}
		}
	}
}

// bare is a step without what was logged of it.
func bare(o *option) *option { return &option{site: o.site, move: o.move, budget: o.budget} }

func (x *judge) begin() *place {
	return &place{nodes: append(append([]uint32(nil), x.a.from...), x.s.sys.StartBudget()), done: make([]int32, len(x.a.from))}
}

func (x *judge) view(p *place, k int) uint32 {
	return x.s.reader.Expand(k, p.nodes[k], x.s.budget(p)).View
}

func (x *judge) views(p *place) invariants.Views {
	all := make(invariants.Views, len(p.done))
	for k := range all {
		all[k] = x.s.sys.View(x.view(p, k))
	}
	return all
}

// changed is the views after a step, those of sites that are as they were shared.
func (x *judge) changed(before invariants.Views, p, q *place) invariants.Views {
	after := append(invariants.Views(nil), before...)
	for k := range after {
		if p.nodes[k] != q.nodes[k] {
			after[k] = x.s.sys.View(x.view(q, k))
		}
	}
	return after
}

// judge asks about a state and the step to it, after so many options of the run.
func (x *judge) judge(before, after invariants.Views, e *model.Event, taken int) {
	for k := range x.all {
		f := &x.all[k]
		if x.violated[f.Name] {
			continue
		}
		state := f.State != nil && f.State(after) == invariants.Violated
		step := e != nil && f.Step != nil && (f.Hears == nil || f.Hears(e)) && f.Step(invariants.Step{Before: before, After: after, Event: e}) == invariants.Violated
		switch {
		case step:
			x.found(f, after, e, x.a.path[:taken], false)
		case state:
			x.found(f, after, nil, x.a.path[:taken], false)
		}
	}
}

// found notes a violation; e is the event of the step that is one, nil: the state is.
func (x *judge) found(f *invariants.Property, views invariants.Views, e *model.Event, path []option, other bool) {
	if x.violated[f.Name] {
		return
	}
	x.violated[f.Name] = true
	v := Violation{Property: *f, Other: other}
	switch {
	case e != nil && f.StepDetail != nil:
		v.Why = f.StepDetail(e)
	case f.Detail != nil:
		v.Why = f.Detail(views)
	}
	part := &Answer{from: x.a.from, path: path}
	part.tell(x.s, &place{})
	v.Steps = part.Labels()
	last := make([]*Event, len(x.a.from))
	for n := range path {
		if path[n].event != nil {
			last[path[n].site] = path[n].event
		}
	}
	for _, e := range last {
		if e != nil {
			v.Last = append(v.Last, e)
		}
	}
	x.j.Violations = append(x.j.Violations, v)
}
