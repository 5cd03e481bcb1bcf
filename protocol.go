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
)

// local is what a site has in a state: its variables, and how often it has done its events with a budget, a byte for each.
type local[V comparable] struct {
	vars V
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
func (l local[V]) Variables() (names []string, values []any) {
	names, values = system.Variables(l.vars)
	for k, event := range l.of.slice() {
		names, values = append(names, "#"+event), append(values, int(l.used[k]))
	}
	return names, values
}

// look is what properties see of a site.
type look[V comparable] struct {
	local[V]
	inbox func() []envelope // by sender; of one sender under fifo in their order; sorted when somebody asks, as few properties do
	asked *asking[V]
}

// protocol is a model as the engine sees it.
type protocol[V comparable] struct {
	m     *Model[V]
	set   settings
	names eventNames
	asked *asking[V]
	room  sync.Pool // of *V, for guards

	unused string // the counts of events before any has happened
}

func newProtocol[V comparable](p *Model[V], set settings) *protocol[V] {
	var all []string
	for _, e := range p.budgeted {
		all = append(all, e.name)
	}
	return &protocol[V]{m: p, set: set, names: eventNamesOf(all), asked: newAsking[V](p), unused: string(make([]byte, len(all)))}
}

// Places are the sites; a shared memory is one.
func (p *protocol[V]) Places() (all []model.Place) {
	if p.m.memory > 0 {
		return []model.Place{{Name: "memory", Process: true, Silent: true}}
	}
	for i := range p.m.n {
		all = append(all, model.Place{Name: strconv.Itoa(i + 1), Process: true})
	}
	return all
}

func (p *protocol[V]) ctx(i Site) Ctx {
	return Ctx{Self: i, n: p.m.sites(), kinds: &p.m.kinds, fifo: p.set.network == FIFO, alone: p.m.memory > 0}
}

// acting is the Ctx of a handler, whose turn ends when it has returned.
func (p *protocol[V]) acting(i Site, out *model.Outbox[envelope]) Ctx {
	c := p.ctx(i)
	c.turn = &turn{out: out}
	return c
}

// Start is not asked, see Starts.
func (p *protocol[V]) Start(Site) (l local[V]) { return l }

// Demands are none: there is no critical section.
func (p *protocol[V]) Demands(Site, model.Groups) []model.Demand { return nil }

func (p *protocol[V]) MayRequest(Site, local[V]) bool                                 { return false }
func (p *protocol[V]) InCS(Site, local[V]) bool                                       { return false }
func (p *protocol[V]) Request(Site, *local[V], model.Demand, *model.Outbox[envelope]) {}
func (p *protocol[V]) Exit(Site, *local[V], *model.Outbox[envelope])                  {}
func (p *protocol[V]) InOrder()                                                       {}

// Receive runs the handler of the message's kind.
func (p *protocol[V]) Receive(i Site, l *local[V], m envelope, out *model.Outbox[envelope]) {
	c := p.acting(i, out)
	if !m.secret {
		c.From = m.from
	}
	p.m.kinds.of[reflect.TypeOf(m.message)].do(&l.vars, c, m.message)
	c.turn.end()
}

// Messages has a message of each kind.
func (p *protocol[V]) Messages() (all []any) {
	for t := range p.m.kinds.of {
		all = append(all, reflect.Zero(t).Interface())
	}
	return all
}

// Crash is what is left of the variables.
func (p *protocol[V]) Crash(i Site, l *local[V]) {
	if p.m.onCrash != nil {
		p.m.onCrash(&l.vars, p.ctx(i))
	}
}

// Recover is what a site does when it recovers.
func (p *protocol[V]) Recover(i Site, l *local[V], out *model.Outbox[envelope]) {
	if p.m.onRecover != nil {
		c := p.acting(i, out)
		p.m.onRecover(&l.vars, c)
		c.turn.end()
	}
}

// AcceptsAll reports that no message has a guard.
func (p *protocol[V]) AcceptsAll() bool {
	for _, r := range p.m.kinds.of {
		if r.when != nil {
			return false
		}
	}
	return true
}

// Accepts asks the message's guard.
func (p *protocol[V]) Accepts(i Site, l local[V], m envelope) bool {
	r := p.m.kinds.of[reflect.TypeOf(m.message)]
	if r.when == nil {
		return true
	}
	c := p.ctx(i)
	if !m.secret {
		c.From = m.from
	}
	return asked(&p.room, r.guard, m.String, l.vars, func(s *V) bool { return r.when(s, c, m.message) }, func(a, b bool) bool { return a == b })
}

// Internals lists the events that can happen, with their parameters.
func (p *protocol[V]) Internals(i Site, l local[V]) []model.Inner {
	var all []model.Inner
	for _, e := range p.m.events {
		for _, x := range p.offered(e, i, l) {
			all = append(all, model.Inner{Name: e.label(x), Optional: e.mayBeLeft(), Patient: e.patient, Exit: e.exit})
		}
	}
	return all
}

// offered are the parameters with which an event can happen.
func (p *protocol[V]) offered(e *event[V], i Site, l local[V]) []any {
	if e.budget != Always && int(l.used[e.counter]) >= e.budget {
		return nil
	}
	all := asked(&p.room, e.guard, func() string { return e.name }, l.vars, func(s *V) []any { return e.offers(s, p.ctx(i)) }, slices.Equal)
	for k, x := range all {
		if slices.ContainsFunc(all[:k], func(y any) bool { return e.label(x) == e.label(y) }) {
			panic(model.Mistake{Method: "the offers of " + e.name, Problem: fmt.Sprintf("list %s twice", e.label(x)), In: e.guard})
		}
	}
	return all
}

// asked is the answer of a guard, which must leave the variables as they are; guard is the author's function, room has *V for it to look at.
func asked[V comparable, A any](room *sync.Pool, guard any, of func() string, vars V, ask func(*V) A, same func(a, b A) bool) A {
	defer func() {
		if r := recover(); r != nil {
			m, is := r.(model.Mistake)
			if !is {
				m.Cause = r
			}
			m.Method = "the guard of " + of()
			panic(m)
		}
	}()
	after, has := room.Get().(*V)
	if !has {
		after = new(V)
	}
	*after = vars
	answer := ask(after)
	if *after != vars {
		panic(model.Mistake{Problem: fmt.Sprintf("changes variables: %s; allowed is that in actions only", system.Difference(vars, *after)), In: guard})
	}
	if !same(ask(after), answer) {
		panic(model.Mistake{Problem: "does not always answer the same", In: guard})
	}
	room.Put(after)
	return answer
}

// Do runs the event of this text.
func (p *protocol[V]) Do(i Site, l *local[V], text string, out *model.Outbox[envelope]) {
	name := nameOf(text)
	for _, e := range p.m.events {
		if e.name != text && e.name != name {
			continue
		}
		offered := one
		if !e.bare { // otherwise it would not be here if its guard were false
			offered = p.offered(e, i, *l)
		}
		for _, x := range offered {
			if e.label(x) == text {
				if e.budget != Always {
					used := []byte(l.used)
					used[e.counter]++
					l.used = string(used)
				}
				c := p.acting(i, out)
				e.do(&l.vars, c, x)
				c.turn.end()
				return
			}
		}
	}
	out.Unhandled()
}

// eventList are the names of the model's events; those of a shared memory have a process's number behind it: enter(1), enter(2).
func (p *Model[V]) eventList() (all []string) {
	for _, e := range p.events {
		if name := nameOf(e.name); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// Declared are the model's events, the kinds of messages that it takes, and its timers.
func (p *protocol[V]) Declared() (all []string) {
	all = p.m.eventList()
	for _, name := range p.m.kinds.names {
		all = append(all, "deliver("+name+")")
	}
	for _, name := range p.m.kinds.timers {
		all = append(all, "timeout("+name+")")
	}
	return all
}

// Asked counts what properties have asked for.
func (p *protocol[V]) Asked() *atomic.Uint32 { return &p.asked.count }

// Answers are what properties have asked for of a site with these variables.
func (p *protocol[V]) Answers(l local[V]) system.Answers { return p.asked.answers(l) }

// Counts, Uncounted and Recounted tell apart what handlers see.
func (p *protocol[V]) Counts(l local[V]) string { return l.used }

func (p *protocol[V]) Uncounted(l local[V]) local[V] { return local[V]{l.vars, p.unused, p.names} }

func (p *protocol[V]) Recounted(l local[V], counts string) local[V] {
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
func (p *protocol[V]) Allowing(counts string) string {
	used := []byte(p.unused)
	for k, e := range p.m.budgeted {
		if int(counts[k]) >= e.budget {
			used[k] = byte(e.budget)
		}
	}
	return string(used)
}

// Look shows all of a site.
func (p *protocol[V]) Look(_ Site, l local[V], inbox []envelope) model.View {
	all, credit := slices.Clone(inbox), 0
	if p.m.credits != nil {
		credit = p.m.credits(l.vars, inbox)
	}
	return model.View{Credit: credit, More: &look[V]{l, sync.OnceValue(func() []envelope {
		slices.SortStableFunc(all, p.compare)
		return all
	}), p.asked}}
}

// compare is the order in which messages are shown: by sender, in a bag then by what they say.
func (p *protocol[V]) compare(a, b envelope) int {
	if c := cmp.Compare(a.from, b.from); c != 0 || p.set.network == FIFO {
		return c
	}
	return cmp.Or(cmp.Compare(a.String(), b.String()), cmp.Compare(fmt.Sprintf("%#v", a.message), fmt.Sprintf("%#v", b.message)))
}
