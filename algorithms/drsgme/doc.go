// Package drsgme is DRS_GME of A. Swaroop and A. K. Singh, "A Fault Tolerant Token-based Algorithm for Group Mutual
// Exclusion in Distributed Systems", and its extension to requests that name several groups (section VII). Names are
// the paper's.
//
// Whoever holds the token is captain of a session. It lets others of its group in with start, hears of their leaving
// with complete, queues requests for other groups in the token, and at the end of the session passes the token to the
// first in the queue. A request goes to the request set RS: those who may hold the token. Two timers answer losses: T1,
// of a process that waits, asks everybody to send the last token again (gen_token); T2, of a captain, asks followers
// whether they have left (is_complete).
//
// # The published variant
//
// It follows the pseudo-code, event by event, where that can be read:
//
//   - Event 5 needs an "else" between "state_i=HI" and what follows; without one, an empty queue would have a front.
//   - The damaged line of Event 7 is read with the text: TGI becomes true.
//   - Event 3 and the start of Event 6 confuse sender and receiver. The sender's id is taken, as in Events 2 and 8.
//   - Destinations that the print has lost are the ones that the message is for.
//   - An empty queue has no front: Event 6 then opens a session of no group, and Event 8 sends no token.
//   - Requests are queued once for each group and process; a process may be queued for several groups.
//   - "P_i is requesting for session X" means state R and a request for X.
//
// Misprints with a meaning stay: "Add i to RS_i" in Event 2; the state R of an idle holder that gives its token away;
// in Event 8, an idle holder that sends the token and stays holder, and a follower that is counted but not listed; a T2
// that Event 6 does not start and Event 9 does not restart.
//
// # The repaired variant
//
// See the list in repairs.go. Without faults groups exclude each other and everybody is served. With losses and
// crashes and patient timers, groups exclude each other, there is one holder and no second token but identical copies,
// no token is lost for ever, and everybody who waits can still be served. The same is so with early expiries and
// duplicates, though the paper excludes both: T_req is to be chosen so that T1 does not expire in vain, and its faults
// are transient failures of sites and links, which lose messages.
//
// These claims remain violated, among others that docs/CLAIMS.md shows:
//
//   - rs-lemma, Lemma 2 at every moment. Whoever receives the token empties its request set while its own requests may
//     still be on their way. The proof says that "at this time the site i will be in the request set of all other
//     sites"; it will be when they arrive. Then (rs-lemma-quiet) the lemma holds, and Lemma 3 needs no more.
//   - rs-lemma-quiet, after a loss or a crash. A lost request leaves two processes outside each other's set. The proof
//     counts on its arrival. Nobody waits for ever, because gen_token goes to everybody. (With n=3: P_2
//     gets the token and leaves; P_3 asks P_1 and P_2, and the request to P_1 is lost; P_2 sends P_3 the token, which
//     empties RS_3.)
//   - single-valid-token, after a loss, a crash, an early expiry or a duplicate. A gen_token, sent when the token was
//     lost or thought to be, reaches a process that has just passed the token on: it sends a second copy, and nothing
//     that it knows could tell it not to. The receiver accepts one of them. With copies counted once
//     (single-valid-token-copies) the lemma holds.
//   - messages, with four processes, also where messages keep their order. An entry may cost n+2 messages: whoever gives the idle token away is in
//     state R without a request (Event 2), and answers requests that reach it later with its last one.
//
// One misprint is left as it is, since no proof of safety or of service needs its repair: a holder that gives its token away while
// idle is in state R without a request (Event 2). It answers others' requests with its last one, which every holder
// knows for an old one; they are messages nevertheless, see messages above.
//
// With timers off, what is lost stays lost.
//
// # The extended problem
//
// A request names a set of groups. It is queued for each of them, and leaves every entry when it is served; so the
// processes that will be captain (Events 4 and 5) are fewer than the first of each entry. A captain, in its CS or not,
// lets a request join only if its queue is empty. An idle holder that asks for several groups takes the least. A
// gen_token is judged by a captain as a request is, and a copy of the token in old_token is sent as it was stored.
package drsgme
