package fapp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "fapp",
	Title:   "FAPP: A New Fairness Algorithm for Priority Process Mutual Exclusion in Distributed Systems",
	Authors: "S. Kanrar, N. Chaki",
	Venue:   "Journal of Networks 5(1), 2010, as section 3.3.3 of the survey " + paper.Survey + " describes it",
	Problem: "mutual exclusion with priorities",
	Doc: "Requests climb an inverted tree to the holder of the token at its root. Every node keeps a list of its " +
		"neighbours' requests by priority, raises those that a more urgent one overtakes, and the token follows the lists.",

	Repairs:   repairs,
	Processes: paper.Range{Min: 1, Max: 16, Default: 3},
	Unlimited: true,
	Endless:   endless,
	Params: []paper.Param{
		paper.Tree("the tree at the start", model.Path),
		{
			Name: fixedPriorities, Allowed: "one number from 1 to 99 for each process, such as 1,2,3",
			Doc:     "the base priority of each process; a higher number is more urgent",
			Default: func(c model.Config) string { return ascending(c.Processes) },
			Check: func(c model.Config, value string) error {
				_, err := parsePriorities(value, c.Processes)
				return err
			},
		},
	},

	New:   paper.System(newProtocol),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Also:    also,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "tree", Dynamic: true},
}

// The parameters.
const (
	fixedPriorities = "fixed-priorities"
	mostUrgent      = 99
)

// newProtocol returns the protocol of a configuration that has been checked.
func newProtocol(c model.Config) *protocol {
	priorities, err := parsePriorities(c.Param(fixedPriorities), c.Processes)
	if err != nil {
		panic(err)
	}
	return &protocol{c: c, tree: paper.Parents(c), p: priorities}
}

// ascending is "1,2,3": process i has priority i.
func ascending(n int) string {
	fields := make([]string, n)
	for k := range fields {
		fields[k] = strconv.Itoa(k + 1)
	}
	return strings.Join(fields, ",")
}

func parsePriorities(text string, n int) ([]int, error) {
	var priorities []int
	for _, field := range strings.Split(text, ",") {
		p, err := strconv.Atoi(field)
		if err != nil || field != strconv.Itoa(p) || p < 1 || p > mostUrgent {
			return nil, fmt.Errorf("%q has %q in it, which is not a number from 1 to %d", text, field, mostUrgent)
		}
		priorities = append(priorities, p)
	}
	if len(priorities) != n {
		return nil, fmt.Errorf("%q has %d numbers; allowed is one for each of the %d processes, such as %s", text,
			len(priorities), n, ascending(n))
	}
	return priorities, nil
}

func also() []paper.Demand {
	return []paper.Demand{{Words: "equal priorities", Flags: "with processes of equal --" + fixedPriorities, Change: func(c *model.Config) {
		c.Params = map[string]string{fixedPriorities: "1,1,1"}
	}}}
}
