package system

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/environment"
)

// siteSpace is what has been seen at one site.
type siteSpace[V comparable] struct {
	locals   locals[V]
	stands   []*environment.Stand // by variables; nil where nobody has looked yet
	guards   []*guards            // by variables; nil where nobody has looked yet
	selves   selves
	boxes    numbers[inbox]
	opened   [][]head // by inbox; nil where nobody has looked yet
	batches  numbers[inbox]
	nodes    *nodeTable
	effects  effects
	shown    []uint32                 // by node: the number of its view, 0 if it has none yet; of a questioned protocol
	answered []answered               // by variables
	kinds    []ofSelf                 // by self; of a questioned protocol
	accepts  map[uint64]bool          // by variables and message; for a [model.Selective] protocol
	events   map[eventKey]*Outcome    // of the network, of crashes and recoveries
	broken   map[uint32]*model.Broken // by row of a node
}

func newLocals[V comparable](sys *System) locals[V] {
	return locals[V]{numbers: newNumbers[V](sys, "variables of a site")}
}

func (l *locals[V]) number(v V) uint32 {
	if l.counted == nil {
		return l.numbers.number(v)
	}
	return l.ofParts(v)
}

// self is a site without the messages on their way to it.
type self struct {
	local uint32
	used  int32 // requests
	down  bool
	clock uint32 // number of its clocks; 0 without times
}

// selves numbers the selves of a site, from 1.
type selves struct {
	sys     *System
	of      *pairTable
	clocked *pairTable // variables and clocks, with times: to their number; nil without
	pages[self]
}

func newSelves(sys *System) selves {
	return selves{sys: sys, of: newPairTable(1 << 8), pages: newPages[self]()}
}

func (t *selves) number(x self) uint32 {
	rest := uint32(x.used) << 1
	if x.down {
		rest |= 1
	}
	local := x.local
	if t.clocked != nil {
		local = t.timed(x)
	}
	key := pair(local, rest)
	n := t.of.get(key)
	if n == 0 {
		n = t.sys.next(t.count(), "sites without their inboxes")
		t.of = t.of.with(key, n)
		t.add(x)
	}
	return n
}

// timed is the number of the variables and clocks of a self.
func (t *selves) timed(x self) uint32 {
	key := pair(x.local, x.clock)
	n := t.clocked.get(key)
	if n == 0 {
		n = t.sys.next(t.clocked.used, "variables of a site with their clocks")
		t.clocked = t.clocked.with(key, n)
	}
	return n
}

// number is that of a node: a site and the messages on their way to it.
func (sp *siteSpace[V]) number(x self, box uint32) uint32 {
	return sp.nodes.number(sp.selves.number(x), box)
}

// head is a message that may be delivered or dropped, and the inbox without it.
type head struct {
	trigger uint32 // its delivery
	rest    uint32 // number of the inbox
	at      uint32 // in the inbox
	from    uint8  // the channel
	age     uint8  // of the message
}

// heads lists those of an inbox. Few inboxes are those of many nodes, so they are remembered.
func (s *space[V, M]) heads(site model.Site, box uint32) []head {
	sp := s.sites[site-1]
	for int(box) >= len(sp.opened) {
		sp.opened = append(sp.opened, make([][]head, len(sp.opened)+64)...)
	}
	if sp.opened[box] != nil {
		return sp.opened[box]
	}
	in := sp.boxes.at(box)
	all := make([]head, 0, in.len())
	for k := range in.len() {
		if in.head(k) {
			e := in.at(k)
			trigger := s.triggers.number(triggerKey{kind: uint32(model.DeliverEvent), arg: e.message})
			all = append(all, head{trigger, sp.boxes.number(in.without(k)), uint32(k), uint8(e.from), e.age})
		}
	}
	sp.opened[box] = all
	return all
}

// node is what a number stands for; the inbox by its number.
func (sp *siteSpace[V]) node(n uint32) (self, uint32) {
	x, box := sp.nodes.parts(n)
	return sp.selves.at(x), box
}

// Mark is how much of each site had been seen at one time of a search: what came later has higher numbers.
type Mark struct{ locals, boxes []int }

// Mark notes how much has been seen.
func (s *System) Mark() Mark { return s.space.mark() }

func (s *space[V, M]) mark() (m Mark) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sp := range s.sites {
		m.locals, m.boxes = append(m.locals, sp.locals.count()), append(m.boxes, sp.boxes.count())
	}
	return m
}
