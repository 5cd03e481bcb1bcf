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
// starvation and the length of queues holds, without a request budget too: then the states are finitely many.
//
// # What no repair can save
//
// "n + 4(sqrt(n)-1) - 1" messages for n requests at once forgets those that pass a token on inside the groups, and
// counts requests that the collectors make to themselves. Of the formulas of section IV (see [Case1] and [Case2])
// those for Chaudhuri and Edward's messages are exact; the times forget the message from the last node of a token queue
// to its LRC; the formula for the proposed messages counts one token of each group only; and the time of case 2 cancels
// out to 6M. [Measure] executes what they assume, and the test's table lays the two beside each other.
package kmutex
