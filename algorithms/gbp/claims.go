package gbp

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Configurations at which claims begin to grow.
const (
	pair       = "-n 2 -m 2"
	triangle   = "-n 2 -m 3 --quorums tri"
	gridOfFour = "-n 2 -m 4 --quorums grid --workload 1:g1,2:g4"
	late       = "-n 2 -m 1 --durations 2"
	priorities = "-n 2 -m 2 --priorities 2"
	// Published, it takes three groups of different priorities to enter at all.
	ranks   = "-n 3 -m 3 --fixed-priorities 3,2,1 --workload 1:g1,2:g2,3:g3"
	ranksIn = ranks + " --net fifo"
	four    = "-n 4 -m 3 --fixed-priorities 3,2,1 --workload 1:g1,2:g2,3:g3,4:g1"
	fourth  = four + " --net fifo"
	again   = "-n 3 -m 3 --fixed-priorities 3,2,1 --workload 1:g1,2:g2,3:g3 -r 2,1,1"
	againIn = again + " --net fifo"
	// With quorums in a grid they get further, though messages keep their order.
	ranksGrid = "-n 4 -m 4 --quorums grid --fixed-priorities 3,1,2,4 --workload 1:g1,2:g2,3:g3,4:g4 --net fifo"
	fifthGrid = "-n 5 -m 4 --quorums grid --fixed-priorities 3,1,2,4 --workload 1:g1,2:g2,3:g3,4:g4,5:g1 --net fifo"
	endless   = "-n 2 -m 2 -r inf --net fifo --workload 1:g1,2:g2"
	alike     = "-n 3 -m 3 --workload 1:g1,2:g1,3:g1"
)

const (
	reliable = "reliable messages"
	finite   = "a finite time of use"

	// ownLock is what refutes most rows as published that ask somebody to enter.
	ownLock = "as published, the multicast goes to the others of the quorum, and no group ever grants its own lock"

	waitingGroups = ownLock + "; a group waits if a process waits for it; the critical section is empty if no group is in CS"
)

// everyVariant is for what the variant fair is about.
var everyVariant = []string{model.Published, model.Repaired, Fair}

var twoQ = paper.Formula{Text: "2(q - 1)", Of: func(c model.Config) int {
	least, _ := newProtocol(c).quorumSizes()
	return 2 * (least - 1)
}}

// grows keeps to sizes at which a search ends; without an order of messages, endless requests have infinitely many states.
func grows() []paper.Direction {
	return []paper.Direction{
		paper.Climb("processes", 1, 4), paper.Climb("groups", 1, 4), paper.Climb("priorities", 1, 3),
		paper.Climb(durationsName, 1, 3), paper.Along("requests", "1", "2", "3", "4", "5", "inf"),
		paper.Along("net", string(model.Bag), string(model.FIFO)),
	}
}

// claims are the paper's own, in its order; those of times come last.
func claims() []paper.Claim { return slices.Concat(problem(), algorithm(), analysis(), inTime()) }

