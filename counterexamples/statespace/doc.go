// Package statespace is the whole graph of a small model, for the eye and for other tools: states with what each site
// is doing, transitions with their labels, as Graphviz's DOT or as JSON.
//
// States are numbered from 0, the initial ones first, in the order in which they are found breadth first, transitions being taken in the order
// of their sites and labels. So the numbers depend on the model alone.
package statespace
