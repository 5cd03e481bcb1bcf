package gbp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

const (
	maxPriority = 8
	maxDuration = 8
	maxTc       = 8
)

// The names of the parameters.
const (
	quorumsName   = "quorums"
	durationsName = "durations"
	fixedName     = "fixed-priorities"
	upgradeName   = "upgrade"
	tcName        = "tc"
)

// The readings of upgrade(priori).
const (
	none    = "none"
	waiting = "waiting"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "gbp",
	Title:   "Group Mutual Exclusion Based on Priorities",
	Authors: "Karina M. Cenci and Jorge R. Ardenghi",
	Venue:   "Journal of Computer Science and Technology 11(1), 2011",
	Problem: "group mutual exclusion",
	Doc: "Processes ask a group to let them in for a time. Groups with processes compete for the resource: each " +
		"asks the members of its quorum for their locks, and a lock goes to the highest priority. The variant fair is the repaired one, " +
		"with another order of groups, by which each that waits is served after so many sessions of others, and with sessions that go on for a latecomer while no " +
		"other group asks.",
	Accounts:   "The messages between a process and a group are on the account of the process, those between groups on nobody's.",
	Variants:   []string{Fair},
	Repairs:    repairs,
	Processes:  paper.Range{Min: 1, Max: 8, Default: 2},
	Groups:     paper.Range{Min: 1, Max: maxGroups, Default: 2},
	Priorities: paper.Range{Min: 1, Max: maxPriority, Default: 1},
	Unlimited:  true,
	Params: []paper.Param{
		{
			Name: quorumsName,
			Doc: "whom a group asks for locks: all groups; in a ring of three, itself and the next; its row and column " +
				"of a grid with ceil(sqrt(m)) columns, filled row by row, of which the last may stay short; or, against the " +
				"definition of a coterie, its own",
			Default: func(model.Config) string { return all },
			Check:   checkQuorums,
			Allowed: "all, tri (3 groups), grid or own", Values: []string{all, tri, grid, own},
		},
		{
			Name:    durationsName,
			Doc:     "processes ask for a time from 1 to this; in a model with times that is how often they stay as long as --cs says",
			Default: func(model.Config) string { return "1" },
			Check: func(_ model.Config, value string) error {
				if d, err := strconv.Atoi(value); err != nil || d < 1 || d > maxDuration {
					return errors.New("out of range")
				}
				return nil
			},
			Allowed: fmt.Sprintf("a number from 1 to %d", maxDuration),
		},
		{
			Name: tcName,
			Doc: "the estimate of the delay of a message between a group and a process, by which it takes a latecomer to stay longer; in the " +
				"unit of --durations",
			Default: func(model.Config) string { return "0" },
			Check: func(_ model.Config, value string) error {
				if tc, err := strconv.Atoi(value); err != nil || tc < 0 || tc > maxTc {
					return errors.New("out of range")
				}
				return nil
			},
			Allowed: fmt.Sprintf("a number from 0 to %d", maxTc),
			Unused:  "0",
		},
		{
			Name: fixedName,
			Doc: "the priority of each group, the same in every stage: g1's, g2's, ...; without it a group chooses one from " +
				"1 to K each time that a stage begins",
			Default: func(model.Config) string { return "" },
			Check: func(c model.Config, value string) error {
				c.Params = map[string]string{fixedName: value}
				_, err := fixedPriorities(c)
				return err
			},
			Allowed: fmt.Sprintf("a list of m numbers from 1 to %d, without --priorities", maxPriority),
		},
		{
			Name: upgradeName,
			Doc: "what upgrade(priori) does when a lock is called back, which the paper does not say: nothing; or the " +
				"lower priorities of those that wait for it rise by one",
			Default: func(model.Config) string { return none },
			Check: func(_ model.Config, value string) error {
				if value != none && value != waiting {
					return fmt.Errorf("no such reading")
				}
				return nil
			},
			Allowed: "none or waiting", Values: []string{none, waiting},
		},
	},
	New:   paper.System(newProtocol),
	Grows: grows,
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Claims:  claims,
	Traits:  paper.Traits{Structure: "coterie", LowLoad: "3 + 3(q-1)", HighLoad: "3 + (3+2p)(q-1)/l"},
}

func checkQuorums(c model.Config, value string) error {
	switch value {
	case all, grid, own:
		return nil
	case tri:
		if c.Groups != 3 {
			return fmt.Errorf("tri is for 3 groups, not %d", c.Groups)
		}
		return nil
	}
	return fmt.Errorf("no such quorums")
}

// fixedPriorities is the parameter of that name as numbers, nil if it is not given.
func fixedPriorities(c model.Config) ([]int, error) {
	text := c.Param(fixedName)
	if text == "" {
		return nil, nil
	}
	if c.Priorities > 1 {
		return nil, fmt.Errorf("priorities are either fixed or chosen from 1 to --priorities %d", c.Priorities)
	}
	var fixed []int
	for _, part := range strings.Split(text, ",") {
		z, err := strconv.Atoi(part)
		if err != nil || z < 1 || z > maxPriority {
			return nil, fmt.Errorf("%q is not a priority from 1 to %d", part, maxPriority)
		}
		fixed = append(fixed, z)
	}
	if len(fixed) != c.Groups {
		return nil, fmt.Errorf("%d priorities for %d groups", len(fixed), c.Groups)
	}
	return fixed, nil
}
