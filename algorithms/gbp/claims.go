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
	endless = "-n 2 -m 2 -r inf --net fifo --workload 1:g1,2:g2"
	alike   = "-n 3 -m 3 --workload 1:g1,2:g1,3:g1"
)

const (
	reliable = "reliable messages"
	finite   = "a finite time of use"

	waitingGroups = "a group waits if a process waits for it; the critical section is empty if no group is in CS"
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

func claims() []paper.Claim {
	return slices.Concat(untimed(), inTime())
}

func untimed() []paper.Claim {
	return []paper.Claim{
		{
			Source: "abstract; sections III and VI", Property: "announces", At: []string{pair, triangle, priorities, ranksIn},
			Text: "the groups have a base priority in each stage: all members of the quorum are told the same one",
		},
		{
			Source: "abstract; section III", Property: "tells-all", At: []string{pair, ranksIn},
			Text: "the processes have the same level of priority: all that are linked are let in together",
		},
		{
			Source: "section II", Property: "max-concurrency", At: []string{"-n 1 -m 1"}, Fixed: []string{"processes"},
			Figure: paper.Number(paper.UpTo, 1),
			Text:   "any of the n processes is able to participate in a group: one for itself, with nobody else there",
		},
		{
			Source: "section II", Property: "group-exclusion", First: []string{ranks}, Assumes: reliable, Variants: publishedAlone,
			At:   []string{pair, triangle, gridOfFour, ranksIn},
			Text: "only one group at a time uses the resource",
		},
		{
			Source: "section II", Property: "group-exclusion", At: []string{pair, triangle, gridOfFour, ranksIn}, Assumes: reliable, Variants: repairedAlone,
			Text: "the same, with all repairs",
		},
		{
			Source: "section II, figure 1", Property: "all-using", First: []string{fourth}, At: []string{"-n 2 -m 1", pair},
			Reading: "linked are also those that ask while the group uses the resource; figure 5 may keep them for the next stage",
			Text:    "all the processes that are linked to the group with the permission are using the resource concurrently",
		},
		{
			Source: "section II", Property: "temporary", At: []string{pair, late, ranksIn},
			Text: "the relation between the players is temporary: a process that has left is linked to no group",
		},
		{
			Source: "section II, Mutual Exclusion; theorem 4.1; section VI", Property: "gme", Assumes: reliable, First: []string{again}, Variants: publishedAlone,
			At:   []string{pair, triangle, gridOfFour, ranksIn},
			Text: "while a process takes part in a group, no process takes part in another",
		},
		{
			Source: "section II, Mutual Exclusion; theorem 4.1; section VI", Property: "gme", Assumes: reliable, Variants: repairedAlone,
			At:   []string{pair, triangle, gridOfFour, ranksIn},
			Text: "the same, with all repairs",
		},
		{
			Source: "section II, Bounded Delay", Property: "starved", At: []string{"", pair, triangle, ranksIn}, Assumes: reliable,
			Text: "a process that attempts to take part in a group can still succeed",
		},
		{
			Source: "section II, Bounded Delay; theorem 4.2", Property: "fair-starvation", Variants: everyVariant,
			At: []string{"", endless, endless + " --priorities 2"}, Assumes: reliable + ", " + finite,
			Text: "a process that attempts to take part in a group will succeed in the end: its priority eventually is the highest",
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
			Source: "section II, Progress; section VI", Property: "deadlock", At: []string{"", pair, triangle, ranksIn}, Assumes: reliable,
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
		{
			Source: "section III", Property: "session-time", First: []string{againIn + " --durations 2"},
			At:   []string{pair, late, ranksIn},
			Text: "the time of a group is that of its first process, or the longest of those that ask while it waits",
		},
		{
			Source: "section III; figure 7 (a) to (c)", Property: "active-time", First: []string{againIn + " --durations 2"},
			At:   []string{pair, late, ranksIn},
			Text: "at the moment a group activates its time is that of its first process; while it waits, the longest of those that have asked",
		},
		{
			Source: "section III", Property: "session-covers", First: []string{fourth + " --durations 2"},
			At:   []string{pair, late, ranksIn},
			Text: "the time of a group is at least that of each process that it begins its session with",
		},
		{
			Source: "section III, figures 5 and 7", Property: "admission", At: []string{fourth}, Alone: true, Variants: publishedAlone,
			Text: "a process that asks while the group uses the resource is let in if its time is not greater than the remainder, otherwise it waits for the next stage",
		},
		{
			Source: "section III, figures 5 and 7", Property: "admission", At: []string{late, pair}, Variants: []string{model.Repaired, Fair},
			Text: "the same, with all repairs",
		},
		{
			Source: "section III, acceptance control, Req-Process; section IV", Property: "admission-strict", First: []string{fourth, four}, At: []string{late, pair},
			Reading: "figure 5, which has <= where the text has <; section III begins with \"not greater\", see the row before",
			Text:    "a process that asks while the group uses the resource is let in only if its time is less than the remainder",
		},
		{
			Source: "section III", Without: "--loss 1", Variants: repairedAlone,
			Text: "the network is reliable: no message is lost",
		},
		{
			Source: "section III", Without: "--duplicate 1", Variants: repairedAlone,
			Text: "the network is reliable: no message comes twice",
		},
		{
			Source: "section III", Reason: "it is what fairness of runs says here: whoever is inside leaves in the end",
			Text: "the time of use of the resource is finite",
		},
		{
			Source: "section III, figure 3", Property: "stays", At: []string{late, pair, ranksIn}, Assumes: "that processes do: the group counts it so",
			Text: "a process stays in the critical section for its time, and then releases its association",
		},
		{
			Source: "section III", Property: "let-in-for", At: []string{late, pair, ranksIn},
			Text: "the time associated with each process represents its duration in the critical section",
		},
		{
			Source: "section III, and Rep-Process", Property: "spurious", At: []string{pair, ranksIn}, Assumes: reliable,
			Text: "a process that has specified its time and selected a group waits until the group allows the access",
		},
		{
			Source: "section III, figure 3", Property: "process-messages", Figure: paper.Number(paper.Exactly, 3), At: []string{pair, ranksIn},
			Assumes: reliable,
			Text:    "in each stage a process sends two messages and receives one: three in all, up to its exit",
		},
		{
			Source: "section III, figure 3", Property: "process-sends", At: []string{pair, ranksIn}, Alone: true, Assumes: reliable,
			Text: "in each stage a process sends two messages to the group",
		},
		{
			Source: "section III, figure 3", Property: "last-reply", At: []string{ranksIn, againIn}, Alone: true, Variants: publishedAlone,
			Assumes: reliable,
			Text:    "in each stage a process receives one message from the group: that which lets it in",
		},
		{
			Source: "section III, figure 3", Property: "last-reply", At: []string{pair, ranksIn}, Variants: repairedAlone, Assumes: reliable,
			Text: "the same, with all repairs",
		},
		{
			Source: "section III, figure 4; Req-Process", Property: "known", At: []string{late, pair, ranksIn},
			Text: "LP keeps information of all the linked processes: those that take part, with their times",
		},
		{
			Source: "section III, figure 4", Property: "registers", At: []string{pair, priorities, ranksIn},
			Text: "LG keeps information of all waiting requests of lock",
		},
		{
			Source: "section III, end of the time of a group, option 2", Reason: "figures 3 to 6 take the first option: a group waits until all its processes have left",
			Text: "informing the processes that the time is over may take unpredictably long; allowing another group before all have answered does not guarantee mutual exclusion",
		},
		{
			Source: "section III; section IV, first consideration", Property: "no-preemption", First: []string{fourth}, At: []string{pair, late, ranksIn},
			Text: "while a group uses the resource the others wait, whatever their priority; it releases the resource when all its processes have left",
		},
		{
			Source: "section III", Property: "priority-registered", First: []string{ranks}, At: []string{priorities, ranksIn},
			Text: "only a group that uses the resource may have a lower priority than one that waits for it",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "announces", At: []string{pair, triangle, priorities, ranksIn},
			Text: "a group that becomes active asks its quorum for the locks, with the priority of the stage",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "own-request", First: []string{"-n 3 -m 3 --priorities 3 --workload 1:g1,2:g2,3:g3 --net fifo"},
			At:      []string{pair, priorities, ranksIn},
			Reading: "the multicast goes to the others of the quorum; figure 5 adds the own request to LG where a group that was Inactive becomes active, not where a new stage begins",
			Text:    "a group that becomes active adds its own request to its list",
		},
		{
			Source: "section III, Req-Process and Rel-Process", Property: "linked-compete", At: []string{pair, late},
			Text: "a group to which a process is linked is active or uses the resource; if processes wait when a session ends, a new stage begins",
		},
		{
			Source: "section III, Rel-Process", Property: "stage-serves", At: []string{pair, late, ranksIn},
			Reading: "figure 5 asks LG where the text asks for processes",
			Text:    "a new stage begins only if waiting processes exist",
		},
		{
			Source: "section III, Rel-Process", Property: "unlinks", At: []string{pair, late, ranksIn},
			Text: "a Rel-Process removes the request from the list LP",
		},
		{
			Source: "section III, Rel-Process; section V", Property: "releases", At: []string{pair, late, triangle, ranksIn},
			Text: "a group without active processes releases the resource: it tells its quorum, with q-1 messages",
		},
		{
			Source: "section III, end of the time of a group, and Rel-Process", Property: "session-serves", At: []string{pair, late, ranksIn},
			Text: "when a group is empty of participant processes it releases the critical section: it uses the resource only while some take part",
		},
		{
			Source: "section III, Req-Group", Property: "grants-free", At: []string{pair, triangle, ranksIn},
			Reading: "available is a lock that no group has, and that is not on its way to one or back",
			Text:    "a group grants its lock if it is available",
		},
		{
			Source: "section III, Req-Group; figure 6", Property: "available", At: []string{pair, triangle, ranksIn},
			Text: "a group grants its lock if it is available: if its list LG is empty",
		},
		{
			Source: "section III, Req-Group (a) and (b); figure 6", Property: "calls", At: []string{priorities, ranksIn},
			Reading: "as figure 6 has it: lower and greater than the highest priority in LG",
			Text:    "a request of lower priority is delayed, for one of greater priority than all in LG the lock is called back",
		},
		{
			Source: "section III, Req-Group (a) and (b)", Property: "calls-above-holder", At: []string{priorities, ranksIn},
			Text: "a request of lower priority than that of the group with the lock is delayed, for one of greater priority the lock is called back",
		},
		{
			Source: "section III, Req-Group (b)", Property: "calls-holder", First: []string{priorities + " --workload 1:g1,2:g2 -r 2,1"},
			At:      []string{pair, ranksIn},
			Reading: "figure 6, where the lock is called back from the highest in the list",
			Text:    "the lock is called back from the appropriate group: that which has it",
		},
		{
			Source: "section III, Rec-Group; proof of theorem 4.1", Property: "all-locks", At: []string{pair, triangle, gridOfFour, ranksIn},
			Text: "a group that uses the resource has all the locks of its quorum, by its own conj",
		},
		{
			Source: "section III, Rec-Group; proof of theorem 4.1", Property: "locks-granted", First: []string{ranks}, At: []string{pair, triangle, gridOfFour, ranksIn},
			Assumes: reliable,
			Text:    "a group that uses the resource has all the locks of its quorum, by the lists of the members: it stands in all of them",
		},
		{
			Source: "section IV, proof of theorem 4.1", Property: "inside-locked", First: []string{fourth}, At: []string{pair, triangle, ranksIn}, Assumes: reliable,
			Text: "if a process is in the critical section, its group has received all the locks of its quorum",
		},
		{
			Source: "section III, Rec-Group", Property: "locks-suffice", At: []string{pair, triangle, gridOfFour, ranksIn}, Alone: true,
			Text: "a group that has all the locks changes its state to CS",
		},
		{
			Source: "section III, Rec-Group", Property: "answers", First: []string{ranks, again}, At: []string{pair, triangle, ranksIn}, Assumes: reliable,
			Text: "Rec-Group is the affirmative response to Req-Group: a lock goes to a group that asks for it and has not been given it",
		},
		{
			Source: "section III, Rec-Group", Property: "tells-all", At: []string{pair, ranksIn},
			Text: "a group that has all the locks tells all the processes that are linked to it",
		},
		{
			Source: "section III, Rel-Group", Property: "yields", At: []string{pair, priorities, ranksIn},
			Text: "asking a lock back is successful if the group that has it does not use the resource",
		},
		{
			Source: "section III, Rep-Rel-Group", Property: "gives-its-own", At: []string{pair, priorities, ranksIn},
			Text: "Rep-Rel-Group releases a lock that had been given",
		},
		{
			Source: "section III, Rep-Rel-Group and Lib-Group", Property: "served-first", At: []string{priorities, ranksIn},
			Text: "a lock that comes back is granted to the highest priority",
		},
		{
			Source: "section III, end", Measure: quorumSize, Reading: "Maekawa's grid, with quorums of 2 sqrt(m) - 1",
			Text: "by Maekawa's method the size of a quorum is sqrt(m): of 1, 4 and 9 groups",
		},
		{
			Source: "section IV, proof of theorem 4.1", Property: "permission", First: []string{"-n 2 -m 3 --fixed-priorities 1,2,1 --workload 1:g1,2:g2", ranksIn},
			At:      []string{pair, triangle, gridOfFour, "-n 2 -m 3 --priorities 2"},
			Assumes: reliable,
			Text:    "a member of two quorums never grants its lock to both groups",
		},
		{
			Source: "theorem 4.2", Reason: "figures 5 and 6 contradict it: no message carries a time stamp, and equal priorities go in the order of arrival",
			Text: "each request has a priority (G_k, ts, priori)",
		},
		{
			Source: "theorem 4.2; section IV, second consideration", Property: "session-ends", Variants: everyVariant,
			First: []string{"-n 2 -m 1 -r inf --net fifo", ranks},
			At:    []string{endless, "-n 2 -m 1 -r inf --net fifo --durations 2", ranksIn}, Assumes: finite,
			Text: "no group stays indefinitely in the critical section for the arrival of new processes",
		},
		{
			Source: "section IV", Reason: "nothing is said of how much, or of what without the two considerations that it gives; the rows on no-preemption and admission-strict decide those",
			Text: "the waiting time is reduced",
		},
		{
			Source: "abstract; theorem 4.3; section VI", Property: "max-concurrency", At: []string{"-n 1 -m 1", pair},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Text:   "all n processes can take part in one group together",
		},
		{
			Source: "section V, best case", Property: "entry-messages", At: []string{pair, triangle, ranksIn},
			Figure: paper.Figure{Form: paper.AtBest, Formula: twoQ},
			Text:   "to gain access a group needs q-1 messages to request the permission and q-1 to grant it",
		},
		{
			Source: "abstract; section V", Property: "entry-messages-unyielding", At: []string{pair, triangle, ranksIn},
			Text: "where the group does not yield, it needs q-1 messages to request the permission and q-1 to grant it",
		},
		{
			Source: "section V", Property: "entry-messages-yields", At: []string{pair, triangle, priorities, ranksIn},
			Text: "with each yield q-1 messages to yield the permission and q-1 to grant it are added: two for each lock given back",
		},
		{
			Source: "abstract; section V, best case; section VI", Property: "messages", At: []string{pair, triangle},
			Figure: paper.Number(paper.AtBest, 0),
			Text:   "a session with l processes costs 3l + 3(q-1) messages in the best case; one with one process 3 + 3(q-1)" + more,
		},
		{
			Source: "section V, maximum concurrency; theorem 4.3", Property: "messages", Figure: paper.Number(paper.Exactly, 0),
			At:    []string{alike, "-n 3 -m 2 --workload 1:g1,2:g1,3:g1", "-n 2 -m 2 --workload 1:g1,2:g1 --durations 2"},
			Alone: true,
			Text:  "n requests for the same group cost 3n + 3(q-1) messages in all" + more,
		},
		{
			Source: "section V", Property: "messages", At: []string{pair, priorities, triangle},
			Text: "a session with l processes costs 3l + 5(q-1) messages if the group yields once, at most 3l + 3(q-1) + 2p(q-1) if it yields p times" + more,
		},
		{
			Source: "section V", Property: "unique", At: []string{"-n 1 -m 2", "-n 1 -m 4 --quorums grid"}, Alone: true,
			Text: "the number of messages for a request that is unique in its group is larger than the 3q + 1 of Joung's quorum algorithm, " +
				"although it is 3 + 3(q-1) = 3q by the formula; found is by how many it is less",
		},
		{
			Source: "section V", Reason: "of Joung's algorithm there is no model here; by the formulas alone 3l + 3(q-1) is less than l (3q + 1) for every l, for l = 1, too, " +
				"against the sentence before",
			Text: "l simultaneous requests for one group cost fewer messages than in Joung's quorum algorithm",
		},
	}
}

// more explains the values of the balance of messages.
const more = "; found is how many more a whole run costs, each entry, session and lock given back at the paper's price"
