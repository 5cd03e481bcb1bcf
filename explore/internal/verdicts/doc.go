// Package verdicts asks a judge about states and remembers the answers by the combination of the views of all sites: mostly
// there are far fewer combinations than states. Combinations are numbered exactly; no hash decides.
//
// It imports membudget, the kinds of question, and model.
package verdicts
