// Package transitions is what can happen at each node, worked out once for one layout and written down in words, so that
// the search makes a transition by adding words to a state. [Out] lists the same transitions in full, for traces.
//
// A row of the table is never changed once a reader has seen it. Readers need no lock.
//
// It imports packed and model.
package transitions
