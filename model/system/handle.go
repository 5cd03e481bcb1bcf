package system

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// caller calls handlers, and asks which may be called. It belongs to one goroutine at a time: that of a space to whoever has its lock.
type caller[V, M comparable] struct {
	*space[V, M]
	outbox  *model.Outbox[M]
	types   values.Types
	asked   int            // how many calls of handlers asked whether anybody hears their notes
	tracing bool           // it is asked by which calls a handler uses its outbox
	ran     [2][]ran[V, M] // of the event that was run last: room for the next
	slot    *slot          // in which it says what it calls
	met     []met[V, M]    // see memory.go
}

func newCaller[V, M comparable](s *space[V, M]) *caller[V, M] {
	return &caller[V, M]{space: s, outbox: model.NewOutbox[M](), types: values.NewTypes()}
}

// handle calls the protocol for one sequence of choices, and notes in r what the handler has done. It returns what is
// wrong with that.
func (c *caller[V, M]) handle(i model.Site, r *ran[V, M], t trigger, out *model.Outbox[M]) (broken *model.Broken) {
	v := &r.vars
	wrong := func(problem string, args ...any) *model.Broken { return c.broken(i, t, problem, args...) }
	defer panicked(&broken, wrong)
	switch t.kind {
	case model.RequestEvent:
		d := c.demands[i-1][t.arg]
		d.Ticket = t.ticket
		c.protocol.Request(i, v, d, out)
	case model.ExitEvent:
		c.protocol.Exit(i, v, out)
	case model.DeliverEvent:
		c.protocol.Receive(i, v, c.messages.at(t.arg), out)
	case model.TimeoutEvent:
		c.timed.Expire(i, v, t.name, out)
	case model.InternalEvent:
		c.internal.Do(i, v, t.name, out)
	case model.CrashEvent:
		c.volatile.Crash(i, v)
	case model.RecoverEvent:
		c.recovering.Recover(i, v, out)
	default:
		panic("no handler for " + t.kind.String())
	}
	if r.Effect = out.Effect(); r.Unhandled {
		return wrong("%s", c.unhandledText(i, t))
	}
	if !c.settled {
		if found := c.types.Wrong(v); found != "" {
			return wrong("leaves variables that are no value: %v", found)
		}
	}
	for k := range r.Sends {
		m := &r.Sends[k]
		if c.openMessages {
			if found := c.types.Wrong(&m.Message); found != "" {
				of := any(m.Message)
				if carrier, is := of.(model.Carrier); is { // whose type the author does not know
					of, _, _ = carrier.Carries()
					found = c.types.WrongIn(of)
				}
				return wrong("sends a message of type %T, which is no value: %v", of, found)
			}
		}
		if m.To < 1 || int(m.To) > len(c.sites) {
			return wrong("sends %s to site %d, which is not there: sites are 1 to %d", model.Text(m.Message), m.To, len(c.sites))
		}
	}
	for k := range r.Notes {
		if found := c.types.Wrong(&r.Notes[k]); found != "" {
			return wrong("notes what is no value: %v", found)
		}
	}
	return nil
}

// unhandledText says what it is that no handler takes.
func (s *space[V, M]) unhandledText(i model.Site, t trigger) string {
	place := s.sys.Places[i-1].Title()
	if t.kind != model.DeliverEvent {
		return fmt.Sprintf("is missing: %s has one for no %s of this name", place, t.kind)
	}
	m := s.messages.at(t.arg)
	return fmt.Sprintf("is missing: %s takes no messages of type %T (%s)", place, m, model.Kind(m))
}

// look computes what properties see of the node: once with its messages in their order and once backwards, because they
// are in no particular order.
func (s *space[V, M]) look(x *expanding) (uint32, *model.Broken) {
	bare, broken := s.bare(x.site, x.local)
	if broken != nil || x.inbox.len() == 0 && !x.down && !s.sys.showing {
		return bare, broken
	}
	v := s.views.at(bare)
	vars := s.sites[x.site-1].locals.at(x.local)
	if x.inbox.len() > 0 {
		s.inbox = s.inbox[:0]
		for k := range x.inbox.len() {
			s.inbox = append(s.inbox, s.messages.at(x.inbox.at(k).message))
		}
		known := v.Brief()
		if v, broken = s.see(x.site, vars, s.inbox); broken != nil {
			return 0, broken
		}
		if v.Brief() != known {
			return 0, s.mistaken(x.site, "Look", "shows Waits, InCS, Groups or Priority that do not follow from the variables alone, but depend on the inbox %v", s.inbox)
		}
	}
	v.InFlight, v.Down = x.inbox.len() > 0, x.down
	if s.sys.showing {
		v.Shown = model.Shown{Vars: vars, Inbox: model.ListOf(s.messagesOf(x.inbox)...)}
	}
	lately := &s.lately[(bare*31+uint32(x.inbox.len()))%uint32(len(s.lately))]
	if *lately == 0 || *s.views.ref(*lately) != v {
		*lately = s.views.number(v)
	}
	return *lately, nil
}

