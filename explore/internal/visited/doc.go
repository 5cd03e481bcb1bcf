// Package visited is the set of visited states: exact, divided into shards by the states' hashes, filled in batches. Each
// state stands in it once, with the level at which it was found. A hash finds the place and never decides: states are
// compared whole.
//
// It imports packed and membudget.
package visited
