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
	fourth  = "-n 4 -m 3 --fixed-priorities 3,2,1 --workload 1:g1,2:g2,3:g3,4:g1 --net fifo"
	again   = "-n 3 -m 3 --fixed-priorities 3,2,1 --workload 1:g1,2:g2,3:g3 -r 2,1,1"
	endless = "-n 2 -m 2 -r inf --net fifo --workload 1:g1,2:g2"
)

const (
	reliable = "reliable messages"
	finite   = "a finite time of use"
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
			Source: "abstract; section III", Reason: "no message of a process carries a priority; only groups have any",
			Text: "the groups have a base priority in each stage, the processes have the same level of priority",
		},
		{
			Source: "section II", Property: "group-exclusion", At: []string{pair, triangle, gridOfFour, ranks}, Assumes: reliable,
			Text: "only one group at a time uses the resource",
		},
		{
			Source: "section II, Mutual Exclusion; theorem 4.1", Property: "gme", Assumes: reliable,
			At:   []string{pair, triangle, gridOfFour, again},
			Text: "while a process takes part in a group, no process takes part in another",
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
			Source: "theorem 4.2", Property: "bounded-delay", Variants: everyVariant, Figure: paper.Figure{Form: paper.Steady},
			At:   []string{pair + " -r 1,2", pair + " -r 1,3", endless, endless + " --priorities 2"},
			Text: "the priority of a request eventually is the highest: the sessions of others while a process waits do not grow with their requests",
		},
		{
			Source: "section II, Progress", Property: "deadlock", At: []string{"", pair, triangle, ranksIn}, Assumes: reliable,
			Text: "while groups wait and the resource is available, some group gains access at some later point",
		},
		{
			Source: "section II, Progress", Property: "progress", At: []string{"", endless}, Assumes: reliable,
			Text: "while groups wait and the resource is available, some group gains access at some later point: nor do they ask and yield for ever",
		},
		{
			Source: "section II, Concurrent Entering; section IV", Property: "concurrent-entering", Variants: everyVariant,
			At: []string{"-n 2 -m 1", pair, triangle}, Reading: "also a process that asks while the group uses the resource is interested in it",
			Text: "where no process is interested in another group, those interested in one take part in it together",
		},
		{
			Source: "definition 2.1, coterie", Reason: "it is about the choice of quorums, not about runs; in each system of quorums here any two " +
				"meet, as a test sees to",
			Text: "no quorum is empty, any two have a member in common, none is part of another",
		},
		{
			Source: "section II, coterie", Without: "--quorums own", First: []string{pair},
			Text: "since any pair of quorums has a member in common, mutual exclusion is guaranteed",
		},
		{
			Source: "section III", Property: "session-time", At: []string{pair, late, fourth + " --durations 2"},
			Text: "the time of a group is that of its first process, or the longest of those that ask while it waits",
		},
		{
			Source: "section III", Property: "session-covers", At: []string{pair, late, fourth + " --durations 2"},
			Text: "the time of a group is at least that of each process that it begins its session with",
		},
		{
			Source: "section III, figures 5 and 7", Property: "admission", Variants: everyVariant, At: []string{late, pair},
			Text: "a process that asks while the group uses the resource is let in if its time is not greater than the remainder, otherwise it waits for the next stage",
		},
		{
			Source: "section III, acceptance control; section IV", Property: "admission-strict", At: []string{late, pair, fourth},
			Reading: "figure 5, which has <= where the text has <",
			Text:    "a process that asks while the group uses the resource is let in if its time is less than the remainder",
		},
		{
			Source: "section III", Without: "--loss 1",
			Text: "the network is reliable: no message is lost",
		},
		{
			Source: "section III", Without: "--duplicate 1",
			Text: "the network is reliable: no message comes twice",
		},
		{
			Source: "section III", Reason: "it is what fairness of runs says here: whoever is inside leaves in the end",
			Text: "the time of use of the resource is finite",
		},
		{
			Source: "section III, figure 3", Property: "stays", At: []string{late, pair},
			Text: "a process stays in the critical section for its time, and then releases its association",
		},
		{
			Source: "section III, figure 3", Property: "process-messages", Figure: paper.Number(paper.Exactly, 3), At: []string{pair, ranksIn},
			Assumes: reliable,
			Text:    "in each stage a process sends two messages and receives one",
		},
		{
			Source: "section III; section IV, first consideration", Property: "no-preemption", At: []string{pair, late, fourth},
			Text: "while a group uses the resource the others wait, whatever their priority; it releases the resource when all its processes have left",
		},
		{
			Source: "section III", Property: "priority-registered", At: []string{priorities, ranksIn},
			Text: "only a group that uses the resource may have a lower priority than one that waits for it",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "announces", At: []string{pair, triangle, priorities},
			Text: "a group that becomes active asks its quorum for the locks, with the priority of the stage",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "own-request", At: []string{pair, priorities, "-n 3 -m 3 --priorities 3 --workload 1:g1,2:g2,3:g3 --net fifo"},
			Text: "a group that becomes active adds its own request to its list",
		},
		{
			Source: "section III, Req-Process and Rel-Process", Property: "linked-compete", At: []string{pair, late},
			Text: "a group to which a process is linked is active or uses the resource; if processes wait when a session ends, a new stage begins",
		},
		{
			Source: "section III, Rel-Process", Property: "stage-serves", At: []string{pair, late, ranksIn},
			Text: "a new stage begins if waiting processes exist",
		},
		{
			Source: "section III, Rel-Process", Property: "releases", At: []string{pair, late, triangle},
			Text: "a group without active processes releases the resource: it tells its quorum",
		},
		{
			Source: "section III, Rel-Process; figure 7", Property: "session-serves", At: []string{pair, late, ranksIn},
			Text: "a group uses the resource only while processes that it has let in take part",
		},
		{
			Source: "section III, Req-Group", Property: "available", At: []string{pair, triangle},
			Text: "a group grants its lock if it is available",
		},
		{
			Source: "section III, Req-Group (a) and (b)", Property: "calls", At: []string{priorities, ranksIn},
			Text: "a request of lower priority is delayed, for one of greater priority the lock is called back",
		},
		{
			Source: "section III, Req-Group (b)", Property: "calls-holder", At: []string{pair, ranksIn},
			Reading: "figure 6, where the lock is called back from the highest in the list",
			Text:    "the lock is called back from the appropriate group: that which has it",
		},
		{
			Source: "section III, Rec-Group; proof of theorem 4.1", Property: "all-locks", At: []string{pair, triangle, gridOfFour, ranksIn},
			Text: "a group that uses the resource has all the locks of its quorum",
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
			Source: "section III, end", Reason: "it is about the choice of quorums, not about runs; of four groups in a grid each quorum has three",
			Text: "by Maekawa's method the size of a quorum is sqrt(m)",
		},
		{
			Source: "section IV, proof of theorem 4.1", Property: "permission", First: []string{"-n 2 -m 3 --fixed-priorities 1,2,1 --workload 1:g1,2:g2"},
			At:      []string{pair, triangle, gridOfFour, "-n 2 -m 3 --priorities 2"},
			Assumes: reliable,
			Text:    "a member of two quorums never grants its lock to both groups",
		},
		{
			Source: "theorem 4.2", Reason: "no message of figures 3 to 6 carries a time stamp",
			Text: "each request has a priority (G_k, ts, priori)",
		},
		{
			Source: "theorem 4.2; section IV, second consideration", Property: "session-ends", Variants: everyVariant,
			First: []string{"-n 2 -m 1 -r inf --net fifo"},
			At:    []string{endless, "-n 2 -m 1 -r inf --net fifo --durations 2", ranksIn}, Assumes: finite,
			Text: "no group stays indefinitely in the critical section for the arrival of new processes",
		},
		{
			Source: "abstract; theorem 4.3", Property: "max-concurrency", At: []string{"-n 1 -m 1", pair},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Text:   "all n processes can take part in one group together",
		},
		{
			Source: "section V, best case", Property: "entry-messages", At: []string{pair, triangle},
			Figure: paper.Figure{Form: paper.AtBest, Formula: twoQ},
			Text:   "to gain access a group needs q-1 messages to request the permission and q-1 to grant it",
		},
		{
			Source: "abstract; section V", Property: "entry-messages-unyielding", At: []string{pair, triangle},
			Text: "where the group does not yield, it needs q-1 messages to request the permission and q-1 to grant it",
		},
		{
			Source: "section V", Property: "entry-messages-yields", At: []string{pair, triangle, priorities},
			Text: "with each yield q-1 messages to yield the permission and q-1 to grant it are added: two for each lock given back",
		},
		{
			Source: "abstract; section V, best case", Property: "messages", At: []string{pair, triangle},
			Figure: paper.Number(paper.AtBest, 0),
			Text:   "a session with l processes costs 3l + 3(q-1) messages in the best case; one with one process 3 + 3(q-1), n at once 3n + 3(q-1)" + more,
		},
		{
			Source: "section V", Property: "messages", At: []string{pair, priorities, triangle},
			Text: "a session with l processes costs 3l + 5(q-1) messages if the group yields once, at most 3l + 3(q-1) + 2p(q-1) if it yields p times" + more,
		},
		{
			Source: "section V", Reason: "it contradicts the formula before it: 3 + 3(q-1) is 3q, and not larger than 3q + 1",
			Text: "the number of messages for a request that is unique in its group is larger than the 3q + 1 of Joung's quorum algorithm",
		},
		{
			Source: "section V", Reason: "it compares with the algorithm of another paper, of which there is no model here",
			Text: "l simultaneous requests for one group cost fewer messages than in Joung's quorum algorithm",
		},
	}
}

// more explains the values of the balance of messages.
const more = "; found is how many more a whole run costs, each entry, session and lock given back at the paper's price"
