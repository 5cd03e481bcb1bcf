// Package reduction is symmetry as a search needs it: the images of a state under the permutations of a group, the least of
// them, which represents them all, and the permutations that leave the state as it is.
//
// It imports packed and model.
package reduction
