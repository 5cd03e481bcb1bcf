// Package store is what the tasks of a search on files read and write: states as sorted words, in blocks with checksums; nodes by
// their content; and the manifest, which says how far the search is.
//
// A state in a file is the numbers that the nodes have in the store, which are the same for every process and any number of
// workers, then the budgets left and the sleep set. States are sorted by these numbers, so that files of different layouts have the
// same order. A file has its name only when it is whole and durable, and every block carries a checksum.
//
// It imports disk, packed and model/system.
package store
