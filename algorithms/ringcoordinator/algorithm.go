package ringcoordinator

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "ring-coordinator",
	Title:   "Token Ring Algorithm to Achieve Mutual Exclusion in Distributed System - A Centralized Approach",
	Authors: "S. Basu",
	Venue: "International Journal of Computer Science Issues 8(1), 2011, as section 3.3.1 of the survey " +
		paper.Survey + " describes it",
	Problem: "mutual exclusion",
	Doc: "A coordinator gives the token to one process at a time and takes it back afterwards; requests that find it " +
		"given away are queued, and the one with the smallest time stamp is served next.",

	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Unlimited: true,

	New:   paper.System(func(c model.Config) *protocol { return &protocol{c} }),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "ring"},
}
