package suzukikasami

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "suzuki-kasami",
	Title:   "A Distributed Mutual Exclusion Algorithm",
	Authors: "I. Suzuki, T. Kasami",
	Venue:   "ACM Transactions on Computer Systems 3(4), 1985",
	Problem: "mutual exclusion",
	Doc: "Who wants to enter asks everybody, with a request number; the token carries the numbers of the requests " +
		"served and a queue of those that wait, and goes from one to the next.",
	Accounts: "A request is on the account of the process that makes it, the token on that of the process that it goes to.",

	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Unlimited: true,

	New:   paper.System(func(c model.Config) *protocol { return &protocol{c} }),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Dynamic: true, LowLoad: "0 or n", HighLoad: "0 or n"},
}
