package gmecheck

import (
	"fmt"
	"reflect"

	"github.com/gmecheck/gmecheck/model"
)

// Site is the number of a site, from 1 to n; 0 is none. Write sites as Site, not as plain numbers: then gmecheck knows where a
// state names one, and can tell which sites are alike.
type Site = model.Site

// Sites is a set of sites: a value, compared by what is in it. Its methods return new sets.
type Sites = model.Set[Site]

// List is a list of any length: a value, compared by what is in it, which slices are not. Its methods return new lists.
type List[T comparable] = model.List[T]

// Number counts from 0 without end, for requests or elections. Handlers ask in which order two numbers stand, and no more: then proofs by views
// do not have to know them, and end however large they grow. Compare them by their methods, never with ==.
type Number = model.Number

// NumberOf is the number n, from 0 to half of the largest int. It panics on others.
func NumberOf(n int) Number { return model.NumberOf(n) }

// PerSite is an array with one value for each site: a value, compared by what is in it. Its methods return new arrays.
type PerSite[T comparable] = model.PerSite[T]

// SetOf returns the set of these sites. It panics, as [Sites.With] does, on a negative number, and on one above 1048575.
func SetOf(sites ...Site) Sites { return model.SetOf(sites...) }

// ListOf returns the list of these elements.
func ListOf[T comparable](elements ...T) List[T] { return model.ListOf(elements...) }

// NewPerSite returns an array of n zero values, one for each site.
func NewPerSite[T comparable](n int) PerSite[T] { return model.NewPerSite[T](n) }

// Ctx is what a handler or a guard knows and can do besides reading and writing the variables of its site. Guards can only
// ask: a guard that sends or chooses is an error.
type Ctx struct {
	Self Site // where it happens; 0 in the Init of a [Shared] memory, which is no process's
	From Site // who sent the message; 0 in events, and for messages that are anonymous

	n     int
	turn  *turn // nil in guards
	kinds *kinds
	fifo  bool
	alone bool // there are no other sites: shared memory
}

// turn is what a handler can use while it runs, and nobody who has kept its Ctx can use afterwards.
type turn struct {
	out   *model.Outbox[envelope]
	start *starts // in Init

	refused *model.Mistake // what the handler may not do, and has done
}

// end is when the handler has returned. What it was refused it may have recovered from, and hidden.
func (t *turn) end() {
	refused := t.refused
	if *t = (turn{}); refused != nil {
		panic(*refused)
	}
}

// refuse ends a handler that does what it may not do.
func (c Ctx) refuse(problem string) {
	m := model.Mistake{Problem: problem}
	if c.turn != nil && *c.turn != (turn{}) {
		c.turn.refused = &m
	}
	panic(m)
}

// Size is the number of sites.
func (c Ctx) Size() int { return c.n }

// All is the set of all sites.
func (c Ctx) All() Sites { return model.UpTo[Site](c.n) }

// Peers is the set of all sites but this one.
func (c Ctx) Peers() Sites { return c.All().Without(c.Self) }

// Next is the next site on a ring: Self+1, and 1 after the last.
func (c Ctx) Next() Site { return c.Self%Site(c.n) + 1 }

// Prev is the site before this one on a ring: Self-1, and the last one before 1.
func (c Ctx) Prev() Site { return (c.Self+Site(c.n)-2)%Site(c.n) + 1 }

// Send puts a message into the network. It must be of a type that an [On] takes. A message to oneself travels like any other.
func (c Ctx) Send(to Site, message any) {
	c.handlers("Send")
	r := c.kinds.of[reflect.TypeOf(message)]
	if r == nil {
		text := fmt.Sprintf("sends %T to site %d, and no On takes messages of this type; %s", message, to, c.kinds.known())
		if t := reflect.TypeOf(message); t != nil && t.Kind() == reflect.Pointer && c.kinds.of[t.Elem()] != nil {
			text += "; send the value, not a pointer to it"
		}
		c.refuse(text)
	}
	if to < 1 || int(to) > c.n {
		c.refuse(fmt.Sprintf("sends %s to site %d, which is not there: sites are 1 to %d", r.text(message), to, c.n))
	}
	m := envelope{kind: r.name, secret: r.anonymous, message: message}
	if c.fifo || !r.anonymous {
		m.from = c.Self
	}
	c.turn.out.Send(to, m)
}

// Cast sends a message to each of the sites, in ascending order.
func (c Ctx) Cast(to Sites, message any) {
	c.handlers("Cast")
	for i := range to.All() {
		c.Send(i, message)
	}
}

// Choose returns a number from lo to hi, of at most 65,536; the event is tried with every one of them, and its label shows the choice. In
// [Model.Init] each choice is an initial state of its own. At most 4,096 choices can be made one after another, and an event has at most 131,072
// sequences of them.
func (c Ctx) Choose(name string, lo, hi int) int {
	if c.turn != nil && c.turn.start != nil {
		model.Choosable("Choose", name, lo, hi)
		if !c.alone {
			name += fmt.Sprint(c.Self)
		}
		return c.turn.start.next(name, lo, hi)
	}
	c.handlers("Choose")
	return c.turn.out.Choose(name, lo, hi)
}

// Maybe returns false and true; the event is tried with both.
func (c Ctx) Maybe(name string) bool { return c.Choose(name, 0, 1) == 1 }

// ChooseForAll is Choose for [Model.Init] alone: all sites get the same number.
func (c Ctx) ChooseForAll(name string, lo, hi int) int {
	if c.turn == nil || c.turn.start == nil {
		c.refuse("calls ChooseForAll; allowed is that in Init only")
	}
	model.Choosable("ChooseForAll", name, lo, hi)
	return c.turn.start.shared(name, lo, hi)
}

// handlers refuses what only handlers may do.
func (c Ctx) handlers(what string) {
	switch {
	case c.turn != nil && *c.turn == (turn{}):
		c.refuse("calls " + what + " of the Ctx of another step; allowed is that of its own, which ends with it")
	case c.turn == nil || c.turn.out == nil:
		c.refuse("calls " + what + "; allowed is that in the actions of events and in the handlers of messages only")
	}
}
