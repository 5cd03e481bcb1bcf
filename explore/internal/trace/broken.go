package trace

import (
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Broken is what is wrong with a protocol, or a panic of a property, with the trace that leads to it.
type Broken struct {
	*model.Broken
	Trace []string
	// Astray: it was met where canonical forms are checked, and it is not known which steps lead there.
	Astray bool
	Lost   bool // it is not known which steps lead there
}

func (b *Broken) Error() string { return b.Broken.Error() }

// Unwrap gives the model's error.
func (b *Broken) Unwrap() error { return b.Broken }

// Explain tells of the panic that has ended the search in this level. Whichever was met first, the one told of is that at
// the end of the path that would be shown if such states were violations: the same for any number of workers. It returns
// nil if states have to be packed anew before it can be told.
func (v *Levels[S]) Explain(met *model.Broken) error {
	v.Budget.Lifted.Store(true) // the search has ended: it is not to fail for want of memory to explain why
	begin := func() *attempts { return NewAttempts(v.Sys, v.Judge, nil) }
	g, ok, err := v.breaking(v.Depth, false, begin)
	if ok && err == nil && len(g.Ends) == 0 {
		g, ok, err = v.breaking(v.Depth, true, begin)
	}
	switch {
	case err != nil || !ok:
		return err
	case len(g.Ends) == 0:
		return (&Broken{Broken: met, Lost: true}).Complete(v.Sys) // a handler that does not always do the same
	}
	return v.tell(met, g, begin())
}

// tell tells of the panic at the end of the path that leads to a target.
func (v *Levels[S]) tell(met *model.Broken, g Target, a *attempts) error {
	p, err := v.path(g)
	if err != nil {
		return err
	}
	if v.Real != nil {
		walk := v.Real(Walk{Steps: p.Steps, Last: p.Last})
		p = Path{walk.Steps, walk.Last}
	}
	return a.Tell(met, p.Steps, p.Last)
}

// Question is a question about the graph of all states: what it is asked in a state, and of a step.
type Question struct {
	State func(views []*model.View)
	Step  func(e *model.Event, before, after *model.View)
}

// ExplainQuestion tells of the panic of a question, in whichever state it was met: it is that of a state, or a step out of
// it, to which a trace is shortest.
func (v *Levels[S]) ExplainQuestion(met *model.Broken, q Question) error {
	v.Budget.Lifted.Store(true)
	begin := func() *attempts { return NewAttempts(v.Sys, nil, &q) }
	for level := range v.Depth + 1 {
		g, ok, err := v.breaking(level, false, begin)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if len(g.Ends) > 0 {
			return v.tell(met, g, begin())
		}
	}
	return (&Broken{Broken: met, Lost: true}).Complete(v.Sys)
}

// Tell tells of a panic where these steps lead, or right after: steps are judged before it is known whether what they lead
// to can be expanded.
func (a *attempts) Tell(met *model.Broken, steps []Step, at packed.Vector) *Broken {
	out := &Broken{Broken: met, Trace: Labels(a.sys, steps)}
	if here := a.at(at); here != nil {
		out.Broken = here
	} else if next, label := a.after(at); next != nil {
		out.Broken, out.Trace = next, append(out.Trace, label)
	}
	return out.Complete(a.sys)
}

// Complete adds the event to the trace that makes the variables of which a method was asked ahead of time, or that a
// property judges.
func (b *Broken) Complete(sys *system.System) *Broken {
	own := *b.Broken // the system remembers it, and other workers meet it, too
	if own.Algorithm = sys.Config.Algorithm; own.After != "" {
		b.Trace = append(b.Trace, own.After)
	}
	b.Broken = &own
	return b
}

// breaking finds all states of a level for which a handler or a property panics; with after, all steps out of the level to
// such states. It returns false if a state has an image for which the layout has no room. Each worker calls begin.
func (v *Levels[S]) breaking(level int, after bool, begin func() *attempts) (g Target, ok bool, err error) {
	var mu sync.Mutex
	if g, ok = (Target{Length: level}), true; after {
		g.Length++
	}
	err = v.Share(func() (do func(shard int), done func()) {
		a, fits := begin(), true
		var ends []End
		do = func(shard int) {
			v.EachImage(shard, level, func(at packed.Vector) {
				if fits = fits && v.Layout.Fits(at); !fits {
					return
				}
				if !after {
					if a.at(at) != nil {
						ends = append(ends, End{At: at})
					}
					return
				}
				for _, t := range a.reader.Out(at) {
					if a.at(t.To) != nil {
						ends = append(ends, End{At: at, site: t.Site, event: t.Move.Event})
					}
				}
			})
		}
		return do, func() {
			mu.Lock()
			defer mu.Unlock()
			g.Ends, ok = append(g.Ends, ends...), ok && fits
		}
	})
	if len(g.Ends) > v.Width {
		g.Ends = v.fewer(g.Ends, map[uint64]uint64{})
	}
	return g, ok, err
}

// attempts expands states for which handlers may panic, and judges those for which properties may. It remembers which
// nodes panic: to find out takes long.
type attempts struct {
	sys    *system.System
	reader *system.Reader
	known  map[attempt]*model.Broken
	judge  question.Judge // nil: nothing is judged
	asked  *Question      // nil: nothing is asked
}

// attempt is the expansion of a site's node.
type attempt struct {
	site int
	row  uint32
}

func NewAttempts(sys *system.System, judge question.Judge, q *Question) *attempts {
	return &attempts{sys: sys, reader: sys.NewReader(), known: map[attempt]*model.Broken{}, judge: judge, asked: q}
}

// at is the panic of a handler at a state, at the first site where there is one, or else that of a property; nil if there is
// none.
func (a *attempts) at(s packed.Vector) *model.Broken {
	if broken := a.handlers(s); broken != nil || a.judge == nil && a.asked == nil && a.sys.Within == nil {
		return broken
	}
	return a.properties(s)
}

func (a *attempts) handlers(s packed.Vector) *model.Broken {
	budget := s[len(s)-1]
	for k, node := range s[:len(s)-1] {
		key := attempt{k, a.sys.Row(node, budget)}
		broken, known := a.known[key]
		if !known {
			broken = a.expand(k, node, budget)
			a.known[key] = broken
		}
		if broken != nil {
			return broken
		}
	}
	return nil
}

func (a *attempts) expand(site int, node, budget uint32) *model.Broken {
	return attempted(func() { a.reader.ExpandOnce(site, node, budget) })
}

// attempted is the panic of try; nil if there is none.
func attempted(try func()) *model.Broken {
	broken, _ := session.Try(try).(*model.Broken)
	return broken
}

// properties is the panic of a property that judges a state, the end there, or a step out of it: of several such steps the
// one whose label comes first.
func (a *attempts) properties(s packed.Vector) (first *model.Broken) {
	views := a.reader.Views(s)
	if broken := attempted(func() { a.state(views) }); broken != nil {
		return broken
	}
	all := a.reader.Out(s)
	if len(all) == 0 && a.judge != nil {
		return attempted(func() { a.judge.End(views) })
	}
	for _, t := range all {
		if a.handlers(t.To) != nil {
			continue // that is told of a level later
		}
		after := a.reader.Views(t.To)
		if broken := attempted(func() { a.step(views, t, after) }); broken != nil {
			broken.After = a.sys.Label(t.Site, s[t.Site], t.Move.Event)
			if first == nil || broken.After < first.After {
				first = broken
			}
		}
	}
	return first
}

func (a *attempts) state(views []*model.View) {
	if a.sys.Within != nil {
		a.sys.Within(views)
	}
	if a.judge != nil {
		a.judge.State(views)
	}
	if a.asked != nil {
		a.asked.State(views)
	}
}

func (a *attempts) step(before []*model.View, t system.Transition, after []*model.View) {
	if a.judge != nil && t.Move.Watched {
		a.judge.Step(before, t.Move.Event, after)
	}
	if a.asked != nil {
		a.asked.Step(t.Move.Event, before[t.Site], after[t.Site])
	}
}

// after is the panic of a handler one step after a state, and the step: the one whose label comes first.
func (a *attempts) after(s packed.Vector) (first *model.Broken, label string) {
	for _, t := range a.reader.Out(s) {
		broken := a.at(t.To)
		if l := a.sys.Label(t.Site, s[t.Site], t.Move.Event); broken != nil && (first == nil || l < label) {
			first, label = broken, l
		}
	}
	return first, label
}
