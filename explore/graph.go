package explore

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/dustin/go-humanize"

	"gmecheck/model"
)

// graph is all visited states with the transitions between them. States are numbered by level, from 0.
type graph struct {
	common *common
	levels []uint32 // where each level begins; at the end the number of states
	look   []uint32 // by state: the number of its look
	first  []uint32 // by state: where its transitions begin
	degree []uint16 // by state: how many they are
	to     []uint32 // by transition: where it leads
	mark   []uint16 // by transition: the number of its mark
	rising bool     // every transition leads one level up

	looks *looks
	marks *marks
	at    func(s uint32) state
	stem  func(s state, level int) []pathStep

	used  atomic.Uint64 // transitions so far
	full  atomic.Bool   // too many meanings
	wide  atomic.Bool   // too many transitions out of one state
	falls atomic.Bool   // a transition does not lead one level up
}

// out lists where the transitions of s lead; a transition's index there is also its index in [graph.steps].
func (g *graph) out(s uint32) []uint32 {
	first := g.first[s]
	return g.to[first : first+uint32(g.degree[s])]
}

// meanings lists the marks of the transitions of s.
func (g *graph) meanings(s uint32) []uint16 {
	first := g.first[s]
	return g.mark[first : first+uint32(g.degree[s])]
}

// halted reports that nobody wants the answers any more.
func (g *graph) halted() bool { return g.common.halt.Load() != haltNone }

// states is the number of states.
func (g *graph) states() uint32 { return uint32(len(g.look)) }

// level is that of a state.
func (g *graph) level(s uint32) int {
	return sort.Search(len(g.levels), func(l int) bool { return g.levels[l] > s }) - 1
}

// steps lists the transitions of a state in full: at each site first the plain ones.
func (g *graph) steps(r *model.Reader, s uint32) []successor {
	at, all := g.at(s), []successor(nil)
	rest := expand(g.common.sys, r, at)
	for len(rest) > 0 {
		here := slices.IndexFunc(rest, func(t successor) bool { return t.site != rest[0].site })
		if here < 0 {
			here = len(rest)
		}
		for _, wanted := range []bool{true, false} {
			for _, t := range rest[:here] {
				if plain(t.move) == wanted {
					all = append(all, t)
				}
			}
		}
		rest = rest[here:]
	}
	return all
}

// graphBytes is the memory of a graph, with the order of its components, by the numbers of states, slots and transitions.
func graphBytes(states, slots, transitions uint64) uint64 { return 24*states + 4*slots + 6*transitions }

// graph expands every state once more and notes where its transitions lead. It returns why it could not, if so.
func (e *search[S]) graph(q Questions, looks *looks) (g *graph, limit string) {
	g = &graph{common: e.common, looks: looks, marks: newMarks(q)}
	places := newPlaces(e.store)
	states, slots, edges := uint64(e.store.count()), places.slots, uint64(e.transitions)
	if slots > math.MaxUint32/2 || edges > math.MaxUint32 {
		return nil, fmt.Sprintf("a graph of %d places and %d transitions; up to %d and %d are possible", slots, edges,
			uint32(math.MaxUint32/2), uint32(math.MaxUint32))
	}
	if need := int64(graphBytes(states, slots, edges)); !e.common.memory.room(need) {
		return nil, fmt.Sprintf("%s: the graph of all transitions needs %s beside the states", e.reason(haltMemory), humanize.IBytes(uint64(need)))
	}
	g.levels = make([]uint32, len(e.levels)+1)
	for l, n := range e.levels {
		g.levels[l+1] = g.levels[l] + uint32(n)
	}
	places.number(e, g.levels)
	g.look, g.first, g.degree = make([]uint32, states), make([]uint32, states), make([]uint16, states)
	g.to, g.mark = make([]uint32, edges), make([]uint16, edges)
	var next atomic.Int64
	var all sync.WaitGroup
	for range e.options.Workers {
		w := newLookout(e, g, places)
		all.Go(func() {
			defer e.haltWithoutRoom()
			for from := next.Add(stretch) - stretch; from < int64(states); from = next.Add(stretch) - stretch {
				w.states(uint32(from), uint32(min(from+stretch, int64(states))))
			}
		})
	}
	all.Wait()
	if halted := e.halt.Load(); halted != haltNone {
		return nil, e.reason(halted)
	}
	if g.full.Load() {
		return nil, "transitions with more than 65,535 different weights"
	}
	if g.wide.Load() {
		return nil, "a state with more than 65,535 transitions"
	}
	if g.used.Load() != edges {
		panic("explore: the graph has other transitions than the search")
	}
	g.rising = !g.falls.Load()
	g.at = func(s uint32) state { return e.unpack(&places.states[s]) }
	g.stem, places.numbers = e.stem, nil
	return g, ""
}

// stretch is how many states a worker takes at a time.
const stretch = 4096

