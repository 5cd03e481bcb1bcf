package kmutex

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Baseline is the variant after Chaudhuri and Edward.
const Baseline = "baseline"

// Algorithm is the paper for the rest of gmecheck.
var Algorithm = paper.Algorithm{
	Name:    "k-mutex",
	Title:   "K-Mutual Exclusion in Decentralized Systems",
	Authors: "Ahmed Mahmoud Abd El-Monaem, Shady Fahmy Abd El-Hafez, Abdulrahman Khalid Hassan, Hossam Ahmed Mahmoud",
	Venue:   "Cairo University, Faculty of Engineering, Computer Department, 2020",
	Problem: "k-mutual exclusion",
	Doc: "k tokens, and sqrt(n) groups of sqrt(n) nodes: a collector in each group gathers its requests, and the global " +
		"collector divides the tokens among the collectors. The variant baseline is the algorithm of Chaudhuri and Edward " +
		"as the paper describes it: one token for each group, and no token forwarded before all are back. The variant " +
		"bundled is the repaired algorithm with a group's tokens in one message, as section IV counts them: the collector " +
		"keeps those that it has no use for, while somebody elsewhere may wait for one, and with one of them in hand it enters " +
		"its critical section without joining its own queue.",
	Variants:  []string{Baseline, Bundled},
	Repairs:   repairs,
	Processes: paper.Range{Min: 4, Max: 16, Default: 4},
	Tokens:    paper.Range{Min: 1, Max: 8, Default: 1},
	Unlimited: true,
	Params:    []paper.Param{grcParam},
	Check: func(c model.Config) error {
		if m := root(c.Processes); m*m != c.Processes {
			return fmt.Errorf("--processes %d: must be a square: 4, 9 or 16", c.Processes)
		}
		return nil
	},
	New:   paper.System(newProtocol),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Also:    also,
	Claims:  claims,
	Grows:   directions,
	Endless: countless,
	Traits:  paper.Traits{Structure: "groups", LowLoad: "0..6", HighLoad: "1 + (4 sqrt(n) - 5)/n"},
}

func also() []paper.Demand {
	return []paper.Demand{
		paper.OneRequest(4),
		{Words: "--grc moving", Flags: "with --grc moving", Change: func(c *model.Config) {
			c.Params = map[string]string{grcParam.Name: moving}
		}},
	}
}
