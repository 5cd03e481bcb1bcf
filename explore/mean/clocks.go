package mean

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// Clocks are the mean times of what happens, each of which is exponential, and the rates of faults.
type Clocks struct {
	Latency float64 // of a message
	CS      float64 // from an entry to the exit
	Think   float64 // from an exit, or the beginning, to the next request of the process; also of an optional internal event

	// Internal is of internal events, Timer of timers, once they are due: until then their clocks stand still. 0: at once.
	Internal, Timer float64
	Events          map[string]float64 // of internal events that have a mean time of their own, by name

	Marks measures.Marks // the events that are requests, entries and exits: of these Think and CS are the times

	Recovery float64 // from a crash to the recovery

	// Faults happen while there is a budget left for them.
	Loss, Duplicate, Crash float64 // per time and message in flight, or site that is up
}

// Least is the shortest mean time that takes time at all, and Most the longest, and the largest rate of faults.
const (
	Least = 1e-9
	Most  = 1e9
)

// Wrong says which clock a configuration needs and does not have, or which has a time that is none; nil if all is well.
func (c Clocks) Wrong(of model.Config) error {
	for _, x := range []struct {
		name  string
		value float64
		least float64
	}{
		{"Latency", c.Latency, Least}, {"CS", c.CS, Least}, {"Think", c.Think, Least},
		{"Internal", c.Internal, 0}, {"Timer", c.Timer, 0}, {"Recovery", c.Recovery, 0},
		{"Loss", c.Loss, 0}, {"Duplicate", c.Duplicate, 0}, {"Crash", c.Crash, 0},
	} {
		if !(x.value >= x.least && x.value <= Most) {
			return fmt.Errorf("%s is %v; allowed is %v to %v", x.name, x.value, x.least, Most)
		}
	}
	for name, mean := range c.Events {
		if !(mean >= 0 && mean <= Most) {
			return fmt.Errorf("the time of %s is %v; allowed is 0 to %v", name, mean, Most)
		}
	}
	for _, x := range []struct {
		name   string
		budget int
		rate   float64
	}{
		{"Loss", of.Loss, c.Loss}, {"Duplicate", of.Duplicate, c.Duplicate}, {"Crash", of.Crash, c.Crash},
	} {
		if x.budget > 0 && x.rate == 0 {
			return fmt.Errorf("%s is 0, and there is a budget for it", x.name)
		}
	}
	switch {
	case of.Crash > 0 && !of.Final && c.Recovery == 0:
		return fmt.Errorf("Recovery is 0, and sites can crash")
	case of.Early > 0:
		return fmt.Errorf("early expiries have no clock")
	}
	return nil
}

// rate is that of an event, for each message that it could take; false if it happens at once.
func (c Clocks) rate(e *model.Event) (rate float64, timed bool) {
	after := func(mean float64) (float64, bool) {
		if mean == 0 {
			return 1, false
		}
		return 1 / mean, true
	}
	switch e.Kind {
	case model.RequestEvent:
		return after(c.Think)
	case model.ExitEvent:
		return after(c.CS)
	case model.DeliverEvent, model.DropEvent:
		return after(c.Latency)
	case model.LoseEvent:
		return c.Loss, true
	case model.DuplicateEvent:
		return c.Duplicate, true
	case model.CrashEvent:
		return c.Crash, true
	case model.RecoverEvent:
		return after(c.Recovery)
	case model.TimeoutEvent:
		return after(c.Timer)
	}
	name, _, _ := strings.Cut(e.Name, "(")
	for _, key := range []string{e.Name, name} {
		if mean, own := c.Events[key]; own {
			return after(mean)
		}
	}
	switch request, _, exit := c.Marks.Of(e.Name); {
	case e.Exit, exit:
		return after(c.CS)
	case request, e.Optional:
		return after(c.Think)
	}
	return after(c.Internal)
}
