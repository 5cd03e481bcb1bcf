package explore

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"gmecheck/model"
)

// Hope is a property of what can still happen: bit b set in Pending(state) demands that a state with bit b set in Goal
// can be reached from there, by whatever transitions; the state itself counts. Judged once a search breadth first is
// complete.
type Hope struct {
	Property      int // its bit in the masks of the search
	Pending, Goal func(views []*model.View) uint64
}

// mask is the bits of the hopes' properties.
func mask(hopes []Hope) (all uint64) {
	for _, h := range hopes {
		all |= 1 << h.Property
	}
	return all
}

// graph is the explored states by slot, backwards: base[k] + p is the number of the state in slot p of shard k. The
// numbers of free slots stay unused.
type graph struct {
	base  [shardCount + 1]uint32
	group []uint32 // number of the state's wishes
	end   []uint32 // in sources: the predecessors of s stand in sources[end[s-1]:end[s]]
	from  []uint32

	wishes wishes
}

// wishes numbers what the hopes say of states, of which there are few: for each hope the pending bits and the goal bits.
type wishes struct {
	hopes []Hope
	mu    sync.Mutex
	known map[string]uint32
	masks [][]wish // by number, then by hope
}

type wish struct{ pending, goal uint64 }

// number asks the hopes about a state with these views.
func (w *wishes) number(views []*model.View) uint32 {
	var key []byte
	masks := make([]wish, len(w.hopes))
	for k, h := range w.hopes {
		masks[k] = wish{h.Pending(views), h.Goal(views)}
		key = binary.NativeEndian.AppendUint64(binary.NativeEndian.AppendUint64(key, masks[k].pending), masks[k].goal)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n, ok := w.known[string(key)]
	if !ok {
		n = uint32(len(w.masks))
		w.known[string(key)] = n
		w.masks = append(w.masks, masks)
	}
	return n
}

// hope judges the hopes on the graph of all states visited. It returns why it could not, if so.
func (e *search[S]) hope(hopes []Hope) (limit string) {
	if len(hopes) == 0 {
		return ""
	}
	g := &graph{wishes: wishes{hopes: hopes, known: map[string]uint32{}}}
	if limit := e.backwards(g); limit != "" {
		return limit
	}
	levels := func(s uint32) uint16 {
		k := g.shardOf(s)
		return e.store.shards[k].levels[s-g.base[k]]
	}
	spoke, found := uint64(0), map[int]candidate{}
	for _, l := range g.lanes() {
		can := g.spread(l, levels, len(e.levels), &e.halt)
		if halted := e.halt.Load(); halted != haltNone {
			return e.reason(halted)
		}
		for k, h := range hopes {
			if !l.has[k] {
				continue
			}
			pending, best := e.disappointed(g, k, l.shift[k], can)
			if pending {
				spoke |= 1 << h.Property
			}
			if best != nil {
				found[h.Property] = *best
			}
		}
	}
	e.spoke |= spoke
	for p, c := range found {
		e.common.found[p] = c
	}
	return ""
}

// backwards expands every state once more, notes where its transitions lead, and turns them round.
func (e *search[S]) backwards(g *graph) (limit string) {
	total := uint64(0)
	for k := range e.store.shards {
		g.base[k] = uint32(total)
		total += uint64(len(e.store.shards[k].slots))
		if total > math.MaxUint32 {
			return fmt.Sprintf("more than %d states to look back from", uint32(math.MaxUint32))
		}
	}
	g.base[shardCount] = uint32(total)
	g.group, g.end = make([]uint32, total), make([]uint32, total)
	out := make([]uint32, total)
	var edges [shardCount][]uint32
	e.share(func() func(k int) {
		w := newLookout(e, g)
		return func(k int) { edges[k] = w.shard(k, out) }
	})
	if halted := e.halt.Load(); halted != haltNone {
		return e.reason(halted)
	}
	sum := uint64(0)
	for s := range g.end {
		sum += uint64(g.end[s])
		if sum > math.MaxUint32 {
			return fmt.Sprintf("more than %d transitions to look back along", uint32(math.MaxUint32))
		}
		g.end[s] = uint32(sum)
	}
	g.from = make([]uint32, sum)
	// Every entry moves the end of its state's stretch one down, so that the ends are the starts afterwards.
	e.share(func() func(k int) {
		return func(k int) {
			next := edges[k]
			for s := g.base[k]; s < g.base[k+1]; s++ {
				for range out[s] {
					g.from[atomic.AddUint32(&g.end[next[0]], ^uint32(0))] = s
					next = next[1:]
				}
			}
			edges[k] = nil
		}
	})
	copy(g.end, g.end[1:])
	g.end[total-1] = uint32(sum)
	return ""
}

// share lets the workers do something for every shard; each begins by calling begin.
func (e *search[S]) share(begin func() func(shard int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range e.options.Workers {
		all.Go(func() {
			do := begin()
			for k := next.Add(1) - 1; k < shardCount; k = next.Add(1) - 1 {
				do(int(k))
			}
		})
	}
	all.Wait()
}

// lookout is one worker that finds the transitions of stored states.
type lookout[S packed] struct {
	e      *search[S]
	g      *graph
	reader *model.Reader

	views      *opinions
	groups     []uint32 // by number of the combination of views: 1 + the number of its wishes
	nodes      []uint32
	expansions []*model.Expansion
	batch      []S
	edges      []uint32
}

func newLookout[S packed](e *search[S], g *graph) *lookout[S] {
	return &lookout[S]{
		e: e, g: g, reader: e.sys.NewReader(), views: newOpinions(e.sys, nil), groups: make([]uint32, 1),
		nodes: make([]uint32, len(e.sys.Places)), expansions: make([]*model.Expansion, len(e.sys.Places)),
		batch: make([]S, 0, batchSize),
	}
}

// shard lists where the transitions of a shard's states lead, in the order of the states; out gets how many each has.
func (w *lookout[S]) shard(k int, out []uint32) []uint32 {
	sh := &w.e.store.shards[k]
	w.edges = make([]uint32, 0, 4*sh.count)
	for p := range sh.slots {
		if sh.slots[p][0] == 0 {
			continue
		}
		if p%64 == 0 && w.e.halt.Load() != haltNone {
			return nil
		}
		s := w.g.base[k] + uint32(p)
		before := len(w.edges) + len(w.batch)
		w.expand(&sh.slots[p])
		out[s] = uint32(len(w.edges) + len(w.batch) - before)
		w.g.group[s] = w.group()
	}
	w.resolve()
	return w.edges
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
			if w.batch = append(w.batch, t); len(w.batch) == batchSize {
				w.resolve()
			}
		}
	}
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
		s := w.g.base[shard] + uint32(p)
		atomic.AddUint32(&w.g.end[s], 1)
		w.edges = append(w.edges, s)
	}
	w.batch = w.batch[:0]
}

