package invariants

import (
	"errors"
	"fmt"

	"github.com/gmecheck/gmecheck/invariants/question"
)

// Refuse says what is wrong with the properties themselves: one that asks nothing, or half a question, or two, would hold of
// every protocol. A search or a simulation that such a panel judges does not begin.
func (ps Panel) Refuse() error {
	if len(ps) > question.MaxProperties {
		return fmt.Errorf("%d properties; a search judges at most %d", len(ps), question.MaxProperties)
	}
	known := map[string]int{}
	for k, p := range ps {
		if p.Name == "" {
			return fmt.Errorf("property %d has no name", k+1)
		}
		if first, twice := known[p.Name]; twice {
			return fmt.Errorf("two properties are named %q: properties %d and %d", p.Name, first+1, k+1)
		}
		known[p.Name] = k
		if err := p.Refuse(); err != nil {
			return fmt.Errorf("property %q: %w", p.Name, err)
		}
	}
	return nil
}

// kinds are those that a property may have; without one it counts as an invariant.
var kinds = []Kind{"", Invariant, Stepwise, NoEnd, Liveness, Bound, Cost}

// Refuse says what is missing of the property's question, or which of its parts contradict each other.
func (p Property) Refuse() error {
	known := false
	for _, kind := range kinds {
		known = known || p.Kind == kind
	}
	if !known {
		return fmt.Errorf("its kind is %q; allowed are %q", p.Kind, kinds[1:])
	}
	judges := p.State != nil || p.End != nil || p.Step != nil || p.Witness != nil
	hopes := p.Pending != nil || p.Goal != nil || p.Along != nil
	asked := 0
	for _, asks := range []bool{hopes, p.Fair != nil, p.Size != nil, p.Gauge != nil, p.Chain != nil} {
		if asks {
			asked++
		}
	}
	for _, mistake := range []struct {
		is   bool
		text string
	}{
		{!judges && asked == 0 && p.Hears != nil, "it has Hears, and no Step to judge what it hears"},
		{!judges && asked == 0 && p.Claimed != nil, "it has Claimed, and neither Size, Gauge nor Chain measures what is claimed"},
		{!judges && asked == 0, "it asks nothing: State, End, Step, Witness, Pending with Goal, Fair, Size, Gauge and Chain are all missing"},
		{p.Hears != nil && p.Step == nil, "it has Hears, and no Step to judge what it hears"},
		{p.Witness != nil && (p.State != nil || p.End != nil || p.Step != nil), "it asks two questions: one with Witness, and one that State, End or Step judge"},
		{(p.Cause != nil || p.Start) && p.Fair == nil, "it has Cause or Start, and Fair, which says what is pending since then, is missing"},
		{p.Cause != nil && p.Start, "it has Cause and Start; what is pending is so since a cause, or since the initial state"},
		{(p.Cause != nil || p.Start) && p.End != nil, "it has Cause or Start, which judge runs that end, and End"},
		{hopes && p.Pending == nil, "it has Goal or Along, and Pending, which says when the goal is due, is missing"},
		{hopes && p.Goal == nil, "it has Pending, and Goal, which says what is to be reached, is missing"},
		{asked > 1, "it asks more than one question; allowed is one of Pending with Goal, Fair, Size, Gauge and Chain"},
		{judges && hopes, "it asks two questions: one that State, End or Step judge, and one with Pending and Goal"},
		{judges && p.Measures(), "it asks two questions: one that State, End or Step judge, and one that Size, Gauge or Chain measure"},
		{p.Fair != nil && (p.State != nil || p.Step != nil), "it asks two questions: with Fair only End may judge, too, the last states of runs that end"},
		{p.Claimed != nil && !p.Measures(), "it has Claimed, and neither Size, Gauge nor Chain measures what is claimed"},
		{p.StepDetail != nil && p.Step == nil, "it has StepDetail, and no Step that could be violated"},
		{p.Vain != nil && p.Pending == nil && p.Fair == nil, "it has Vain, and neither Pending nor Fair that could be in vain"},
	} {
		if mistake.is {
			return errors.New(mistake.text)
		}
	}
	if c := p.Claimed; c != nil && c.Min > c.Max {
		return fmt.Errorf("it claims a range from %d to %d, in which there is nothing", c.Min, c.Max)
	}
	if p.Gauge != nil {
		return p.Gauge.refuse()
	}
	if c := p.Chain; c != nil && (c.Within == nil || c.Begins == nil || c.Ends == nil || c.Drops == nil) {
		return errors.New("its Chain needs Within, Begins, Ends and Drops, which say when it is open")
	}
	return nil
}

func (g *Gauge) refuse() error {
	switch {
	case g.Weigh == nil:
		return errors.New("its Gauge has no Weigh, which says what events mean")
	case g.Lanes < 1:
		return fmt.Errorf("its Gauge has %d lanes; allowed is a number from 1", g.Lanes)
	case g.Whole && g.Again:
		return errors.New("its Gauge has Whole and Again; an interval begins with the run, or with a transition")
	case !g.Whole && !g.Again && (g.Last != nil || g.Ending):
		return errors.New("its Gauge has Last or Ending, and neither Whole nor Again lets intervals end with the run")
	}
	return nil
}
