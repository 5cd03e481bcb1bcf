package system

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/spin"
)

// space is the generic part of a system: it knows variables and messages and gives them numbers. Everything in it is
// exact and guarded by one lock, which is taken only when something is seen for the first time.
type space[V, M comparable] struct {
	sys        *System
	config     model.Config
	protocol   model.Protocol[V, M]
	timed      model.Timed[V, M]
	internal   model.Internal[V, M]
	attributor model.Attributor[M]
	selective  model.Selective[V, M]
	questioned Questioned[V]
	counted    Counted[V]
	volatile   model.Volatile[V]
	recovering model.Recovering[V, M]
	canonical  model.Canonical[V, M]
	unfolds    bool                           // lists of sites are not known but for what handlers ask
	forgets    bool                           // there are numbers, which are not known when handlers run alone
	guesser    model.Guesser                  // answers what is asked about them
	handling   bool                           // a handler asks
	asking     bool                           // there is a guesser
	comparing  bool                           // it is asked what a site shows but for More, which does not depend on numbers
	dice       *rand.Rand                     // for numbers that are drawn
	steps      int                            // for which they were
	near       []int                          // numbers with which handlers may compare others, and those around them, the smallest first
	constants  int                            // so many of [model.Constants] are among them
	compared   func(with, without model.View) // hears what sites show with numbers that are drawn; nil: nobody does
	inOrder    bool                           // properties see the order of a channel's messages
	ranks      map[string]Calm                // of timers; nil: they expire in any order
	times      *model.Times                   // nil: time is not counted
	delay      model.Interval                 // of messages, if it is
	lasting    model.Lasting[V]
	watching   model.Watched[V] // nil without times
	lengths    map[string]model.Clock
	demands    [][]model.Demand
	starts     []model.Start[V]

	mu                            spin.Mutex
	messages                      numbers[M]
	values                        []any // of the messages, by number
	views                         numbers[model.View]
	verdicts                      map[verdict]*Outcome
	lately                        [1 << 10]uint32 // views that look has numbered lately, by a hash of what it began with
	classNumbers                  numbers[string]
	names                         numbers[string] // of timers and internal events
	triggers                      numbers[triggerKey]
	messageClasses                map[eventKey]uint32
	sites                         []*siteSpace[V]
	caller                        *caller[V, M] // of whoever has the lock
	openVars                      bool          // variables have interfaces in them
	settled                       bool          // they are values whatever is in these
	openMessages                  bool
	shown                         []shown                // the nodes in the views of a questioned protocol, by number; shown[0] is unused
	shownViews                    map[uint32]*model.View // those that have been asked for
	answers                       numbers[any]
	kinds                         numbers[kind]
	generationAsked, firstOfKinds uint32 // see generation
	contents                      contents
	clocks                        numbers[clocks]
	counts                        numbers[string] // of a counted protocol
	ticking                       *Outcome        // nil before the first expansion

	callers sync.Pool // those of goroutines that have no lock, see memory.go

	// of the node expanded last: room for the next
	expanding expanding
	moves     []Move
	inbox     []M
}

// verdict is what is said of an outcome at one node or another.
type verdict struct {
	of              *Outcome
	divided         bool
	spoke, violated uint64
}

// expanding is a node of which the table of transitions is being written down.
type expanding struct {
	self
	split // of a counted protocol; otherwise the variables as they are
	*guards
	site   model.Site
	node   uint32
	box    uint32 // number of the inbox
	inbox  inbox
	ticket int
	csAge  uint8 // for how long it is in its critical section, if the model has times
	calm   Calm
	moves  []Move
	view   uint32
	broken *model.Broken // of what is wrong with the protocol here, what is to be told of
}

// calms notes that the node is at most so calm.
func (x *expanding) calms(c Calm) { x.calm = min(x.calm, c) }

// end appends the moves that end what is under way for so long, if it can end now, and notes how calm the site is: without times it
// always can, and must some day.
func (s *space[V, M]) end(x *expanding, age uint8, bounds model.Interval, moves func()) {
	if x.calms(Busy); s.times != nil && int(age) < bounds.Lo {
		return
	}
	from := len(x.moves)
	if moves(); s.times != nil && bounds.Bounded() && int(age) >= bounds.Hi {
		s.hold(x, from)
	}
}

func (s *space[V, M]) startName(k int) string { return s.starts[k].Name }

func (s *space[V, M]) startWeight(k int) float64 { return cmp.Or(s.starts[k].Weight, 1) }

