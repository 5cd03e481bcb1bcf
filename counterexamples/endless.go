package counterexamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// onGraph judges a run by a property of the graph of all states: whether the run violates it, or shows the number found
// where none is claimed. What no run shows by itself is searched for in the states that can follow. The note says on what
// the result rests.
func onGraph(p invariants.Property, t *Trace, path *Path, limit int) (result Result, note string) {
	switch {
	case p.Fair != nil && t.Endless:
		bits := path.owed(p)
		for k := t.Loop; k <= path.Last(); k++ {
			bits &= p.Fair(path.Views(k))
		}
		if bits == 0 || !path.fair(t.Loop) {
			return NoLongerViolates, ""
		}
		return Replayed, strings.TrimPrefix(vain(p, path.Views(path.Last()), bits)+fmt.Sprintf("; from step %d on the run repeats, and it is fair", t.Loop+1), "; ")
	case p.Cause != nil || p.Start:
		bits := path.owed(p)
		if bits == 0 || !path.rests() {
			return NoLongerViolates, ""
		}
		return Replayed, vain(p, path.Views(path.Last()), bits)
	case p.Fair != nil:
		if !violates(p, path, path.Last()) {
			return NoLongerViolates, ""
		}
		return Replayed, ""
	case p.Gauge != nil && t.Endless:
		if !p.Gauge.Pumps(path.Steps(), path.Begun(p.Gauge), t.Loop) {
			return NoLongerViolates, ""
		}
		return Replayed, fmt.Sprintf("every round from step %d on adds to it: unbounded", t.Loop+1)
	case p.Gauge != nil:
		return claimed(p, p.Gauge.Recount(path.Steps(), path.Begun(p.Gauge), path.Ended() || p.Gauge.Resting && path.rests()), nil)
	case p.Chain != nil:
		return delay(p, path, limit)
	case p.Size != nil:
		return claimed(p, []int{p.Size(path.Views(path.Last()))}, func(max int) (attained, decided bool) {
			start := from(path.run, path.States[0], limit)
			left, decided := start.vain(1, func(vs invariants.Views) uint64 {
				if p.Size(vs) >= max {
					return 1
				}
				return 0
			})
			return left == 0, decided
		})
	case p.Pending != nil:
		return hopeless(p, path, limit)
	}
	return NoLongerViolates, ""
}

// tooMany is the note of a question that stays open.
func tooMany(limit int) string {
	return "more than " + english.Plural(limit, "state", "") + " can follow"
}

// hopeless judges whether the goal of something pending can be reached no more.
func hopeless(p invariants.Property, path *Path, limit int) (Result, string) {
	end := path.Views(path.Last())
	bits, decided := p.Pending(end), false
	switch ahead := path.ahead(limit); {
	case p.Along != nil:
		bits, decided = ahead.avoidable(bits, p.Goal, p.Along)
	default:
		bits, decided = ahead.vain(bits, p.Goal)
	}
	switch {
	case !decided:
		return Undecided, tooMany(limit)
	case bits == 0:
		return NoLongerViolates, ""
	}
	return Replayed, vain(p, end, bits)
}

// vain says what is in vain, if the property can.
func vain(p invariants.Property, vs invariants.Views, bits uint64) string {
	if p.Vain == nil {
		return ""
	}
	return p.Vain(vs, bits)
}

// claimed compares the numbers that a run shows with those that the paper claims. Where the paper's number is to be
// attained, and this run does not, attained finds out whether another does; nil: that is not found out.
func claimed(p invariants.Property, sizes []int, attained func(max int) (attained, decided bool)) (Result, string) {
	if len(sizes) == 0 {
		return NoLongerViolates, "nothing that it measures ends with the last step"
	}
	worst := slices.Max(sizes)
	if least := slices.Min(sizes); p.Claimed != nil && worst <= p.Claimed.Max && least < p.Claimed.Min {
		worst = least
	}
	v := invariants.Value{Min: worst, Max: worst, Claimed: p.Claimed}
	note := fmt.Sprintf("this run shows %d", worst)
	if p.Claimed == nil {
		return Replayed, note
	}
	if p.Claimed.Attained && worst < p.Claimed.Max && worst >= p.Claimed.Min {
		any, decided := false, false
		if attained != nil {
			any, decided = attained(p.Claimed.Max)
		}
		switch {
		case !decided:
			return Undecided, note + "; whether another shows " + fmt.Sprint(p.Claimed.Max) + " was not found out"
		case any:
			return NoLongerViolates, note + "; another shows " + fmt.Sprint(p.Claimed.Max)
		}
		return Replayed, note + ", and none shows " + fmt.Sprint(p.Claimed.Max)
	}
	if v.Kept() {
		return NoLongerViolates, note + "; claimed: " + p.Claimed.String()
	}
	return Replayed, note + "; claimed: " + p.Claimed.String()
}

// Steps is the path as properties of steps see it.
func (p *Path) Steps() []invariants.Step {
	steps := make([]invariants.Step, p.Last())
	for k := range steps {
		steps[k] = invariants.Step{Before: p.Views(k), After: p.Views(k + 1), Event: p.Choices[k].Event}
	}
	return steps
}

// owed is what is pending at the end, since its cause or since the beginning if the property asks for that.
func (p *Path) owed(property invariants.Property) (bits uint64) {
	for k := range p.States {
		now := property.Fair(p.Views(k))
		switch {
		case property.Cause != nil:
			bits |= property.Cause(p.Views(k))
		case !property.Start || k == 0:
			bits = now
		}
		bits &= now
	}
	return bits
}

// rests reports that the run may end where it does: nothing is possible there but what need not happen.
func (p *Path) rests() bool {
	return explore.FairLoop([][]*model.Event{p.due(p.Last())}, nil)
}

// due lists the events that are possible after k steps, without timers that are not due.
func (p *Path) due(k int) (events []*model.Event) {
	p.run.successors(p.States[k], func(c Choice) {
		if !c.Early {
			events = append(events, c.Event)
		}
	})
	return events
}

// fair reports whether the run is fair that repeats the steps from the given one on for ever.
func (p *Path) fair(loop int) bool {
	var possible [][]*model.Event
	var taken []*model.Event
	for k := loop; k < p.Last(); k++ {
		events := p.due(k)
		step := p.Choices[k].Event
		if p.Choices[k].Early {
			step = nil
		}
		possible, taken = append(possible, events), append(taken, step)
	}
	return explore.FairLoop(possible, taken)
}
