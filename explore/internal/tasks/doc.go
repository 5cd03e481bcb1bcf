// Package tasks is a breadth-first search on files: each level of states is divided into parts, and what is done to a part is a task, a
// function from files to a file.
//
//	Expand  the states of a level in a part: judges them, and finds their successors, by part
//	Number  the nodes that have their first states in a level
//	Settle  the successors that belong to a part: drops those that are old, and writes the rest as the next level
//
// A task may run twice, at once or one after the other, in any process: its file is there when it is whole, and either of two will
// do. When all tasks of a level are done, the manifest says so, once and for all; that is the checkpoint. A search resumed does the
// tasks of its level whose files are missing. Counts, verdicts and traces are those of a search in memory.
//
// Which successors are old is found out by merging (R. E. Korf, "Delayed duplicate detection: extended abstract", IJCAI 2003).
// States consist of numbers of nodes, and nodes are told apart by what they are: no hash decides anything but in which part a state is.
//
// It imports disk, packed, search, session, store, trace, visited and model.
package tasks
