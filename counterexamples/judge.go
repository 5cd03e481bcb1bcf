package counterexamples

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model/system"
)

// judge is what a property says of the state after so many steps, of the step to it, or of the end if the run ends there, and in its own words
// why it is violated. What is about the graph of all states stays silent.
// Views are those of all states of the run, and ended says that nothing is possible afterwards.
func (s *Scene) judge(p *invariants.Property, all []invariants.Views, at int, ended bool) (opinion invariants.Opinion, why string) {
	views := all[at]
	outside := s.path.outside && at == s.path.Last()
	if p.State != nil && !outside {
		opinion = p.State(views)
	}
	if p.End != nil && ended && !outside && at == s.path.Last() {
		opinion = max(opinion, p.End(views))
	}
	step := at > 0 && p.Step != nil
	if step {
		event := s.path.Choices[at-1].Event
		if p.Hears == nil || p.Hears(event) {
			opinion = max(opinion, p.Step(invariants.Step{Before: all[at-1], After: views, Event: event}))
		}
	}
	switch {
	case opinion != invariants.Violated:
	case p.StepDetail != nil && step:
		why = p.StepDetail(s.path.Choices[at-1].Event)
	case p.Detail != nil:
		why = p.Detail(views)
	}
	return opinion, why
}

// Begun is a run with which somebody begins to look at a model.
type Begun struct {
	*Trace
	Outcome *Outcome // of its replay; nil: it is nobody's counterexample
}

// Begin takes up a trace. That it is the counterexample of a property is known if that is one of props.
func Begin(sys *system.System, props []invariants.Property, t *Trace) (*Begun, error) {
	b := &Begun{Trace: t}
	if _, err := find(props, t.Property); err != nil {
		return b, nil
	}
	var err error
	b.Outcome, err = Replay(sys, props, t)
	return b, err
}

// Of is the trace of some steps from an initial state: the run itself, if it is the same, or one that is nobody's.
func (b *Begun) Of(model, start string, steps []string) (*Trace, *Outcome) {
	if b != nil && b.Outcome != nil && b.Start == start && slices.Equal(b.Steps, steps) {
		return b.Trace, b.Outcome
	}
	return &Trace{Model: model, Start: start, Steps: steps}, nil
}

// Verdict is what a property says of a run.
type Verdict struct {
	Property invariants.Property
	Opinion  invariants.Opinion
	Why      string // it is violated, in the property's own words; may be empty
	First    int    // after so many steps it was violated first; -1: never
}

// Reason says why the property is violated.
func (v Verdict) Reason() string {
	if v.Why == "" {
		return v.Property.Name + " is violated"
	}
	return v.Property.Name + " is violated: " + v.Why
}

// Verdicts judges the run by properties, in their order; but the one of which a replay has shown that the run violates it comes first. The
// outcome may be nil. The error is that of a property that panics.
func (s *Scene) Verdicts(all []invariants.Property, o *Outcome) (out []Verdict, err error) {
	name := "in a view"
	defer catch(&err, func() string { return name })
	views := make([]invariants.Views, len(s.path.States))
	for at := range views {
		views[at] = s.path.Views(at)
	}
	ended := s.path.Ended()
	for _, p := range all {
		p, name = p.Guarded(), p.Name
		v := Verdict{Property: p, First: -1}
		for at := range views {
			if v.Opinion, v.Why = s.judge(&p, views, at, ended); v.Opinion == invariants.Violated && v.First < 0 {
				v.First = at
			}
		}
		if o != nil && o.Result == Replayed && o.Property == p.Name {
			v.Opinion, v.Why = invariants.Violated, o.why()
			if v.First < 0 {
				v.First = s.path.Last()
			}
			out = slices.Insert(out, 0, v)
			continue
		}
		out = append(out, v)
	}
	return out, nil
}

// Saved is the run as a trace file has it. It names the property whose counterexample it is, or else the first that it violates, if there is one.
func (s *Scene) Saved(all []Verdict) *Trace {
	t := Trace{Model: s.trace.Model, Start: s.trace.Start}
	if len(s.steps) == len(s.trace.Steps) {
		t = *s.trace
	}
	t.Steps = nil
	for _, x := range s.steps {
		t.Steps = append(t.Steps, x.label)
	}
	t.Fingerprint = s.sys.Config.Fingerprint()
	if k := slices.IndexFunc(all, func(v Verdict) bool { return v.Opinion == invariants.Violated }); k >= 0 && t.Property == "" {
		t.Property = all[k].Property.Name
	}
	return &t
}
