package system

import (
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
)

// Calls is which handler or guards of a protocol run now, in a system and in those made from it: for whoever waits for them. Only one of
// these systems is at work at a time.
type Calls struct {
	now  atomic.Pointer[Call]
	left atomic.Pointer[Call]
}

// Now is the call that has not returned; nil: the protocol does nothing.
func (c *Calls) Now() *Call { return c.now.Load() }

// Left is a call that has ended its goroutine; nil: none has.
func (c *Calls) Left() *Call { return c.left.Load() }

// Call is one call of the handler of an event, or of guards. It does not change.
type Call struct {
	site    model.Site
	guards  bool // there is no event
	kind    model.EventKind
	name    string
	message any
	demand  *model.Demand
}

// Broken is what is wrong with a call.
func (s *System) Broken(c *Call, problem string) *model.Broken {
	b := &model.Broken{Algorithm: s.Config.Algorithm, Problem: problem}
	if c.guards {
		b.Method, b.Place = "a guard", s.Places[c.site-1].Title()
	} else {
		e := model.Event{Kind: c.kind, Site: c.site, Name: c.name, Message: model.Message{Value: c.message}, Demand: c.demand}
		b.Event = e.Label(s.Places, false)
	}
	return b
}

// note makes a call, which does not panic, and lets whoever waits know.
func (c *Calls) note(call *Call, do func()) {
	c.now.Store(call)
	left := true
	defer func() {
		if c.now.Store(nil); left {
			c.left.Store(call)
		}
	}()
	do()
	left = false
}
