package system

import (
	"math/bits"
	"sync/atomic"
)

// nodeTable numbers the nodes of one site, from 1. A node is a self and an inbox, by their numbers; there are far fewer of
// each than nodes, so what becomes of a node when messages arrive is found by taking it apart, putting the batch into the
// inbox, and joining the parts again. Readers use it without a lock.
type nodeTable struct {
	sys   *System
	count int

	pairs atomic.Pointer[[]atomic.Uint64] // by node: its self and its inbox
	nodes atomic.Pointer[pairTable]       // self and inbox to node
	boxes atomic.Pointer[pairTable]       // inbox and batch to inbox
	ticks atomic.Pointer[pairTable]       // node and [tickBatch] to node; nil without times
}

func newNodeTable(sys *System) *nodeTable {
	t := &nodeTable{sys: sys}
	t.pairs.Store(new([]atomic.Uint64))
	t.nodes.Store(newPairTable(1 << 8))
	t.boxes.Store(newPairTable(1 << 8))
	return t
}

// number is that of the node of a self and an inbox.
func (t *nodeTable) number(self, box uint32) uint32 {
	key, known := pair(self, box), t.nodes.Load()
	if n := known.get(key); n != 0 {
		return n
	}
	n := t.sys.nextNode(t.count)
	pairs := *t.pairs.Load()
	if int(n) >= len(pairs) {
		pairs = t.lengthen()
	}
	pairs[n].Store(key)
	t.nodes.Store(known.with(key, n))
	t.count++
	return n
}

// reserve claims memory for what comes next.
func (t *nodeTable) reserve() {
	if length := len(*t.pairs.Load()); 4*t.count >= 3*length && length > 0 {
		t.sys.claim(8 * 2 * int64(length))
		t.lengthen()
	}
	for _, p := range []*atomic.Pointer[pairTable]{&t.nodes, &t.boxes, &t.ticks} {
		if known := p.Load(); known != nil && 8*known.used >= 5*len(known.entries) {
			p.Store(known.roomy(t.sys))
		}
	}
}

func (t *nodeTable) lengthen() []atomic.Uint64 {
	pairs := *t.pairs.Load()
	longer := make([]atomic.Uint64, max(2*len(pairs), 64))
	for k := range pairs {
		longer[k].Store(pairs[k].Load())
	}
	t.pairs.Store(&longer)
	return longer
}

// parts are the self and the inbox of a node.
func (t *nodeTable) parts(node uint32) (self, box uint32) {
	p := (*t.pairs.Load())[node].Load()
	return uint32(p >> 32), uint32(p)
}

// putBox notes what a batch makes of an inbox.
func (t *nodeTable) putBox(box, batch, after uint32) {
	t.boxes.Store(t.boxes.Load().with(pair(box, batch), after))
}

// nodeReader is a reader's copy of a node table's pointers.
type nodeReader struct {
	pairs        []atomic.Uint64
	nodes, boxes *pairTable
	ticks        *pairTable // nil without times
}

func (t *nodeTable) reader() nodeReader {
	return nodeReader{*t.pairs.Load(), t.nodes.Load(), t.boxes.Load(), t.ticks.Load()}
}

// put returns the node that a batch makes of a node, 0 if that has not been worked out yet.
func (r *nodeReader) put(node, batch uint32) uint32 {
	if int(node) >= len(r.pairs) {
		return 0
	}
	if batch == tickBatch && r.ticks != nil {
		return r.ticks.get(pair(node, batch))
	}
	p := r.pairs[node].Load()
	box := r.boxes.get(pair(uint32(p), batch))
	if box == 0 {
		return 0
	}
	return r.nodes.get(p&^(1<<32-1) | uint64(box))
}

// pairTable maps pairs of numbers to numbers: open addressing, entries never change once set. One writes at a time, any
// number read.
type pairTable struct {
	entries []pairEntry
	shift   int // of the hash, see [pairTable.place]
	used    int
}

// pairEntry is a pair and its number. That is set last, so that a reader who sees it sees the pair, too; 0: free.
type pairEntry struct {
	a, b   uint32
	number atomic.Uint32
}

