package tokenring

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "token-ring",
	Title:   "Several Tokens Distributed Mutual Exclusion Algorithm in a Logical Ring Network",
	Authors: "not named in the survey's text",
	Venue:   "as section 3.3.4 of the survey " + paper.Survey + " describes it",
	Problem: "mutual exclusion, for each of several resources",
	Doc: "A request is a token that travels once round the ring; nodes that use the resource, or asked for it earlier, " +
		"keep it until they leave, and its owner enters when it has come back.",
	Accounts: "A token is on the account of the process that made it.",

	Repairs: []model.Repair{KeepNumber},

	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Groups:    paper.Range{Min: 1, Max: 8, Default: 1},
	Unlimited: true, // of their canonical forms there are finitely many

	New:   paper.System(func(c model.Config) *protocol { return &protocol{c} }),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "ring", Dynamic: true, LowLoad: "n", HighLoad: "n"},
}