// problem is the abstract and section II.
func problem() []paper.Claim {
	return []paper.Claim{
		{
			Source: "abstract; sections III and VI", Property: "announces", At: []string{pair, triangle, priorities, ranks},
			Text: "the groups have a base priority in each stage: all members of the quorum are told the same one",
		},
		{
			Source: "abstract; section III", Property: "tells-all", At: []string{pair, ranks},
			Text: "the processes have the same level of priority: all that are linked are let in together",
		},
		{
			Source: "section II", Property: "max-concurrency", At: []string{"-n 1 -m 1"}, Fixed: []string{"processes"},
			Figure:  paper.Number(paper.UpTo, 1),
			Reading: ownLock,
			Text:    "any of the n processes is able to participate in a group: one for itself, with nobody else there",
		},
		{
			Source: "section II", Property: "group-exclusion", First: []string{ranks, ranksGrid}, Assumes: reliable, Variants: publishedAlone,
			At:   []string{pair, triangle, gridOfFour, ranks},
			Text: "only one group at a time uses the resource",
		},
		{
			Source: "section II", Property: "group-exclusion", At: []string{pair, triangle, gridOfFour, ranks}, Assumes: reliable, Variants: repairedAlone,
			Text: "the same, with all repairs",
		},
		{
			Source: "section II", Reason: "every model here begins so: no process waits or is linked to a group",
			Text: "initially each process works alone",
		},
		{
			Source: "abstract; section II, figure 2", Reason: "it is how every model here is made: only processes have steps of their own, a group takes a step when a message comes",
			Text: "the groups are passive players, the processes are active players",
		},
		{
			Source: "section II, figure 1", Property: "all-using", First: []string{fourth}, At: []string{"-n 2 -m 1", pair},
			Reading: "linked are also those that ask while the group uses the resource; figure 5 may keep them for the next stage",
			Text:    "all the processes that are linked to the group with the permission are using the resource concurrently",
		},
		{
			Source: "section II", Property: "temporary", At: []string{pair, late, ranks}, Assumes: reliable,
			Text: "the relation between the players is temporary: a process that has left is linked to no group",
		},
		{
			Source: "section II, Mutual Exclusion; theorem 4.1; section VI", Property: "gme", Assumes: reliable, First: []string{again, fifthGrid}, Variants: publishedAlone,
			At:   []string{pair, triangle, gridOfFour, ranks},
			Text: "while a process takes part in a group, no process takes part in another",
		},
		{
			Source: "section II, Mutual Exclusion; theorem 4.1; section VI", Property: "gme", Assumes: reliable, Variants: repairedAlone,
			At:   []string{pair, triangle, gridOfFour, ranks},
			Text: "the same, with all repairs",
		},
		{
			Source: "section II, Bounded Delay", Property: "starved", At: []string{"", pair, triangle, ranks}, Assumes: reliable,
			Reading: ownLock,
			Text:    "a process that attempts to take part in a group can still succeed",
		},
		{
			Source: "section II, Bounded Delay; theorem 4.2", Property: "fair-starvation", Variants: everyVariant,
			At: []string{"", endless, endless + " --priorities 2"}, Assumes: reliable + ", " + finite,
			Reading: ownLock,
			Text:    "a process that attempts to take part in a group will succeed in the end: its priority eventually is the highest",
		},
		{
			Source: "theorem 4.2; section VI", Property: "bounded-delay", Variants: []string{model.Repaired, Fair}, Figure: paper.Figure{Form: paper.Steady},
			First:   []string{endless + " --priorities 2"},
			At:      []string{pair + " -r 1,2", pair + " -r 1,3", endless, endless + " --priorities 2"},
			Reading: "from when the group stands in the lists of its quorum on: a request is known there",
			Text:    "the priority of a request eventually is the highest: the sessions of others while a process waits do not grow with their requests",
		},
		{
			Source: "theorem 4.2", Property: "bypass-sessions", Variants: []string{model.Repaired, Fair}, Figure: paper.Figure{Form: paper.Steady},
			First:   []string{endless},
			At:      []string{pair + " -r 1,2", pair + " -r 1,3", endless},
			Reading: "from when the process makes its request on: the message may still be on its way, while others come and go",
			Text:    "the same, from when a process makes a request",
		},
		{
			Source: "theorem 4.2; section VI", Property: "bounded-delay", Variants: publishedAlone, Figure: paper.Figure{Form: paper.Steady},
			First: []string{ranksIn + " -r inf"}, At: []string{ranks},
			Reading: "from when the group stands in the lists of its quorum on, where groups enter at all",
			Text:    "the same, as published",
		},
		{
			Source: "theorem 4.2", Property: "bypass-sessions", Variants: publishedAlone, Figure: paper.Figure{Form: paper.Steady},
			First: []string{ranksIn + " -r inf"}, At: []string{ranks},
			Reading: "from when the process makes its request on, where groups enter at all",
			Text:    "the same, from when a process makes a request, as published",
		},
		{
			Source: "section II, Progress; section VI", Property: "deadlock", At: []string{"", pair, triangle, ranks}, Assumes: reliable,
			Reading: waitingGroups,
			Text:    "while groups wait and the resource is available, some group gains access at some later point",
		},
		{
			Source: "section II, Progress; section VI", Property: "progress", At: []string{"", endless}, Assumes: reliable,
			Reading: waitingGroups,
			Text:    "while groups wait and the resource is available, some group gains access at some later point: nor do they ask and yield for ever",
		},
		{
			Source: "section II, Concurrent Entering; section IV", Property: "concurrent-entering", Variants: everyVariant,
			At: []string{"-n 2 -m 1", pair, triangle}, Reading: "also a process that asks while the group uses the resource is interested in it",
			Text: "where no process is interested in another group, those interested in one take part in it together",
		},
		{
			Source: "section IV, proof of theorem 4.3", Property: "concurrent-entering", Variants: everyVariant, At: []string{"-n 2 -m 1", pair, triangle},
			Reading: "simultaneously: before any of them has left, whenever the requests arrive",
			Text:    "where each process requests the same group simultaneously, all of the requests are added to the active queue",
		},
		{
			Source: "definition 2.1, coterie", Measure: coteries,
			Text: "no quorum is empty, any two have a member in common, none is part of another: quorums all, tri, and the grids of 1, 4 and 9 groups",
		},
		{
			Source: "section II, coterie", Property: "gme", At: []string{pair, triangle, gridOfFour, again}, Alone: true, Assumes: reliable,
			Variants: publishedAlone,
			Text:     "since any pair of quorums has a member in common, mutual exclusion is guaranteed",
		},
		{
			Source: "section II, coterie", Without: "--quorums own", First: []string{pair}, Variants: repairedAlone,
			Text: "any pair of quorums has a member in common",
		},
	}
}
