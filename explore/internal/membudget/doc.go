// Package membudget keeps a search within a limit of memory: large tables reserve what they take, the watch asks how much the
// process holds, and Go's collector is tuned so that garbage does not use what is left. Large arrays stand outside Go's
// heap where the system has such memory.
//
// A search without a limit changes nothing of the process. Of several searches with limits the lowest wishes hold, until
// the last of them has ended.
//
// It imports nothing of the project.
package membudget
