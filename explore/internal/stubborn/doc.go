// Package stubborn chooses, in a state, few transitions of one site that stand for all: following only these from every
// state, a search still comes to every state without a transition, or to every violation of what it judges, and leaves out
// most of the states on the way.
//
// The set T that is tried in a state s is weakly stubborn (A. Valmari, "The state explosion problem", 1998; A. Valmari, "Stop
// it, and be stubborn!", 2015). All transitions of other sites are outside of T, and of one site i all but a few:
//
//   - D1: if transitions outside of T lead from s to y, and then t of T to z, then some t' of T leads from s to a state from which z
//     is no more steps away than y was from s.
//   - D2: one transition of T, the key, stays possible along all transitions outside of T.
//
// So of a run to the end there is a transition in T, and the first can be moved to the front: what remains is shorter. That
// keeps all ends. To keep some state that violates a property, if there is one, the key must also leave a violation as it is
// ([Keeps]): then a run without a transition of T is followed by the key. So that this does not put the violation off for ever, the
// search tries all transitions where T leads to a state that was visited on the same level or before.
//
// Both are decided at the nodes of site i alone. What rests on [system] is this: transitions of other sites commute with all
// of i's, since a message that arrives disables nothing. While the transitions of i outside of T send nothing, nobody notices
// them, and so what can arrive at i is what the others send while i does nothing: they are explored for that (coming.go,
// withheld.go). Then all nodes are visited that site i can come to by its transitions outside of T and by what arrives, in
// whatever order, each batch of messages at most as often as it can come; at each step from one to the next the local
// diamonds must close (closure.go). Where a transition outside of T sends, or a diamond with it does not close, all of its name
// join T. Where a diamond with an arrival does not close, there is no T from this key: so no transition is in T that only an
// arrival makes possible.
//
// It imports membudget, packed, transitions, visited and model.
package stubborn
