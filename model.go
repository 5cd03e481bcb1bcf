package gmecheck

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// Model is a protocol for a number of sites, with what is claimed of it. V is the variables of one site: a type whose values
// can be compared, usually a struct of numbers, booleans, [Site], [Sites], [List] and [PerSite]. All sites have the same
// handlers; where they play different parts, handlers ask c.Self.
//
// Handlers, guards and properties must be pure: they may read and write *s and call methods of their [Ctx], and must depend on
// nothing else. gmecheck runs handlers and guards twice and compares, the first calls of handlers more often, and before a check it goes through a few random runs twice, in
// another order, and asks the properties while they are taken, and again afterwards; on the command line of a [Family] all functions are made anew in between. What depends on
// something else seldom, such as on the clock in hours, it does not notice, nor, of a model that is made once, a variable outside of the
// sites that is written at the first call and never again. What is wrong with a model, such as a name that is there twice, is told by [Model.Err], and by whatever is to check it.
// A function that ends the program, as os.Exit does, ends it without a verdict, and with the exit code that it gives.
type Model[V comparable] struct{ core }

// core is a model without the type of its variables: functions take a pointer to them. So what searches needs to be compiled once, and not for
// every protocol.
type core struct {
	name       string
	n          int
	memory     int // of a shared memory: how many processes use it; otherwise 0
	variables  variables
	init       handler
	start      any // the author's function behind init
	within     func(views invariants.Views) bool
	canonical  func(sites []any, inFlight []Packet) ([]any, []Packet)
	onCrash    handler
	onRecover  handler
	credits    func(vars any, inbox []envelope) int // nil: none are declared
	events     []*event
	budgeted   []*event // those with a budget
	timers     []*timer
	inTime     []string // properties that are judged in models with times only
	kinds      kinds
	properties []invariants.Property
	settings   settings
	mistakes   []error
	checks     atomic.Int32 // that go on: until they end nothing can be registered
}

// own is what stands behind a model; nil behind nothing.
func (p *Model[V]) own() *core {
	if p == nil {
		return nil
	}
	return &p.core
}

// handler works at variables, to which it has a pointer; x is a message, or the parameter of an event.
type handler func(at any, c Ctx, x any)

// offers is what can happen with variables, to which it has a pointer: the parameters of an event, or one nil.
type offers func(at any, c Ctx, x any) []any

// one is what is offered without parameters.
var one = []any{nil}

// variables are what only the type of variables knows.
type variables struct {
	zero    any
	settled bool // there are no interfaces in them

	// open makes a copy of variables at which handlers and guards work, until it is closed.
	open func(vars any) room
}

// room is where handlers and guards work at variables.
type room interface {
	// run has a handler work at them, and is what they are then.
	run(do handler, c Ctx, x any) any

	// look asks twice what can happen with them; changed says what was made of them; empty: nothing. It can be called again.
	look(ask offers, c Ctx, x any) (offered, again []any, changed string)

	close()
}

// roomOf is a room for variables of this type.
type roomOf[V comparable] struct {
	rooms      *sync.Pool // of those that are closed
	vars       any        // before
	at, before V
	last       V
	made       any // is last, what the last handler has made: the next one often makes the same
}

func variablesOf[V comparable]() variables {
	var zero V
	types := values.NewTypes()
	rooms := &sync.Pool{}
	rooms.New = func() any { return &roomOf[V]{rooms: rooms} }
	return variables{zero: zero, settled: !types.Open(reflect.TypeFor[V]()), open: func(vars any) room {
		r := rooms.Get().(*roomOf[V])
		r.vars = vars
		r.before, _ = vars.(V)
		r.at = r.before
		return r
	}}
}

func (r *roomOf[V]) run(do handler, c Ctx, x any) any {
	do(&r.at, c, x)
	switch {
	case r.at == r.before:
		return r.vars
	case r.made == nil || r.at != r.last:
		r.last, r.made = r.at, r.at
	}
	return r.made
}

func (r *roomOf[V]) look(ask offers, c Ctx, x any) (offered, again []any, changed string) {
	if offered = ask(&r.at, c, x); r.at != r.before {
		return offered, offered, system.Difference(r.vars, r.at)
	}
	again = ask(&r.at, c, x)
	r.at = r.before
	return offered, again, ""
}

func (r *roomOf[V]) close() { r.rooms.Put(r) }

// run has a handler work at a copy of the variables, and is what they are then.
func (v variables) run(vars any, do handler, c Ctx, x any) any {
	r := v.open(vars)
	defer r.close()
	return r.run(do, c, x)
}

// as are variables by their type, which may be an interface.
func as[V any](vars any) V {
	v, _ := vars.(V)
	return v
}

// working is a function of an author as a handler.
func working[V comparable](f func(s *V, c Ctx)) handler {
	return func(at any, c Ctx, _ any) { f(at.(*V), c) }
}

// guarding is a guard of an author, which is always true if it is nil.
func guarding[V comparable](f func(s *V, c Ctx) bool) offers {
	return func(at any, c Ctx, _ any) []any {
		if f == nil || f(at.(*V), c) {
			return one
		}
		return nil
	}
}

