// Package tokenring is the algorithm with several tokens on a logical ring that the survey "A Framework for Token Based
// Mutual Exclusion Algorithms in Distributed Systems" describes in section 3.3.4, "Several tokens distributed mutual
// exclusion algorithm in a logical ring network". Names are the paper's.
//
// A token here is a request: its owner sends it round the ring and enters when it has come back. The other nodes pass
// it on, except those that use the same resource, and those that wait for it with a higher priority: they keep it until
// they leave. The priority is the TokenID (SeqNum, PID), where SeqNum is one more than the highest number seen.
//
// The paper gives half a page of prose. The readings chosen where it is silent:
//   - The smaller TokenID has the higher priority.
//   - Tokens move in one direction, from i to i mod n + 1. A token's sender is thus its receiver's predecessor.
//   - A node has one outstanding request, so that it never needs more than one queue at a time. While it waits for
//     another resource it has "no intention to enter".
//   - HSeqNumSeen is raised by received tokens (the own one included), not by the own request.
//   - HSeqNumSeen is raised before anything else, so that the number which replaces a token's is never a smaller one.
//
// Published, the algorithm deadlocks: the number in a token and the number in its owner's copy differ once a node has
// replaced the former. Two nodes that wait may then both find their own copy the smaller, and each keeps the other's
// token. Where messages may overtake one another this takes four nodes, or three and two resources; on fifo channels it
// takes five, or four and two resources. The repair keep-number leaves the number in the token as it is. The order of entries
// holds either way, because a number is only ever replaced by a larger one.
//
// The numbers grow with every request: without a request budget the state space is infinite. Its canonical forms, in which only the order
// of old numbers counts, are finitely many.
package tokenring