// viewOf is look, once for each node.
func (s *space[V, M]) viewOf(x *expanding) (uint32, *model.Broken) {
	known := reach(&s.sites[x.site-1].shown, x.node)
	if *known == 0 {
		view, broken := s.look(x)
		if broken != nil {
			return 0, broken
		}
		*known = view
	}
	return *known, nil
}

// judge notes what is said of the moves of a node by their events and by what the node and those that they lead to look like. A move that is not always possible
// may lead where nobody comes, and is judged when it happens.
func (s *space[V, M]) judge(x *expanding) {
	var m *Move
	defer func() {
		if r := recover(); r != nil {
			panic(following(model.PropertyBroken(model.Unnamed, "Step", r), m.Event, s.sys.Places))
		}
	}()
	sp := s.sites[x.site-1]
	var before, later []*model.View // nil for all sites but this
	for k := range x.moves {
		if m = &x.moves[k]; !m.Divided {
			continue
		}
		o := *m.Outcome
		if m.Cost != Free {
			o.Divided, o.Between = false, true
		} else {
			own, box := sp.node(m.Next)
			after, broken := s.viewOf(&expanding{self: own, site: x.site, node: m.Next, inbox: sp.boxes.at(box)})
			if broken != nil {
				continue // which is told of at that node
			}
			if before == nil {
				before, later = make([]*model.View, len(s.sites)), make([]*model.View, len(s.sites))
				before[x.site-1] = s.views.ref(x.view)
			}
			later[x.site-1] = s.views.ref(after)
			o.Spoke, o.Violated = s.sys.Judge(before, m.Event, later)
		}
		m.Outcome = s.said(m.Outcome, o)
	}
}

// said is an outcome of which something more is known; there is one of a kind.
func (s *space[V, M]) said(of *Outcome, o Outcome) *Outcome {
	key := verdict{of, o.Divided, o.Spoke, o.Violated}
	known := s.verdicts[key]
	if known == nil {
		known = &o
		s.verdicts[key] = known
	}
	return known
}

// see asks the protocol what a site looks like. It changes the order of the messages.
func (s *space[V, M]) see(i model.Site, vars V, inbox []M) (v model.View, broken *model.Broken) {
	wrong := func(problem string, args ...any) *model.Broken { return s.mistaken(i, "Look", problem, args...) }
	defer panicked(&broken, wrong)
	v = s.protocol.Look(i, vars, inbox)
	if found := s.caller.types.WrongIn(v.More); found != "" {
		return v, wrong("shows what is no value in More: %v", found)
	}
	if !s.inOrder {
		slices.Reverse(inbox)
	}
	if again := s.protocol.Look(i, vars, inbox); again != v {
		one, other := differ(v, again)
		return v, wrong("does not always show the same for the same messages: first %s; then %s", one, other)
	}
	return v, nil
}

// Every method of the protocol is called at least twice, and the answers are compared: a method that depends on something else
// than its arguments, such as a clock, a random number, the order of a map or an earlier call, gives other
// states, and perhaps another verdict, in every run.

// ran is one outcome of a handler: of one sequence of choices.
type ran[V, M comparable] struct {
	vars V
	model.Effect[M]
}

// outcomes runs the handler of an event, once for every sequence of choices that it makes; all of it at least twice. The next call overwrites them.
func (c *caller[V, M]) outcomes(i model.Site, vars V, t trigger) (all []ran[V, M], broken *model.Broken) {
	c.noted(i, t, func() {
		if all, broken = c.once(i, vars, t, &c.ran[1], !c.sys.Unheard); broken == nil {
			broken = c.again(i, vars, t, all)
		}
	})
	for more := Repetitions(c.sys.handlerCalls.Add(1)); broken == nil && more > 1; more-- {
		c.noted(i, t, func() { broken = c.again(i, vars, t, all) })
	}
	return all, broken
}

// Repetitions is how often a call is repeated. The first are repeated more often: going through a map of two keys gives the usual order in seven
// calls of eight, and a small model makes too few calls for one repetition each to meet the other.
func Repetitions(call int64) int64 { return max(1, min(32, 1024/call)) }

// noted makes calls of the handler of an event, and lets know whoever waits for them.
func (c *caller[V, M]) noted(i model.Site, t trigger, calls func()) {
	if c.sys.Calls == nil {
		calls()
		return
	}
	call := &Call{site: i, kind: t.kind, name: t.name}
	switch t.kind {
	case model.RequestEvent:
		call.demand = &c.demands[i-1][t.arg]
	case model.DeliverEvent:
		call.message = c.messages.at(t.arg)
	}
	c.note(call, calls)
}

