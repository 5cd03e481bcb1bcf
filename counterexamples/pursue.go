package counterexamples

import (
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Pursuit is a violation that was found by following a trace of another system.
type Pursuit struct {
	Property invariants.Property
	Steps    []string // a run of the system pursued in: it violates the property, by itself
}

// Pursue follows the steps of a trace in a system that differs from the trace's own: by a repair, a budget, the network.
// A step that is not possible is replaced by the one most like it, the same event with a message of the same kind to the
// same place, or else left out. It returns the first violation of one of the properties on the way; nil if there is
// none, which proves nothing. The run found is as good as any other, but perhaps not a shortest one. Only what states,
// steps and ends can tell is judged.
func Pursue(sys *system.System, props []invariants.Property, steps []string) (found *Pursuit, err error) {
	defer catch(&err, func() string { return "in pursuit" })
	guarded := make([]invariants.Property, len(props))
	for k, p := range props {
		guarded[k] = p.Guarded()
	}
	props = guarded
	run := NewRun(sys)
	enabled, before, taken := run.Enabled(), run.Views(), []string(nil)
	if p := violatedBy(props, nil, before, nil, len(enabled) == 0); p != nil {
		return &Pursuit{Property: *p}, nil
	}
	for _, wanted := range steps {
		choice := mostLike(wanted, enabled)
		if choice == nil {
			continue
		}
		run.state, taken = choice.State, append(taken, choice.Label)
		enabled = run.Enabled()
		after := run.Views()
		if p := violatedBy(props, before, after, choice.Event, len(enabled) == 0); p != nil {
			return &Pursuit{Property: *p, Steps: taken}, nil
		}
		before = after
	}
	return nil, nil
}

// TakeLike takes the transition with this label, or else the one most like it: the same event with a message of the same kind
// to the same place. It returns the label of what it has taken; false if there is no such transition.
func (r *Run) TakeLike(label string) (taken string, ok bool) {
	choice := mostLike(label, r.Enabled())
	if choice == nil {
		return "", false
	}
	r.state = choice.State
	return choice.Label, true
}

// Pursuable reports that a violation of the property can be found in pursuit: it judges states, steps or ends.
func Pursuable(p invariants.Property) bool { return p.State != nil || p.Step != nil || p.End != nil }

// violatedBy is the first property that the state after an event, the step to it, or the end there violates. The event
// is nil in the initial state.
func violatedBy(props []invariants.Property, before, after invariants.Views, e *model.Event, ended bool) *invariants.Property {
	for k := range props {
		p := &props[k]
		switch {
		case p.State != nil && p.State(after) == invariants.Violated,
			p.End != nil && ended && p.End(after) == invariants.Violated:
			return p
		case p.Step == nil || e == nil || p.Hears != nil && !p.Hears(e):
		case p.Step(invariants.Step{Before: before, After: after, Event: e}) == invariants.Violated:
			return p
		}
	}
	return nil
}

// mostLike is the choice with this label, or else the nearest of those that differ in a message's fields or channel
// only; among equally near ones the first.
func mostLike(label string, all []Choice) *Choice {
	var best *Choice
	outline, least := outlineOf(label), 0
	for k := range all {
		c := &all[k]
		if c.Label == label {
			return c
		}
		if outlineOf(c.Label) != outline {
			continue
		}
		if d := distance(label, c.Label); best == nil || d < least {
			best, least = c, d
		}
	}
	return best
}

// outlineOf is a label without the fields and the channel of its message: "deliver(token(<>, NULL, 0) -> 2 from 1)" is
// "deliver(token -> 2)".
func outlineOf(label string) string {
	arrow := strings.LastIndex(label, " -> ")
	if arrow < 0 {
		return label
	}
	message, place := label[:arrow], label[arrow:]
	if at := strings.IndexByte(message, '('); at >= 0 {
		if fields := strings.IndexByte(message[at+1:], '('); fields >= 0 {
			message = message[:at+1+fields]
		}
	}
	if from := strings.Index(place, " from "); from >= 0 {
		end := strings.IndexByte(place, ')')
		if end < from {
			return label
		}
		place = place[:from] + place[end:]
	}
	return message + place
}
