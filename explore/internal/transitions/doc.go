// Package transitions is what can happen at each node, worked out once for one layout and written down in words, so that
// the search makes a transition by adding words to a state. The same in full, for all that is not in a hurry, is [system.Reader.Out].
//
// A row of the table is never changed once a reader has seen it, but for its first word, which is read and written as a whole. Readers need no lock.
//
// It imports packed and model.
package transitions