func (s *space[V, M]) startCount() int { return len(s.starts) }

func (s *space[V, M]) hasCanon() bool { return s.canonical != nil }

// start is the node of a site in an initial state.
func (s *space[V, M]) start(k, site int) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	own := self{local: sp.locals.number(s.starts[k].Vars[site])}
	if s.times != nil {
		own.clock = s.clockOf(model.Site(site+1), own, own, nil)
	}
	return sp.number(own, sp.boxes.number(""))
}

func (s *space[V, M]) expand(site int, node uint32, ticket int, once *Expansion) *Expansion {
	if s.sys.lone {
		return s.expandMemory(node, once)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	row := node
	if ticket > 0 {
		row = node*uint32(s.sys.tickets) + uint32(ticket-1)
	}
	table := s.sys.sites[site]
	if dir := table.rows.Load(); dir != nil {
		if x := dir.at(row); x != nil {
			return x // somebody else was faster
		}
	}
	sp := s.sites[site]
	if broken := sp.broken[row]; broken != nil {
		panic(broken) // once more: the protocol may not always do the same
	}
	x := s.work(site, node, ticket)
	if x.broken != nil {
		sp.broken[row] = x.broken
		panic(x.broken)
	}
	if s.questioned != nil && once == nil {
		x.view = s.show(site, node)
	}
	if once != nil {
		once.Moves, once.View, once.Calm = append(once.Moves[:0], x.moves...), x.view, x.calm
		return once
	}
	expansion := &Expansion{Moves: slices.Concat(x.moves), View: x.view, Calm: x.calm}
	table.store(row, expansion)
	return expansion
}

// work finds out what can happen at a node, and what it looks like. Where something is wrong with the protocol it goes on
// until it knows all that is.
func (s *space[V, M]) work(site int, node uint32, ticket int) *expanding {
	sp := s.sites[site]
	s.prepare(Entry{Site: uint8(site), Node: node, Ticket: uint32(ticket)})
	own, box := sp.node(node)
	x := &s.expanding
	*x = expanding{
		self: own, site: model.Site(site + 1), node: node,
		box: box, inbox: sp.boxes.at(box), ticket: ticket, calm: Still, moves: s.moves[:0],
	}
	if x.uncounted = own.local; s.counted != nil {
		x.split = sp.locals.splits[own.local]
	}
	if s.times != nil {
		x.csAge = s.clocks.at(x.clock)[csClock]
	}
	if x.guards = noGuards; !x.down {
		x.guards = s.guards(x)
	}
	s.request(x)
	s.exit(x)
	s.deliver(x)
	s.lose(x)
	s.duplicate(x)
	s.crash(x)
	s.drop(x)
	s.recover(x)
	s.timeout(x)
	s.inner(x)
	if s.times != nil && site == 0 {
		s.tick(x)
	}
	switch s.moves = x.moves; {
	case x.broken != nil:
	case s.questioned != nil: // see show
	default:
		if x.view, x.broken = s.viewOf(x); x.broken == nil && s.sys.Judge != nil {
			s.judge(x)
		}
	}
	return x
}

// run appends the moves of an event of the protocol; box is the number of the node's inbox without the message that it takes.
func (s *space[V, M]) run(x *expanding, t trigger, box uint32, used int32, cost Cost) {
	from, sp := len(x.moves), s.sites[x.site-1]
	n, broken := s.effects(x.site, x.uncounted, t)
	if broken != nil {
		x.fail(broken)
		return
	}
	for ; ; n++ {
		e, after := sp.effects.ref(n), box
		if s.watching != nil && !s.reads(x, n) {
			if e.last {
				return
			}
			continue
		}
		if len(e.own) > 0 {
			in := sp.boxes.at(box)
			for _, m := range e.own {
				in = in.put(m)
			}
			after = sp.boxes.number(in)
		}
		next := e.local
		if s.counted != nil {
			next = sp.locals.recounted(next, x.counts)
		}
		own := self{local: next, used: used, down: t.kind == model.CrashEvent}
		if s.times != nil {
			own.clock = s.clockOf(x.site, x.self, own, e)
		}
		if s.sys.Apart {
			from = len(x.moves)
		}
		x.add(from, sp.number(own, after), cost, s.over(e, t.from, t.age))
		if e.last {
			return
		}
	}
}

// withInbox appends a move that changes only the inbox, and concerns entry k of it.
func (s *space[V, M]) withInbox(x *expanding, from int, kind model.EventKind, k int, box uint32, cost Cost) {
	e := x.inbox.at(k)
	x.add(from, s.sites[x.site-1].number(x.self, box), cost, s.unhandled(x.site, eventKey{kind, e.message, e.from, x.inbox.position(k), e.age}))
}

// upDown appends a crash or a recovery.
func (s *space[V, M]) upDown(x *expanding, kind model.EventKind, down bool, cost Cost) {
	next := x.self
	next.down = down
	x.add(len(x.moves), s.sites[x.site-1].number(next, x.box), cost, s.unhandled(x.site, eventKey{kind: kind}))
}

// fail notes what is wrong.
func (x *expanding) fail(broken *model.Broken) {
	if before(broken, x.broken) {
		x.broken = broken
	}
}

// add appends a move, unless one of those since from has the same result: then both are one transition.
func (x *expanding) add(from int, next uint32, cost Cost, o *Outcome) {
	for _, other := range x.moves[from:] {
		if other.Next == next && slices.Equal(other.Sends, o.Sends) {
			return
		}
	}
	x.moves = append(x.moves, Move{next, cost, o})
}

func (s *space[V, M]) describe(site int, node uint32) Description {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	own, number := sp.node(node)
	vars, box := sp.locals.at(own.local), sp.boxes.at(number)
	d := Description{Place: s.sys.Places[site].Name, Vars: vars, Fields: model.Fields(vars), Used: int(own.used), Down: own.down}
	d.Inbox = s.messagesOf(box)
	if s.times != nil {
		d.Fields = append(d.Fields, s.clockFields(model.Site(site+1), own)...)
	}
	return d
}

func (s *space[V, M]) arriving(site int, node uint32) []model.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, box := s.sites[site].node(node)
	return s.messagesOf(s.sites[site].boxes.at(box))
}

