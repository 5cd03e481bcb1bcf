// Package explore searches the graph of a system's global states: level by level with any number of workers, or depth
// first. It knows packed vectors of node numbers, transitions and verdicts; no paper and no property by name.
//
// The answer is the same for any number of workers: verdicts, counts and every trace. Levels are searched one after
// another. Of all shortest traces that violate a property the one with the fewest switches between sites is shown, and
// of several such the one whose labels come first.
//
// This package is the door: options, results, and the order of what happens. The engine's rooms are the packages in internal,
// from the ground up:
//
//	packed       a state as words
//	membudget    who may take memory
//	session      what the parts of one run share
//	visited      the set of visited states
//	transitions  how a state makes a step
//	verdicts     what properties say of states
//	frontier     the states of the level that is searched
//	external     the same, and the visited set, on disk
//	reduction    symmetry
//	stubborn     few transitions that stand for all
//	trace        shortest counterexamples
//	search       the search
//	checkpoint   saving and resuming it
//	store        the files of a search on files
//	tasks        such a search
//	stategraph   the graph of all states
//	liveness     the questions on that graph
//	simulate     random walks
package explore
