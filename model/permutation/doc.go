// Package permutation exchanges the names of sites and groups: permutations in cycles, the groups of them, and those that are
// tried for a symmetry. It knows no system; whether a permutation keeps one as it is, is for others to say.
package permutation
