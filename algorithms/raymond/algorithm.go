package raymond

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
	Name:    "raymond",
	Title:   "A Tree-Based Algorithm for Distributed Mutual Exclusion",
	Authors: "K. Raymond",
	Venue:   "ACM Transactions on Computer Systems 7(1), 1989",
	Problem: "mutual exclusion",
	Doc: "The nodes are a tree; requests go along its edges in the direction of the token, and the token comes back " +
		"along them and turns them round.",

	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Unlimited: true,
	Params: []paper.Param{
		paper.Tree("the parent of each node, 0 for the holder of the token", model.Path),
	},

	New:   paper.System(newProtocol),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "tree", Dynamic: true, LowLoad: "0..2D", HighLoad: "0..2D"},
}
