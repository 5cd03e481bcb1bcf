// Package dynamicpriorityring is the proposal with which the survey "A Framework for Token Based Mutual Exclusion
// Algorithms in Distributed Systems" concludes: a coordinator on a logical ring with one token for each resource and
// priorities that rise. Names are the paper's.
//
// A process sends its request to the coordinator, with its process id as its priority. The coordinator grants the
// resource's token if it has it. Otherwise it queues the request; the earliest request in the queue gains one if the
// newcomer has a higher priority. When the token comes back the request of highest priority is served, the oldest
// among equals.
//
// The paper gives half a page of prose. The readings chosen where it is silent:
//   - How a token is given back is not described: the process sends it to the coordinator.
//   - "The earliest request message" is one queued request, the oldest. With --rise all every queued request of lower
//     priority rises instead.
//   - "Then sort the queue": the order of service is the same if the queue keeps the order of arrival and the highest
//     is looked for when the token comes back. "Earliest" keeps its meaning that way.
//   - The raised priority belongs to the queued request and is gone with it.
//   - A transfer is one message: hops along the ring are not modelled. The coordinator, site 0, does not compete.
//
// Nothing had to be repaired: what is published and what is repaired coincide. One claim stays violated,
// priority-order-initial: a process may enter while the request of a process with a larger id is still on its way to
// the coordinator, or while the token is on its way, and, by the algorithm's intention, after its priority has risen to
// the other's. The first two are in the nature of messages: no change at the coordinator could prevent them.
package dynamicpriorityring