// group is the number of the wishes in the state expanded last.
func (w *lookout[S]) group() uint32 {
	at := w.views.number(w.views.numbers(w.expansions))
	for int(at) >= len(w.groups) {
		w.groups = append(w.groups, make([]uint32, len(w.groups))...)
	}
	if w.groups[at] == 0 {
		w.groups[at] = 1 + w.g.wishes.number(w.views.of(w.views.numbers(w.expansions)))
	}
	return w.groups[at] - 1
}

// lane is the hopes whose bits fit one word together.
type lane struct {
	has   map[int]bool
	shift map[int]int
	width int
}

func (g *graph) lanes() []lane {
	var lanes []lane
	for k := range g.wishes.hopes {
		all := uint64(0)
		for _, m := range g.wishes.masks {
			all |= m[k].pending | m[k].goal
		}
		width := bits.Len64(all)
		if last := len(lanes) - 1; last < 0 || lanes[last].width+width > 64 {
			lanes = append(lanes, lane{has: map[int]bool{}, shift: map[int]int{}})
		}
		l := &lanes[len(lanes)-1]
		l.has[k], l.shift[k] = true, l.width
		l.width += width
	}
	return lanes
}

// spread finds for every state the goals that can be reached from it. Goals travel backwards; the state of the highest
// level goes first, because most transitions lead one level up and its bits are then complete.
func (g *graph) spread(l lane, level func(uint32) uint16, depth int, halt *atomic.Int32) (can []uint64) {
	goals := make([]uint64, len(g.wishes.masks))
	for n, m := range g.wishes.masks {
		for k, shift := range l.shift {
			goals[n] |= m[k].goal << shift
		}
	}
	can = make([]uint64, len(g.group))
	waits := make([]bool, len(g.group))
	todo := make([][]uint32, depth)
	for s, n := range g.group {
		// Free slots have wishes 0, but neither predecessors nor a say.
		if can[s] = goals[n]; can[s] != 0 && g.start(s) < g.end[s] {
			waits[s] = true
			at := level(uint32(s))
			todo[at] = append(todo[at], uint32(s))
		}
	}
	for at, steps := depth-1, 0; at >= 0; steps++ {
		last := len(todo[at]) - 1
		if last < 0 {
			at--
			continue
		}
		if steps%4096 == 0 && halt.Load() != haltNone {
			return nil
		}
		s := todo[at][last]
		todo[at] = todo[at][:last]
		waits[s] = false
		for _, p := range g.from[g.start(int(s)):g.end[s]] {
			if can[s]&^can[p] == 0 {
				continue
			}
			can[p] |= can[s]
			if !waits[p] {
				waits[p] = true
				to := int(level(p))
				todo[to] = append(todo[to], p)
				at = max(at, to)
			}
		}
	}
	return can
}

func (g *graph) start(s int) uint32 {
	if s == 0 {
		return 0
	}
	return g.end[s-1]
}

// shardOf is the shard in which state s stands.
func (g *graph) shardOf(s uint32) int {
	low, high := 0, shardCount-1
	for low < high {
		if mid := (low + high + 1) / 2; g.base[mid] <= s {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// disappointed reports whether hope k was ever pending, and finds the first state in which it is in vain: of the least
// level, then of the least content hash.
func (e *search[S]) disappointed(g *graph, k, shift int, can []uint64) (pending bool, best *candidate) {
	known := map[uint64]uint64{}
	for shard := range e.store.shards {
		sh := &e.store.shards[shard]
		for p := range sh.slots {
			if sh.slots[p][0] == 0 {
				continue
			}
			s := g.base[shard] + uint32(p)
			want := g.wishes.masks[g.group[s]][k].pending
			pending = pending || want != 0
			hopeless := want &^ (can[s] >> shift)
			level := int(sh.levels[p])
			if hopeless == 0 || best != nil && best.level < level {
				continue
			}
			at := e.unpack(&sh.slots[p])
			c := candidate{level: level, hash: contentHash(e.sys, known, at), at: at, hopeless: hopeless}
			if best == nil || c.level < best.level || c.before(*best) {
				best = &c
			}
		}
	}
	return pending, best
}
