package counterexamples

import "github.com/gmecheck/gmecheck/invariants"

// Judge is what a property says of the last state of the run, of the last step, or of the end, and in its own words why it
// is violated. What is about the graph of all states stays silent.
func (s *Scene) Judge(p invariants.Property) (opinion invariants.Opinion, why string, err error) {
	defer catch(&err, func() string { return "after the last step" })
	p = p.Guarded()
	last := s.path.Last()
	views := s.path.Views(last)
	if p.State != nil {
		opinion = p.State(views)
	}
	if p.End != nil && s.path.Ended() {
		opinion = max(opinion, p.End(views))
	}
	step := last > 0 && p.Step != nil
	if step {
		event := s.path.Choices[last-1].Event
		if p.Hears == nil || p.Hears(event) {
			opinion = max(opinion, p.Step(invariants.Step{Before: s.path.Views(last - 1), After: views, Event: event}))
		}
	}
	switch {
	case opinion != invariants.Violated:
	case p.StepDetail != nil && step:
		why = p.StepDetail(s.path.Choices[last-1].Event)
	case p.Detail != nil:
		why = p.Detail(views)
	}
	return opinion, why, nil
}
