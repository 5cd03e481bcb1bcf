package explore

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/model"
)

// goal is what a path shall lead to: any of its ends.
type goal struct {
	length int // of a shortest path, in steps
	ends   []end
}

// end is a state of level length, or, with an event, one step out of a state of the level before.
type end struct {
	at    packed.Vector
	site  int
	event *model.Event

	hopeless uint64 // of a hope: the bits that are in vain there
}

// path is a run from the initial state.
type path struct {
	steps []pathStep
	last  packed.Vector // after the last step
}

// pathStep is a step by its numbers.
type pathStep struct {
	from packed.Vector
	site int
	move *model.Move
}

// pathsTo finds for every goal a shortest path: one with the fewest switches between sites, over all shortest paths to
// all ends, and among those the one whose labels come first. So it is the same for any number of workers. Where more
// than maxCone states of one level are on shortest paths, those with the fewest switches to a goal are kept, and the
// path may have more than the fewest.
func (e *search[S]) pathsTo(goals []goal) []path {
	cones := e.cones(goals)
	all := make([]path, len(goals))
	for k := range goals {
		all[k] = e.forwards(&goals[k], cones[k])
	}
	return all
}

// stem is the path to one state of a level.
func (e *search[S]) stem(s packed.Vector, level int) []pathStep {
	return e.pathsTo([]goal{{length: level, ends: []end{{at: s}}}})[0].steps
}

// forwards walks through a goal's cone from its only state of level 0: always on with as few switches as there have to
// be, and of several such steps with the one that has the least label.
func (e *search[S]) forwards(g *goal, c cone[S]) path {
	reader := e.sys.NewReader()
	var p path
	for s := range c.levels[0] {
		p.last = e.unpack(&s)
	}
	site := noSite
	for level := range g.length {
		if p.last == nil {
			break
		}
		here, _ := c.tail(level, e, p.last)
		var best transitions.Transition
		bestLabel := ""
		for _, t := range transitions.Out(e.sys, reader, p.last) {
			rest, ok := c.tail(level+1, e, t.To)
			if level+1 == g.length && g.endsWith(p.last, t) {
				rest, ok = arrived, true
			}
			switches := rest.after(t.Site)
			if site != noSite && site != t.Site {
				switches++
			}
			if !ok || switches != here.after(site) {
				continue
			}
			if label := e.sys.Label(t.Site, p.last[t.Site], t.Move.Event); best.To == nil || label < bestLabel {
				best, bestLabel = t, label
			}
		}
		if best.To != nil {
			p.steps = append(p.steps, pathStep{p.last, best.Site, best.Move})
		}
		p.last, site = best.To, best.Site
	}
	if p.last == nil {
		panic("explore: a visited state has no predecessor")
	}
	return p
}

// endsWith reports whether a step out of s is one of the goal's ends.
func (g *goal) endsWith(s packed.Vector, t transitions.Transition) bool {
	return slices.ContainsFunc(g.ends, func(end end) bool {
		return end.event == t.Move.Event && end.site == t.Site && slices.Equal(end.at, s)
	})
}

// vain is the bits of a hope that are in vain in the last state of a path.
func (g *goal) vain(last packed.Vector) uint64 {
	for _, end := range g.ends {
		if end.event == nil && slices.Equal(end.at, last) {
			return end.hopeless
		}
	}
	return 0
}

// contentHash hashes what a state is, whatever numbers its nodes have. It remembers the hashes of nodes in known.
func contentHash(sys *model.System, known map[uint64]uint64, s packed.Vector) uint64 {
	sites := len(s) - 1
	h := uint64(s[sites])
	for k, node := range s[:sites] {
		key := uint64(k)<<32 | uint64(node)
		c, ok := known[key]
		if !ok {
			c = sys.Describe(k, node).Hash()
			known[key] = c
		}
		hi, lo := bits.Mul64(h^c, 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	return h
}
