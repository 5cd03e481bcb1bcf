// Package frontier is the states of the level that is searched, and those found for the next one: how they are shared out to the
// workers, and what becomes of successors. [Frontier] is all that a search knows of it; [Memory] keeps everything in memory.
//
// A worker writes only to what is its own, so nothing here is locked. It imports membudget, packed, session and visited.
package frontier
