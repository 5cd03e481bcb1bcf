// Package liveness answers questions on the graph of all states: whether something can still be reached (EF and AG EF of CTL:
// E. M. Clarke, E. A. Emerson, "Design and synthesis of synchronization skeletons using branching time temporal logic", 1981),
// whether it must happen (AF), whether it can be put off for ever by a weakly fair run, and between which bounds the weight of an
// interval, a quantity or a chain of messages lies. Every answer has a shortest run that shows it.
//
// A [Plan] says which labels of states and edges the questions need; the graph is built with these; then the workers take one
// question after another. It imports membudget, session, packed, trace, transitions, stategraph, the kinds of
// question, and model.
package liveness
