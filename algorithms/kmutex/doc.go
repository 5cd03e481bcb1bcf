// Package kmutex is the token algorithm of A. M. Abd El-Monaem, S. F. Abd El-Hafez, A. K. Hassan and H. A. Mahmoud,
// "K-Mutual Exclusion in Decentralized Systems", Cairo University, 2020, and the one that it improves, by P. Chaudhuri
// and T. Edward, as far as the paper describes it (variant baseline). Names are the paper's: LRC, GRC, LRQ, GRQ,
// requested, mutex, requestSent, MARKER.
//
// The n = m*m nodes form m groups of m. The first node of each group is its local request collector, LRC; the first of
// all is the global one, GRC, and the collector of its own group as well. A node asks its LRC, the LRC asks the GRC
// once for several of its nodes, and the GRC divides its k tokens among the LRCs that ask and its own group. An LRC
// gives a token a queue of nodes; it goes from one to the next, back to the LRC and back to the GRC.
//
// # How the paper is read
//
// The paper has two texts, the prose of section III and the code of its appendix, and neither is complete. The code
// rules where it says something.
//
//   - Init: the inner ELSE belongs to the outer IF, otherwise every LRC but the first becomes NORMAL.
//   - Recieve_request at the GRC: as printed both enqueues stand under "from an LRC", and a request of the own group
//     goes nowhere. An ELSE is missing between them, and id is the sender.
//   - send_token is not given. The GRC divides when all tokens are in hand (the cases 1.A to 3.B), and otherwise
//     forwards what it has, one token for each LRC in the GRQ, then for each request in its LRQ. It does so whenever
//     the code calls send_token. Equal shares are rounded down; what remains stays at the GRC (in case 3.B for its own
//     group).
//   - Cases 2.A and 3.A give a token a queue of LRCs, and each LRC gives it a queue of nodes: a token has two queues,
//     inner and outer. Only the GRC reads the outer one, so a token comes home between two LRCs.
//   - A message brings one token: "numOfTokens += 1". So an LRC does not know its share, and its first token takes all
//     requests in front of the MARKER.
//   - release_CS is: requested and mutex become false, and the token goes on. Where the code calls send_token or
//     changes numOfTokens after release_CS, this order is kept; where it changes nothing, nothing is changed (modes own
//     and front).
//   - A collector that asks for itself enqueues its number before it looks for a free token. Nothing removes it when it
//     finds one: a phantom, which is skipped when its turn comes.
//   - mutex is True in every critical section; the code sets it in Recieve_Token, and not in Request_CS.
//   - The last ELSE of Recieve_Token is for the GRC only; as printed NORMAL nodes would send the token a second time.
//   - Case 3.A with k = 1 forwards k-1 = 0 tokens to the LRCs. They stay in the GRQ.
//   - The GRC is always node 1: Broadcast_New_GRC is never called, and the prose does not speak of it. The parameter
//     grc lets it move, as the algorithms do from which the paper stems; requests and tokens then reach collectors that
//     are not the GRC any more, and k-safety is lost even with one token.
//   - What a collector would send to itself is done at once and costs no message.
//   - totalTokenSent is written but never read, and is left out.
//
// The baseline gives one token to each LRC that asks, keeps the others for its own group, and forwards nothing until
// all tokens are back. Everything else is as published, its faults included, since no code of it is known.
//
// # What the published algorithm does wrong
//
// It is neither safe nor free of deadlocks nor fair: an LRC that enters from Recieve_Token lends its token to somebody
// else (in-turn); a collector's token comes back only after the tokens in hand have been forwarded (token-back-first);
// with k = 1 a busy GRC's group keeps the token, with k > 1 busy LRCs keep all of them (after-own-group, forward-both);
// and the queues exceed sqrt(n) (ask-once, one-answer). With these repairs all that the paper claims of safety, deadlock,
// starvation and the length of queues holds, without a request budget too: then the states are finitely many. The baseline
// has the same faults, k-safety included.
//
// What holds as published, beside these violations: tokens are conserved (conservation), nobody enters without one
// (token-to-enter), no node other than the GRC keeps one (held-inside, held-for-ever), whoever is in a token's queue is
// served in the end (queue-served), and no request is lost (enqueued, asked): waiting processes wait at the collectors.
//
// # What no repair can save
//
// The six cases of section III.B are for a GRC that has all tokens while several requests wait. But the GRC does not wait
// to collect the tokens, and gives them out at every request, so it has all of them in hand only when the first request
// comes: repaired and with k > 1, only case 1.A with one node and case 2.B with one LRC ever occur, and this LRC gets all k
// tokens. Equal shares are vacuous. The baseline waits, and there they occur; so do they in the variant bundled, whose LRCs
// return tokens together.
//
// Because an LRC does not know its share, the first token takes all requests, and the others of the share go back unused: a
// process waits for an exit while a token is idle (utilisation), and a lone request costs 2 messages for each of them
// (lone-messages). The variant bundled sends a share as one message, as section IV counts it. Then a lone request costs 6
// messages at the most; but the LRC keeps tokens in hand that it has no use for (held-inside), while processes of other
// groups wait.
//
// "n + 4(sqrt(n)-1) - 1" messages for n requests at once forgets those that pass a token on inside the groups, and
// counts requests that the collectors make to themselves. It lets tokens come back from groups that do not need them any more; but an LRC
// returns them directly, also while requests wait that have come since (returns-unneeded).
//
// Of the formulas of section IV (see [Case1] and [Case2]) those for Chaudhuri and Edward's messages are exact. The share
// K/(Q+1) is that of case 3.B, in which the GRC's own group asks, too; for the Q groups of which the formulas speak, case
// 2.B has K/Q. The loads with which they are executed have a request of the GRC, which costs no message. The times forget the
// message from the last node of a token queue to its LRC; the formula for the proposed messages counts one token of each
// group only, and is exact where S = 1; and the time of case 2, with G_(f-1) of step 4, cancels out to 6M. As the code has it, no load is served
// earlier than by the original algorithm. [Measure] executes what they assume, and the test's table lays the two beside
// each other.
package kmutex
