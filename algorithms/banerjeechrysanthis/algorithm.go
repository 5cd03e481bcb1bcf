package banerjeechrysanthis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "banerjee-chrysanthis",
	Title:   "A New Token Passing Distributed Mutual Exclusion Algorithm",
	Authors: "S. Banerjee, P. K. Chrysanthis",
	Venue: "International Conference on Distributed Computing Systems, 1996, as section 3.3.2 of the survey " +
		paper.Survey + " describes it",
	Problem: "mutual exclusion",
	Doc: "An arbiter collects requests, writes them into the token as a list of the nodes to visit, and makes the " +
		"last of them the next arbiter. Requests that reach the old arbiter are forwarded for a while, and dropped after it.",

	Repairs:   repairs,
	Events:    []string{closing, ending},
	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Unlimited: true,
	Params: []paper.Param{{
		Name: forwarding, Allowed: strings.Join(forwardings, " or "), Values: forwardings,
		Doc:     "when the forwarding phase may end: at any moment, or only when nothing else can happen",
		Default: func(model.Config) string { return "any" },
		Check: func(_ model.Config, value string) error {
			if !slices.Contains(forwardings, value) {
				return fmt.Errorf("%q must be %s", value, strings.Join(forwardings, " or "))
			}
			return nil
		},
	}},

	New:   paper.System(func(c model.Config) *protocol { return &protocol{c} }),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Also:    func() []paper.Demand { return []paper.Demand{paper.OneRequest(3)} },
	Claims:  claims,
	Traits:  paper.Traits{Dynamic: true, LowLoad: "n", HighLoad: "3"},
}

// The parameter for the end of the forwarding phase, and its values.
const (
	forwarding = "forwarding"
	patient    = "patient"
)

var forwardings = []string{"any", patient}
