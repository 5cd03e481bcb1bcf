package views

import (
	"context"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Entity is a site with its variables, or a message on its way to it.
type Entity struct {
	Site          int
	Vars, Message any
	Down          bool
}

// Closure is all pairs.
type Closure struct {
	of     map[Entity]int32
	unfold bool
	*two
}

// Close closes the pairs without looking for anything.
func Close(sys *system.System, o Options) *Closure {
	s := &session.Session{Ctx: context.Background(), Sys: sys, Start: time.Now()}
	o.Entities = 2
	var c *Closure
	lawful(o.guessed(sys, never), func(laws []Law) *entities {
		c = &Closure{map[Entity]int32{}, o.Unfold, newTwo(s, o, laws...)}
		c.run(func() bool { return c.pairs > 1<<20 })
		return c.entities
	})
	for k, e := range c.all {
		x := Entity{Site: e.site, Down: e.local.Down}
		if e.flies() {
			x.Message = c.alone.Message(e.message)
		} else {
			x.Vars = c.alone.Vars(e.site, e.local.Vars)
		}
		c.of[x] = int32(k)
	}
	return c
}

// Tell tells every step of the closure, and whether what it makes was left out.
func (c *Closure) Tell(tell func(d Derived, left bool)) {
	for actor := range int32(len(c.all)) {
		for message := int32(none); message < int32(len(c.all)); message++ {
			if c.all[actor].flies() || message != none && (!c.all[message].flies() || c.all[message].site != c.all[actor].site) {
				continue
			}
			for k, h := range c.happens(actor, message) {
				tell(c.derived([]step{{actor, message, k}})[0], c.made(c.all[actor].site, h) == nil)
			}
		}
	}
}

// Wrong says why the closure is not all of it.
func (c *Closure) Wrong() string {
	switch {
	case c.fault != nil:
		return c.fault.Error()
	case c.credits.broken != nil:
		return c.credits.why
	case c.worked():
		return "it is too much work"
	case c.pairs > 1<<20:
		return "it has too many pairs"
	}
	return ""
}

// Has reports that two can stand side by side.
func (c *Closure) Has(a, b Entity) bool {
	x, known := c.of[c.kept(a)]
	y, too := c.of[c.kept(b)]
	return known && too && c.beside[x].has(y)
}

// kept is an entity as the closure keeps it.
func (c *Closure) kept(e Entity) Entity {
	e.Vars, e.Message = system.Numberfree(e.Vars), system.Numberfree(e.Message)
	if c.unfold && e.Message != nil {
		e.Message = system.Folded(e.Message, model.Site(e.Site+1))
	} else if c.unfold {
		e.Vars = system.Folded(e.Vars, model.Site(e.Site+1))
	}
	return e
}

// Barred reports that a law of credits has kept something apart.
func (c *Closure) Barred() bool {
	return slices.ContainsFunc(c.laws, func(w *weights) bool { return w.barred })
}

// Pairs counts them.
func (c *Closure) Pairs() int { return c.pairs }

// Guessed are the laws that are found in runs.
func Guessed(sys *system.System) []Law { return findLaws(sys, never) }

// GuessedUntil are these, unless it is stopped.
func GuessedUntil(sys *system.System, stopped func() bool) []Law { return findLaws(sys, stopped) }

// never stops anything.
func never() bool { return false }

// Patient is options with this patience.
func (o Options) Patient(d time.Duration) Options {
	o.patience = d
	return o
}

// Kept are those of laws that no step of the closure breaks.
func Kept(sys *system.System, laws []Law) []Law {
	s := &session.Session{Ctx: context.Background(), Sys: sys, Start: time.Now()}
	return lawful(laws, func(laws []Law) *entities {
		c := newTwo(s, Options{Entities: 2}, laws...)
		c.run(func() bool { return c.pairs > 1<<20 })
		return c.entities
	})
}
