package gmecheck

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// local is what a site has in a state: its variables, and how often it has done its events with a budget, a byte for each.
type local struct {
	vars any // of the model's type
	used string
	of   eventNames // of these events
}

// eventNames is a list of them, in one piece because that is compared and hashed fast.
type eventNames string

// eventNamesOf is the list of these names, none of which has a newline in it.
func eventNamesOf(all []string) eventNames { return eventNames(strings.Join(all, "\n")) }

// slice is the names one by one.
func (n eventNames) slice() []string {
	if n == "" {
		return nil
	}
	return strings.Split(string(n), "\n")
}

// Variables lists the variables, and after them the counts.
func (l local) Variables() (names []string, values []any) {
	for name, value := range model.Variables(l.vars) {
		names, values = append(names, name), append(values, value)
	}
	for k, event := range l.of.slice() {
		names, values = append(names, "#"+event), append(values, int(l.used[k]))
	}
	return names, values
}

// look is what properties see of a site.
type look struct {
	local
	inbox func() []envelope // by sender; of one sender under fifo in their order; sorted when somebody asks, as few properties do
	asked *asking
}

// protocol is a model as the engine sees it.
type protocol struct {
	m      *core
	events map[string]*event // those of m, by name
	set    settings
	names  eventNames
	asked  *asking

	unused string // the counts of events before any has happened
}

func newProtocol(p *core, set settings) *protocol {
	var all []string
	for _, e := range p.budgeted {
		all = append(all, e.name)
	}
	events := map[string]*event{}
	for _, e := range p.events {
		events[e.name] = e
	}
	return &protocol{m: p, events: events, set: set, names: eventNamesOf(all), asked: newAsking(p), unused: string(make([]byte, len(all)))}
}

// Places are the sites; a shared memory is one.
func (p *protocol) Places() (all []model.Place) {
	if p.m.memory > 0 {
		return []model.Place{{Name: "memory", Process: true, Silent: true}}
	}
	for i := range p.m.n {
		all = append(all, model.Place{Name: strconv.Itoa(i + 1), Process: true})
	}
	return all
}

func (p *protocol) ctx(i Site) Ctx {
	return Ctx{Self: i, n: p.m.sites(), kinds: &p.m.kinds, fifo: p.set.network == FIFO, alone: p.m.memory > 0}
}

// acting is the Ctx of a handler, whose turn ends when it has returned.
func (p *protocol) acting(i Site, out *model.Outbox[envelope]) Ctx {
	c := p.ctx(i)
	c.turn = &turn{out: out}
	return c
}

// Start is not asked, see Starts.
func (p *protocol) Start(Site) (l local) { return l }

// Demands are none: there is no critical section.
func (p *protocol) Demands(Site, model.Groups) []model.Demand { return nil }

func (p *protocol) MayRequest(Site, local) bool                                 { return false }
func (p *protocol) InCS(Site, local) bool                                       { return false }
func (p *protocol) Request(Site, *local, model.Demand, *model.Outbox[envelope]) {}
func (p *protocol) Exit(Site, *local, *model.Outbox[envelope])                  {}
func (p *protocol) InOrder()                                                    {}

// Receive runs the handler of the message's kind.
func (p *protocol) Receive(i Site, l *local, m envelope, out *model.Outbox[envelope]) {
	c := p.acting(i, out)
	if !m.secret {
		c.From = m.from
	}
	l.vars = p.m.variables.run(l.vars, p.m.kinds.of[reflect.TypeOf(m.message)].do, c, m.message)
	c.turn.end()
}

// Messages has a message of each kind, and variables, which stand in an interface, too.
func (p *protocol) Messages() (all []any) {
	if p.m.variables.zero != nil {
		all = append(all, p.m.variables.zero)
	}
	for t := range p.m.kinds.of {
		all = append(all, reflect.Zero(t).Interface())
	}
	return all
}

// Crash is what is left of the variables.
func (p *protocol) Crash(i Site, l *local) {
	if p.m.onCrash != nil {
		l.vars = p.m.variables.run(l.vars, p.m.onCrash, p.ctx(i), nil)
	}
}

// Recover is what a site does when it recovers.
func (p *protocol) Recover(i Site, l *local, out *model.Outbox[envelope]) {
	if p.m.onRecover != nil {
		c := p.acting(i, out)
		l.vars = p.m.variables.run(l.vars, p.m.onRecover, c, nil)
		c.turn.end()
	}
}

// AcceptsAll reports that no message has a guard.
func (p *protocol) AcceptsAll() bool {
	for _, r := range p.m.kinds.of {
		if r.when != nil {
			return false
		}
	}
	return true
}

// Accepts asks the message's guard.
func (p *protocol) Accepts(i Site, l local, m envelope) bool {
	r := p.m.kinds.of[reflect.TypeOf(m.message)]
	if r.when == nil {
		return true
	}
	c := p.ctx(i)
	if !m.secret {
		c.From = m.from
	}
	at := p.m.variables.open(l.vars)
	defer at.close()
	return p.offers(at, r.guard, m, r.when, c, m.message) != nil
}

// Internals lists the events that can happen, with their parameters.
func (p *protocol) Internals(i Site, l local) []model.Inner {
	var all []model.Inner
	at := p.m.variables.open(l.vars)
	defer at.close()
	for _, e := range p.m.events {
		from := len(all)
		for _, x := range p.offered(at, e, i, l) {
			label := e.label(x)
			if slices.ContainsFunc(all[from:], func(known model.Inner) bool { return known.Name == label }) {
				panic(model.Mistake{Method: "the offers of " + e.name, Problem: fmt.Sprintf("list %s twice", label), In: e.guard})
			}
			all = append(all, model.Inner{Name: label, Optional: e.mayBeLeft(), Patient: e.patient, Exit: e.exit})
		}
	}
	return all
}

