package dynamicpriorityring

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// rise is the parameter that says which queued requests of lower priority rise when another one arrives.
const (
	rise       = "rise"
	riseOldest = "oldest"
	riseAll    = "all"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "dynamic-priority-ring",
	Title:   paper.Survey,
	Authors: "not named in the paper's text",
	Venue:   "not named in the paper's text; the conclusion's own proposal",
	Problem: "mutual exclusion, for each of several resources",
	Doc: "A coordinator has one token for each resource and queues the requests for it; the oldest request gains " +
		"priority as others of higher priority arrive, and the highest is served when the token comes back.",
	Accounts: "All three messages are on the account of the process that asks and enters.",

	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Groups:    paper.Range{Min: 1, Max: 8, Default: 1},
	Unlimited: true,
	Params: []paper.Param{{
		Name:    rise,
		Doc:     "which queued requests of lower priority rise when another arrives: the oldest only, or every one",
		Default: func(model.Config) string { return riseOldest },
		Check: func(_ model.Config, value string) error {
			if value != riseOldest && value != riseAll {
				return fmt.Errorf("%q is neither %s nor %s", value, riseOldest, riseAll)
			}
			return nil
		},
		Allowed: "oldest or all",
		Values:  []string{riseOldest, riseAll},
	}},

	New:   paper.System(func(c model.Config) *protocol { return &protocol{c} }),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "ring"},
}
