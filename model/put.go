package model

import "sync/atomic"

// puts remembers, for one site, what becomes of a node when messages arrive. Only the inbox changes, and there are far
// fewer inboxes than nodes: so a node is taken apart, the batch is put into its inbox, and the parts are joined again.
// Readers use it without a lock.
type puts struct {
	parts atomic.Pointer[[]atomic.Uint64] // by node: the number of its self, then of its inbox; 0: not taken apart yet
	boxes atomic.Pointer[pairTable]       // inbox and batch to inbox
	nodes atomic.Pointer[pairTable]       // self and inbox to node
}

// selfKey is a node without its inbox.
type selfKey struct {
	local uint32
	used  int32
	down  bool
}

func newPuts() *puts {
	p := &puts{}
	p.parts.Store(new([]atomic.Uint64))
	p.boxes.Store(newPairTable(1 << 8))
	p.nodes.Store(newPairTable(1 << 8))
	return p
}

// Put returns the node that a batch of messages makes of a node.
func (r *Reader) Put(site int, node, batch uint32) uint32 {
	key := pair(node, batch)
	last := &r.lastPuts[site][key*0x9E3779B97F4A7C15>>(64-lastPutsBits)]
	if last.key != key {
		*last = put{key, r.put(site, node, batch)}
	}
	return last.after
}

func (r *Reader) put(site int, node, batch uint32) uint32 {
	c := &r.puts[site]
	if after := c.get(node, batch); after != 0 {
		return after
	}
	*c = r.sys.sites[site].puts.cache()
	if after := c.get(node, batch); after != 0 {
		return after // somebody else was faster
	}
	return r.sys.space.put(site, node, batch)
}

// lastPuts are the puts that a reader did last, each in the place of its hash. Neighbouring states are alike: most puts
// are found here, in the cache of one core, and need not be looked up in the three tables.
type lastPuts [1 << lastPutsBits]put

const lastPutsBits = 12

// put is a node and a batch, and what becomes of them.
type put struct {
	key   uint64
	after uint32
}

// putCache is a reader's copy of the pointers.
type putCache struct {
	parts        []atomic.Uint64
	boxes, nodes *pairTable
}

func (p *puts) cache() putCache { return putCache{*p.parts.Load(), p.boxes.Load(), p.nodes.Load()} }

// get returns the node that a batch makes of a node, 0 if that has not been worked out yet.
func (c *putCache) get(node, batch uint32) uint32 {
	if int(node) >= len(c.parts) {
		return 0
	}
	p := c.parts[node].Load()
	if p == 0 {
		return 0
	}
	box := c.boxes.get(pair(uint32(p), batch))
	if box == 0 {
		return 0
	}
	return c.nodes.get(pair(uint32(p>>32), box))
}

func (s *space[V, M]) put(site int, node, batch uint32) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp, p := s.sites[site], s.sys.sites[site].puts
	known := p.cache()
	if after := known.get(node, batch); after != 0 {
		return after // somebody else was faster
	}
	s.sys.Journal.note(Entry{Site: uint8(site), Node: node, Batch: batch})
	next := sp.nodes.all[node]
	self := sp.selves.number(selfKey{next.local, next.used, next.down})
	before := sp.boxes.number(next.inbox)
	for k, b := 0, sp.batches.all[batch]; k < b.len(); k++ {
		next.inbox = next.inbox.put(b.at(k))
	}
	box, after := sp.boxes.number(next.inbox), sp.nodes.number(next)
	p.boxes.Store(p.boxes.Load().with(pair(before, batch), box, s.sys.claim))
	p.nodes.Store(p.nodes.Load().with(pair(self, box), after, s.sys.claim))
	parts := *p.parts.Load()
	if int(node) >= len(parts) {
		length := max(2*len(parts), len(sp.nodes.all))
		s.sys.claim(8 * int64(length))
		longer := make([]atomic.Uint64, length)
		for k := range parts {
			longer[k].Store(parts[k].Load())
		}
		parts = longer
		p.parts.Store(&parts)
	}
	parts[node].Store(pair(self, before))
	return after
}

// pairTable maps pairs of numbers to numbers: open addressing, entries never change once set.
type pairTable struct {
	entries []pairEntry
	used    int
}

type pairEntry struct {
	key    atomic.Uint64 // the pair; 0: free
	number atomic.Uint32
}

func newPairTable(capacity int) *pairTable { return &pairTable{entries: make([]pairEntry, capacity)} }

func pair(a, b uint32) uint64 { return uint64(a)<<32 | uint64(b) }

// get returns the number of a pair, 0 if there is none.
func (t *pairTable) get(key uint64) uint32 {
	mask := uint64(len(t.entries) - 1)
	for at := key * 0x9E3779B97F4A7C15 >> 20 & mask; ; at = (at + 1) & mask {
		switch e := &t.entries[at]; e.key.Load() {
		case key:
			return e.number.Load()
		case 0:
			return 0
		}
	}
}

// with returns the table with one more pair: itself, unless it had to grow. It is called with the space's lock held.
func (t *pairTable) with(key uint64, number uint32, claim func(bytes int64)) *pairTable {
	if t.get(key) != 0 {
		return t
	}
	if 2*t.used >= len(t.entries) {
		claim(16 * 2 * int64(len(t.entries)))
		grown := newPairTable(2 * len(t.entries))
		for k := range t.entries {
			if key := t.entries[k].key.Load(); key != 0 {
				grown.set(key, t.entries[k].number.Load())
			}
		}
		t = grown
	}
	t.set(key, number)
	return t
}

// set stores the key last, so that a reader never sees half an entry.
func (t *pairTable) set(key uint64, number uint32) {
	mask := uint64(len(t.entries) - 1)
	at := key * 0x9E3779B97F4A7C15 >> 20 & mask
	for t.entries[at].key.Load() != 0 {
		at = (at + 1) & mask
	}
	t.entries[at].number.Store(number)
	t.entries[at].key.Store(key)
	t.used++
}
