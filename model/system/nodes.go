package system

import "sync/atomic"

// nodeTable numbers the nodes of one site, from 1. A node is a self and an inbox, by their numbers; there are far fewer of
// each than nodes, so what becomes of a node when messages arrive is found by taking it apart, putting the batch into the
// inbox, and joining the parts again. Readers use it without a lock.
type nodeTable struct {
	sys   *System
	count int

	pairs atomic.Pointer[[]atomic.Uint64] // by node: its self and its inbox
	nodes atomic.Pointer[pairTable]       // self and inbox to node
	boxes atomic.Pointer[pairTable]       // inbox and batch to inbox
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
	for _, p := range []*atomic.Pointer[pairTable]{&t.nodes, &t.boxes} {
		if known := p.Load(); 8*known.used >= 5*len(known.entries) {
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
}

func (t *nodeTable) reader() nodeReader {
	return nodeReader{*t.pairs.Load(), t.nodes.Load(), t.boxes.Load()}
}

// put returns the node that a batch makes of a node, 0 if that has not been worked out yet.
func (r *nodeReader) put(node, batch uint32) uint32 {
	if int(node) >= len(r.pairs) {
		return 0
	}
	p := r.pairs[node].Load()
	box := r.boxes.get(pair(uint32(p), batch))
	if box == 0 {
		return 0
	}
	return r.nodes.get(p&^(1<<32-1) | uint64(box))
}
