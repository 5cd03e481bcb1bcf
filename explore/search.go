package explore

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"gmecheck/model"
)

// search is an engine for states of a given number of words.
type search[S packed] struct {
	*common
	layout   layout
	store    *store[S]
	frontier [][]S // the states of the current level, in chunks
	workers  []*worker[S]
	absent   atomic.Bool // a successor looked up has not been visited
	next     atomic.Int64
}

const chunkSize = 4096

func newSearch[S packed](c *common, l layout) *search[S] {
	e := &search[S]{common: c, layout: l, store: newStore[S]()}
	for range c.options.Workers {
		e.workers = append(e.workers, newWorker(e))
	}
	return e
}

func (e *search[S]) pack(s state) S {
	var p S
	for k, x := range s {
		set(&e.layout, &p, k, 0, x)
	}
	return p
}

func (e *search[S]) unpack(p *S) state {
	s := make(state, len(e.layout.fields))
	for k := range s {
		s[k] = get(&e.layout, p, k)
	}
	return s
}

func (e *search[S]) seed(s state, level int, frontier bool) {
	p := e.pack(s)
	e.store.shards[shardOf(hash(&p))].insert([]S{p}, uint16(level), func(*S) { e.stored.Add(1) })
	if frontier {
		e.frontier = appendChunk(e.frontier, p)
	}
}

func appendChunk[S packed](chunks [][]S, p S) [][]S {
	if last := len(chunks) - 1; last < 0 || len(chunks[last]) == chunkSize {
		chunks = append(chunks, make([]S, 0, chunkSize))
	}
	last := len(chunks) - 1
	chunks[last] = append(chunks[last], p)
	return chunks
}

func (e *search[S]) each(yield func(state, int)) {
	for k := range e.store.shards {
		sh := &e.store.shards[k]
		for p := range sh.slots {
			if sh.slots[p][0] != 0 {
				yield(e.unpack(&sh.slots[p]), int(sh.levels[p]))
			}
		}
	}
}

func (e *search[S]) frontierEach(yield func(state)) {
	for _, chunk := range e.frontier {
		for k := range chunk {
			yield(e.unpack(&chunk[k]))
		}
	}
}

func (e *search[S]) frontierSize() int {
	n := 0
	for _, chunk := range e.frontier {
		n += len(chunk)
	}
	return n
}

func (e *search[S]) count() int    { return e.store.count() }
func (e *search[S]) missing() bool { return e.absent.Load() }

func (e *search[S]) forget(level int) {
	e.store = e.store.forget(uint16(level))
	e.stored.Store(int64(e.store.count()))
	for _, w := range e.workers {
		w.found = nil
	}
}

func (e *search[S]) memory() int64 {
	var s S
	n := e.store.bytes()
	for _, chunk := range e.frontier {
		n += int64(cap(chunk)) * int64(unsafe.Sizeof(s))
	}
	for _, w := range e.workers {
		for _, chunk := range w.found {
			n += int64(cap(chunk)) * int64(unsafe.Sizeof(s))
		}
	}
	return n
}

// expandLevel judges every state of the frontier and finds its successors; with insert they are entered into the store
// and become the next frontier, otherwise they are only looked up.
func (e *search[S]) expandLevel(insert bool) error {
	e.next.Store(0)
	e.absent.Store(false)
	var all sync.WaitGroup
	for _, w := range e.workers {
		all.Go(func() { w.level(insert) })
	}
	all.Wait()
	var err error
	for _, w := range e.workers {
		e.transitions += w.transitions
		w.transitions = 0
		for k, n := range w.coverage {
			for k >= len(e.coverage) {
				e.coverage = append(e.coverage, 0)
			}
			e.coverage[k] += n
			w.coverage[k] = 0
		}
		e.spoke |= w.spoke
		for p, c := range w.candidates {
			if best, ok := e.common.found[p]; !ok || c.length() < best.length() || c.length() == best.length() && c.before(best) {
				e.common.found[p] = c
			}
		}
		clear(w.candidates)
		if w.err != nil && (err == nil) {
			err = w.err
		}
	}
	e.observe(e)
	return err
}

// before is the rule that picks among candidates of one length: the least content hash, then the least label.
func (c candidate) before(d candidate) bool {
	if c.hash != d.hash {
		return c.hash < d.hash
	}
	return c.label < d.label
}

// advance makes what was found the next frontier.
func (e *search[S]) advance() {
	e.frontier = nil
	for _, w := range e.workers {
		e.frontier = append(e.frontier, w.found...)
		w.found = nil
	}
}

