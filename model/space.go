package model

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"gmecheck/model/spin"
)

// Compose makes a system of a protocol: it adds the network, budgets, crashes and timers of the configuration.
func Compose[V, M comparable](p Protocol[V, M], c Config) *System {
	sys := &System{Config: c.Clone(), tickets: 1}
	sys.Places = places(p, c.Processes)
	total := 0
	if _, ok := p.(Ticketed); ok {
		for i := range Site(c.Processes) {
			if !c.Limited(i + 1) {
				panic(fmt.Sprintf("%s draws tickets: it needs finite request budgets", c.Algorithm))
			}
			total += c.Requests[i]
		}
		sys.tickets = total + 1
	}
	sys.budgets = newBudgets(c, total)
	s := &space[V, M]{
		sys: sys, config: sys.Config, protocol: p,
		messages: newNumbers[M](), views: newNumbers[View](), classNumbers: newNumbers[string](), names: newNumbers[string](),
	}
	s.timed, _ = p.(Timed[V, M])
	s.internal, _ = p.(Internal[V, M])
	s.attributor, _ = p.(Attributor[M])
	for k := range sys.Places {
		sys.sites = append(sys.sites, &siteTable{puts: newPuts()})
		s.sites = append(s.sites, &siteSpace[V]{
			locals: newNumbers[V](), nodes: newNumbers[nodeKey](), batches: newNumbers[inbox](),
			selves: newNumbers[selfKey](), boxes: newNumbers[inbox](),
			effects: map[effectKey][]*effect{}, events: map[eventKey]sharedEvent{},
		})
		if k < c.Processes {
			s.demands = append(s.demands, demands(p, c, Site(k+1)))
		}
	}
	sys.space = s
	return sys
}

func places(p any, processes int) []Place {
	if placed, ok := p.(Placed); ok {
		return placed.Places()
	}
	places := make([]Place, processes)
	for k := range places {
		places[k] = Place{Name: fmt.Sprint(k + 1), Process: true}
	}
	return places
}

// demands lists what process i may ask for: by default every group of its workload, at every priority.
func demands(p any, c Config, i Site) []Demand {
	allowed := UpTo[Group](c.Groups)
	if len(c.Workload) > 0 && !c.Workload[i-1].Empty() {
		allowed = c.Workload[i-1]
	}
	if d, ok := p.(Demander); ok {
		return d.Demands(i, allowed)
	}
	var all []Demand
	for x := range allowed.All() {
		for z := range max(1, c.Priorities) {
			d := Demand{Group: x, Priority: z + 1, Text: []string{x.String()}}
			if c.Priorities > 1 {
				d.Text = append(d.Text, fmt.Sprint(z+1))
			}
			all = append(all, d)
		}
	}
	if c.Groups == 0 {
		return []Demand{{}}
	}
	return all
}

// space is the generic part of a system: it knows variables and messages and gives them numbers. Everything in it is
// exact and guarded by one lock, which is taken only when something is seen for the first time.
type space[V, M comparable] struct {
	sys        *System
	config     Config
	protocol   Protocol[V, M]
	timed      Timed[V, M]
	internal   Internal[V, M]
	attributor Attributor[M]
	demands    [][]Demand

	mu           spin.Mutex
	messages     numbers[M]
	views        numbers[View]
	classNumbers numbers[string]
	names        numbers[string] // of timers and internal events
	sites        []*siteSpace[V]
	moves        []Move // of the node expanded last: room for those of the next
}

// siteSpace is what has been seen at one site.
type siteSpace[V comparable] struct {
	locals  numbers[V]
	nodes   numbers[nodeKey]
	batches numbers[inbox]
	selves  numbers[selfKey]
	boxes   numbers[inbox]
	effects map[effectKey][]*effect
	events  map[eventKey]sharedEvent // those of the network, of crashes and recoveries
}

// nodeKey is a node: its variables, up or down, requests used, and the messages on their way to it.
type nodeKey struct {
	local uint32
	used  int32
	down  bool
	inbox inbox
}

// numbers gives each distinct value a number, from 1.
type numbers[T comparable] struct {
	of  map[T]uint32
	all []T // by number; all[0] is unused
}

func newNumbers[T comparable]() numbers[T] {
	return numbers[T]{of: map[T]uint32{}, all: make([]T, 1)}
}

