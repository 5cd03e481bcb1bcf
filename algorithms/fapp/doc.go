// Package fapp is FAPP, of S. Kanrar and N. Chaki, "FAPP: A New Fairness Algorithm for Priority Process Mutual
// Exclusion in Distributed Systems", Journal of Networks 5(1), 2010, as section 3.3.3 of the survey "A Framework
// for Token Based Mutual Exclusion Algorithms in Distributed Systems" describes it in prose. Names are the survey's:
// PL, P_hold, <K, r>.
//
// The processes form a tree in which everybody knows its parent, the neighbour in whose direction the token is. The
// root, P_hold, has the token. Requests climb towards it, and every node keeps a list PL of the neighbours (or itself)
// that have asked it, by priority. The token goes to the first of the root's list, which becomes the new root; if more
// stand in the list, a dummy request for the most urgent of them follows the token. A request raises the priority of
// all less urgent ones that it meets by one (Rule 1), so that they are not overtaken for ever.
//
// # What the prose leaves open
//
//   - A root outside its critical section serves a request at once, its own as well.
//   - "Along with the highest priority which E receives": a dummy request has the highest priority in the list that the token leaves, which Rule 1 may
//     have raised since it was received.
//   - Entries name neighbours, not the processes that asked first, since a forwarded request is "(s, r)".
//   - An old entry of the same neighbour is replaced at the root only, since only there the prose says so.
//   - "May stop at any intermediate node if there is already a pending request whose priority is higher": it does stop,
//     and higher means strictly higher.
//   - Rule 2, "the priority is reset to its original value", has nothing to do: priorities are raised in lists only.
//   - One's own request raises nobody.
//   - A node that gets the token with an empty list becomes an idle root.
//   - "send token(M, m)": nobody looks at the priority m in a token, so it is not part of the message. With it there are 286
//     states instead of 282 at -n 3 --net fifo --tree 0,1,1, as published (TestReadings), and no verdict changes.
//   - The order of messages is not assumed.
//
// The tree at the start and the priorities are the parameters tree and fixed-priorities.
//
// # Repairs
//
// As published, a request that has crossed the token on its way is sent back to where it came from, from there back
// again, and so on; every time a node without the token adds one more entry for the same neighbour. In most
// configurations there are infinitely many states. [ReplaceAlways] bounds the lists. The echoes have no end, and where
// the states do, it shows as messages without a bound (run-messages): two neighbours send a request to each other for as
// long as the token is on its way between them, and entries that nobody stands behind any more keep the token moving when
// everybody has been served. [NoEcho] ends that, and [StopByOthers] mends what NoEcho breaks: the entry of a request that
// was not sent on may not stop other requests.
//
// # What stays violated
//
// Two claims contradict what the algorithm is. "A process is allowed to enter into its CS only when no higher priority
// process is pending" (priority-order) fails as long as requests take time to arrive. It fails for requests that have
// arrived everywhere, too (priority-order-registered): for Rule 1 raises a process of priority 2 that is asked to give
// way to one of priority 3, and equals are served in the order of arrival, so the first stays in front. Without Rule 1
// the less urgent processes could starve. And with priorities further apart than Rule 1 reaches, the token may already
// be on its way to a node that will enter, behind which an older, less urgent entry stands for the same neighbour
// through which the more urgent request has just come.
//
// "Equal-priority processes are served following the FCFS order" fails, too (fcfs-equals): a request that comes by the same
// neighbour as an older one takes its place, behind its equals, and the older one loses its turn with it. And overtaking
// is not bounded by Rule 1 alone: where messages do not keep their order, a request in the lists is overtaken the more often the more
// requests the others make (bypass-registered). Where messages keep their order it has an end, and without that, too, where one of three
// processes asks once: the other two can overtake it ten times, however often they ask. Where all three ask without end nothing is known.
package fapp
