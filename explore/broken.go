package explore

import (
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
)

// Broken is a panic in a protocol's handler, with the trace that leads to it.
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
	c.memory.over.Store(true) // the search has ended: it is not to fail for want of memory to explain why
	g, ok := e.breaking(c.level)
	if !ok {
		return nil
	}
	if len(g.ends) == 0 {
		return &Broken{Broken: met} // a handler that does not always do the same
	}
	p := e.pathsTo([]goal{g})[0]
	return c.broken(met, p.steps, p.last)
}

// broken tells of a handler's panic where these steps lead, or right after: steps are judged before it is known whether
// what they lead to can be expanded.
func (c *common) broken(met *model.Broken, steps []pathStep, at packed.Vector) *Broken {
	c.memory.over.Store(true)
	out := &Broken{Broken: met}
	for _, s := range steps {
		out.Trace = append(out.Trace, c.sys.Label(s.site, s.from[s.site], s.move.Event))
	}
	a := newAttempts(c.sys)
	if here := a.at(at); here != nil {
		out.Broken = here
	} else if next, label := a.after(at); next != nil {
		out.Broken, out.Trace = next, append(out.Trace, label)
	}
	return out.complete()
}

// complete adds the event to the trace that makes the variables of which a method was asked ahead of time.
func (b *Broken) complete() *Broken {
	if b.After != "" {
		b.Trace = append(b.Trace, b.After)
	}
	return b
}

// breaking finds all states of a level for which a handler panics; if there are none, all steps out of the level to such
// states. It returns false if a state has an image for which the layout has no room.
func (e *search[S]) breaking(level int) (g goal, ok bool) {
	for _, after := range []bool{false, true} {
		var mu sync.Mutex
		if g, ok = (goal{length: level}), true; after {
			g.length++
		}
		e.share(func() (do func(shard int), done func()) {
			a, fits := newAttempts(e.sys), true
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
					for _, t := range expand(e.sys, a.reader, at) {
						if a.at(t.to) != nil {
							ends = append(ends, end{at: at, site: t.site, event: t.move.Event})
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
		if !ok || len(g.ends) > 0 {
			break
		}
	}
	if len(g.ends) > e.options.cone {
		g.ends = e.fewer(g.ends, map[uint64]uint64{})
	}
	return g, ok
}

// attempts expands states for which handlers may panic. It remembers which nodes do: to find out takes long.
type attempts struct {
	sys    *model.System
	reader *model.Reader
	known  map[attempt]*model.Broken
}

// attempt is the expansion of a site's node.
type attempt struct {
	site int
	row  uint32
}

func newAttempts(sys *model.System) *attempts {
	return &attempts{sys: sys, reader: sys.NewReader(), known: map[attempt]*model.Broken{}}
}

// at is the panic of a handler at a state, at the first site where there is one; nil if there is none.
func (a *attempts) at(s packed.Vector) *model.Broken {
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

func (a *attempts) expand(site int, node, budget uint32) (broken *model.Broken) {
	defer func() {
		switch r := recover().(type) {
		case nil, *model.Full:
		case *model.Broken:
			broken = r
		default:
			panic(r)
		}
	}()
	a.reader.ExpandOnce(site, node, budget)
	return nil
}

// after is the panic of a handler one step after a state, and the step: the one whose label comes first.
func (a *attempts) after(s packed.Vector) (first *model.Broken, label string) {
	for _, t := range expand(a.sys, a.reader, s) {
		broken := a.at(t.to)
		if l := a.sys.Label(t.site, s[t.site], t.move.Event); broken != nil && (first == nil || l < label) {
			first, label = broken, l
		}
	}
	return first, label
}
