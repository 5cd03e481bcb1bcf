package explore

import (
	"fmt"
	"math"
	"sort"
	"sync"
	"sync/atomic"

	"gmecheck/model"
)

// graph is all visited states with the transitions between them. A state's number is base[k] + p, where it stands in
// slot p of shard k; the numbers of free slots stay unused.
type graph struct {
	common *common
	base   [shardCount + 1]uint32
	start  uint32   // the initial state
	level  []uint16 // by state
	look   []uint32 // by state: the number of its look; 0 for a free slot
	first  []uint32 // by state: where its transitions begin
	degree []uint16 // by state: how many they are
	to     []uint32 // by transition: where it leads
	mark   []uint16 // by transition: the number of its mark

	looks *looks
	marks *marks
	at    func(s uint32) state
	stem  func(c candidate) []pathStep

	used atomic.Uint64 // transitions so far
	full atomic.Bool   // too many meanings
}

// out lists where the transitions of s lead; a transition's index there is also its index in [expand].
func (g *graph) out(s uint32) []uint32 {
	first := g.first[s]
	return g.to[first : first+uint32(g.degree[s])]
}

// meanings lists the marks of the transitions of s.
func (g *graph) meanings(s uint32) []uint16 {
	first := g.first[s]
	return g.mark[first : first+uint32(g.degree[s])]
}

// states is one more than the largest number of a state.
func (g *graph) states() uint32 { return g.base[shardCount] }

// graphBytes is the memory of a graph, with the order of its components, by the numbers of slots and transitions.
func graphBytes(slots, transitions uint64) uint64 { return 24*slots + 6*transitions }

// graph expands every state once more and notes where its transitions lead. It returns why it could not, if so.
func (e *search[S]) graph(q Questions, looks *looks) (g *graph, limit string) {
	g = &graph{common: e.common, looks: looks, marks: newMarks(q)}
	total := uint64(0)
	for k := range e.store.shards {
		g.base[k] = uint32(total)
		total += uint64(len(e.store.shards[k].slots))
	}
	edges := uint64(e.transitions)
	if total > math.MaxUint32/2 || edges > math.MaxUint32 {
		return nil, fmt.Sprintf("a graph of %d places and %d transitions; up to %d and %d are possible", total, edges,
			uint32(math.MaxUint32/2), uint32(math.MaxUint32))
	}
	if need := graphBytes(total, edges) + uint64(e.memory()); e.options.MaxMemory > 0 && need > uint64(e.options.MaxMemory) {
		return nil, fmt.Sprintf("max-memory %d bytes; with the graph of all transitions it would be %d", e.options.MaxMemory, need)
	}
	g.base[shardCount] = uint32(total)
	g.level, g.look, g.first, g.degree = make([]uint16, total), make([]uint32, total), make([]uint32, total), make([]uint16, total)
	g.to, g.mark = make([]uint32, edges), make([]uint16, edges)
	e.share(func() (do func(k int), done func()) {
		w := newLookout(e, g)
		return w.shard, w.flush
	})
	if halted := e.halt.Load(); halted != haltNone {
		return nil, e.reason(halted)
	}
	if g.full.Load() {
		return nil, "transitions with more than 65,536 different weights"
	}
	if g.used.Load() != edges {
		panic("explore: the graph has other transitions than the search")
	}
	first := e.pack(e.first)
	shard := shardOf(hash(&first))
	g.start = g.base[shard] + uint32(e.store.shards[shard].find(&first))
	g.at = func(s uint32) state {
		k := sort.Search(shardCount, func(k int) bool { return g.base[k+1] > s })
		return e.unpack(&e.store.shards[k].slots[s-g.base[k]])
	}
	g.stem = e.pathTo
	return g, ""
}

// share lets the workers do something for every shard; each begins by calling begin and ends with done.
func (e *search[S]) share(begin func() (do func(shard int), done func())) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range e.options.Workers {
		all.Go(func() {
			do, done := begin()
			for k := next.Add(1) - 1; k < shardCount; k = next.Add(1) - 1 {
				do(int(k))
			}
			done()
		})
	}
	all.Wait()
}

// lookout is one worker that finds the transitions of stored states.
type lookout[S packed] struct {
	e      *search[S]
	g      *graph
	reader *model.Reader
	views  *opinions

	looks      []uint32 // by number of the combination of views
	nodes      []uint32
	expansions []*model.Expansion
	meanings   [][]meanings // by site and node

	batch []S
	found []S      // states whose transitions are in hand
	from  []uint32 // their numbers
	begin []uint32 // where their transitions begin
	to    []uint32
	mark  []uint16
}

// meanings are the marks of the moves of an expansion.
type meanings struct {
	of    *model.Expansion
	marks []uint16
}

const handful = 1 << 15 // transitions that a lookout collects before it puts them down

func newLookout[S packed](e *search[S], g *graph) *lookout[S] {
	sites := len(e.sys.Places)
	return &lookout[S]{
		e: e, g: g, reader: e.sys.NewReader(), views: newOpinions(e.sys, nil),
		nodes: make([]uint32, sites), expansions: make([]*model.Expansion, sites), meanings: make([][]meanings, sites),
		batch: make([]S, 0, batchSize),
	}
}

