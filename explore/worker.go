package explore

import (
	"gmecheck/model"
	"math/bits"
	"slices"
)

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
