package explore

import (
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Broken is what is wrong with a protocol, or a panic of a property, with the trace that leads to it.
type Broken struct {
	*model.Broken
	Trace []string
}

func (b *Broken) Error() string { return b.Broken.Error() }

// Unwrap gives the model's error.
func (b *Broken) Unwrap() error { return b.Broken }

// explain tells of the panic that has ended the search in this level. Whichever was met first, the one told of is that at
// the end of the path that would be shown if such states were violations: the same for any number of workers. It returns
// nil if states have to be packed anew before it can be told.
func (c *common) explain(e engine, met *model.Broken) error {
	c.memory.Lifted.Store(true) // the search has ended: it is not to fail for want of memory to explain why
	g, ok := e.breaking(c.level)
	if !ok {
		return nil
	}
	if len(g.ends) == 0 {
		return (&Broken{Broken: met}).complete(c.sys) // a handler that does not always do the same
	}
	p := e.pathsTo([]goal{g})[0]
	return c.broken(met, p.steps, p.last)
}

// broken tells of a handler's panic where these steps lead, or right after: steps are judged before it is known whether
// what they lead to can be expanded.
func (c *common) broken(met *model.Broken, steps []pathStep, at packed.Vector) *Broken {
	return c.brokenAt(newAttempts(c), met, steps, at)
}

func (c *common) brokenAt(a *attempts, met *model.Broken, steps []pathStep, at packed.Vector) *Broken {
	c.memory.Lifted.Store(true)
	out := &Broken{Broken: met}
	for _, s := range steps {
		out.Trace = append(out.Trace, c.sys.Label(s.site, s.from[s.site], s.move.Event))
	}
	if here := a.at(at); here != nil {
		out.Broken = here
	} else if next, label := a.after(at); next != nil {
		out.Broken, out.Trace = next, append(out.Trace, label)
	}
	return out.complete(c.sys)
}

// complete adds the event to the trace that makes the variables of which a method was asked ahead of time, or that a
// property judges.
func (b *Broken) complete(sys *model.System) *Broken {
	if b.Algorithm = sys.Config.Algorithm; b.After != "" {
		b.Trace = append(b.Trace, b.After)
	}
	return b
}

// explainQuestion tells of the panic of a question about the graph of all states, in whichever state it was met: it is that
// of a state, or a step out of it, to which a trace is shortest.
func (e *search[S]) explainQuestion(met *model.Broken, q Questions) error {
	e.common.memory.Lifted.Store(true)
	for level := range e.common.levels {
		begin := func() *attempts {
			a := newAttempts(e.common)
			a.judge, a.questions = nil, &q
			return a
		}
		g, ok := e.breakingAt(level, false, begin)
		if !ok {
			break
		}
		if len(g.ends) > 0 {
			p := e.pathsTo([]goal{g})[0]
			return e.common.brokenAt(begin(), met, p.steps, p.last)
		}
	}
	return (&Broken{Broken: met}).complete(e.sys)
}

// breaking finds all states of a level for which a handler or a property panics; if there are none, all steps out of the
// level to such states. It returns false if a state has an image for which the layout has no room.
func (e *search[S]) breaking(level int) (g goal, ok bool) {
	begin := func() *attempts { return newAttempts(e.common) }
	if g, ok = e.breakingAt(level, false, begin); ok && len(g.ends) == 0 {
		g, ok = e.breakingAt(level, true, begin)
	}
	return g, ok
}

// breakingAt finds those states, or with after those steps; begin is called by each worker.
func (e *search[S]) breakingAt(level int, after bool, begin func() *attempts) (g goal, ok bool) {
	var mu sync.Mutex
	if g, ok = (goal{length: level}), true; after {
		g.length++
	}
	e.share(func() (do func(shard int), done func()) {
		a, fits := begin(), true
		var ends []end
		do = func(shard int) {
			e.eachImage(shard, level, func(at packed.Vector) {
				if fits = fits && e.fits(at); !fits {
					return
				}
				if !after {
					if a.at(at) != nil {
						ends = append(ends, end{at: at})
					}
					return
				}
				for _, t := range transitions.Out(e.sys, a.reader, at) {
					if a.at(t.To) != nil {
						ends = append(ends, end{at: at, site: t.Site, event: t.Move.Event})
					}
				}
			})
		}
		return do, func() {
			mu.Lock()
			defer mu.Unlock()
			g.ends, ok = append(g.ends, ends...), ok && fits
		}
	})
	if len(g.ends) > e.options.cone {
		g.ends = e.fewer(g.ends, map[uint64]uint64{})
	}
	return g, ok
}

// attempts expands states for which handlers may panic, and judges those for which properties may. It remembers which
// nodes panic: to find out takes long.
type attempts struct {
	sys       *model.System
	reader    *model.Reader
	known     map[attempt]*model.Broken
	judge     question.Judge // nil: nothing is judged
	questions *Questions     // nil: nothing is asked
}

// attempt is the expansion of a site's node.
type attempt struct {
	site int
	row  uint32
}

func newAttempts(c *common) *attempts {
	return &attempts{sys: c.sys, reader: c.sys.NewReader(), known: map[attempt]*model.Broken{}, judge: c.options.Judge}
}

// at is the panic of a handler at a state, at the first site where there is one, or else that of a property; nil if there is
// none.
func (a *attempts) at(s packed.Vector) *model.Broken {
	if broken := a.handlers(s); broken != nil || a.judge == nil && a.questions == nil {
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
func attempted(try func()) (broken *model.Broken) {
	defer func() {
		switch r := recover().(type) {
		case nil, *model.Full:
		case *model.Broken:
			broken = r
		default:
			panic(r)
		}
	}()
	try()
	return nil
}

// properties is the panic of a property that judges a state, the end there, or a step out of it: of several such steps the
// one whose label comes first.
func (a *attempts) properties(s packed.Vector) (first *model.Broken) {
	views := a.views(s)
	if broken := attempted(func() { a.state(views) }); broken != nil {
		return broken
	}
	all := transitions.Out(a.sys, a.reader, s)
	if len(all) == 0 && a.judge != nil {
		return attempted(func() { a.judge.End(views) })
	}
	for _, t := range all {
		if a.handlers(t.To) != nil {
			continue // that is told of a level later
		}
		after := a.views(t.To)
		if broken := attempted(func() { a.step(views, t, after) }); broken != nil {
			broken.After = a.sys.Label(t.Site, s[t.Site], t.Move.Event)
			if first == nil || broken.After < first.After {
				first = broken
			}
		}
	}
	return first
}

func (a *attempts) views(s packed.Vector) []*model.View {
	views := make([]*model.View, len(s)-1)
	for k := range views {
		views[k] = a.sys.View(a.reader.Expand(k, s[k], s[len(s)-1]).View)
	}
	return views
}

func (a *attempts) state(views []*model.View) {
	if a.judge != nil {
		a.judge.State(views)
	}
	if a.questions != nil {
		a.questions.ask(views)
	}
}

func (a *attempts) step(before []*model.View, t transitions.Transition, after []*model.View) {
	if a.judge != nil && t.Move.Watched {
		a.judge.Step(before, t.Move.Event, after)
	}
	if a.questions != nil {
		newMarks(*a.questions).number(t.Move.Event, before[t.Site], after[t.Site])
	}
}

// after is the panic of a handler one step after a state, and the step: the one whose label comes first.
func (a *attempts) after(s packed.Vector) (first *model.Broken, label string) {
	for _, t := range transitions.Out(a.sys, a.reader, s) {
		broken := a.at(t.To)
		if l := a.sys.Label(t.Site, s[t.Site], t.Move.Event); broken != nil && (first == nil || l < label) {
			first, label = broken, l
		}
	}
	return first, label
}
