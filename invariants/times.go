package invariants

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// delayName is the property whose load [InTime] takes: a paper may have others of the same kind.
const delayName = "sync-delay"

// InTime are the properties that every protocol has in a model with times, in ticks; of are its others. Time that passes where nothing is under
// way any more, because no message can arrive, nobody is inside and no timer runs, has no ticks: who waits there is starved, and
// other properties say so. So without a largest delay or time in the critical section there is nothing to measure.
func InTime(c model.Config, of []Property, timers []string) (all []Property) {
	n := c.Processes
	if c.Times.Bounded() {
		all = append(all, waitingTime(n), delayInTime())
		for _, p := range of {
			if p.Name == delayName && p.Chain != nil && p.Chain.Armed != nil {
				all = append(all, loadedDelay(p.Chain.Armed))
			}
		}
		if c.Loss+c.Crash > 0 {
			all = append(all, recoveryTime())
		}
	}
	return append(all, OfTimers(c, timers)...)
}

// WithTimes are those of some properties that mean something in a model with times. What steps bring about even if nobody exits ([Property.Along])
// does not where a stay in the critical section has an end: time stops there until somebody has left.
func WithTimes(c model.Config, all []Property) []Property {
	if !c.Times.CS.Bounded() {
		return all
	}
	return slices.DeleteFunc(all, func(p Property) bool { return p.Along != nil && !p.Along(&model.Event{Kind: model.ExitEvent}) })
}

// OfTimers are the properties that every protocol with timers has in a model with times.
func OfTimers(c model.Config, timers []string) (all []Property) {
	if c.Times == nil || c.Timeouts != model.ByClock {
		return nil
	}
	if c.Times.Bounded() {
		for _, timer := range timers {
			all = append(all, largestClock(c.Processes, timer))
		}
	}
	if c.Faultless() && len(timers) > 0 {
		all = append(all, noVainExpiry)
	}
	return all
}

// NamesOfTimers are the names of all properties that [OfTimers] may bring.
func NamesOfTimers(timers []string) (all []string) {
	for _, timer := range timers {
		all = append(all, largestClock(1, timer).Name)
	}
	if len(timers) > 0 {
		all = append(all, noVainExpiry.Name)
	}
	return all
}

// ticks is what an event weighs that counts time, in each of n lanes.
func ticks(e *model.Event, n int) []int {
	if e.Kind != model.TickEvent {
		return nil
	}
	return slices.Repeat([]int{1}, n)
}

// waitingTime measures the time from a request to its entry.
func waitingTime(n int) Property {
	g := ToEntry(n, func(e *model.Event, _, _ *model.View) []int { return ticks(e, n) })
	g.Endless = true
	return Property{
		Name: "waiting-time", Kind: Bound,
		Doc:   "ticks from a request to the entry that serves it",
		Gauge: g, Deaf: true,
	}
}

// unattended is 1 where nobody is inside and somebody waits, otherwise 0.
func unattended(vs Views) uint64 {
	if vs.Any(attends) {
		return 0
	}
	return unserved(vs)
}

// delayInTime measures the synchronisation delay as it passes, not as it could at the least: see [SyncDelay]. Whoever asks meanwhile may be the
// one that enters: the others have waited all the same.
func delayInTime() Property {
	return between("sync-delay-time", "ticks from the exit of the last one inside to the next entry, while somebody waits since before",
		unattended, func(e *model.Event) bool { return e.Kind == model.ExitEvent })
}

// loadedDelay is the same at the load at which a paper states its synchronisation delay: that of its sync-delay.
func loadedDelay(armed func(Views) bool) Property {
	p := delayInTime().Named("loaded-delay-time", "ticks from the exit of the last one inside to the next entry, at the load at which sync-delay is measured")
	g := *p.Gauge
	g.Armed = func(vs Views) uint64 {
		if armed(vs) {
			return 1
		}
		return 0
	}
	p.Gauge, p.Deaf = &g, false
	return p
}

// recoveryTime measures how long a loss or a crash keeps who waits from entering.
func recoveryTime() Property {
	return between("recovery-time", "ticks from a loss or a crash to the next entry, while somebody waits",
		unserved, func(e *model.Event) bool { return e.Kind == model.LoseEvent || e.Kind == model.CrashEvent })
}

// between measures the ticks from an event to the next entry.
func between(name, doc string, within func(Views) uint64, begins func(*model.Event) bool) Property {
	return Property{
		Name: name, Doc: doc, Kind: Cost, Deaf: true,
		Gauge: &Gauge{
			Lanes: 1, Endless: true, Within: within,
			Weigh: func(e *model.Event, _, _ *model.View) question.EdgeWeight {
				t := question.EdgeWeight{Weights: ticks(e, 1)}
				if begins(e) {
					t.Begins = 1
				}
				if Entering(e) {
					t.Ends = 1
				}
				return t
			},
		},
	}
}

// largestClock measures how far a timer's clock comes before it is set anew, is stopped or expires, as long as anything is under way. Where it
// never expires, because its value is Unlimited, a timer of a smaller value that expires when it exceeds it does expire. One of this value
// does not, unless it still runs when nothing is under way any more: that has no ticks, so whether it does is for [noVainExpiry] to say.
func largestClock(n int, timer string) Property {
	return Property{
		Name: "largest-clock-" + timer, Kind: Bound,
		Doc: "ticks that " + timer + " runs, while anything is under way, until it is set anew, is stopped or expires",
		Gauge: &Gauge{
			Lanes: n, Running: timer, Again: true, Resting: true,
			Within: func(Views) uint64 { return 1<<n - 1 },
			Counts: func(vs Views) uint64 { return vs[:n].Mask(func(v *model.View) bool { return !v.Down }) }, // clocks of who is down stand still
			Weigh: func(e *model.Event, _, _ *model.View) question.EdgeWeight {
				t := question.EdgeWeight{Weights: ticks(e, n)}
				switch lane := uint64(1) << (e.Site - 1); {
				case slices.Contains(e.Starts, timer):
					t.Begins = lane
				case slices.Contains(e.Stops, timer):
					t.Ends = lane
				}
				return t
			},
		},
	}
}

// noVainExpiry says that timers are long enough. It is asked where nothing can be lost and nobody can crash: what a timer waits for is
// then always still to come, and every expiry is in vain.
var noVainExpiry = Property{
	Name: "no-vain-expiry", Kind: Stepwise,
	Doc:     "no timer expires as long as nothing is lost and nobody crashes: what it waits for is still to come",
	ByEvent: true,
	Step:    func(s Step) Opinion { return That(s.Event.Kind != model.TimeoutEvent) },
	Hears:   func(e *model.Event) bool { return e.Kind == model.TimeoutEvent || len(e.Stops) > 0 },
}
