package counterexamples

import (
	"fmt"
	"slices"

	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// onGraph judges what a run can show of a property of the graph of all states. It returns whether the run violates the
// property, or shows the number found where none is claimed, and on what the verdict rests.
func onGraph(p invariants.Property, t *Trace, path *Path) (shows bool, note string) {
	switch {
	case p.Fair != nil && t.Loop >= 0:
		bits := ^uint64(0)
		for k := t.Loop; k <= path.Last(); k++ {
			bits &= p.Fair(path.Views(k))
		}
		if bits == 0 || !path.fair(t.Loop) {
			return false, ""
		}
		return true, p.Vain(path.Views(path.Last()), bits) + fmt.Sprintf("; from step %d on the run repeats, and it is fair", t.Loop+1)
	case p.Gauge != nil && t.Loop >= 0:
		if !p.Gauge.Pumps(path.Steps(), t.Loop) {
			return false, ""
		}
		return true, fmt.Sprintf("every round from step %d on adds to it: unbounded", t.Loop+1)
	case p.Gauge != nil:
		if p.Gauge.Whole && !path.Ended() {
			return false, "the run does not end here"
		}
		steps := path.Steps()
		if p.Gauge.Quickest && len(steps) > 0 && p.Gauge.Opens(steps[len(steps)-1]) {
			return true, "what it measures begins here; that nothing ends it rests on the graph of all states"
		}
		return claimed(p, p.Gauge.Recount(steps))
	case p.Size != nil:
		return claimed(p, []int{p.Size(path.Views(path.Last()))})
	case p.Pending != nil:
		return true, "every step is possible; the verdict itself rests on the graph of all states"
	}
	return false, ""
}

// claimed compares the numbers that a run shows with those that the paper claims.
func claimed(p invariants.Property, sizes []int) (shows bool, note string) {
	if len(sizes) == 0 {
		return false, "nothing that it measures ends with the last step"
	}
	worst := slices.Max(sizes)
	v := invariants.Value{Min: worst, Max: worst, Claimed: p.Claimed}
	note = fmt.Sprintf("this run shows %d", worst)
	if p.Claimed == nil {
		return true, note
	}
	if p.Claimed.Attained && worst < p.Claimed.Max && worst >= p.Claimed.Min {
		return true, note + "; that no run shows " + fmt.Sprint(p.Claimed.Max) + " rests on the graph of all states"
	}
	return !v.Kept(), note + "; claimed: " + p.Claimed.String()
}

// Steps is the path as properties of steps see it.
func (p *Path) Steps() []invariants.Step {
	steps := make([]invariants.Step, p.Last())
	for k := range steps {
		steps[k] = invariants.Step{Before: p.Views(k), After: p.Views(k + 1), Event: p.Choices[k].Event}
	}
	return steps
}

// fair reports whether the run is fair that repeats the steps from the given one on for ever.
func (p *Path) fair(loop int) bool {
	var possible [][]*model.Event
	var taken []*model.Event
	var quiet []bool
	for k := loop; k < p.Last(); k++ {
		at := &Run{sys: p.run.sys, reader: p.run.reader, state: p.States[k]}
		var events []*model.Event
		for _, c := range at.Enabled() {
			events = append(events, c.Event)
		}
		busy := false
		for site, node := range p.States[k].Nodes {
			busy = busy || p.run.reader.Expand(site, node, p.States[k].Budget).Busy
		}
		possible, taken, quiet = append(possible, events), append(taken, p.Choices[k].Event), append(quiet, !busy)
	}
	return explore.FairLoop(possible, taken, quiet)
}