func (n *numbers[T]) number(x T) uint32 {
	if k, ok := n.of[x]; ok {
		return k
	}
	k := uint32(len(n.all))
	n.of[x] = k
	n.all = append(n.all, x)
	return k
}

// trigger is an event as the handlers see it.
type trigger struct {
	kind   EventKind
	arg    uint32 // message number, or index of the demand
	from   Site   // channel of the message; the handler does not see it
	name   string // timer or internal event
	ticket int
}

// effectKey is what a handler's outcome depends on. It has no gaps, so that it is compared and hashed as one piece of memory.
type effectKey struct {
	local, arg, ticket uint32
	kind, name         uint16 // the name's number, 0 for none
}

// effect is one outcome of a handler.
type effect struct {
	local    uint32
	sends    []addressedNumber
	others   []Delivery // the messages to others
	own      []envelope // those to the site itself
	notes    []any
	entries  int
	spurious bool
	choices  []string
	callers  callers
	events   []channelEvent
}

// channelEvent is the event of an effect when the message comes over this channel.
type channelEvent struct {
	from Site
	sharedEvent
}

type addressedNumber struct {
	to      Site
	message uint32
}

// sharedEvent is the event of equal transitions, with what each of its moves says of it.
type sharedEvent struct {
	*Event
	class   uint16
	watched bool
}

// eventKey finds the shared Event of equal transitions that call no handler.
type eventKey struct {
	kind     EventKind
	arg      uint32
	from     Site
	position int
}

// expanding is a node of which the table of transitions is being written down.
type expanding[V comparable] struct {
	site   Site
	vars   V
	local  uint32
	used   int
	down   bool
	inbox  inbox
	ticket int
	busy   bool
	moves  []Move
}

func (s *space[V, M]) start(site int) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	return sp.nodes.number(nodeKey{local: sp.locals.number(s.protocol.Start(Site(site + 1)))})
}