// New returns a model without events and messages for n sites, 1 to n, whose variables have their zero values.
func New[V comparable](name string, n int) *Model[V] {
	p := &Model[V]{core{name: name, n: n, variables: variablesOf[V](), kinds: kinds{of: map[reflect.Type]*receipt{}}}}
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
		p.refuse("New(%q, %d): allowed is a name of letters, digits, -, _ and .", name, n)
	}
	if n < 1 || n > model.MaxSites {
		p.refuse("New(%q, %d): allowed are 1 to %d sites", name, n, model.MaxSites)
		p.n = 1
	}
	if wrong := values.NoValue(reflect.TypeFor[V]()); wrong != "" {
		p.refuse("variables of type %v: %s", reflect.TypeFor[V](), wrong)
	}
	return p
}

// Init says what the variables of a site are at the beginning, instead of zero values. With [Ctx.Choose] there are
// several initial states: one for each combination of the choices of all sites.
func (p *Model[V]) Init(init func(s *V, c Ctx)) {
	if p.once("Init", init == nil, p.init != nil) {
		p.init, p.start = working(init), init
	}
}

// Within bounds the search, where there would be no end of states, or too many: states of which f is false are not visited,
// and not counted. A step that leads to one is, and Steps judges it; for AtEnd a state with such a step is no end. So properties are proved of the states
// inside, and of runs that stay there: the report says so. A run that leaves violates neither Eventually nor LeadsTo, and what goes on where it
// leaves counts for no bound of Ticks, of Overtaking, and for no largest clock. Where what Eventually, LeadsTo or Responds promise happens nowhere inside,
// because all runs leave first, they are vacuous; where it happens on some runs, they say nothing of those that leave. CanReach asks for a way inside: where
// all ways lead outside it is violated, which says nothing of the model without the boundary.
func (p *Model[V]) Within(f func(w World[V]) bool) {
	if p.once("Within", f == nil, p.within != nil) {
		p.within = func(views invariants.Views) bool { return f(World[V]{views: views}) }
	}
}

// OnCrash says what a crash leaves of a site's variables: it sets those back that are only in memory. Without it all of them
// survive. Messages that reach the site while it is down are dropped: see [Faults].
func (p *Model[V]) OnCrash(forget func(s *V, c Ctx)) {
	if p.once("OnCrash", forget == nil, p.onCrash != nil) {
		p.onCrash = working(forget)
	}
}

// Credits declares a law of conservation, for proofs by the verb views: what a site has, and what a message on its way carries, is never below 0, and
// no step makes what takes part in it have more. What has more together than there was at the beginning is never there together. views checks the law
// at every step, and proves nothing if one breaks it; no other verb judges it. With its flag --find-laws views looks for such laws itself.
func (p *Model[V]) Credits(has func(v V) int, carries func(message any) int) {
	if has == nil || carries == nil {
		p.refuse("Credits needs two functions: what a site has, and what a message carries")
	} else if p.once("Credits", false, p.credits != nil) {
		p.credits = func(vars any, inbox []envelope) int {
			sum := has(as[V](vars))
			for _, m := range inbox {
				sum += carries(m.message)
			}
			return sum
		}
	}
}

// OnRecover says what a site does when it recovers, such as asking the others for what it has lost. Without it nothing.
func (p *Model[V]) OnRecover(action func(s *V, c Ctx)) {
	if p.once("OnRecover", action == nil, p.onRecover != nil) {
		p.onRecover = working(action)
	}
}

// With sets options for all checks of the model, such as its network: p.With(gmecheck.FIFO). Those given to a check, or to With again,
// replace those of their kind as a whole: see [Option].
func (p *Model[V]) With(options ...Option) *Model[V] {
	if err := p.settings.take(options); err != nil {
		p.refuse("With: %w", err)
	}
	return p
}

// Name is the model's name.
func (p *Model[V]) Name() string { return p.name }

// Err is all that is wrong with the model as far as it can be seen without running it; nil if nothing is.
func (p *Model[V]) Err() error { return p.own().err() }

func (p *core) err() error {
	err := errors.Join(p.mistakes...)
	if err == nil {
		err = p.taken()
	}
	if err == nil {
		err = invariants.Panel(p.properties).Refuse()
	}
	if err != nil && p.name != "" {
		err = fmt.Errorf("%s: %w", p.name, err)
	}
	return err
}

// taken says that a property has the name of one that timers bring along.
func (p *core) taken() error {
	all := invariants.NamesOfTimers(p.kinds.timers)
	for _, x := range p.properties {
		if slices.Contains(all, x.Name) {
			return fmt.Errorf("property %q: with times, a model with timers has one of this name by itself", x.Name)
		}
	}
	return nil
}

// once reports that a function can be registered: there is one, and there was none before.
func (p *core) once(name string, none, twice bool) bool {
	p.open(name)
	switch {
	case none:
		p.refuse("%s has no function", name)
	case twice:
		p.refuse("%s is there twice", name)
	}
	return !none && !twice
}

// open refuses what would change a model while it is checked.
func (p *core) open(what string) {
	if p.checks.Load() > 0 {
		panic(model.Mistake{Problem: "registers " + what + " while the model is checked; allowed is that before"})
	}
}

// refuse notes a mistake.
func (p *core) refuse(format string, args ...any) {
	p.mistakes = append(p.mistakes, fmt.Errorf(format, args...))
}
