package gmecheck

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// Model is a protocol for a number of sites, with what is claimed of it. V is the variables of one site: a type whose values
// can be compared, usually a struct of numbers, booleans, [Site], [Sites], [List] and [PerSite]. All sites have the same
// handlers; where they play different parts, handlers ask c.Self.
//
// Handlers, guards and properties must be pure: they may read and write *s and call methods of their [Ctx], and must depend on
// nothing else. gmecheck runs handlers and guards twice and compares, and before a check it goes through a few random runs twice, in
// another order, and asks the properties again; on the command line of a [Family] all functions are made anew in between. What depends on
// something else seldom, such as on the clock in hours, it does not notice, nor, of a model that is made once, a variable outside of the
// sites that is written at the first call and never again. What is wrong with a model, such as a name that is there twice, is told by [Model.Err], and by whatever is to check it.
type Model[V comparable] struct {
	name       string
	n          int
	memory     int // of a shared memory: how many processes use it; otherwise 0
	init       func(s *V, c Ctx)
	within     func(w World[V]) bool
	canonical  func(g *Global[V])
	onCrash    func(s *V, c Ctx)
	onRecover  func(s *V, c Ctx)
	credits    func(v V, inbox []envelope) int // nil: none are declared
	events     []*event[V]
	budgeted   []*event[V] // those with a budget
	timers     []*Timer[V]
	inTime     []string // properties that are judged in models with times only
	kinds      kinds
	properties []invariants.Property
	settings   settings
	mistakes   []error
	checks     atomic.Int32 // that go on: until they end nothing can be registered
}

// New returns a model without events and messages for n sites, 1 to n, whose variables have their zero values.
func New[V comparable](name string, n int) *Model[V] {
	p := &Model[V]{name: name, n: n, kinds: kinds{of: map[reflect.Type]*receipt{}}}
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
		p.init = init
	}
}

// Within bounds the search, where there would be no end of states, or too many: states of which f is false are not visited,
// and not counted. A step that leads to one is, and for AtEnd a state with such a step is no end. So properties are proved of the states
// inside, and of runs that stay there: the report says so. CanReach asks for a way inside, too: where all ways lead outside
// it is violated, which says nothing of the model without the boundary.
func (p *Model[V]) Within(f func(w World[V]) bool) {
	if p.once("Within", f == nil, p.within != nil) {
		p.within = f
	}
}

// OnCrash says what a crash leaves of a site's variables: it sets those back that are only in memory. Without it all of them
// survive. Messages that reach the site while it is down are dropped: see [Faults].
func (p *Model[V]) OnCrash(forget func(s *V, c Ctx)) {
	if p.once("OnCrash", forget == nil, p.onCrash != nil) {
		p.onCrash = forget
	}
}

// Credits declares a law of conservation, for proofs by the verb views: what a site has, and what a message on its way carries, is never below 0, and
// no step makes what takes part in it have more. What has more together than there was at the beginning is never there together. views checks the law
// at every step, and proves nothing if one breaks it; nothing else asks for it. With its flag --find-laws views looks for such laws itself.
func (p *Model[V]) Credits(has func(v V) int, carries func(message any) int) {
	if has == nil || carries == nil {
		p.refuse("Credits needs two functions: what a site has, and what a message carries")
	} else if p.once("Credits", false, p.credits != nil) {
		p.credits = func(v V, inbox []envelope) int {
			sum := has(v)
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
		p.onRecover = action
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
func (p *Model[V]) Err() error {
	err := errors.Join(p.mistakes...)
	if err == nil {
		err = invariants.Panel(p.properties).Refuse()
	}
	if err != nil && p.name != "" {
		err = fmt.Errorf("%s: %w", p.name, err)
	}
	return err
}

// once reports that a function can be registered: there is one, and there was none before.
func (p *Model[V]) once(name string, none, twice bool) bool {
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
func (p *Model[V]) open(what string) {
	if p.checks.Load() > 0 {
		panic(model.Mistake{Problem: "registers " + what + " while the model is checked; allowed is that before"})
	}
}

// refuse notes a mistake.
func (p *Model[V]) refuse(format string, args ...any) {
	p.mistakes = append(p.mistakes, fmt.Errorf(format, args...))
}
