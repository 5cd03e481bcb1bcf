// Package banerjeechrysanthis is the algorithm of S. Banerjee and P. K. Chrysanthis, "A New Token Passing Distributed
// Mutual Exclusion Algorithm", International Conference on Distributed Computing Systems, 1996, as section 3.3.2 of the
// survey "A Framework for Token Based Mutual Exclusion Algorithms in Distributed Systems" describes it in prose. Names
// are the survey's: ARBITER, Q-list, the phases.
//
// One node at a time is the arbiter. It collects requests into a Q-list. When it closes the collection it writes the
// list into the token, sends the token to the first of the list, from where it visits one after the other, and makes
// the last of the list the new arbiter, by a broadcast. After that it forwards, for a while, the requests that still
// arrive; later ones are dropped.
//
// # What the prose leaves open
//
//   - How long the phases last: their ends are internal events. Collection (close) may end whenever the list has
//     somebody on it and the arbiter has the token outside a critical section. Forwarding (endforward) may end at any
//     moment, or, with the parameter forwarding=patient, only when nothing else can happen in the whole system.
//   - The broadcast goes to all others, also if the arbiter elects itself. Then it goes on collecting, without a forwarding phase.
//   - A message that names an arbiter is believed when it arrives, however old it is.
//   - A process whose request was dropped goes on waiting: nothing says that it does anything about it.
//   - A node that collects goes on collecting when it hears of another arbiter.
//   - A node that gets the token without waiting for it hands it on along the list, or keeps it at its end.
//   - Whether the token leaves before or after the broadcast of the new arbiter: after it. It matters where messages keep their order: with the token
//     first, the next request of the node at the head of the Q-list may go to the old arbiter and be dropped (dropped-early) with two nodes, too, not
//     only with three.
//   - A request to oneself, and the token to oneself, go through the network.
//
// # Repairs
//
// Dropped requests are lost for good, because nobody asks twice: a deadlock. That includes requests that arrive too
// early, at a node that has been elected and does not know it yet; patience at the end of forwarding does not help
// them. [ForwardAlways] forwards them all. Then a node that believes in an old arbiter, because an old broadcast came
// late, may send requests in a circle of old arbiters for ever: [NewestArbiter] numbers the elections. And a request
// can go back and forth between a node that has been elected without knowing it and the one that elected it, for as
// long as the news of the election is on its way: everybody is served in the end, but the messages of a run have no
// bound (run-messages). [AwaitElection] lets the request wait there; it numbers the elections itself, but without
// [NewestArbiter] old news makes a node await an election that is over. With these three every run with finitely many
// requests ends, with everybody served.
//
// Instead of [ForwardAlways], a node that waits could ask each new arbiter that it hears of, as long as the announced list leaves
// it out. That is not less: the list may have its former request while the new one is dropped, so requests need
// numbers, too. Without a look at the list, requests multiply.
package banerjeechrysanthis
