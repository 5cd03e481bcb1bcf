// Package reduction is symmetry as a search needs it: the images of a state under the permutations of a group, the least of
// them, which represents them all, and the permutations that leave the state as it is.
//
// The search visits one state of each orbit (C. N. Ip, D. L. Dill, "Better verification through symmetry", Formal Methods in
// System Design 9, 1996); properties are judged on all. It imports packed, session, verdicts, the kinds of question, and model.
package reduction
