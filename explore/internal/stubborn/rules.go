package stubborn

import "github.com/gmecheck/gmecheck/model"

// Keeps reports that whatever is violated stays violated if the view of one site changes like that. Nil: nothing but ends counts.
type Keeps func(before, after *model.View) bool

// Rule is a condition that a choice must meet. Tests leave one out, and must notice it.
type Rule uint

// The rules.
const (
	KeyStays     Rule = 1 << iota // the key is possible at every node
	OwnDiamonds                   // transitions of T commute with the site's others
	SentDiamonds                  // and with what arrives
	Silent                        // the site's others send nothing
	Arrivals                      // what others send arrives
	Repeated                      // as often as it can
	Faults                        // others may meet faults
	OwnFaults                     // so may the site itself
	Patience                      // nothing is quiet as long as others may wait for that
	Early                         // no timer can expire before its time
	Tickets                       // requests do not draw time stamps
	SameSends                     // diamonds close with the same messages to others
	Changes                       // the key changes the state
	Keeping                       // the key keeps violations
	Unheard                       // nobody is asked what a message of the key changes elsewhere, unless it is nothing
	rules
)

// AllRules are in force but in tests.
const AllRules = rules - 1

func (r Rule) has(x Rule) bool { return r&x != 0 }
