package trace

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model/system"
)

// backward is the states on shortest paths to one target, by level, each with what is left to do.
type backward[S packed.State] struct{ levels []map[S]toGo }

// toGo is the best that can follow a state on a shortest path to the target.
type toGo struct {
	switches uint32 // between sites, in the steps to come
	first    uint64 // the indices of the sites whose step can come first without one more
}

// MaxWidth is how many states of a level a backward set keeps: far more than the traces of real protocols ever need.
const MaxWidth = 1 << 15

// noSite is the site of the step before the first.
const noSite = -1

// arrived is what follows the target's ends: whatever the last step's site was, nothing follows.
var arrived = toGo{first: math.MaxUint64}

// after is the number of switches that follow a step of this site into the state.
func (t toGo) after(site int) uint32 {
	if site == noSite || t.first>>site&1 != 0 {
		return t.switches
	}
	return t.switches + 1
}

// or is the best of both.
func (t toGo) or(u toGo) toGo {
	switch {
	case t.first == 0 || u.first != 0 && u.switches < t.switches:
		return u
	case u.first != 0 && u.switches == t.switches:
		t.first |= u.first
	}
	return t
}

// cost is what follows a state; false if the state is not in the set.
func (c backward[S]) cost(level int, v *Levels[S], s packed.Vector) (toGo, bool) {
	if len(c.levels[level]) == 0 || !v.Layout.Fits(s) {
		return toGo{}, false
	}
	t, ok := c.levels[level][v.pack(s)]
	return t, ok
}

// backwards finds the backward sets of all targets, from the highest level down: the states of each level are expanded once more, and
// those stay that lead into the level above. Which switches a state needs follows from those of its successors.
func (v *Levels[S]) backwards(targets []Target) ([]backward[S], error) {
	all := make([]backward[S], len(targets))
	top := 0
	for k, g := range targets {
		top = max(top, g.Length)
		all[k].levels = make([]map[S]toGo, g.Length+1)
		for level := range all[k].levels {
			all[k].levels[level] = map[S]toGo{}
		}
		for _, end := range g.Ends {
			level, here := g.Length, arrived
			if end.event != nil {
				level, here = g.Length-1, toGo{first: 1 << end.site}
			}
			s := v.pack(end.At)
			all[k].levels[level][s] = all[k].levels[level][s].or(here)
		}
	}
	known := map[uint64]uint64{}
	for level := top - 1; level >= 0; level-- {
		into, err := v.predecessors(all, level)
		if err != nil {
			return nil, err
		}
		for _, p := range into {
			c := all[p.target].levels[level]
			c[p.at] = c[p.at].or(p.rest)
		}
		for k := range all {
			if level < len(all[k].levels) {
				v.narrow(all[k].levels[level], known)
			}
		}
	}
	return all, nil
}

// narrow drops the states that are too many in a level: those with more switches to come, then with the larger content hash.
func (v *Levels[S]) narrow(c map[S]toGo, known map[uint64]uint64) {
	if len(c) <= v.Width {
		return
	}
	type ranked struct {
		at       S
		switches uint32
		hash     uint64
	}
	var all []ranked
	for s, t := range c {
		all = append(all, ranked{s, t.switches, ContentHash(v.Sys, known, v.unpack(&s))})
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.switches, b.switches), cmp.Compare(a.hash, b.hash))
	})
	for _, r := range all[v.Width:] {
		delete(c, r.at)
	}
}

// predecessor is a state that leads into a target's backward set.
type predecessor[S packed.State] struct {
	at     S
	target int
	rest   toGo
}