// worker is one goroutine of a search.
type worker[S packed] struct {
	e        *search[S]
	reader   *model.Reader
	opinions *opinions
	contents map[uint64]uint64
	buffers  [shardCount][]S
	found    [][]S
	insert   bool

	transitions int
	coverage    []int
	spoke       uint64
	candidates  map[int]candidate
	err         error

	nodes      []uint32
	expansions []*model.Expansion
}

func newWorker[S packed](e *search[S]) *worker[S] {
	w := &worker[S]{
		e: e, reader: e.sys.NewReader(), contents: map[uint64]uint64{}, candidates: map[int]candidate{},
		nodes: make([]uint32, len(e.sys.Places)), expansions: make([]*model.Expansion, len(e.sys.Places)),
	}
	if e.options.Judge != nil {
		w.opinions = newOpinions(e.sys, e.options.Judge)
	}
	for k := range w.buffers {
		w.buffers[k] = make([]S, 0, batchSize)
	}
	return w
}

func (w *worker[S]) level(insert bool) {
	w.insert, w.err = insert, nil
	var current *S
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(*model.Broken)
			if !ok {
				panic(r)
			}
			w.err = &brokenAt{b, w.e.unpack(current), w.e.common.level}
			w.e.halt.Store(haltBroken)
		}
	}()
	for {
		k := int(w.e.next.Add(1)) - 1
		if k >= len(w.e.frontier) {
			break
		}
		chunk := w.e.frontier[k]
		for i := range chunk {
			if i%64 == 0 && w.e.halt.Load() != haltNone {
				w.drop()
				return
			}
			current = &chunk[i]
			w.expand(current)
		}
	}
	for k := range w.buffers {
		w.flush(k)
	}
}

// drop empties the buffers of a level that will be searched again, or never.
func (w *worker[S]) drop() {
	for k := range w.buffers {
		w.buffers[k] = w.buffers[k][:0]
	}
	w.found = nil
}

// expand judges one state and passes its successors on.
func (w *worker[S]) expand(s *S) {
	l, sites := &w.e.layout, len(w.nodes)
	budget := get(l, s, sites)
	quiet := true
	for k := range w.nodes {
		node := get(l, s, k)
		x := w.reader.Expand(k, node, budget)
		w.nodes[k], w.expansions[k] = node, x
		quiet = quiet && !x.Busy
	}
	if w.opinions != nil {
		m := w.opinions.state(w.expansions)
		w.spoke |= m.spoke
		if m.violated != 0 {
			w.violate(m.violated, s, 0, nil)
		}
	}
	moved := false
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
			w.put(&t, k, w.nodes[k], m.Next)
			for _, d := range m.Sends {
				w.put(&t, d.Site, w.nodes[d.Site], w.reader.Put(d.Site, w.nodes[d.Site], d.Batch))
			}
			if t == *s {
				continue
			}
			if m.Cost == model.Expiry && !quiet && !w.e.early.Load() {
				w.e.early.Store(true)
			}
			moved = true
			w.transitions++
			for int(m.Class) >= len(w.coverage) {
				w.coverage = append(w.coverage, 0)
			}
			w.coverage[m.Class]++
			if m.Watched {
				w.judgeStep(s, k, m, &t)
			}
			b := shardOf(hash(&t))
			w.buffers[b] = append(w.buffers[b], t)
			if len(w.buffers[b]) == batchSize {
				w.flush(b)
			}
		}
	}
	if !moved && w.opinions != nil {
		spoke, violated := w.e.options.Judge.End(w.opinions.of(w.expansions))
		w.spoke |= spoke
		if violated != 0 {
			w.violate(violated, s, 0, nil)
		}
	}
}

// put replaces the node of a site. A number that its field has no room for makes the search pack its states anew.
func (w *worker[S]) put(t *S, site int, old, node uint32) {
	if uint64(node) >= w.e.layout.fields[site].limit() {
		w.e.halt.CompareAndSwap(haltNone, haltOverflow)
		return
	}
	set(&w.e.layout, t, site, old, node)
}

