package drsgme

import (
	"fmt"
	"strconv"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

const accounts = "A request is on the account of the process that makes it, the token and a start on that of the process that they go to, " +
	"a complete on that of the process that left, and those of the timers are on nobody's."

// Algorithm is DRS_GME.
var Algorithm = paper.Algorithm{
	Name: "drs-gme", Title: title, Authors: authors, Venue: venue,
	Problem: "group mutual exclusion",
	Doc: "A token with a queue of requests, found through dynamic request sets. Its holder is captain of a session and " +
		"lets others in as followers; time-outs regenerate what is lost. The variant strict is the repaired one with the " +
		"comparison that the proof of Lemma 1 has: session < old_token.session.",
	Variants: []string{Strict},
	Accounts: accounts,
	Repairs:  repairs, Timers: durations, Durations: durations, Lengths: lengths,
	Processes: paper.Range{Min: 2, Max: 8, Default: 3}, Groups: paper.Range{Min: 1, Max: 8, Default: 2},
	New:     paper.System(func(c model.Config) *protocol { return newProtocol(c, false) }),
	Panel:   func(c model.Config) []invariants.Property { return properties(c, false) },
	InTime:  invariants.InTime,
	Further: func(c model.Config) []invariants.Property { return further(c, false) },
	Claims:  claims,
	Grows:   grows,
	Traits:  traits,
}

// Extended is DRS_GME for the extended problem, section VII of the same paper.
var Extended = paper.Algorithm{
	Name: "drs-gme-extended", Title: title, Authors: authors, Venue: venue,
	Problem: "extended group mutual exclusion: any of several groups will do",
	Doc: "DRS_GME where a request names a set of groups. It is queued for each of them, and joins whichever session " +
		"comes first.",
	Accounts: accounts,
	Repairs:  repairs, Timers: durations, Durations: durations, Lengths: lengths,
	Processes: paper.Range{Min: 2, Max: 8, Default: 3}, Groups: paper.Range{Min: 1, Max: 8, Default: 2},
	Params: []paper.Param{{
		Name: setSize, Doc: "the largest set of groups that one request may name", Allowed: "a number from 1 to m",
		Default: func(c model.Config) string { return strconv.Itoa(c.Groups) },
		Check: func(c model.Config, value string) error {
			if n, err := strconv.Atoi(value); err != nil || n < 1 || n > c.Groups {
				return fmt.Errorf("out of range; allowed is a number from 1 to %d, the number of groups", c.Groups)
			}
			return nil
		},
	}},
	New:     paper.System(func(c model.Config) *extended { return &extended{*newProtocol(c, true)} }),
	Panel:   func(c model.Config) []invariants.Property { return properties(c, true) },
	InTime:  invariants.InTime,
	Further: func(c model.Config) []invariants.Property { return further(c, true) },
	Claims:  extendedClaims,
	Grows:   grows,
	Traits:  traits,
}

// grows: larger ones have more states than can be explored. Without timers they are fewer by far: nothing is sent in vain.
func grows() []paper.Direction {
	return []paper.Direction{
		paper.Climb("processes", 2, 5), paper.Climb("groups", 1, 3), paper.Climb("requests", 1, 5),
		paper.Along("net", string(model.Bag), string(model.FIFO)),
		paper.Along("timeouts", string(model.Patient), string(model.Off)),
	}
}

// traits of both algorithms; the paper gives no other numbers for the extended problem.
var traits = paper.Traits{Dynamic: true, LowLoad: "0..n+1", HighLoad: "0..n+1", Delay: "T..2T"}

const (
	title   = "A Fault Tolerant Token-based Algorithm for Group Mutual Exclusion in Distributed Systems"
	authors = "Abhishek Swaroop and Awadhesh Kumar Singh"
	venue   = "no venue or year in its text; the newest reference is of December 2007"

	setSize = "set-size"
)