// shard finds the transitions of a shard's states.
func (w *lookout[S]) shard(k int) {
	sh := &w.e.store.shards[k]
	for p := range sh.slots {
		if sh.slots[p][0] == 0 {
			continue
		}
		if p%64 == 0 && w.e.halt.Load() != haltNone {
			return
		}
		s := w.g.base[k] + uint32(p)
		before := len(w.to) + len(w.batch)
		w.from, w.begin = append(w.from, s), append(w.begin, uint32(before))
		w.expand(&sh.slots[p])
		w.g.degree[s] = uint16(len(w.to) + len(w.batch) - before)
		w.g.level[s], w.g.look[s] = sh.levels[p], w.look()
		if len(w.to) >= handful {
			w.flush()
		}
	}
}

// flush puts the transitions in hand down in the graph.
func (w *lookout[S]) flush() {
	w.resolve()
	end := w.g.used.Add(uint64(len(w.to)))
	if end > uint64(len(w.g.to)) {
		panic("explore: the graph has more transitions than the search")
	}
	at := uint32(end) - uint32(len(w.to))
	copy(w.g.to[at:], w.to)
	copy(w.g.mark[at:], w.mark)
	for k, s := range w.from {
		w.g.first[s] = at + w.begin[k]
	}
	w.from, w.begin, w.to, w.mark = w.from[:0], w.begin[:0], w.to[:0], w.mark[:0]
}

func (w *lookout[S]) expand(s *S) {
	l, sites := &w.e.layout, len(w.nodes)
	budget := get(l, s, sites)
	quiet := true
	for k := range w.nodes {
		node := get(l, s, k)
		x := w.reader.Expand(k, node, budget)
		w.nodes[k], w.expansions[k] = node, x
		quiet = quiet && !x.Busy
	}
	for k, x := range w.expansions {
		marks := w.marksOf(k, x, budget)
		for i := range x.Moves {
			m := &x.Moves[i]
			t := *s
			if m.Cost != model.Free {
				after, ok := w.e.sys.Pay(budget, m.Cost, quiet)
				if !ok {
					continue
				}
				set(l, &t, sites, budget, after)
			}
			set(l, &t, k, w.nodes[k], m.Next)
			for _, d := range m.Sends {
				set(l, &t, d.Site, w.nodes[d.Site], w.reader.Put(d.Site, w.nodes[d.Site], d.Batch))
			}
			if t == *s {
				continue
			}
			w.mark = append(w.mark, marks[i])
			if w.batch = append(w.batch, t); len(w.batch) == batchSize {
				w.resolve()
			}
		}
	}
}

// marksOf weighs the moves of an expansion, once for each node.
func (w *lookout[S]) marksOf(site int, x *model.Expansion, budget uint32) []uint16 {
	node := int(w.nodes[site])
	for node >= len(w.meanings[site]) {
		w.meanings[site] = append(w.meanings[site], make([]meanings, len(w.meanings[site])+64)...)
	}
	known := &w.meanings[site][node]
	if known.of == x {
		return known.marks
	}
	*known = meanings{of: x, marks: make([]uint16, len(x.Moves))}
	before := w.e.sys.View(x.View)
	for i := range x.Moves {
		m := &x.Moves[i]
		after := w.e.sys.View(w.reader.Expand(site, m.Next, budget).View)
		n, ok := w.g.marks.number(m.Event, before, after)
		if !ok {
			w.g.full.Store(true)
		}
		known.marks[i] = n
	}
	return known.marks
}

// resolve replaces the batch by numbers. Like an insertion it first touches all places, then compares.
func (w *lookout[S]) resolve() {
	var places [batchSize]uint64 // shard and slot
	var touched uint64
	for k := range w.batch {
		h := hash(&w.batch[k])
		shard := shardOf(h)
		sh := &w.e.store.shards[shard]
		p := sh.place(h)
		places[k] = uint64(shard)<<32 | uint64(p)
		touched ^= sh.slots[p][0]
	}
	sink.touch(touched)
	for k := range w.batch {
		shard, p := int(places[k]>>32), int(uint32(places[k]))
		slots := w.e.store.shards[shard].slots
		for slots[p] != w.batch[k] {
			if slots[p][0] == 0 {
				panic("explore: a complete search lacks a successor")
			}
			if p++; p == len(slots) {
				p = 0
			}
		}
		w.to = append(w.to, w.g.base[shard]+uint32(p))
	}
	w.batch = w.batch[:0]
}

// look is the number of the look of the state expanded last.
func (w *lookout[S]) look() uint32 {
	numbers := w.views.numbers(w.expansions)
	at := w.views.number(numbers)
	for int(at) >= len(w.looks) {
		w.looks = append(w.looks, make([]uint32, len(w.looks)+64)...)
	}
	if w.looks[at] == 0 {
		w.looks[at] = w.g.looks.number(w.views.of(numbers))
	}
	return w.looks[at]
}
