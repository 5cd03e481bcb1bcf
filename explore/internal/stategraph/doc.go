// Package stategraph is the graph of all states that a complete search has visited: the states numbered by level, and
// where their transitions lead (compressed sparse rows). What questions see of a state and of its transitions, their labels, is a
// shape, of which there are few. States from which what follows looks the same, label by label, are of one class: they are found by partition from the
// ends upwards, which gives the coarsest where there are no cycles. It finds the strongly connected components (D. J. Pearce, "A space-efficient algorithm for finding
// strongly connected components", Information Processing Letters 116(1), 2016). A search reduced by symmetry gives the graph of its orbits' representatives, the quotient, which is
// unfolded to the graph of all states.
//
// Once it is built a graph does not change. It imports packed, membudget, session, visited, transitions, verdicts, trace,
// reduction, the kinds of question, and model.
package stategraph
