package gbp

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// algorithm is section III: the processes, the locks and the events.
func algorithm() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section III", Property: "session-time", First: []string{againIn + " --durations 2"},
			At:   []string{pair, late, ranks},
			Text: "the time of a group is that of its first process, or the longest of those that ask while it waits",
		},
		{
			Source: "section III; figure 7 (a) to (c)", Property: "active-time", First: []string{againIn + " --durations 2"},
			At:   []string{pair, late, ranks},
			Text: "at the moment a group activates its time is that of its first process; while it waits, the longest of those that have asked",
		},
		{
			Source: "section III", Property: "session-covers", First: []string{fourth + " --durations 2"},
			At:   []string{pair, late, ranks},
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
			Source: "section III; figure 5", Property: "elapses", At: []string{late, pair, fourth},
			Text: "what remains of a group's time is that time less the elapsed one, which goes on from one latecomer to the next, up to the time of the group",
		},
		{
			Source: "section III; figures 5 and 6", Property: "elapsed-kept", At: []string{late, pair, ranks},
			Text: "the elapsed time counts what has elapsed: no request, call or release of another group changes it, and a process that leaves brings its own",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "time-kept", At: []string{late, pair, ranks},
			Text: "a group sets its time while it is Inactive or Active, and not while it uses the resource",
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
			Source: "section III", Reason: "every model here allows it, and begins with it",
			Text: "two different groups could have the same priority",
		},
		{
			Source: "section III", Reason: "it is what fairness of runs says here: whoever is inside leaves in the end",
			Text: "the time of use of the resource is finite",
		},
		{
			Source: "section III, figure 3", Property: "stays", At: []string{late, pair, ranks}, Assumes: "that processes do: the group counts it so",
			Text: "a process stays in the critical section for its time, and then releases its association",
		},
		{
			Source: "section III", Property: "let-in-for", At: []string{late, pair, ranks},
			Text: "the time associated with each process represents its duration in the critical section",
		},
		{
			Source: "section III, and Rep-Process", Property: "spurious", At: []string{pair, ranks}, Assumes: reliable,
			Text: "a process that has specified its time and selected a group waits until the group allows the access",
		},
		{
			Source: "section III, and Rep-Process", Property: "known", At: []string{late, pair, ranks}, Assumes: reliable,
			Text: "the same: the group has this request, and has let in the process for it",
		},
		{
			Source: "section III, figure 3", Property: "process-messages", Figure: paper.Number(paper.Exactly, 3), At: []string{pair, ranks},
			Assumes: reliable,
			Text:    "in each stage a process sends two messages and receives one: three in all, up to its exit",
		},
		{
			Source: "section III, figure 3", Property: "process-sends", At: []string{pair, ranks}, Alone: true, Assumes: reliable,
			Text: "in each stage a process sends two messages to the group",
		},
		{
			Source: "section III, figure 3", Property: "last-reply", At: []string{pair, ranks}, Assumes: reliable,
			Text: "in each stage a process receives one message from the group: that which lets it in",
		},
		{
			Source: "section III, figure 4; Req-Process", Property: "known", At: []string{late, pair, ranks},
			Text: "LP keeps information of all the linked processes: those that take part, with their times",
		},
		{
			Source: "section III, figure 4", Property: "registers", At: []string{pair, priorities, ranks},
			Text: "LG keeps information of all waiting requests of lock: a new one is added behind those that are there",
		},
		{
			Source: "section III, figure 4; figures 5 and 6", Property: "list-kept", At: []string{pair, priorities, ranks},
			Text: "the same: until the session is over of the group that asked, nothing else takes a request out of LG or changes it",
		},
		{
			Source: "section III, end of the time of a group, option 2", Reason: "figures 3 to 6 take the first option: a group waits until all its processes have left",
			Text: "informing the processes that the time is over may take unpredictably long; allowing another group before all have answered does not guarantee mutual exclusion",
		},
		{
			Source: "section III; section IV, first consideration", Property: "no-preemption", First: []string{fourth}, At: []string{pair, late, ranks},
			Text: "while a group uses the resource the others wait, whatever their priority; it releases the resource when all its processes have left",
		},
		{
			Source: "section III", Property: "priority-registered", First: []string{ranks, ranksGrid}, At: []string{priorities, ranks}, Variants: publishedAlone,
			Text: "only a group that uses the resource may have a lower priority than one that waits for it",
		},
		{
			Source: "section III", Property: "priority-registered", First: []string{ranks}, At: []string{priorities, ranks}, Variants: repairedAlone,
			Text: "the same, with all repairs",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "announces", At: []string{pair, triangle, priorities, ranks},
			Text: "a group that becomes active asks its quorum for the locks, with the priority of the stage",
		},
		{
			Source: "section III, Req-Process; figure 5", Property: "own-request", First: []string{"-n 3 -m 3 --priorities 3 --workload 1:g1,2:g2,3:g3 --net fifo"},
			At:      []string{pair, priorities, ranks},
			Reading: "the multicast goes to the others of the quorum; figure 5 adds the own request to LG where a group that was Inactive becomes active, not where a new stage begins",
			Text:    "a group that becomes active adds its own request to its list",
		},
		{
			Source: "section III, Req-Process; figure 3", Property: "asks-time", At: []string{pair, late, ranks},
			Text: "a process sends a request to the group to participate in, with the period",
		},
		{
			Source: "section III, Req-Process", Property: "links", At: []string{pair, late, ranks},
			Text: "a Req-Process adds the request to the list LP",
		},
		{
			Source: "section III, Rep-Process; figure 3", Property: "enters-asked", At: []string{pair, late, ranks},
			Text: "a Rep-Process allows the process that waits for it the access to the resource",
		},
		{
			Source: "section III, Req-Process and Rel-Process", Property: "linked-compete", At: []string{pair, late, fourth},
			Text: "a group to which a process is linked is active or uses the resource",
		},
		{
			Source: "section III, Rel-Process", Property: "next-stage", At: []string{pair, late, fourth},
			Text: "if processes wait when a session ends, a new stage begins",
		},
		{
			Source: "section III, Rel-Process", Property: "stage-serves", At: []string{pair, late, ranks},
			Reading: "figure 5 asks LG where the text asks for processes",
			Text:    "a new stage begins only if waiting processes exist",
		},
		{
			Source: "section III, Rel-Process", Property: "unlinks", At: []string{pair, late, ranks},
			Text: "a Rel-Process removes the request from the list LP",
		},
		{
			Source: "section III, Rel-Process; section V", Property: "releases", At: []string{pair, late, triangle, ranks},
			Text: "a group without active processes releases the resource: it tells its quorum, with q-1 messages",
		},
		{
			Source: "section III, end of the time of a group, and Rel-Process", Property: "session-serves", At: []string{pair, late, ranks},
			Text: "when a group is empty of participant processes it releases the critical section: it uses the resource only while some take part",
		},
		{
			Source: "section III, Req-Group", Property: "grants-free", At: []string{pair, triangle, ranks}, Assumes: reliable,
			Reading: "available is a lock that no group has, and that is not on its way to one or back",
			Text:    "a group grants its lock if it is available",
		},
		{
			Source: "section III, Req-Group; figure 6", Property: "available", At: []string{pair, triangle, ranks},
			Text: "a group grants its lock if it is available: if its list LG is empty",
		},
		{
			Source: "section III, Req-Group (a) and (b); figure 6", Property: "calls", At: []string{priorities, ranks},
			Reading: "as figure 6 has it: lower and greater than the highest priority in LG",
			Text:    "a request of lower priority is delayed, for one of greater priority than all in LG the lock is called back",
		},
		{
			Source: "section III, Req-Group (a) and (b)", Property: "calls-above-holder", At: []string{priorities, ranks},
			Text: "a request of lower priority than that of the group with the lock is delayed, for one of greater priority the lock is called back",
		},
		{
			Source: "section III, Req-Group (b)", Property: "calls-holder", First: []string{priorities + " --workload 1:g1,2:g2 -r 2,1"},
			At:      []string{pair, ranks},
			Reading: "figure 6, where the lock is called back from the highest in the list",
			Text:    "the lock is called back from the appropriate group: that which has it",
		},
		{
			Source: "section III, Rec-Group; proof of theorem 4.1", Property: "all-locks", At: []string{pair, triangle, gridOfFour, ranks},
			Text: "a group that uses the resource has all the locks of its quorum, by its own conj",
		},
		{
			Source: "section III, Rec-Group; proof of theorem 4.1", Property: "locks-granted", First: []string{ranks}, At: []string{pair, triangle, gridOfFour, ranks},
			Assumes: reliable,
			Text:    "a group that uses the resource has all the locks of its quorum, by the lists of the members: it stands in all of them",
		},
		{
			Source: "section IV, proof of theorem 4.1", Property: "inside-locked", First: []string{fourth}, At: []string{pair, triangle, ranks}, Assumes: reliable,
			Text: "if a process is in the critical section, its group has received all the locks of its quorum",
		},
		{
			Source: "section III, Rec-Group", Property: "locks-suffice", At: []string{pair, triangle, gridOfFour, ranks}, Alone: true,
			Text: "a group that has all the locks changes its state to CS",
		},
		{
			Source: "section III, Rec-Group", Property: "answers", First: []string{ranks, again}, At: []string{pair, triangle, ranks}, Assumes: reliable,
			Text: "Rec-Group is the affirmative response to Req-Group: a lock goes to a group that asks for it and has not been given it",
		},
		{
			Source: "section III, Rec-Group", Property: "tells-all", At: []string{pair, ranks},
			Text: "a group that has all the locks tells all the processes that are linked to it",
		},
		{
			Source: "section III, Rel-Group", Property: "yields", At: []string{pair, priorities, ranks},
			Text: "asking a lock back is successful if the group that has it does not use the resource",
		},
		{
			Source: "section III, Rep-Rel-Group", Property: "gives-its-own", At: []string{pair, priorities, ranks},
			Text: "Rep-Rel-Group releases a lock that had been given",
		},
		{
			Source: "section III, Rep-Rel-Group and Lib-Group", Property: "grants-back", At: []string{pair, priorities, ranks},
			Text: "a lock that is released is given to one of the requests that are outstanding, if there are any",
		},
		{
			Source: "section III, Rep-Rel-Group and Lib-Group", Property: "served-first", At: []string{priorities, ranks},
			Text: "a lock that comes back is granted to the highest priority",
		},
		{
			Source: "section III, end", Measure: quorumSize, Reading: "Maekawa's grid, with quorums of 2 sqrt(m) - 1",
			Text: "by Maekawa's method the size of a quorum is sqrt(m): of 1, 4 and 9 groups",
		},
	}
}
