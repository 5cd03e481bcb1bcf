package gbp

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// analysis is sections IV and V: the theorems, and the numbers of messages.
func analysis() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section IV, proof of theorem 4.1", Property: "permission", First: []string{"-n 2 -m 3 --fixed-priorities 1,2,1 --workload 1:g1,2:g2", ranks},
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
			At:    []string{endless, "-n 2 -m 1 -r inf --net fifo --durations 2", ranks}, Assumes: reliable + ", " + finite,
			Text: "no group stays indefinitely in the critical section for the arrival of new processes",
		},
		{
			Source: "section IV", Reason: "nothing is said of how much, or of what without the two considerations that it gives; the rows on no-preemption and admission-strict decide those",
			Text: "the waiting time is reduced",
		},
		{
			Source: "abstract; theorem 4.3; section VI", Property: "max-concurrency", At: []string{"-n 1 -m 1", pair},
			Figure:  paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Reading: ownLock,
			Text:    "all n processes can take part in one group together",
		},
		{
			Source: "section V, best case", Property: "entry-messages", At: []string{pair, triangle, ranks},
			Figure: paper.Figure{Form: paper.AtBest, Formula: twoQ},
			Text:   "to gain access a group needs q-1 messages to request the permission and q-1 to grant it",
		},
		{
			Source: "abstract; section V", Property: "entry-messages-unyielding", At: []string{pair, triangle, ranks},
			Text: "where the group does not yield, it needs q-1 messages to request the permission and q-1 to grant it",
		},
		{
			Source: "section V", Property: "entry-messages-yields", At: []string{pair, triangle, priorities, ranks},
			Text: "with each yield q-1 messages to yield the permission and q-1 to grant it are added: two for each lock given back",
		},
		{
			Source: "abstract; section V, best case; section VI", Property: "messages", At: []string{pair, triangle},
			Figure: paper.Number(paper.AtBest, 0),
			Text:   "a session with l processes costs 3l + 3(q-1) messages in the best case; one with one process 3 + 3(q-1)" + more,
		},
		{
			Source: "section V, maximum concurrency; theorem 4.3", Property: "messages-together", Figure: paper.Number(paper.Exactly, 0),
			At: []string{alike, "-n 3 -m 2 --workload 1:g1,2:g1,3:g1", "-n 2 -m 2 --workload 1:g1,2:g1 --durations 2",
				"-n 2 -m 2 --workload 1:g1,2:g1 --priorities 2", "-n 3 -m 2 --workload 1:g1,2:g1,3:g1 --priorities 2 --net fifo",
				"-n 2 -m 2 --workload 1:g1,2:g1 --priorities 2 --net fifo"},
			Alone: true,
			Text: "with the maximum concurrency, n requests for the same group cost 3n + 3(q-1) messages in all; found is how many more " +
				"a whole run costs in which all are let in at once",
		},
		{
			Source: "section V", Reason: "it is a supposition, and names no load; what each yield costs has the rows on entry-messages-yields and messages",
			Text: "on average, each group has to yield once",
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
