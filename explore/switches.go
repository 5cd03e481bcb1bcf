package explore

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/model"
)

// cone is the states on shortest paths to one goal, by level, each with what is left to do.
type cone[S packed.State] struct{ levels []map[S]tail }

// tail is the best that can follow a state on a shortest path to the goal.
type tail struct {
	switches uint32 // between sites, in the steps to come
	first    uint64 // the indices of the sites whose step can come first without one more
}

// maxCone is how many states of a level a cone keeps: far more than the traces of real protocols ever need.
const maxCone = 1 << 15

// noSite is the site of the step before the first.
const noSite = -1

// arrived is the tail of the goal's ends: whatever the last step's site was, nothing follows.
var arrived = tail{first: math.MaxUint64}

// after is the number of switches that follow a step of this site into the state.
func (t tail) after(site int) uint32 {
	if site == noSite || t.first>>site&1 != 0 {
		return t.switches
	}
	return t.switches + 1
}

// or is the best of both.
func (t tail) or(u tail) tail {
	switch {
	case t.first == 0 || u.first != 0 && u.switches < t.switches:
		return u
	case u.first != 0 && u.switches == t.switches:
		t.first |= u.first
	}
	return t
}

// tail is that of a state; false if the state is not in the cone.
func (c cone[S]) tail(level int, e *search[S], s packed.Vector) (tail, bool) {
	if len(c.levels[level]) == 0 || !e.fits(s) {
		return tail{}, false
	}
	t, ok := c.levels[level][e.pack(s)]
	return t, ok
}

// fits reports whether a state can be packed.
func (e *search[S]) fits(s packed.Vector) bool {
	for k, x := range s {
		if uint64(x) >= e.layout.Fields[k].Limit() {
			return false
		}
	}
	return true
}

// cones finds the cones of all goals, from the highest level down: the states of each level are expanded once more, and
// those stay that lead into the level above. Which switches a state needs follows from those of its successors.
func (e *search[S]) cones(goals []goal) []cone[S] {
	all := make([]cone[S], len(goals))
	top := 0
	for k, g := range goals {
		top = max(top, g.length)
		all[k].levels = make([]map[S]tail, g.length+1)
		for level := range all[k].levels {
			all[k].levels[level] = map[S]tail{}
		}
		for _, end := range g.ends {
			level, here := g.length, arrived
			if end.event != nil {
				level, here = g.length-1, tail{first: 1 << end.site}
			}
			s := e.pack(end.at)
			all[k].levels[level][s] = all[k].levels[level][s].or(here)
		}
	}
	known := map[uint64]uint64{}
	for level := top - 1; level >= 0; level-- {
		for _, p := range e.predecessors(all, level) {
			c := all[p.goal].levels[level]
			c[p.at] = c[p.at].or(p.tail)
		}
		for k := range all {
			if level < len(all[k].levels) {
				e.narrow(all[k].levels[level], known)
			}
		}
	}
	return all
}

// narrow drops the states that are too many in a level: those with more switches to come, then with the larger content hash.
func (e *search[S]) narrow(c map[S]tail, known map[uint64]uint64) {
	if len(c) <= e.options.cone {
		return
	}
	type ranked struct {
		at       S
		switches uint32
		hash     uint64
	}
	var all []ranked
	for s, t := range c {
		all = append(all, ranked{s, t.switches, contentHash(e.sys, known, e.unpack(&s))})
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.switches, b.switches), cmp.Compare(a.hash, b.hash))
	})
	for _, r := range all[e.options.cone:] {
		delete(c, r.at)
	}
}

// predecessor is a state that leads into a goal's cone.
type predecessor[S packed.State] struct {
	at   S
	goal int
	tail tail
}

