package system

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
	s.reserve(site)
	s.sys.Journal.note(Entry{Site: uint8(site), Node: node, Batch: batch})
	own, before := sp.nodes.parts(node)
	inbox := sp.boxes.all[before]
	for k, b := 0, sp.batches.all[batch]; k < b.len(); k++ {
		inbox = inbox.put(b.at(k))
	}
	box := sp.boxes.number(inbox)
	after := sp.nodes.number(own, box)
	sp.nodes.putBox(before, batch, box)
	return after
}
