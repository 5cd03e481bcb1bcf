package invariants

import (
	"fmt"

	"gmecheck/explore"
	"gmecheck/model"
)

// Panel is a list of properties that judge a search together; property p of the list is bit p of its masks.
type Panel []Property

var _ explore.Judge = Panel(nil)

// State judges a state.
func (ps Panel) State(views []*model.View) (spoke, violated uint64) {
	return ps.collect(func(p *Property) Opinion {
		if p.State == nil {
			return Silent
		}
		return p.State(views)
	})
}

// End judges a state without a transition.
func (ps Panel) End(views []*model.View) (spoke, violated uint64) {
	return ps.collect(func(p *Property) Opinion {
		if p.End == nil {
			return Silent
		}
		return p.End(views)
	})
}

// Step judges a transition.
func (ps Panel) Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64) {
	return ps.collect(func(p *Property) Opinion {
		if p.Step == nil || p.Hears != nil && !p.Hears(e) {
			return Silent
		}
		return p.Step(Step{Before: before, After: after, Event: e})
	})
}

// Hears reports whether some property judges steps with such an event.
func (ps Panel) Hears(e *model.Event) bool {
	for k := range ps {
		if p := &ps[k]; p.Step != nil && (p.Hears == nil || p.Hears(e)) {
			return true
		}
	}
	return false
}

// Hopes are the panel's properties of what can still be reached, for [explore.Options].
func (ps Panel) Hopes() []explore.Hope {
	var all []explore.Hope
	for k, p := range ps {
		if p.Pending != nil {
			all = append(all, explore.Hope{
				Property: k,
				Pending:  func(views []*model.View) uint64 { return p.Pending(views) },
				Goal:     func(views []*model.View) uint64 { return p.Goal(views) },
			})
		}
	}
	return all
}

func (ps Panel) collect(judge func(*Property) Opinion) (spoke, violated uint64) {
	if len(ps) > explore.MaxProperties {
		panic(fmt.Sprintf("%d properties; a search judges at most %d", len(ps), explore.MaxProperties))
	}
	for k := range ps {
		switch judge(&ps[k]) {
		case Violated:
			violated |= 1 << k
			spoke |= 1 << k
		case Fine:
			spoke |= 1 << k
		}
	}
	return spoke, violated
}
