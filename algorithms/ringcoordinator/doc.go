// Package ringcoordinator is the token ring with a coordinator of S. Basu, "Token Ring Algorithm to Achieve Mutual
// Exclusion in Distributed System - A Centralized Approach", International Journal of Computer Science Issues 8(1),
// 2011, as section 3.3.1 of the survey "A Framework for Token Based Mutual Exclusion Algorithms in Distributed
// Systems" describes it in prose. Names are the survey's: PID, Q for REQUEST_QUEUE, Wait for the WAIT signal.
//
// One site, the coordinator 0, has the token while nobody uses it. A process that wants to enter sends it a request
// with a time stamp. The coordinator sends the token, or, if it has given it away, a WAIT signal, and queues the
// request. A process that leaves its critical section sends the token back, and the coordinator passes it on to the
// queued request with the smallest time stamp.
//
// # What the prose leaves open
//
//   - The token "can move in any direction" of the ring. Here it goes from one site to another in one message: the hops
//     in between, and the table of the ring's configuration, change nothing that is claimed.
//   - Time stamps are those of a perfect clock, so that no two requests have the same: the n-th request of all gets n.
//     Where requests have no budget, those that are outstanding are numbered again, in the same order.
//   - A request that arrives while the token is in flight finds "some other process executing".
//   - The coordinator does not compete.
//   - Sites neither fail nor join.
//
// # What stays violated
//
// There are no repairs. Without faults one claim fails, ts-order: that requests are served in the order of their time
// stamps, from the moment on in which they are made. The survey says it of those in REQUEST_QUEUE. It fails because a message takes time: the coordinator grants the token to the first request that arrives,
// while an older one is still on its way. It cannot know of that one; to be sure, it would have to ask every process
// before each grant, which is another algorithm. Among the requests in REQUEST_QUEUE the order is kept.
package ringcoordinator