func (w *worker[S]) flush(shard int) {
	batch := w.buffers[shard]
	if len(batch) == 0 || w.e.halt.Load() == haltOverflow {
		w.buffers[shard] = batch[:0]
		return
	}
	if w.insert {
		fresh := 0
		w.e.store.shards[shard].insert(batch, uint16(w.e.common.level+1), func(s *S) {
			w.found = appendChunk(w.found, *s)
			fresh++
		})
		total := w.e.stored.Add(int64(fresh))
		if limit := w.e.options.MaxStates; limit > 0 && total > int64(limit) {
			w.e.halt.CompareAndSwap(haltNone, haltStates)
		}
	} else if !w.e.absent.Load() {
		for k := range batch {
			if w.e.store.levelOf(&batch[k]) < 0 {
				w.e.absent.Store(true)
				break
			}
		}
	}
	w.buffers[shard] = batch[:0]
}

func (w *worker[S]) judgeStep(s *S, site int, m *model.Move, t *S) {
	before := slices.Clone(w.opinions.of(w.expansions))
	after := make([]*model.Expansion, len(w.expansions))
	budget := get(&w.e.layout, t, len(after))
	for k := range after {
		after[k] = w.reader.Expand(k, get(&w.e.layout, t, k), budget)
	}
	spoke, violated := w.e.options.Judge.Step(before, m.Event, w.opinions.of(after))
	w.spoke |= spoke
	if violated != 0 {
		w.violate(violated, s, site, m.Event)
	}
}

// violate keeps the best candidate for every violated property that has not been violated at an earlier level. A state
// that is violated by a step one level up is no better than a bad state of this level.
func (w *worker[S]) violate(violated uint64, s *S, site int, event *model.Event) {
	level := w.e.common.level
	length := level
	if event != nil {
		length++
	}
	for ; violated != 0; violated &= violated - 1 {
		p := bits.TrailingZeros64(violated)
		if best, ok := w.e.common.found[p]; ok && best.length() < length {
			continue
		}
		c := candidate{level: level, hash: w.content(s), site: site, event: event}
		if event != nil {
			c.label = w.e.sys.Label(site, w.nodes[site], event)
		}
		if best, ok := w.candidates[p]; !ok || c.length() < best.length() || c.length() == best.length() && c.before(best) {
			c.at = w.e.unpack(s)
			w.candidates[p] = c
		}
	}
}

// length is the number of steps of the candidate's trace.
func (c candidate) length() int {
	if c.event != nil {
		return c.level + 1
	}
	return c.level
}

// content hashes what a state is, whatever numbers its nodes have.
func (w *worker[S]) content(s *S) uint64 { return contentHash(w.e.sys, w.contents, w.e.unpack(s)) }

