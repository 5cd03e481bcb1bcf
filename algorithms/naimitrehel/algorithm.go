package naimitrehel

import (
	"embed"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Source is the text of the package: its digest tells whether the static check of handlers has read it.
//
//go:embed *.go
var Source embed.FS

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "naimi-trehel",
	Title:   "A log(N) Distributed Mutual Exclusion Algorithm Based on Path Reversal",
	Authors: "M. Naimi, M. Trehel, A. Arnold",
	Venue:   "Journal of Parallel and Distributed Computing 34(1), 1996",
	Problem: "mutual exclusion",
	Doc: "A request travels along the fathers to the last that asked, which passes the token to the requester when it " +
		"leaves; everybody on the way makes the requester its father.",
	Accounts: "A request, however often it is handed on, is on the account of the process that made it, the token on that of the process that it goes to.",

	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Unlimited: true,
	Params: []paper.Param{
		paper.Tree("the father of each node, 0 for the root, which has the token", model.Star),
	},

	New:   paper.System(newProtocol),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "tree", Dynamic: true, LowLoad: "0..n", HighLoad: "0..n"},
}
