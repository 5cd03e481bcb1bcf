package system

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/environment"
)

// siteSpace is what has been seen at one site.
type siteSpace[V comparable] struct {
	locals   locals[V]
	bare     []uint32  // by variables: the number of what properties see of an up site without messages; 0 where nobody has looked yet
	guards   []*guards // by variables; nil where nobody has looked yet
	selves   selves
	boxes    numbers[inbox]
	opened   [][]head // by inbox; nil where nobody has looked yet
	batches  numbers[inbox]
	nodes    *nodeTable
	effects  effects
	shown    []uint32                 // by node: the number of its view, 0 if it has none yet
	answered []answered               // by variables
	kinds    []ofSelf                 // by self; of a questioned protocol
	accepts  map[uint64]bool          // by variables and message; for a [model.Selective] protocol
	events   map[eventKey]*Outcome    // of the network, of crashes and recoveries
	plain    map[plainEvent]*Outcome  // of a memory
	broken   map[uint32]*model.Broken // by row of a node
}

// locals numbers the variables of a site. Those of a counted protocol it finds by the numbers of their parts: only the variables
// without counts are hashed, and kept.
type locals[V comparable] struct {
	numbers[V]
	counted Counted[V]       // nil: there are no counts
	counts  *numbers[string] // of all sites
	splits  []split          // by number
	bare    []uint32         // the number of variables without counts, by that under which they are kept
	joined  *pairTable       // the parts to the number
	sums    *pairTable       // two counts to their sum
	allow   []uint32         // by counts: those that allow the same; 0: not asked yet
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

// count is how many there are.
func (l *locals[V]) count() int {
	if l.counted == nil {
		return l.numbers.count()
	}
	return len(l.splits) - 1
}

// at are the variables of this number.
func (l *locals[V]) at(n uint32) V {
	if l.counted == nil {
		return l.numbers.at(n)
	}
	return l.of(l.splits[n])
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

// What the protocol says of the variables of a site alone is asked once for each of their values: what the site may do by itself,
// and where it stands.

// guards is what a site that is up may do by itself, whatever is on its way to it.
type guards struct {
	mayRequest, inCS bool
	exits            bool // it can leave its critical section by an internal event
	timers           []string
	inners           []model.Inner
	triggers         []uint32 // of the inners

	// In a model with times:
	stay    model.Interval // the ticks of its critical section, if it stays there
	watches []model.Watch
	clocks  []string // the names of the timers and of the stopwatches
}

// stays reports that a site is in its critical section, from which it can go.
func (g *guards) stays() bool { return g.inCS || g.exits }

// noGuards is for a site that is down.
var noGuards = &guards{}

// guards are those of a node; none if there is something wrong with them.
func (s *space[V, M]) guards(x *expanding) *guards {
	g, broken := s.guardsOf(x.site, x.local)
	if broken != nil {
		x.fail(broken)
		return noGuards
	}
	return g
}

// guardsOf asks the protocol, once for the variables of a site.
func (s *space[V, M]) guardsOf(site model.Site, local uint32) (*guards, *model.Broken) {
	sp := s.sites[site-1]
	if s.sys.lone {
		return s.caller.ask(site, sp.locals.at(local))
	}
	for int(local) >= len(sp.guards) {
		sp.guards = append(sp.guards, make([]*guards, len(sp.guards)+64)...)
	}
	if sp.guards[local] == nil {
		var g *guards
		var broken *model.Broken
		alike := local
		if s.counted != nil {
			alike = sp.locals.allowing(local)
		}
		if alike != local {
			g, broken = s.guardsOf(site, alike)
		} else {
			g, broken = s.caller.ask(site, sp.locals.at(local))
		}
		if broken != nil {
			return nil, broken
		}
		if g.triggers == nil {
			for _, e := range g.inners {
				g.triggers = append(g.triggers, s.triggerNumber(trigger{kind: model.InternalEvent, name: e.Name}))
			}
		}
		sp.guards[local] = g
	}
	return sp.guards[local], nil
}

// Unselective is a [model.Selective] protocol that knows whether it accepts every message, and then need not be asked about each.
type Unselective interface{ AcceptsAll() bool }

// accepts asks a selective protocol, once for the variables of a site and a message.
func (s *space[V, M]) accepts(x *expanding, message uint32) bool {
	known, key := s.sites[x.site-1].accepts, pair(x.uncounted, message)
	accepts, asked := known[key]
	if !asked {
		var broken *model.Broken
		vars, m := s.sites[x.site-1].locals.at(x.uncounted), s.messages.at(message)
		if accepts, broken = guarding(s.caller, x.site, "Accepts", equal, func() bool { return s.selective.Accepts(x.site, vars, m) }); broken != nil {
			x.fail(broken)
			return false
		}
		known[key] = accepts
	}
	return accepts
}

func (c *caller[V, M]) ask(i model.Site, v V) (g *guards, broken *model.Broken) {
	g = &guards{}
	looks := c.guesser.Looks
	if i <= model.Site(c.config.Processes) {
		g.mayRequest, broken = twice(c.space, i, "MayRequest", equal, func() bool { return c.protocol.MayRequest(i, v) })
	}
	if broken == nil {
		g.inCS, broken = twice(c.space, i, "InCS", equal, func() bool { return c.protocol.InCS(i, v) })
	}
	if broken == nil && c.timed != nil && c.config.Timeouts != model.Off {
		g.timers, broken = guarding(c, i, "Timers", slices.Equal, func() []string { return c.timed.Timers(i, v) })
		for k, timer := range g.timers {
			switch {
			case broken != nil:
			case slices.Contains(g.timers[:k], timer):
				broken = c.mistaken(i, "Timers", "lists %s twice", timer)
			case c.ranks != nil && c.ranks[timer] == 0:
				broken = c.mistaken(i, "Timers", "lists %s, which Durations does not", timer)
			}
		}
	}
	if broken == nil && c.internal != nil {
		g.inners, broken = guarding(c, i, "Internals", slices.Equal, func() []model.Inner { return c.internal.Internals(i, v) })
		for k, e := range g.inners {
			g.exits = g.exits || e.Exit
			if broken == nil && slices.ContainsFunc(g.inners[:k], func(f model.Inner) bool { return f.Name == e.Name }) {
				broken = c.mistaken(i, "Internals", "lists %s twice", e.Name)
			}
		}
	}
	if broken == nil && c.times != nil {
		broken = c.askTimes(i, v, g)
	}
	if broken == nil && c.asking {
		broken = c.looked(int(i)-1, "a guard", looks)
	}
	g.timers, g.inners = slices.Clone(g.timers), slices.Clone(g.inners)
	return g, broken
}

// bare is the number of what properties see of a site that is up and to which no message is in flight, by the number of its variables; or what is
// wrong with Look.
func (s *space[V, M]) bare(site model.Site, local uint32) (uint32, *model.Broken) {
	sp := s.sites[site-1]
	number := reach(&sp.bare, local)
	if *number == 0 {
		v, broken := s.see(site, sp.locals.at(local), nil)
		if broken != nil {
			return 0, broken
		}
		*number = s.views.number(v)
	}
	return *number, nil
}

// reach is the place of a number in a list by numbers, which grows as far as that; 0 stands for what is not known.
func reach(list *[]uint32, number uint32) *uint32 {
	for int(number) >= len(*list) {
		*list = append(*list, make([]uint32, len(*list)+64)...)
	}
	return &(*list)[number]
}

// stand is that of variables of a site, by their number; or what is wrong with Look.
func (s *space[V, M]) stand(site model.Site, local uint32) (environment.Stand, *model.Broken) {
	n, broken := s.bare(site, local)
	if broken != nil {
		return environment.Stand{}, broken
	}
	return environment.Of(s.views.ref(n)), nil
}

// compare lays what an event makes of the variables of a site beside what the environment knows of it.
func (s *space[V, M]) compare(e *model.Event, site model.Site, from, to uint32) *model.Broken {
	if s.questioned != nil || s.sys.Unheard { // nobody requests, or nobody hears of it
		return nil
	}
	before, broken := s.stand(site, from)
	if broken != nil {
		return broken
	}
	after, broken := s.stand(site, to)
	if broken != nil {
		return following(broken, e, s.sys.Places)
	}
	g, broken := s.guardsOf(site, to)
	if broken != nil {
		return following(broken, e, s.sys.Places)
	}
	e.Spurious = e.Entries > 0 && !(s.sys.Places[site-1].Process && environment.Asked(before, e))
	e.Unfaithful = environment.Unfaithful(e, before, after, g.inCS, s.config.Priorities > 0)
	return nil
}
