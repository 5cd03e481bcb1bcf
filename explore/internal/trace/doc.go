// Package trace finds shortest counterexamples without a stored predecessor. From all states and steps that violate a property
// first, the states on shortest paths to them are collected backwards, level by level; of the shortest paths the one with the
// fewest switches between sites is shown, and of those the one whose labels come first. The same paths lead to panics of
// handlers and properties.
//
// It knows a search only as [Levels]. It imports packed, membudget, session, verdicts, the kinds of question, and model.
package trace