const pairBytes = 12

// newPairTable returns an empty table; the capacity is a power of two.
func newPairTable(capacity int) *pairTable {
	t := &pairTable{entries: make([]pairEntry, capacity), shift: 64 - bits.Len(uint(capacity-1))}
	clear(t.entries) // writes: a page that was read before it is written makes the system interrupt every core
	return t
}

func pair(a, b uint32) uint64 { return uint64(a)<<32 | uint64(b) }

func (e *pairEntry) pair() uint64 { return pair(e.a, e.b) }

// place is the first entry to try: the upper bits of the hash, because only they depend on both numbers of the pair.
func (t *pairTable) place(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> t.shift }

// get returns the number of a pair, 0 if there is none.
func (t *pairTable) get(key uint64) uint32 {
	mask := uint64(len(t.entries) - 1)
	for at := t.place(key); ; at = (at + 1) & mask {
		e := &t.entries[at]
		if n := e.number.Load(); n == 0 || e.pair() == key {
			return n
		}
	}
}

// with returns the table with one more pair: itself, unless it had to grow.
func (t *pairTable) with(key uint64, number uint32) *pairTable {
	if t.get(key) != 0 {
		return t
	}
	if 4*t.used >= 3*len(t.entries) {
		t = t.grown()
	}
	t.set(key, number)
	return t
}

// grown is a copy with twice the room.
func (t *pairTable) grown() *pairTable {
	grown := newPairTable(2 * len(t.entries))
	for k := range t.entries {
		if e := &t.entries[k]; e.number.Load() != 0 {
			grown.set(e.pair(), e.number.Load())
		}
	}
	return grown
}

func (t *pairTable) set(key uint64, number uint32) {
	mask := uint64(len(t.entries) - 1)
	at := t.place(key)
	for t.entries[at].number.Load() != 0 {
		at = (at + 1) & mask
	}
	e := &t.entries[at]
	e.a, e.b = uint32(key>>32), uint32(key)
	e.number.Store(number)
	t.used++
}

// Put returns the node that a batch of messages makes of a node.
func (r *Reader) Put(site int, node, batch uint32) uint32 {
	if r.lastPuts == nil { // many readers never put anything
		r.sys.claim(lastPutsBytes * int64(len(r.nodes)))
		r.lastPuts = make([]lastPuts, len(r.nodes))
	}
	key := pair(node, batch)
	last := &r.lastPuts[site][key*0x9E3779B97F4A7C15>>(64-lastPutsBits)]
	if last.key != key {
		*last = put{key, r.put(site, node, batch)}
	}
	return last.after
}

func (r *Reader) put(site int, node, batch uint32) uint32 {
	t := &r.nodes[site]
	if after := t.put(node, batch); after != 0 {
		return after
	}
	*t = r.sys.sites[site].nodes.reader()
	if after := t.put(node, batch); after != 0 {
		return after // somebody else was faster
	}
	return r.sys.space.put(site, node, batch)
}

// lastPuts are the puts that a reader did last, each in the place of its hash. Neighbouring states are alike: most puts
// are found here, in the cache of one core, and need not be looked up in the three tables.
type lastPuts [1 << lastPutsBits]put

const (
	lastPutsBits  = 12
	lastPutsBytes = 16 << lastPutsBits
)

// put is a node and a batch, and what becomes of them.
type put struct {
	key   uint64
	after uint32
}

func (s *space[V, M]) put(site int, node, batch uint32) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	known := sp.nodes.reader()
	if after := known.put(node, batch); after != 0 {
		return after // somebody else was faster
	}
	s.prepare(Entry{Site: uint8(site), Node: node, Batch: batch})
	if s.times != nil && batch == tickBatch {
		return s.tickNode(sp, node)
	}
	own, before := sp.nodes.parts(node)
	inbox := sp.boxes.at(before)
	for k, b := 0, sp.batches.at(batch); k < b.len(); k++ {
		inbox = inbox.put(b.at(k))
	}
	box := sp.boxes.number(inbox)
	after := sp.nodes.number(own, box)
	sp.nodes.putBox(before, batch, box)
	return after
}
