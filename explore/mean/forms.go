package mean

import (
	"github.com/gmecheck/gmecheck/explore/internal/canonical"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// onForms reports that the chain is of canonical forms: numbers that grow with every request would let it have no end. Where messages keep
// their order, or are lost, one that the form leaves out would make a difference to what is behind it, or to the faults left.
func onForms(sys *system.System, o Options) bool {
	return sys.EndsOnForms() && o.Judge == nil && sys.Config.Network == model.Bag
}

// checked lays states beside their forms, as a search of forms does. What is wrong with a form is a [*model.Broken].
func checked(sys *system.System, stopped func() bool) error {
	_, err := canonical.Check(sys, stands{}, question.Questions{}, canonical.Enough, stopped)
	return err
}

// stands is what a chain asks about a state, in the form of a judge: which processes wait, and which are inside.
type stands struct{}

func (stands) State(views []*model.View) (spoke, violated uint64) {
	for k, v := range views {
		if v.Waits {
			violated |= 1 << (2 * k % 62)
		}
		if v.InCS {
			violated |= 1 << (2*k%62 + 1)
		}
	}
	return 0, violated
}

func (stands) End([]*model.View) (spoke, violated uint64) { return 0, 0 }

func (stands) Step([]*model.View, *model.Event, []*model.View) (spoke, violated uint64) { return 0, 0 }

func (stands) Hears(*model.Event) bool { return false }
