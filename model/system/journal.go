package system

import (
	"fmt"
	"sync"

	"github.com/gmecheck/gmecheck/model"
)

// Journal is the order in which a system worked out nodes. Handlers are pure and numbers are given in the order of
// first sight, so the same entries, replayed by a fresh system of the same protocol and configuration, give every node
// the number that it had: states can be stored as node numbers although no variable and no message is ever stored.
type Journal struct {
	mu      sync.Mutex
	entries []Entry
}

// Entry is one thing that was worked out: what can happen at a node, or, where Batch is not 0, which node a batch of
// messages makes of it.
type Entry struct {
	Site   uint8 // index
	Node   uint32
	Batch  uint32
	Ticket uint32 // of an expansion, for Ticketed protocols
}

// note is called before the work is begun, with the space's lock held: even what a broken handler leaves half done is
// done again in its turn.
func (j *Journal) note(e Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, e)
}

// Since returns the entries from number k on. They must not be changed.
func (j *Journal) Since(k int) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.entries[k:len(j.entries):len(j.entries)]
}

// Replay works out what the entry says. It is an error if the entry names a node, or a batch, that the system does not
// have: then the entry is not of this protocol and configuration, or the ones before it are missing.
func (s *System) Replay(e Entry) (err error) {
	ticketed := s.tickets > 1 && e.Batch == 0
	if int(e.Site) >= len(s.Places) || !s.space.known(int(e.Site), e.Node, e.Batch) ||
		int(e.Ticket) > s.tickets || ticketed != (e.Ticket > 0) {
		return fmt.Errorf("there is no node %d with batch %d and ticket %d at site %d", e.Node, e.Batch, e.Ticket, e.Site)
	}
	defer func() {
		switch r := recover().(type) {
		case nil, *model.Broken, *Full: // the first time, too
		default:
			panic(r)
		}
	}()
	if e.Batch != 0 {
		s.space.put(int(e.Site), e.Node, e.Batch)
	} else {
		s.space.expand(int(e.Site), e.Node, int(e.Ticket), &Expansion{})
	}
	return nil
}

// known reports whether there are such a node and batch; batch 0 is none.
func (s *space[V, M]) known(site int, node, batch uint32) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	return node > 0 && int(node) <= sp.nodes.count && int(batch) <= sp.batches.count()
}