// again runs the handler once more, and says how the outcomes differ from those known. A handler that asks whether its notes are
// heard must do the same whether they are or not: it is told the other than first, if it is its turn.
func (c *caller[V, M]) again(i model.Site, vars V, t trigger, first []ran[V, M]) *model.Broken {
	heard, not := !c.sys.Unheard, "does not always do the same"
	if c.outbox.Asked() && c.turns() {
		heard, not = !heard, "does not do the same where nobody hears its notes"
	}
	second, broken := c.once(i, vars, t, &c.ran[0], heard)
	if broken != nil {
		return c.broken(i, t, "%s: first %s; then %s", not, first[0].sends(), broken.Problem)
	}
	for k := range min(len(first), len(second)) {
		if heard == c.sys.Unheard { // these are other notes
			second[k].Notes = first[k].Notes
		}
		if !first[k].same(&second[k]) {
			one, other := first[k].differ(&second[k])
			return c.broken(i, t, "%s: first %s; then %s", not, one, other)
		}
	}
	if len(first) != len(second) {
		return c.broken(i, t, "%s: first it makes %d sequences of choices; then %d", not, len(first), len(second))
	}
	return nil
}

// turns reports that it is the turn of a handler that asks to be told otherwise whether its notes are heard: every other time; but where nobody hears
// them, so that they are worked out for nothing, only now and then after the first calls.
func (c *caller[V, M]) turns() bool {
	c.asked++
	if c.sys.Unheard && c.asked > 64 {
		return c.asked%16 == 1
	}
	return c.asked%2 == 1
}

// once runs the handler of an event once for every sequence of choices that it makes.
func (c *caller[V, M]) once(i model.Site, vars V, t trigger, room *[]ran[V, M], heard bool) (all []ran[V, M], broken *model.Broken) {
	out := c.outbox
	all = (*room)[:0]
	out.Reset(c.tracing, heard)
	for more := true; more; more = out.Again() {
		all = append(all, ran[V, M]{vars: vars})
		if broken := c.handle(i, &all[len(all)-1], t, out); broken != nil {
			return nil, broken
		}
	}
	*room = all
	return all, nil
}

func (r *ran[V, M]) same(q *ran[V, M]) bool {
	return r.vars == q.vars && slices.Equal(r.Sends, q.Sends) && slices.Equal(r.Notes, q.Notes) &&
		r.Entries == q.Entries && slices.Equal(r.Choices, q.Choices)
}

// differ says in which parts two outcomes differ.
func (r *ran[V, M]) differ(q *ran[V, M]) (string, string) {
	var one, other []string
	part := func(same bool, a, b string) {
		if !same {
			one, other = append(one, a), append(other, b)
		}
	}
	a, b := differ(r.vars, q.vars)
	part(r.vars == q.vars, a, b)
	part(slices.Equal(r.Sends, q.Sends), r.sends(), q.sends())
	part(slices.Equal(r.Notes, q.Notes), fmt.Sprintf("notes %v", r.Notes), fmt.Sprintf("notes %v", q.Notes))
	part(r.Entries == q.Entries, fmt.Sprintf("enters %d times", r.Entries), fmt.Sprintf("enters %d times", q.Entries))
	part(slices.Equal(r.Choices, q.Choices), fmt.Sprintf("chooses %v", r.Choices), fmt.Sprintf("chooses %v", q.Choices))
	return strings.Join(one, ", "), strings.Join(other, ", ")
}

func (r *ran[V, M]) sends() string {
	if len(r.Sends) == 0 {
		return "sends nothing"
	}
	var all []string
	for _, m := range r.Sends {
		all = append(all, fmt.Sprintf("%s -> %d", model.Text(m.Message), m.To))
	}
	return "sends " + strings.Join(all, ", ")
}

// twice asks a method of site i that no event calls, twice.
func twice[V, M comparable, T any](s *space[V, M], i model.Site, method string, same func(a, b T) bool, ask func() T) (answer T, broken *model.Broken) {
	defer panicked(&broken, func(problem string, args ...any) *model.Broken { return s.mistaken(i, method, problem, args...) })
	answer = ask()
	if again := ask(); !same(answer, again) {
		one, other := differ(answer, again)
		broken = s.mistaken(i, method, "does not always answer the same: first %s; then %s", one, other)
	}
	return answer, broken
}

// guarding is twice for what guards decide: a [Questioned] protocol calls its author's guards twice itself, and knows their names.
func guarding[V, M comparable, T any](c *caller[V, M], i model.Site, method string, same func(a, b T) bool, ask func() T) (answer T, broken *model.Broken) {
	if c.questioned == nil {
		return twice(c.space, i, method, same, ask)
	}
	guarded := func() {
		defer panicked(&broken, func(problem string, args ...any) *model.Broken { return c.mistaken(i, method, problem, args...) })
		answer = ask()
	}
	if c.sys.Calls == nil {
		guarded()
	} else {
		c.note(&Call{site: i, guards: true}, guarded)
	}
	return answer, broken
}

// equal compares comparable answers.
func equal[T comparable](a, b T) bool { return a == b }

// panicked makes of a panic, if there is one, what is wrong. It must be deferred.
func panicked(broken **model.Broken, where func(problem string, args ...any) *model.Broken) {
	if r := recover(); r != nil {
		*broken = where("").Panics(r)
	}
}
