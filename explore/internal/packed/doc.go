// Package packed is a global state in words: its layout, its fields, and the sleep set that travels with it in a frontier.
//
// A state is the node number of every site and the number of the budgets left, packed into as few 64-bit words as they need.
// Two states are equal exactly if their words are; a hash only finds a place. The first word of a state is never 0.
//
// It imports nothing of the project.
package packed
