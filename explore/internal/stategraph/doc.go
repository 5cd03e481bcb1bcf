// Package stategraph is the graph of all states that a complete search has visited: the states numbered by level, the transitions
// as arrays of numbers (compressed sparse rows), the labels that questions put on states and edges, and the strongly connected
// components (D. J. Pearce, "A space-efficient algorithm for finding strongly connected components", Information Processing
// Letters 116(1), 2016). A search reduced by symmetry gives the graph of its orbits' representatives, the quotient, which is
// unfolded to the graph of all states.
//
// Once it is built a graph does not change. It imports packed, membudget, session, visited, transitions, verdicts, trace,
// reduction, the kinds of question, and model.
package stategraph
