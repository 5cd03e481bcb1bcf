/* The token algorithm of I. Suzuki and T. Kasami, "A Distributed Mutual Exclusion Algorithm", ACM Transactions on
 * Computer Systems 3(4), 1985, with a budget of requests for every process. Names are the paper's: RN, LN, Q.
 *
 *   spin -a -DN=3 -DB0=2 -DB1=2 -DB2=2 suzuki_kasami.pml
 *
 * N: processes, 2 to 5, numbered from 0. B0 to B4: how often each may request, 0 to 4.
 *
 * One event with all that it sends is one d_step, and its last statement asserts what must hold of every state. So a
 * state of SPIN is a global state of the protocol, and nothing else: phases, RN, the token, and what is in flight.
 * Scratch variables are 0 between events; breadth-first searches refuse hidden ones, -DSCRATCH= makes them plain.
 */
#ifndef SCRATCH
#define SCRATCH hidden
#endif

#define IDLE 0
#define WAITING 1
#define CS 2

#if N == 2
#define OVER_ALL(f) f(0) + f(1)
#define HOLDS_FIRST { 1, 0 }
#elif N == 3
#define OVER_ALL(f) f(0) + f(1) + f(2)
#define HOLDS_FIRST { 1, 0, 0 }
#elif N == 4
#define OVER_ALL(f) f(0) + f(1) + f(2) + f(3)
#define HOLDS_FIRST { 1, 0, 0, 0 }
#else
#define OVER_ALL(f) f(0) + f(1) + f(2) + f(3) + f(4)
#define HOLDS_FIRST { 1, 0, 0, 0, 0 }
#endif

#define AT(i, j) ((i) * N + (j))
#define REQUEST(s) (1 << ((s) - 1))

byte phase[N];
byte has[N] = HOLDS_FIRST;  /* holds the token */
byte RN[N * N];             /* RN[AT(i, j)]: the largest request number that i has heard of j */
byte net[N * N];            /* net[AT(j, i)] has the bit REQUEST(s): REQUEST(j, s) is on its way to i */
byte privilege;             /* 1 + the process to which the token is on its way, 0 if somebody holds it */

byte LN[N];                 /* of the token: the number of the last request of each that was served */
byte Q[N];                  /* of the token: 1 + each process that waits, 0 behind the last */
byte length;                /* of Q */

SCRATCH byte j, k;

/* The two invariants, of every state. */
#define IN_CS(i) (phase[i] == CS)
#define HOLDS(i) has[i]
#define TOKENS ((privilege != 0) + OVER_ALL(HOLDS))
#define CHECK assert((OVER_ALL(IN_CS)) <= 1 && TOKENS == 1)

inline request(i) {
	RN[AT(i, i)]++;
	if
	:: has[i] -> phase[i] = CS
	:: else ->
		phase[i] = WAITING;
		for (j : 0 .. N - 1) {
			if
			:: j != i -> net[AT(i, j)] = net[AT(i, j)] | REQUEST(RN[AT(i, i)])
			:: else
			fi
		}
	fi;
	j = 0;
	CHECK
}

/* i receives REQUEST(from, s): an idle holder passes the token on, unless the request is an old one. */
inline receive(i, from, s) {
	net[AT(from, i)] = net[AT(from, i)] & ~REQUEST(s);
	if
	:: RN[AT(i, from)] < s -> RN[AT(i, from)] = s
	:: else
	fi;
	if
	:: has[i] && phase[i] == IDLE && RN[AT(i, from)] == LN[from] + 1 ->
		has[i] = 0;
		privilege = from + 1
	:: else
	fi;
	CHECK
}

inline enter(i) {
	privilege = 0;
	has[i] = 1;
	phase[i] = CS;
	CHECK
}

/* The request of i is served; all that have an unserved one join the queue, and its head gets the token. */
inline exit(i) {
	phase[i] = IDLE;
	LN[i] = RN[AT(i, i)];
	for (j : 0 .. N - 1) {
		if
		:: j != i && RN[AT(i, j)] == LN[j] + 1 ->
			k = 0;
			do
			:: k < length && Q[k] != j + 1 -> k++
			:: else -> break
			od;
			if
			:: k == length -> Q[length] = j + 1; length++
			:: else
			fi
		:: else
		fi
	}
	if
	:: length > 0 ->
		has[i] = 0;
		privilege = Q[0];
		length--;
		k = 0;
		do
		:: k < length -> Q[k] = Q[k + 1]; k++
		:: else -> break
		od;
		Q[length] = 0
	:: else
	fi;
	j = 0;
	k = 0;
	CHECK
}

/* What process i may do by itself, and what it may receive of another. */
#define OWN(i) \
	:: d_step { phase[i] == IDLE && RN[AT(i, i)] < B##i -> request(i) } \
	:: d_step { privilege == i + 1 -> enter(i) } \
	:: d_step { phase[i] == CS -> exit(i) }

#define RECEIVE(i, from, s) \
	:: d_step { net[AT(from, i)] & REQUEST(s) -> receive(i, from, s) }
#define UP_TO_0(i, from)
#define UP_TO_1(i, from) RECEIVE(i, from, 1)
#define UP_TO_2(i, from) UP_TO_1(i, from) RECEIVE(i, from, 2)
#define UP_TO_3(i, from) UP_TO_2(i, from) RECEIVE(i, from, 3)
#define UP_TO_4(i, from) UP_TO_3(i, from) RECEIVE(i, from, 4)
#define UP_TO(budget, i, from) UP_TO_##budget(i, from)
#define FROM(from, budget, i) UP_TO(budget, i, from)
#define BETWEEN(i, j) FROM(i, B##i, j) FROM(j, B##j, i)

active proctype Processes() {
	do
	OWN(0) OWN(1) BETWEEN(0, 1)
#if N >= 3
	OWN(2) BETWEEN(0, 2) BETWEEN(1, 2)
#endif
#if N >= 4
	OWN(3) BETWEEN(0, 3) BETWEEN(1, 3) BETWEEN(2, 3)
#endif
#if N >= 5
	OWN(4) BETWEEN(0, 4) BETWEEN(1, 4) BETWEEN(2, 4) BETWEEN(3, 4)
#endif
	od
}
