// Package model says what a protocol is and writes down, once, how a paper becomes a system of transitions.
//
// A protocol is a set of handlers. Each handler reads and writes the variables of one site and appends messages to
// an [Outbox]; it is a pure function of those variables and the event. [Compose] adds what every paper leaves to its
// reader: the network, the budgets, crashes and timers. The result is a [System], in which every site together with
// the messages on their way to it is a *node* with a number, and every transition is a [Move] from one node to
// another. A global state is then a short vector of node numbers, and a search need never look inside.
//
// The table of transitions stands in table.go, one function per row:
//
//	request(i, X)   i may ask and has asked fewer than R times
//	exit(i)         i is in its critical section and up
//	deliver(m)      m is in flight and its destination is up
//	lose(m)         m is in flight, the loss budget is not used up
//	duplicate(m)    m is in flight, the duplication budget is not used up
//	crash(i)        i is up, the crash budget is not used up; its variables survive
//	drop(m)         m is in flight to a site that is down
//	recover(i)      i is down
//	timeout(i, T)   timer T runs at i, i is up, and nothing else can happen (or an early expiry is left);
//	                ordered timers: and no shorter one runs
//	internal events of the paper, such as the end of a phase
//
// Every row is atomic: the whole handler, with every message that it sends, is one transition.
package model