// predecessors finds the states of a level that lead into the backward sets' states of the next.
func (v *Levels[S]) predecessors(backwards []backward[S], level int) (all []predecessor[S], err error) {
	into := make([]map[S]toGo, len(backwards))
	near := make([][]bool, len(v.Sys.Places))
	for k, count := range v.Sys.Nodes() {
		near[k] = make([]bool, count+1)
	}
	wanted := 0
	for k, c := range backwards {
		if level+1 >= len(c.levels) {
			continue
		}
		into[k] = c.levels[level+1]
		wanted += len(into[k])
		for s := range into[k] {
			for site := range near {
				near[site][packed.Get(v.Layout, &s, site)] = true
			}
		}
	}
	if wanted == 0 {
		return nil, nil
	}
	var mu sync.Mutex
	err = v.Share(func() (do func(shard int), done func()) {
		w := &looking[S]{
			v: v, into: into, near: near, reader: v.Sys.NewReader(), nodes: make([]uint32, len(near)),
			expansions: make([]*system.Expansion, len(near)), rests: make([]toGo, len(backwards)),
		}
		do = func(shard int) { v.EachAt(shard, level, w.look) }
		return do, func() {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, w.found...)
		}
	})
	return all, err
}

// looking is one worker that finds predecessors.
type looking[S packed.State] struct {
	v      *Levels[S]
	into   []map[S]toGo // by target
	near   [][]bool     // by site and node: some state of into has it
	reader *system.Reader

	nodes      []uint32
	expansions []*system.Expansion
	rests      []toGo // by target
	found      []predecessor[S]
}

// look expands one state. Most moves are refused at a glance, because their node occurs in no state of the backward sets.
func (w *looking[S]) look(s *S) {
	if !w.leads(s) {
		return
	}
	for k, t := range w.rests {
		if t.first != 0 {
			w.found = append(w.found, predecessor[S]{*s, k, t})
		}
	}
	clear(w.rests)
}

// leads notes which steps out of a state lead into the backward sets.
func (w *looking[S]) leads(s *S) (leads bool) {
	l, sites := w.v.Layout, len(w.nodes)
	if w.v.Sys.Canonical { // a glance at a node tells nothing of the canonical form
		for _, t := range w.reader.Out(w.v.unpack(s)) {
			if l.Fits(t.To) {
				to := w.v.pack(t.To)
				leads = w.arrive(s, &to, t.Site) || leads
			}
		}
		return leads
	}
	budget := packed.Get(l, s, sites)
	calm := system.Still
	for k := range w.nodes {
		node := packed.Get(l, s, k)
		x := w.reader.Expand(k, node, budget)
		w.nodes[k], w.expansions[k] = node, x
		calm = min(calm, x.Calm)
	}
	for k, x := range w.expansions {
		for i := range x.Moves {
			m := &x.Moves[i]
			if !w.isNear(k, m.Next) {
				continue
			}
			after, possible := w.v.Sys.Pay(budget, m.Cost, calm)
			if !possible {
				continue
			}
			if t, ok := w.successor(s, k, m); ok {
				packed.Set(l, &t, sites, budget, after)
				leads = w.arrive(s, &t, k) || leads
			}
		}
	}
	return leads
}

// isNear reports that some state of the backward sets has the node. A search that was resumed may number nodes only now.
func (w *looking[S]) isNear(site int, node uint32) bool {
	near := w.near[site]
	return int(node) < len(near) && near[node]
}

// successor is the state after a move of site k, but for the budgets; false if one of its nodes occurs nowhere.
func (w *looking[S]) successor(s *S, k int, m *system.Move) (t S, ok bool) {
	t = *s
	packed.Set(w.v.Layout, &t, k, w.nodes[k], m.Next)
	for _, d := range m.Sends {
		node := w.reader.Put(d.Site, w.nodes[d.Site], d.Batch)
		if !w.isNear(d.Site, node) {
			return t, false
		}
		packed.Set(w.v.Layout, &t, d.Site, w.nodes[d.Site], node)
	}
	return t, true
}

// arrive notes what follows a step of site k from s to t, for all targets.
func (w *looking[S]) arrive(s, t *S, k int) (leads bool) {
	if *s == *t {
		return false
	}
	for g, into := range w.into {
		if next, ok := into[*t]; ok {
			leads = true
			w.rests[g] = w.rests[g].or(toGo{next.after(k), 1 << k})
		}
	}
	return leads
}
