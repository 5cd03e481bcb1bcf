// Package system composes a protocol and a configuration into a system of transitions, for the engine.
//
// In a [System] every site together with the messages on their way to it is a *node* with a number, and every
// transition is a [Move] from one node to another. A global state is a short vector of node numbers, and a search
// need never look inside. A node is worked out when it is first seen, and remembered; nothing is numbered twice.
//
// The table of transitions stands in table.go, one function per row:
//
//	request(i, X)   i may ask and has asked fewer than R times
//	exit(i)         i is in its critical section and up
//	deliver(m)      m is in flight, and its destination is up and accepts it
//	lose(m)         m is in flight and of a kind that can be lost, the loss budget is not used up
//	duplicate(m)    m is in flight, the duplication budget is not used up
//	crash(i)        i is up and can crash, the crash budget is not used up; its variables survive, or some of them
//	drop(m)         m is in flight to a site that is down
//	recover(i)      i is down, and crashes are not final
//	timeout(i, T)   timer T runs at i, i is up, and nothing else can happen (or an early expiry is left);
//	                ordered timers: and no shorter one runs
//	internal events of the paper, such as the end of a phase
//
// Every row is atomic: the whole handler, with every message that it sends, is one transition. A table row may depend
// only on its node and on its cost; see CONTRIBUTING for what that gives the search.
package system