func (s *space[V, M]) expand(site int, node uint32, ticket int) *Expansion {
	s.mu.Lock()
	defer s.mu.Unlock()
	row := node
	if ticket > 0 {
		row = node*uint32(s.sys.tickets) + uint32(ticket-1)
	}
	table := s.sys.sites[site]
	if dir := table.rows.Load(); dir != nil && int(row>>rowsBits) < len(*dir) {
		if x := (*dir)[row>>rowsBits][row%rowsSize].Load(); x != nil {
			return x // somebody else was faster
		}
	}
	s.sys.Journal.note(Entry{Site: uint8(site), Node: node, Ticket: uint32(ticket)})
	sp := s.sites[site]
	key := sp.nodes.all[node]
	x := &expanding[V]{
		site: Site(site + 1), vars: sp.locals.all[key.local], local: key.local,
		used: int(key.used), down: key.down, inbox: key.inbox, ticket: ticket,
		moves: s.moves[:0],
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
	s.moves = x.moves
	expansion := &Expansion{Moves: slices.Concat(x.moves), View: s.look(x), Busy: x.busy}
	table.store(row, expansion)
	return expansion
}

// look computes the node's view.
func (s *space[V, M]) look(x *expanding[V]) uint32 {
	messages := make([]M, x.inbox.len())
	for k := range messages {
		messages[k] = s.messages.all[x.inbox.at(k).message]
	}
	v := s.protocol.Look(x.site, x.vars, messages)
	v.InFlight, v.Down = len(messages) > 0, x.down
	return s.views.number(v)
}

// run appends the moves of an event of the protocol; box is the node's inbox without the message that it takes.
func (s *space[V, M]) run(x *expanding[V], t trigger, box inbox, used int, cost Cost) {
	from := len(x.moves)
	for _, e := range s.effects(x, t) {
		next := nodeKey{local: e.local, used: int32(used), inbox: box}
		for _, m := range e.own {
			next.inbox = next.inbox.put(m)
		}
		if m := x.add(from, s.sites[x.site-1].nodes.number(next), e.others, cost); m != nil {
			m.of(s.handled(x.site, t, e))
		}
	}
}

// send distributes an event's messages: those to the site itself go into its own inbox at once, the others become one
// batch for each destination.
func (s *space[V, M]) send(site Site, e *effect) {
	var batches [MaxSites + 1]inbox
	for _, m := range e.sends {
		v := envelope{message: m.message}
		if s.config.Network == FIFO {
			v.from = site
		}
		if m.to == site {
			e.own = append(e.own, v)
		} else {
			batches[m.to] = batches[m.to].put(v)
		}
	}
	for to, batch := range batches {
		if batch != "" {
			e.others = append(e.others, Delivery{Site: to - 1, Batch: s.sites[to-1].batches.number(batch)})
		}
	}
}

// withInbox appends a move that changes only the inbox, and concerns entry k of it.
func (s *space[V, M]) withInbox(x *expanding[V], from int, kind EventKind, k int, box inbox, cost Cost) {
	next := nodeKey{local: x.local, used: int32(x.used), down: x.down, inbox: box}
	e := x.inbox.at(k)
	if m := x.add(from, s.sites[x.site-1].nodes.number(next), nil, cost); m != nil {
		m.of(s.unhandled(x.site, eventKey{kind, e.message, e.from, x.inbox.position(k)}))
	}
}

// upDown appends a crash or a recovery.
func (s *space[V, M]) upDown(x *expanding[V], kind EventKind, down bool, cost Cost) {
	next := nodeKey{local: x.local, used: int32(x.used), down: down, inbox: x.inbox}
	if m := x.add(len(x.moves), s.sites[x.site-1].nodes.number(next), nil, cost); m != nil {
		m.of(s.unhandled(x.site, eventKey{kind: kind}))
	}
}

// add appends a move and returns it; nil if one of the moves since from has the same result: then both are one transition.
func (x *expanding[V]) add(from int, next uint32, sends []Delivery, cost Cost) *Move {
	for _, other := range x.moves[from:] {
		if other.Next == next && slices.Equal(other.Sends, sends) {
			return nil
		}
	}
	x.moves = append(x.moves, Move{Next: next, Sends: sends, Cost: cost})
	return &x.moves[len(x.moves)-1]
}

func (m *Move) of(e sharedEvent) { m.Event, m.Class, m.Watched = e.Event, e.class, e.watched }

// handled is the event of an effect.
func (s *space[V, M]) handled(site Site, t trigger, f *effect) sharedEvent {
	for _, e := range f.events {
		if e.from == t.from {
			return e.sharedEvent
		}
	}
	e := s.newEvent(site, t.name, eventKey{t.kind, t.arg, t.from, min(1, int(t.from))})
	e.Choices, e.Entries, e.Spurious, e.Notes, e.callers = f.choices, f.entries, f.spurious, f.notes, f.callers
	for _, m := range f.sends {
		send := Send{To: m.to, Value: s.messages.all[m.message]}
		if s.attributor != nil {
			send.Account = s.attributor.Account(s.messages.all[m.message], m.to)
		}
		e.Sends = append(e.Sends, send)
	}
	shared := s.share(e)
	f.events = append(f.events, channelEvent{t.from, shared})
	return shared
}

// unhandled is the event of a move that calls no handler.
func (s *space[V, M]) unhandled(site Site, key eventKey) sharedEvent {
	known := s.sites[site-1].events
	e, ok := known[key]
	if !ok {
		e = s.share(s.newEvent(site, "", key))
		known[key] = e
	}
	return e
}

func (s *space[V, M]) newEvent(site Site, name string, key eventKey) *Event {
	e := &Event{Kind: key.kind, Site: site, Name: name}
	switch key.kind {
	case RequestEvent:
		e.Demand = s.demands[site-1][key.arg]
	case DeliverEvent, LoseEvent, DuplicateEvent, DropEvent:
		e.Message = Message{Value: s.messages.all[key.arg], From: key.from, Position: key.position}
	}
	return e
}

func (s *space[V, M]) share(e *Event) sharedEvent {
	return sharedEvent{e, uint16(s.classNumbers.number(e.Class()) - 1), s.sys.Watch != nil && s.sys.Watch(e)}
}

// effects runs the handler of an event, once for every sequence of choices that it makes, and remembers the outcome.
func (s *space[V, M]) effects(x *expanding[V], t trigger) []*effect {
	sp := s.sites[x.site-1]
	key := effectKey{local: x.local, arg: t.arg, ticket: uint32(t.ticket), kind: uint16(t.kind)}
	if t.name != "" {
		key.name = uint16(s.names.number(t.name))
	}
	if all, ok := sp.effects[key]; ok {
		return all
	}
	var all []*effect
	for out, more := NewOutbox[M](), true; more; more = out.Again() {
		vars := x.vars
		s.handle(x.site, &vars, t, out)
		e := &effect{local: sp.locals.number(vars), notes: out.notes, entries: out.entries, choices: out.choices.texts(), callers: out.callers}
		e.spurious = e.entries > 0 && t.kind != RequestEvent && !s.protocol.Look(x.site, x.vars, nil).Waits
		for _, m := range out.sends {
			if m.to < 1 || int(m.to) > len(s.sites) {
				s.broken(x.site, t, fmt.Sprintf("sends %s to site %d", Text(m.msg), m.to), nil)
			}
			e.sends = append(e.sends, addressedNumber{m.to, s.messages.number(m.msg)})
		}
		s.send(x.site, e)
		all = append(all, e)
	}
	sp.effects[key] = all
	return all
}

// handle calls the protocol.
func (s *space[V, M]) handle(i Site, v *V, t trigger, out *Outbox[M]) {
	s.sys.handlerCalls.Add(1)
	defer func() {
		if r := recover(); r != nil {
			s.broken(i, t, r, debug.Stack())
		}
	}()
	switch t.kind {
	case RequestEvent:
		d := s.demands[i-1][t.arg]
		d.Ticket = t.ticket
		s.protocol.Request(i, v, d, out)
	case ExitEvent:
		s.protocol.Exit(i, v, out)
	case DeliverEvent:
		s.protocol.Receive(i, v, s.messages.all[t.arg], out)
	case TimeoutEvent:
		s.timed.Expire(i, v, t.name, out)
	case InternalEvent:
		s.internal.Do(i, v, t.name, out)
	default:
		panic("no handler for " + t.kind.String())
	}
}

// Broken is the panic of a protocol's handler, with where it happened. A search that catches it adds the trace.
type Broken struct {
	Algorithm string
	Event     string // the label
	Cause     any
	Stack     string
}

func (b *Broken) Error() string {
	return fmt.Sprintf("%s: the handler of %s panics: %v", b.Algorithm, b.Event, b.Cause)
}

func (s *space[V, M]) broken(i Site, t trigger, cause any, stack []byte) {
	e := Event{Kind: t.kind, Site: i, Name: t.name}
	switch t.kind {
	case RequestEvent:
		e.Demand = s.demands[i-1][t.arg]
	case DeliverEvent:
		e.Message = Message{Value: s.messages.all[t.arg]}
	}
	panic(&Broken{Algorithm: s.config.Algorithm, Event: e.label(s.sys.Places, false), Cause: cause, Stack: string(stack)})
}

func (s *space[V, M]) describe(site int, node uint32) Description {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	key := sp.nodes.all[node]
	vars := sp.locals.all[key.local]
	d := Description{Place: s.sys.Places[site].Name, Vars: vars, Fields: Fields(vars), Used: int(key.used), Down: key.down}
	for k := range key.inbox.len() {
		e := key.inbox.at(k)
		d.Inbox = append(d.Inbox, Message{Value: s.messages.all[e.message], From: e.from, Position: key.inbox.position(k)})
	}
	if s.config.Network == Bag { // a bag stands in the order of the message numbers, which mean nothing to the reader
		slices.SortStableFunc(d.Inbox, func(a, b Message) int { return strings.Compare(Text(a.Value), Text(b.Value)) })
	}
	return d
}

func (s *space[V, M]) view(number uint32) *View {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.views.all[number]
	return &v
}

func (s *space[V, M]) demandsOf(i Site) []Demand { return s.demands[i-1] }

func (s *space[V, M]) classes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.classNumbers.all[1:])
}

func (s *space[V, M]) sizes() Sizes {
	s.mu.Lock()
	defer s.mu.Unlock()
	z := Sizes{Messages: len(s.messages.of), Views: len(s.views.of), HandlerCalls: int(s.sys.handlerCalls.Load())}
	for _, sp := range s.sites {
		z.Locals += len(sp.locals.of)
		z.Nodes += len(sp.nodes.of)
	}
	return z
}

func (s *space[V, M]) nodes() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]int, len(s.sites))
	for k, sp := range s.sites {
		all[k] = len(sp.nodes.of)
	}
	return all
}
