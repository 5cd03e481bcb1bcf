// Package measures is what averages of runs are called, what they mean, and in which times runs pass: shared by whoever
// computes averages exactly and whoever estimates them, so that both speak of the same numbers.
//
// Times have no unit of their own. With a mean latency of 1 every time is in message times, the papers' T.
package measures
