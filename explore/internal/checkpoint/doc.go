// Package checkpoint saves a breadth-first search at the beginning of a level, and resumes it. States are saved by the numbers
// of their nodes, and what the nodes are as a journal of how they were first met: handlers are pure, so a program that replays
// the journal gives them the same numbers.
//
// Every file has a checksum and gets its name only when it is durable, the one that lists all others last: until then the
// checkpoint before is the valid one. It imports disk, external, packed, membudget, session, visited, trace, search, and model.
package checkpoint
