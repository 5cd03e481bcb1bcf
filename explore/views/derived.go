package views

import (
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
)

// whyHeard says that a step is possible in the closure that must not happen.
const whyHeard = "a step that must not happen is among those that the views allow"

// Shown is an entity of a view.
type Shown struct {
	Place   string        // where it is, or where it is on its way to
	Fields  []model.Field // of a site
	Down    bool
	Message string // that is on its way; empty: it is a site
}

// Derived is a step among those that made a view.
type Derived struct {
	Label  string
	Before Shown // the site
	After  Shown
	Takes  *Shown // the message that it is given; nil: none
	Sends  []Shown
}

func (t *entities) show(k int32) Shown { return t.showEntity(t.all[k]) }

func (t *entities) showEntity(e entity) Shown {
	s := Shown{Place: t.Sys.Places[e.site].Title()}
	if e.flies() {
		s.Message = model.Text(t.alone.Message(e.message))
		return s
	}
	s.Fields, s.Down = model.Fields(t.alone.Vars(e.site, e.local.Vars)), e.local.Down
	return s
}

// shown is a view; what is none is left out.
func (t *entities) shown(view ...int32) (all []Shown) {
	for _, k := range view {
		if k != none {
			all = append(all, t.show(k))
		}
	}
	return all
}

// ways lists steps that made entities, each after those that made what it needs, and last of all the step given, if there is one.
func (t *entities) ways(last *step, of ...int32) []Derived {
	var all []step
	known := map[step]bool{initial: true}
	var need func(k int32)
	take := func(x step) {
		if known[x] {
			return
		}
		known[x] = true
		need(x.actor)
		need(x.message)
		all = append(all, x)
	}
	need = func(k int32) {
		if k != none {
			take(t.by[k])
		}
	}
	for _, k := range of {
		need(k)
	}
	if last != nil {
		take(*last)
	}
	return t.derived(all)
}

// derived tells the steps.
func (t *entities) derived(all []step) (told []Derived) {
	for _, x := range all {
		h := t.happens(x.actor, x.message)[x.outcome]
		d := Derived{Label: h.Event.Label(t.Sys.Places, false), Before: t.show(x.actor), After: t.showEntity(entity{site: t.all[x.actor].site, local: h.Next})}
		for _, m := range h.Sends { // what is beyond a cap has no number
			d.Sends = append(d.Sends, t.showEntity(entity{site: m.To, message: m.Message}))
		}
		if x.message != none {
			taken := t.show(x.message)
			d.Takes = &taken
		}
		told = append(told, d)
	}
	return told
}

// sorted is a view with its lower number first.
func sorted(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// pairWays lists steps that made a pair, and the step given behind them. For that the pairs are closed once more, and it is noted
// how they come about. If a limit ends that, there are no steps.
func (c *two) pairWays(last *step, pair [2]int32) []Derived {
	if c.renamed {
		return nil
	}
	if c.again == nil {
		c.again = newTwo(c.Session, c.options, c.found()...)
		c.again.because = map[[2]int32]cause{}
		c.again.run(c.again.refuted)
	}
	again := c.again
	if again.Halted() != session.Running {
		return nil
	}
	var all []step
	known, seen := map[step]bool{initial: true}, map[[2]int32]bool{}
	var need func(a, b int32)
	take := func(x step) {
		if !known[x] {
			known[x] = true
			all = append(all, x)
		}
	}
	need = func(a, b int32) {
		if a == none || b == none { // one is there
			if e := max(a, b); e != none && !seen[[2]int32{none, e}] {
				seen[[2]int32{none, e}] = true
				x := again.by[e]
				need(x.actor, x.message)
				take(x)
			}
			return
		}
		key := sorted(a, b)
		if seen[key] {
			return
		}
		seen[key] = true
		x := again.because[key]
		if need(x.actor, x.message); x.witness != none {
			need(x.actor, x.witness)
			if x.message != none {
				need(x.message, x.witness)
			}
		}
		take(x.step)
	}
	need(pair[0], pair[1])
	if last != nil {
		take(*last)
	}
	return c.derived(all)
}