// mostOffers is with how many parameters an event can happen in a state.
const mostOffers = 1 << 12

// offered are the parameters with which an event can happen; at is opened for the variables.
func (p *protocol) offered(at room, e *event, i Site, l local) []any {
	if e.budget != Always && int(l.used[e.counter]) >= e.budget {
		return nil
	}
	all := p.offers(at, e.guard, e, e.offers, p.ctx(i), nil)
	if len(all) > mostOffers {
		panic(model.Mistake{Method: "the offers of " + e.name, Problem: fmt.Sprintf("list %d parameters; allowed are at most %d", len(all), mostOffers), In: e.guard})
	}
	return all
}

// offers is what a guard says, which must leave the variables as they are; guard is the author's function, of is what it guards.
func (p *protocol) offers(at room, guard any, of fmt.Stringer, ask offers, c Ctx, x any) []any {
	defer func() {
		if r := recover(); r != nil {
			m, is := r.(model.Mistake)
			if !is {
				m.Cause = r
			}
			m.Method = "the guard of " + of.String()
			panic(m)
		}
	}()
	offered, again, changed := at.look(ask, c, x)
	if changed != "" {
		panic(model.Mistake{Problem: fmt.Sprintf("changes variables: %s; allowed is that in actions only", changed), In: guard})
	}
	if !slices.Equal(offered, again) {
		panic(model.Mistake{Problem: "does not always answer the same", In: guard})
	}
	return offered
}

// Do runs the event of this text.
func (p *protocol) Do(i Site, l *local, text string, out *model.Outbox[envelope]) {
	e := p.event(text)
	if e == nil {
		out.Unhandled()
		return
	}
	at := p.m.variables.open(l.vars)
	defer at.close()
	offered := one
	if !e.bare { // otherwise it would not be here if its guard were false
		offered = p.offered(at, e, i, *l)
	}
	k := slices.IndexFunc(offered, func(x any) bool { return e.label(x) == text })
	if k < 0 {
		out.Unhandled()
		return
	}
	if e.budget != Always {
		used := []byte(l.used)
		used[e.counter]++
		l.used = string(used)
	}
	c := p.acting(i, out)
	l.vars = at.run(e.do, c, offered[k])
	c.turn.end()
}

// event is the event of this text; nil if there is none.
func (p *protocol) event(text string) *event {
	if e := p.events[text]; e != nil {
		return e
	}
	return p.events[nameOf(text)]
}

// Handler is the author's function for an event.
func (p *protocol) Handler(e *model.Event) any {
	switch e.Kind {
	case model.DeliverEvent:
		return p.m.kinds.kind(e.Message.Value.(envelope).message).handler
	case model.TimeoutEvent:
		return p.m.timers[slices.Index(p.m.kinds.timers, e.Name)].action
	case model.InternalEvent:
		return p.event(e.Name).action
	}
	return nil
}

// eventList are the names of the model's events; those of a shared memory have a process's number behind it: enter(1), enter(2).
func (p *core) eventList() (all []string) {
	for _, e := range p.events {
		if name := nameOf(e.name); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// Declared are the model's events, the kinds of messages that it takes, and its timers.
func (p *protocol) Declared() (all []string) {
	all = p.m.eventList()
	for _, name := range p.m.kinds.names {
		all = append(all, "deliver("+name+")")
	}
	for _, name := range p.m.kinds.timers {
		all = append(all, "timeout("+name+")")
	}
	return all
}

// Settled reports that there are no interfaces in the author's variables.
func (p *protocol) Settled() bool { return p.m.variables.settled }

// Asked counts what properties have asked for.
func (p *protocol) Asked() *atomic.Uint32 { return &p.asked.count }

// Answers are what properties have asked for of a site with these variables.
func (p *protocol) Answers(l local) system.Answers { return p.asked.answers(l) }

// Counts, Uncounted and Recounted tell apart what handlers see.
func (p *protocol) Counts(l local) string { return l.used }

func (p *protocol) Uncounted(l local) local { return local{l.vars, p.unused, p.names} }

func (p *protocol) Recounted(l local, counts string) local {
	if l.used == p.unused {
		l.used = counts
		return l
	}
	used := []byte(l.used)
	for k := range used {
		used[k] += counts[k]
	}
	l.used = string(used)
	return l
}

// Allowing keeps of the counts only which are used up.
func (p *protocol) Allowing(counts string) string {
	used := []byte(p.unused)
	for k, e := range p.m.budgeted {
		if int(counts[k]) >= e.budget {
			used[k] = byte(e.budget)
		}
	}
	return string(used)
}

// Look shows all of a site.
func (p *protocol) Look(_ Site, l local, inbox []envelope) model.View {
	all, credit := slices.Clone(inbox), 0
	if p.m.credits != nil {
		credit = p.credit(l.vars, inbox)
	}
	return model.View{Credit: credit, More: &look{l, sync.OnceValue(func() []envelope {
		slices.SortStableFunc(all, p.compare)
		return all
	}), p.asked}}
}

// credit is what the law of [Model.Credits] counts at a site.
func (p *protocol) credit(vars any, inbox []envelope) int {
	defer func() {
		if r := recover(); r != nil {
			panic((&model.Broken{Algorithm: p.m.name, Property: model.Boundary, Method: "a function of Credits"}).Panics(r))
		}
	}()
	return p.m.credits(vars, inbox)
}

// compare is the order in which messages are shown: by sender, in a bag then by what they say.
func (p *protocol) compare(a, b envelope) int {
	if c := cmp.Compare(a.from, b.from); c != 0 || p.set.network == FIFO {
		return c
	}
	return cmp.Or(cmp.Compare(a.String(), b.String()), values.Compare(a.message, b.message))
}