// places numbers the slots of a store and the states that stand in them.
type places[S packed] struct {
	store   *store[S]
	base    [shardCount + 1]uint32 // the number of slot p of shard k is base[k] + p
	slots   uint64
	numbers []uint32 // of the states, by slot
	states  []S      // by number
}

func newPlaces[S packed](store *store[S]) *places[S] {
	p := &places[S]{store: store}
	for k := range store.shards {
		p.slots += uint64(len(store.shards[k].slots))
		p.base[k+1] = uint32(p.slots)
	}
	return p
}

// number gives the states their numbers, level by level; within a level in the order in which they were found, if the
// search has kept it.
func (p *places[S]) number(e *search[S], levels []uint32) {
	p.numbers, p.states = make([]uint32, p.slots), make([]S, 0, e.store.count())
	for _, chunk := range e.visited {
		p.states = append(p.states, chunk...)
	}
	e.visited = nil
	if len(p.states) == cap(p.states) {
		p.find()
		return
	}
	p.states = p.states[:cap(p.states)]
	next := slices.Clone(levels)
	for k := range p.store.shards {
		sh := &p.store.shards[k]
		for slot := range sh.slots {
			if sh.slots[slot][0] != 0 {
				s := &next[sh.levels[slot]]
				p.numbers[p.base[k]+uint32(slot)], p.states[*s] = *s, sh.slots[slot]
				*s++
			}
		}
	}
}

// find finds the slots of all states, many at a time.
func (p *places[S]) find() {
	for from := 0; from < len(p.states); from += batchSize {
		some := p.states[from:min(from+batchSize, len(p.states))]
		var places [batchSize]uint32
		p.touch(some, &places)
		for k := range some {
			p.numbers[p.slot(&some[k], places[k])] = uint32(from + k)
		}
	}
}

// touch looks up where to look for some states, so that many cache misses are in flight at once.
func (p *places[S]) touch(some []S, places *[batchSize]uint32) {
	var touched uint64
	for k := range some {
		h := hash(&some[k])
		shard := shardOf(h)
		slot := p.store.shards[shard].place(h)
		places[k] = p.base[shard] + uint32(slot)
		touched ^= p.store.shards[shard].slots[slot][0] ^ uint64(p.numbers[places[k]])
	}
	sink.touch(touched)
}

// slot is where a state stands, looked for from the given place on.
func (p *places[S]) slot(s *S, place uint32) uint32 {
	shard := shardOf(hash(s))
	table, slot := p.store.shards[shard].slots, int(place-p.base[shard])
	for table[slot] != *s {
		if table[slot][0] == 0 {
			panic("explore: a complete search lacks a successor")
		}
		if slot++; slot == len(table) {
			slot = 0
		}
	}
	return p.base[shard] + uint32(slot)
}

// lookout is one worker that finds the transitions of stored states.
type lookout[S packed] struct {
	e      *search[S]
	g      *graph
	places *places[S]
	reader *model.Reader
	moves  moveReader
	views  *opinions

	looks    []uint32 // by number of the combination of views
	nodes    []uint32
	entries  []entry
	seen     []uint32     // the numbers of the views
	meanings [][][]uint16 // by site and row: the marks of the moves

	recent  recent[S]
	numbers []uint32 // of the recent states

	next   uint32   // where the level after that of the current state begins
	batch  []S      // successors whose numbers are not known yet
	waits  []uint32 // where they stand in to
	floors []uint32 // for each of them, next
	from   []uint32 // states whose transitions are in hand
	begin  []uint32 // where these begin
	to     []uint32
	mark   []uint16
}

func newLookout[S packed](e *search[S], g *graph, places *places[S]) *lookout[S] {
	sites := len(e.sys.Places)
	w := &lookout[S]{
		e: e, g: g, places: places, reader: e.sys.NewReader(), views: newOpinions(e.sys, e.options.Judge, &e.common.memory),
		nodes: make([]uint32, sites), entries: make([]entry, sites), seen: make([]uint32, sites), meanings: make([][][]uint16, sites),
		batch: make([]S, 0, batchSize), recent: newRecent[S](),
	}
	w.numbers = make([]uint32, len(w.recent))
	w.moves = newMoveReader(e.moves, w.reader)
	return w
}