// predecessors finds the states of a level that lead into the cones' states of the next.
func (e *search[S]) predecessors(cones []cone[S], level int) []predecessor[S] {
	into := make([]map[S]tail, len(cones))
	near := make([][]bool, len(e.sys.Places))
	for k, count := range e.sys.Nodes() {
		near[k] = make([]bool, count+1)
	}
	wanted := 0
	for k, c := range cones {
		if level+1 >= len(c.levels) {
			continue
		}
		into[k] = c.levels[level+1]
		wanted += len(into[k])
		for s := range into[k] {
			for site := range near {
				near[site][packed.Get(&e.layout, &s, site)] = true
			}
		}
	}
	if wanted == 0 {
		return nil
	}
	var mu sync.Mutex
	var all []predecessor[S]
	e.share(func() (do func(shard int), done func()) {
		w := &lookback[S]{
			e: e, into: into, near: near, reader: e.sys.NewReader(), nodes: make([]uint32, len(near)),
			expansions: make([]*model.Expansion, len(near)), tails: make([]tail, len(cones)),
		}
		do = func(shard int) { e.eachAt(shard, level, w.look) }
		return do, func() {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, w.found...)
		}
	})
	return all
}

// lookback is one worker that finds predecessors.
type lookback[S packed.State] struct {
	e      *search[S]
	into   []map[S]tail // by goal
	near   [][]bool     // by site and node: some state of into has it
	reader *model.Reader

	nodes      []uint32
	expansions []*model.Expansion
	tails      []tail // by goal
	found      []predecessor[S]
}

// look expands one state. Most moves are refused at a glance, because their node occurs in no state of the cones.
func (w *lookback[S]) look(s *S) {
	l, sites := &w.e.layout, len(w.nodes)
	budget := packed.Get(l, s, sites)
	calm := model.Still
	for k := range w.nodes {
		node := packed.Get(l, s, k)
		x := w.reader.Expand(k, node, budget)
		w.nodes[k], w.expansions[k] = node, x
		calm = min(calm, x.Calm)
	}
	leads := false
	for k, x := range w.expansions {
		for i := range x.Moves {
			m := &x.Moves[i]
			if !w.near[k][m.Next] {
				continue
			}
			after, possible := w.e.sys.Pay(budget, m.Cost, calm)
			if !possible {
				continue
			}
			if t, ok := w.successor(s, k, m); ok {
				packed.Set(l, &t, sites, budget, after)
				leads = w.arrive(s, &t, k) || leads
			}
		}
	}
	if !leads {
		return
	}
	for k, t := range w.tails {
		if t.first != 0 {
			w.found = append(w.found, predecessor[S]{*s, k, t})
		}
	}
	clear(w.tails)
}

// successor is the state after a move of site k, but for the budgets; false if one of its nodes occurs nowhere.
func (w *lookback[S]) successor(s *S, k int, m *model.Move) (t S, ok bool) {
	t = *s
	packed.Set(&w.e.layout, &t, k, w.nodes[k], m.Next)
	for _, d := range m.Sends {
		node := w.reader.Put(d.Site, w.nodes[d.Site], d.Batch)
		if !w.near[d.Site][node] {
			return t, false
		}
		packed.Set(&w.e.layout, &t, d.Site, w.nodes[d.Site], node)
	}
	return t, true
}

// arrive notes what follows a step of site k from s to t, for all goals.
func (w *lookback[S]) arrive(s, t *S, k int) (leads bool) {
	if *s == *t {
		return false
	}
	for g, into := range w.into {
		if next, ok := into[*t]; ok {
			leads = true
			w.tails[g] = w.tails[g].or(tail{next.after(k), 1 << k})
		}
	}
	return leads
}

// share lets the workers do something for every shard; each begins by calling begin and ends with done. What ends the
// search while they are at it is the caller's panic.
func (e *search[S]) share(begin func() (do func(shard int), done func())) {
	var next atomic.Int64
	var all sync.WaitGroup
	var ended atomic.Pointer[any]
	defer func() {
		if r := ended.Load(); r != nil {
			panic(*r)
		}
	}()
	for range e.options.Workers {
		all.Go(func() {
			defer func() {
				switch r := recover().(type) {
				case nil:
				case membudget.Exhausted, *model.Full:
					ended.Store(&r)
				default:
					panic(r)
				}
			}()
			do, done := begin()
			for k := next.Add(1) - 1; k < visited.Shards; k = next.Add(1) - 1 {
				do(int(k))
			}
			done()
		})
	}
	all.Wait()
}
