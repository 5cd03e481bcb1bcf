package srtgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Algorithm is all that the rest of gmecheck knows of this package.
var Algorithm = paper.Algorithm{
	Name:    "srt-gme",
	Title:   "A Distributed Group Mutual Exclusion Algorithm for Soft Real Time Systems",
	Authors: "Abhishek Swaroop and Awadhesh Kumar Singh",
	Venue:   "International Journal of Computer and Information Engineering 1(8), WASET, 2007",
	Problem: "group mutual exclusion",
	Doc: "One token. Its holder opens a session as captain, lets followers in by start messages, and passes the token " +
		"with the queue of waiting requests when all are out. Levels in the queue rise with every session; requests " +
		"go to a request set that shrinks and grows.",
	Accounts: "A request and a complete are on the account of the process that sends them, the token and a start on that of the process that they go to.",

	Repairs:    repairs,
	Processes:  paper.Range{Min: 2, Max: 8, Default: 3},
	Groups:     paper.Range{Min: 1, Max: 8, Default: 2},
	Priorities: paper.Range{Min: 1, Max: 8, Default: 1},

	New:   paper.System(func(c model.Config) *protocol { return &protocol{c} }),
	Panel: properties, InTime: invariants.InTime,
	Further: further,
	Grows:   grows,
	Claims:  claims,
	Traits:  paper.Traits{Dynamic: true, LowLoad: "0..n+1", HighLoad: "0..n+1", Delay: "T..2T"},
}

func properties(c model.Config) []invariants.Property {
	n, m := c.Processes, c.Groups
	all := []invariants.Property{
		invariants.GME.From("section V.A"),
		invariants.OneToken.From(`section V.A: "There exists only one token in the system"`),
		invariants.NoDeadlock.From("section V.B"),
		invariants.Starved.From("section V.B"),
		invariants.Spurious.From("section IV: a process enters with the token or start message that it waits for"), invariants.Environment,
		tokenKept, typeMatch, startMatch, tokenStays, captures, entryPolicy, coCaptain, sync2T,
		ghostR(), stateN(), stateHI(), stateHS(), captainKnown, followers, currentType, idleType, completes(c),
		rsLemma, rsLemmaW, rsSize(n), rsPassed, requestsSent(n), announces, answers(c), oldRequest, queueDup(), oneEntry(), queueLength(n, m), tokenSize(n),
		level(c), agingStep, joinLevel, entryLevel, headLevel(), servedFirst, prioLevel, prioRaw, prioUnaged,
		fcfsEntry, movedForward, fcfsJoin,
	}
	if c.Has(NumberedToken) {
		all = append(all, decidesAsked)
	}
	return append(all, bounds(c)...)
}