func (s *space[V, M]) timersAt(site int, node uint32) []string {
	if g := s.guardsAt(site, node); g != nil {
		return g.timers
	}
	return nil
}

func (s *space[V, M]) leavesAt(site int, node uint32) bool {
	g := s.guardsAt(site, node)
	return g != nil && g.exits
}

// guardsAt is what a site may do by itself at a node; nil: it is down, or what it may do is broken.
func (s *space[V, M]) guardsAt(site int, node uint32) *guards {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, _ := s.sites[site].node(node)
	if g, broken := s.guardsOf(model.Site(site+1), own.local); broken == nil && !own.down {
		return g
	}
	return nil
}

func (s *space[V, M]) varsAt(site int, node uint32) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, _ := s.sites[site].node(node)
	return s.sites[site].locals.at(own.local)
}

// messagesOf is the messages of an inbox. Those of a bag stand in the order of their texts, and of their ages: that of the
// numbers means nothing to a reader.
func (s *space[V, M]) messagesOf(box inbox) []model.Message {
	var all []model.Message
	for k := range box.len() {
		e := box.at(k)
		all = append(all, model.Message{Value: s.value(e.message), From: e.from, Position: box.position(k), Age: int(e.age)})
	}
	if s.config.Network == model.Bag {
		slices.SortStableFunc(all, func(a, b model.Message) int {
			if a.Value == b.Value {
				return cmp.Compare(a.Age, b.Age)
			}
			return cmp.Or(strings.Compare(model.Text(a.Value), model.Text(b.Value)), cmp.Compare(a.Age, b.Age))
		})
	}
	return all
}

func (s *space[V, M]) view(number uint32) *model.View {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.questioned != nil {
		return s.shownView(number)
	}
	return s.views.ref(number)
}

func (s *space[V, M]) demandsOf(i model.Site) []model.Demand { return s.demands[i-1] }

func (s *space[V, M]) classes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for n := range s.classNumbers.last {
		all = append(all, s.classNumbers.at(n+1))
	}
	if s.questioned != nil {
		for _, name := range s.questioned.Declared() {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

func (s *space[V, M]) sizes() Sizes {
	s.mu.Lock()
	defer s.mu.Unlock()
	z := Sizes{Messages: s.messages.count(), Views: s.views.count() + len(s.shown) - 1, HandlerCalls: int(s.sys.handlerCalls.Load())}
	for _, sp := range s.sites {
		z.Locals += sp.locals.count()
		z.Nodes += sp.nodes.count
	}
	return z
}

func (s *space[V, M]) nodes() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]int, len(s.sites))
	for k, sp := range s.sites {
		all[k] = sp.nodes.count
	}
	return all
}
