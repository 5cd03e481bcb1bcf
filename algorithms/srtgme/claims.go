package srtgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Where the decisions of claims begin that the smallest configuration says nothing of: several priority levels; one session for
// each process, or a common one to read and one for each to write; a group that keeps on asking.
const (
	twoLevels = "--priorities 2"
	alike     = "-m 1"
	apart     = "-n 3 -m 3 --workload 1:g1,2:g2,3:g3"
	readers   = "-n 3 -m 4 --workload 1:g1+g2,2:g1+g3,3:g1+g4"
	again     = "-n 3 -m 2 --workload 1:g1,2:g2,3:g2"
)

// grows begins with two sessions, because with one there is nothing to decide. Two processes need few steps in the other
// directions, or they would take the budget from three.
func grows() []paper.Direction {
	return []paper.Direction{
		paper.Climb("processes", 2, 4), paper.Climb("groups", 2, 3), paper.Climb("priorities", 1, 3),
		paper.Climb("requests", 1, 3), paper.Along("net", string(model.Bag), string(model.FIFO)),
	}
}

// withLevels is the number of forum switches that a request waits for where its priority rises with each of them.
var withLevels = paper.Formula{
	Text: "max(min(n, m), K-1)",
	Of:   func(c model.Config) int { return max(paper.MinNM.Of(c), c.Priorities-1) },
}

// tillHighest is the number of switches after which the lowest priority has risen to the highest.
var tillHighest = paper.Formula{
	Text: "K-1",
	Of:   func(c model.Config) int { return c.Priorities - 1 },
}

const (
	inFlight = "also where nobody is inside because a start is on its way, which has been sent before the last one leaves"
	reliable = "reliable channels, which the paper does not mention"
	once     = "a process asks again only when it has left its CS"
)

// timesStay are the directions along which claims in ticks do not grow: their states would take the budget from those that do.
var timesStay = []string{"processes", "groups", "priorities", "requests", "net"}

// claims are the paper's own, in its order.
func claims() []paper.Claim { return slices.Concat(problem(), algorithm(), proofs(), performance()) }

// problem is the abstract and sections I and II.
func problem() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section I, Mutual exclusion; section V.A", Property: "gme", Assumes: reliable,
			Text: "no two processes that asked for different sessions are in their CS together",
		},
		{
			Source: "section I, readers and writers", Property: "gme", At: []string{readers}, Fixed: []string{"processes", "groups"}, Assumes: reliable,
			Text: "with a common read session and a write session for each process, no writer is inside with anybody else",
		},
		{
			Source: "section I, Starvation Freedom; section V.B", Property: "starved", Assumes: reliable,
			Text: "whoever wants to attend a session can still succeed",
		},
		{
			Source: "section I, Starvation Freedom; section V.B", Property: "fair-starvation", Assumes: reliable,
			Text: "whoever wants to attend a session will succeed in the end",
		},
		{
			Source: "section I, Starvation Freedom; section V.B", Property: "deadlock", Assumes: reliable,
			Text: "the system never stops while a process waits",
		},
		{
			Source: "section I, Concurrent Occupancy; section V.C", Property: "co-global", Assumes: reliable,
			Text: "where nobody attends or wants another session, whoever asks gets in without waiting for anybody to leave",
		},
		{
			Source: "section I; section VII", Reason: "it speaks of an algorithm of which there is no model here, and rests on its own paper",
			Text: "in Mittal and Mohan's algorithm the number of processes decides the priority of a session, and no process can give its request one",
		},
		{
			Source: "section II", Reason: "every model here is like that",
			Text: "an asynchronous system of N sites with one process each, fully connected, without shared memory or a global clock",
		},
		{
			Source: "section II, by its silence; DRS_GME, section I, of this paper", Without: "--loss 1", Variants: []string{model.Repaired},
			Text: "assumed: all channels are reliable: what breaks if a message is lost",
		},
		{
			Source: "section II, by its silence", Without: "--duplicate 1", Variants: []string{model.Repaired},
			Text: "assumed: no message arrives twice",
		},
		{
			Source: "section II, by its silence; DRS_GME, section I, of this paper", Without: "--crash 1", Variants: []string{model.Repaired},
			Text: "assumed: all processes are reliable: what breaks if a site is down for a while",
		},
		{
			Source: "section II, what it is for", Property: "queue-dup", Assumes: once,
			Text: "since a process asks once at a time, it stands in the queue once",
		},
		{
			Source: "section II; section V.B", Property: "level-range", At: []string{apart, twoLevels},
			Reading: "of levels in token.queue, too; aging has no cap",
			Text:    "priority levels are between one and K",
		},
		{
			Source: "section II; section III, request", Property: "announces", At: []string{twoLevels},
			Text: "each process announces its priority while requesting a session: a request carries its id, its number, the session and the priority",
		},
	}
}
