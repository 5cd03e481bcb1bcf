// Package srtgme is the group mutual exclusion algorithm of A. Swaroop and A. K. Singh, "A Distributed Group Mutual
// Exclusion Algorithm for Soft Real Time Systems", 2007. Names are the paper's.
//
// One token exists. Its holder, the captain, opens a session; processes that ask for the same session are let in by a
// start message (followers) and report back with a complete message. When nobody is left inside, the token goes, with
// the queue of the requests that wait, to the captain of the queue's first entry, and starts go to the others of that
// entry. Every entry has a priority level that rises with each change of session (aging). A process asks only its
// request set RS, which is emptied when the token comes and grows as it hears of others.
//
// # What published means
//
// The pseudo-code of the appendix, line by line. The text of section IV often says something else; where the code
// can be executed, the code counts. The readings that matter:
//
//   - Initialization: the lines behind the loop are for P_1, as section IV says.
//   - X, Z and pend are not in the paper's list of variables, but a process must know the session that it asked for
//     (it sends it back, as Y, to a requester that is new to it), and a follower that it is in a CS. X and Z keep
//     their values after the exit. The request that is sent back lacks the priority; it is Z_i.
//   - A holder in HI that sends the token changes no state. HI means "holds the token" to every other line, so it
//     goes on as a holder with a copy. token.type is not assigned: NULL, or the last session if HI was reached by a
//     complete.
//   - In the exit event the last Else belongs to the second If: a captain with nothing pending ends in HS.
//   - "If (i's request in token.queue) state_i=N else state_i=R", evaluated before anything leaves the queue.
//   - "All processes which can work as captain" are the first of every entry, the one about to be chosen included; the
//     captain of an entry is the process that joined it first.
//   - start(i) carries the captain's id, whoever sends it. Starts and tokens are obeyed in every state. A complete
//     that meets no token has no effect.
//   - Add_request by its braces would never create an entry; the text's reading is taken. There is no cap at K: an
//     entry is overtaken only by one whose level was set to some Z <= K, so a cap would change no order.
//   - A process may ask again when it has left its CS, also while it holds the token in HS; then its own request may
//     wait in its own queue.
//
// # What is repaired, and what is not
//
// repairs.go lists eight changes. Five restore what the text of section IV says, or what any reader would assume:
// give-away, type-from-idle, three-cases, state-by-queue, early-complete. The others are about the request sets, the
// core of the algorithm. A request reaches several processes, and each of them may hold the token at a different time:
// without numbers in the token it is served several times (numbered-token). It may also reach each of them just before
// the token does: then nobody serves it, unless they remember it (remember). At last, a process that empties its
// request set relies on its requests that are still under way to tell the others where the token is; if such a request
// arrives at a holder after it has been served, the holder must answer (answer-old).
//
// No theorem needs state-by-queue. It is forced by the two definitions of section III that the printed line contradicts, one
// by each of its halves: R is requesting (ghost-R), N is not (state-N). Whoever does not care what the states are called can
// leave it out: of the other properties all say what they say with it.
//
// These properties are violated by the repaired algorithm, too, and no small change helps. The paper claims the last seven, or seems to:
//
//   - rs-lemma: while a request is in flight, two processes may know nothing of each other. The paper does not claim
//     otherwise, and what the algorithm needs is rs-lemma-w.
//   - fcfs-join: requests for one session share an entry, so a late request overtakes earlier ones for other sessions.
//     The paper promises FCFS among sessions only, which is fcfs-entry.
//   - prio-raw: aging lets old requests pass urgent ones, which is what it is for; where it has not acted, prio-unaged holds.
//   - entry-level: section III says that the level of an entry is its highest priority, section V.B that it rises with
//     every session. What holds of it is join-level and aging-step.
//   - rs-size: a process whose own request is the first of an entry adds itself to its request set when it passes the token.
//     It asks itself never: requests-sent holds.
//   - aging: an entry that has reached the highest level waits for all others that have, too; level alone holds.
//   - messages, with three processes, and with four where messages keep their order, too: a request that is sent back late costs one more.
//   - switches: while a request is under way the token may go round as often as the others ask.
//   - switches-queued, with three levels and three processes: whoever asks with a priority one higher than the level to which an entry
//     has aged gets in before it, once for each level.
package srtgme