// states finds the transitions of the states of these numbers and puts them down in the graph.
func (w *lookout[S]) states(from, to uint32) {
	for s := from; s < to; s++ {
		if s%64 == 0 && w.e.halt.Load() != haltNone {
			return
		}
		if s == from || s >= w.next {
			w.next = w.g.levels[w.g.level(s)+1]
		}
		before := len(w.to)
		w.from, w.begin = append(w.from, s), append(w.begin, uint32(before))
		w.expand(&w.places.states[s])
		degree := len(w.to) - before
		if degree > math.MaxUint16 {
			w.g.wide.Store(true)
		}
		w.g.degree[s] = uint16(degree)
		w.g.look[s] = w.look()
	}
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
		w.nodes[k], w.entries[k] = node, w.moves.entry(k, node, budget)
	}
	for k, e := range w.entries {
		h := head(e[0])
		w.seen[k] = h.view()
		quiet = quiet && !h.busy()
	}
	for k, e := range w.entries {
		marks := w.marksOf(k, budget)
		counts := e[1]
		e = e[2:]
		for n := range counts >> 32 {
			t := add(s, e)
			e = e[len(t):]
			w.pass(&t, marks[n])
		}
		marks = marks[counts>>32:]
		for n := range uint32(counts) {
			p := particulars(e[len(*s)])
			if t, ok := w.other(s, budget, quiet, p, e); ok {
				if marks[n] == unweighed {
					marks[n] = w.weigh(k, &w.reader.Expand(k, w.nodes[k], budget).Moves[p.place()], budget)
				}
				w.pass(&t, marks[n])
			}
			e = e[len(*s)+1+p.deliveries():]
		}
	}
}

// other makes a move that is not plain, if it is possible and changes the state.
func (w *lookout[S]) other(s *S, budget uint32, quiet bool, p particulars, e entry) (S, bool) {
	l, t := &w.e.layout, add(s, e)
	if p.cost() != model.Free {
		after, ok := w.e.sys.Pay(budget, p.cost(), quiet)
		if !ok {
			return t, false
		}
		set(l, &t, len(w.nodes), budget, after)
	}
	for _, d := range e[len(t)+1:][:p.deliveries()] {
		to := int(d >> 32)
		set(l, &t, to, w.nodes[to], w.reader.Put(to, w.nodes[to], uint32(d)))
	}
	return t, t != *s
}

// pass puts a successor down, with its number if it was met a short while ago.
func (w *lookout[S]) pass(t *S, mark uint16) {
	w.mark = append(w.mark, mark)
	at := hash(t) & uint64(len(w.recent)-1)
	if w.recent[at] == *t {
		number := w.numbers[at]
		w.to = append(w.to, number)
		if number < w.next {
			w.g.falls.Store(true)
		}
		return
	}
	w.waits, w.floors, w.to = append(w.waits, uint32(len(w.to))), append(w.floors, w.next), append(w.to, 0)
	if w.batch = append(w.batch, *t); len(w.batch) == batchSize {
		w.resolve()
	}
}

// unweighed is the mark of a move that has not been possible so far: where it leads need not be a node that occurs.
const unweighed = math.MaxUint16

// marksOf is the marks of the moves of a node: first the plain ones, as everywhere in the graph, which are always possible.
func (w *lookout[S]) marksOf(site int, budget uint32) []uint16 {
	row := int(w.e.sys.Row(w.nodes[site], budget))
	for row >= len(w.meanings[site]) {
		w.meanings[site] = append(w.meanings[site], make([][]uint16, len(w.meanings[site])+64)...)
	}
	if marks := w.meanings[site][row]; marks != nil {
		return marks
	}
	x := w.reader.Expand(site, w.nodes[site], budget)
	marks := make([]uint16, 0, len(x.Moves)+1)
	for i := range x.Moves {
		if m := &x.Moves[i]; plain(m) && m.Next != w.nodes[site] {
			marks = append(marks, w.weigh(site, m, budget))
		}
	}
	for i := range x.Moves {
		if !plain(&x.Moves[i]) {
			marks = append(marks, unweighed)
		}
	}
	w.meanings[site][row] = marks
	return marks
}

// weigh finds the mark of a move of the current state's node.
func (w *lookout[S]) weigh(site int, m *model.Move, budget uint32) uint16 {
	x := w.reader.Expand(site, w.nodes[site], budget)
	before, after := w.e.sys.View(x.View), w.e.sys.View(w.reader.Expand(site, m.Next, budget).View)
	n, ok := w.g.marks.number(m.Event, before, after)
	if !ok {
		w.g.full.Store(true)
	}
	return n
}

// resolve finds the numbers of the batch.
func (w *lookout[S]) resolve() {
	var places [batchSize]uint32
	w.places.touch(w.batch, &places)
	falls := false
	for k := range w.batch {
		t := &w.batch[k]
		number := w.places.numbers[w.places.slot(t, places[k])]
		w.to[w.waits[k]] = number
		falls = falls || number < w.floors[k]
		at := hash(t) & uint64(len(w.recent)-1)
		w.recent[at], w.numbers[at] = *t, number
	}
	if falls {
		w.g.falls.Store(true)
	}
	w.batch, w.waits, w.floors = w.batch[:0], w.waits[:0], w.floors[:0]
}

// look is the number of the look of the state expanded last.
func (w *lookout[S]) look() uint32 {
	at, ok := w.views.numbers.number(w.seen)
	if !ok {
		panic(noRoom{})
	}
	for int(at) >= len(w.looks) {
		w.looks = append(w.looks, make([]uint32, len(w.looks)+64)...)
	}
	if w.looks[at] == 0 {
		w.looks[at] = w.g.looks.number(w.views.of(w.seen))
	}
	return w.looks[at]
}
