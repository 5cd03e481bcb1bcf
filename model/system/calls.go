package system

import (
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
)

// Calls is which handler or guards of a protocol run now, in a system and in those made from it: for whoever waits for them. Only one of
// these systems is at work at a time.
type Calls struct {
	mu    sync.Mutex
	slots []*slot
	left  atomic.Pointer[Call]
}

// slot is where one caller says what it calls now; nil: nothing.
type slot struct {
	of  *Calls
	now atomic.Pointer[Call]
}

// open returns another slot.
func (c *Calls) open() *slot {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := &slot{of: c}
	c.slots = append(c.slots, d)
	return d
}

// Now is the calls that have not returned, each in the place of its caller; nil where none is under way.
func (c *Calls) Now() (all []*Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.slots {
		all = append(all, d.now.Load())
	}
	return all
}

// Left is a call that has ended its goroutine; nil: none has.
func (c *Calls) Left() *Call { return c.left.Load() }

// Call is one call of the handler of an event, or of guards. It does not change.
type Call struct {
	site    model.Site
	guards  bool // there is no event
	looks   bool // nor is there one: it asks what properties ask, or what they are shown
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
	} else if c.looks {
		b.Property, b.Method = model.Unnamed, "a function"
	} else {
		e := model.Event{Kind: c.kind, Site: c.site, Name: c.name, Message: model.Message{Value: c.message}, Demand: c.demand}
		b.Event = e.Label(s.Places, false)
	}
	return b
}

// looking asks what properties ask, or what they are shown, and lets whoever waits know.
func (c *caller[V, M]) looking(do func()) {
	if c.sys.Calls == nil {
		do()
		return
	}
	c.note(&Call{looks: true}, do)
}

// note makes a call, and lets whoever waits know.
func (c *caller[V, M]) note(call *Call, do func()) {
	if c.slot == nil || c.slot.of != c.sys.Calls {
		c.slot = c.sys.Calls.open()
	}
	c.slot.note(call, do)
}

func (d *slot) note(call *Call, do func()) {
	left := true
	d.now.Store(call)
	defer func() {
		if d.now.Store(nil); left {
			if r := recover(); r != nil {
				panic(r)
			}
			d.of.left.Store(call)
		}
	}()
	do()
	left = false
}
