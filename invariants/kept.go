package invariants

import (
	"errors"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// A search may leave states out that its properties do not need: see [question.Sparing].

var _ question.Sparing = Panel(nil)

// Spare says which properties need the states that are left out, and what for; nil if none does.
func (ps Panel) Spare(ends bool) error {
	for _, p := range ps {
		if why := p.Needs(ends); why != "" {
			return errors.New(p.Name + " " + why)
		}
	}
	return nil
}

// Keeps reports that the violations of all properties stay where the view of one site changes like that.
func (ps Panel) Keeps(before, after *model.View) bool {
	for _, p := range ps {
		switch {
		case p.State == nil || p.AtEnds:
		case p.Keeps != nil:
			if !p.Keeps(before, after) {
				return false
			}
		case *before != *after:
			return false
		}
	}
	return true
}

// Deaf reports that no property of states depends on messages on their way.
func (ps Panel) Deaf() bool {
	return !slices.ContainsFunc(ps, func(p Property) bool { return p.State != nil && !p.AtEnds && !p.Deaf })
}

// Needs says what a property needs states for that are left out by a search that keeps ends, and unless these are all it keeps,
// violations of states; empty if it does without.
func (p Property) Needs(ends bool) string {
	switch {
	case p.Step != nil:
		return "judges steps"
	case p.Measures():
		return "measures all states or runs"
	case p.OnGraph():
		return "is about what can or must happen after each state"
	case p.Witness != nil:
		return "looks for a state"
	case ends && p.State != nil && !p.AtEnds:
		return "judges states that are no ends"
	}
	return ""
}

// insideStays: who is inside stays there, with the same groups.
func insideStays(before, after *model.View) bool {
	return !before.InCS || after.InCS && after.Groups == before.Groups
}

// tokensStay: the site holds as many tokens, with those on their way to it.
func tokensStay(before, after *model.View) bool {
	return before.Holds+before.Coming == after.Holds+after.Coming
}