func contentHash(sys *model.System, known map[uint64]uint64, s state) uint64 {
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

// pathTo finds a shortest path to a candidate: backwards, level by level, among the states of each level the
// predecessor with the least content hash.
func (e *search[S]) pathTo(c candidate) []pathStep {
	var path []pathStep
	reader, known := e.sys.NewReader(), map[uint64]uint64{}
	if c.event != nil {
		for _, t := range expand(e.sys, reader, c.at) {
			if t.site == c.site && t.move.Event == c.event {
				path = append(path, pathStep{c.at, t.site, t.move})
				break
			}
		}
	}
	wanted := c.at
	for level := c.level; level > 0; level-- {
		var best pathStep
		var bestHash uint64
		for k := range e.store.shards {
			sh := &e.store.shards[k]
			for p, l := range sh.levels {
				if int(l) != level-1 || sh.slots[p][0] == 0 {
					continue
				}
				s := e.unpack(&sh.slots[p])
				for _, t := range expand(e.sys, reader, s) {
					if !slices.Equal(t.to, wanted) {
						continue
					}
					h := contentHash(e.sys, known, s)
					step := pathStep{s, t.site, t.move}
					if best.from == nil || h < bestHash || h == bestHash &&
						e.sys.Label(t.site, s[t.site], t.move.Event) < e.sys.Label(best.site, best.from[best.site], best.move.Event) {
						best, bestHash = step, h
					}
				}
			}
		}
		if best.from == nil {
			panic("explore: a visited state has no predecessor")
		}
		path = append(path, best)
		wanted = best.from
	}
	slices.Reverse(path)
	return path
}

// depthFirst searches along one path as far as it goes. Traces are paths of the search, not shortest ones.
func (e *search[S]) depthFirst(first state) (*Result, error) {
	type frame struct {
		at    state
		via   pathStep
		moves []successor
		next  int
	}
	w := e.workers[0]
	result := &Result{Coverage: map[string]int{}, Workers: 1}
	var stack []frame
	limit, paths := "", map[int][]pathStep{}
	enter := func(s state, via pathStep) {
		p := e.pack(s)
		fresh := false
		e.store.shards[shardOf(hash(&p))].insert([]S{p}, 0, func(*S) { fresh = true })
		if !fresh {
			return
		}
		result.States++
		e.stored.Add(1)
		stack = append(stack, frame{at: s, via: via})
	}
	note := func(violated uint64, at state, step *pathStep) {
		for ; violated != 0; violated &= violated - 1 {
			p := bits.TrailingZeros64(violated)
			if _, known := paths[p]; known {
				continue
			}
			var path []pathStep
			for _, f := range stack[1:] {
				path = append(path, f.via)
			}
			c := candidate{at: at}
			if step != nil {
				path = append(path, *step)
				c.site, c.event = step.site, step.move.Event
			}
			paths[p], e.common.found[p] = path, c
		}
	}
	enter(first, pathStep{})
	var broken error
	func() {
		defer func() {
			if r := recover(); r != nil {
				b, ok := r.(*model.Broken)
				if !ok {
					panic(r)
				}
				out := &Broken{Broken: b}
				for _, f := range stack[1:] {
					out.Trace = append(out.Trace, e.sys.Label(f.via.site, f.via.from[f.via.site], f.via.move.Event))
				}
				broken = out
			}
		}()
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			result.Depth = max(result.Depth, len(stack)-1)
			if f.moves == nil {
				if h := e.halt.Load(); h != haltNone {
					limit = e.reason(h)
					return
				}
				sites := len(w.nodes)
				for k := range w.nodes {
					w.expansions[k] = w.reader.Expand(k, f.at[k], f.at[sites])
				}
				if w.opinions != nil {
					m := w.opinions.state(w.expansions)
					e.spoke |= m.spoke
					note(m.violated, f.at, nil)
				}
				f.moves = append(make([]successor, 0, 1), expand(e.sys, w.reader, f.at)...)
				result.Transitions += len(f.moves)
				if len(f.moves) == 0 && w.opinions != nil {
					spoke, violated := e.options.Judge.End(w.opinions.of(w.expansions))
					e.spoke |= spoke
					note(violated, f.at, nil)
				}
				for _, t := range f.moves {
					result.Coverage[e.sys.Classes()[t.move.Class]]++
					result.Early = result.Early || t.move.Cost == model.Expiry && t.to[sites] != f.at[sites]
					for k := range t.to[:sites] {
						if uint64(t.to[k]) >= e.layout.fields[k].limit() {
							limit = "node numbers do not fit a depth-first search's states; use --search bfs"
							return
						}
					}
					if t.move.Watched {
						before := slices.Clone(w.opinions.of(w.expansions))
						after := make([]*model.Expansion, sites)
						for k := range after {
							after[k] = w.reader.Expand(k, t.to[k], t.to[sites])
						}
						spoke, violated := e.options.Judge.Step(before, t.move.Event, w.opinions.of(after))
						e.spoke |= spoke
						note(violated, f.at, &pathStep{f.at, t.site, t.move})
					}
				}
				if e.options.StopAtFirst && len(paths) > 0 {
					limit = "stop-at-first"
					return
				}
				if e.options.MaxStates > 0 && result.States > e.options.MaxStates {
					limit = e.reason(haltStates)
					return
				}
			}
			if f.next == len(f.moves) || e.options.MaxDepth > 0 && len(stack) > e.options.MaxDepth {
				if f.next < len(f.moves) {
					limit = "max-depth (depth first)"
				}
				stack = stack[:len(stack)-1]
				continue
			}
			t := f.moves[f.next]
			f.next++
			enter(t.to, pathStep{f.at, t.site, t.move})
		}
	}()
	if broken != nil {
		return nil, broken
	}
	for _, name := range e.sys.Classes() {
		result.Coverage[name] += 0 // possible, though it never changed anything
	}
	e.observe(e)
	for _, class := range e.sys.Classes() {
		result.Coverage[class] += 0 // known from a node, but never possible in a state
	}
	result.Complete, result.Limit, result.Spoke = limit == "", limit, e.spoke&^judged
	for p, path := range paths {
		result.Violations = append(result.Violations, e.violation(p, e.common.found[p], path, false))
	}
	slices.SortFunc(result.Violations, func(a, b Violation) int { return a.Property - b.Property })
	result.Elapsed, result.PeakBytes = time.Since(e.start), e.peak.Load()
	result.BytesPerState = float64(e.memory()) / float64(max(1, result.States))
	result.Sizes = e.sys.Sizes()
	return result, nil
}
