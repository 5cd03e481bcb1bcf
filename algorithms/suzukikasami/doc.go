// Package suzukikasami is the token algorithm of I. Suzuki and T. Kasami, "A Distributed Mutual Exclusion Algorithm",
// ACM Transactions on Computer Systems 3(4), 1985. Names are the paper's: RN, LN, Q.
//
// A process that wants to enter asks everybody else, with a request number of its own. The token carries the number of
// the last request served of every process (LN) and a queue of processes that wait (Q). Its holder passes it on when it
// leaves its critical section, or at once when it is idle.
//
// The token exists once: as the holder's variables or as the token message, which does not name its sender. The
// request budget bounds the request numbers, and with them the state space; without one the canonical forms are finitely many, in which
// numbers are counted from LN.
//
// # Readings
//
// Two readings change the numbers of states. A process that has the token and enters without asking raises its request
// number here; where only a process that asks does, there are 15,110 states instead of 15,286 at -n 3 -r 2 --net fifo.
// And a token that names its sender, as every other message does, makes 727 states of 726 at -n 3. Both together make
// 62,103 of 59,380 at -n 3 -r 2. TestReadings counts them.
package suzukikasami
