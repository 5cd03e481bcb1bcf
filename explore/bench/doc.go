// Package bench measures the search: how many states and transitions it handles in a second, and how many bytes a state takes.
// It has only benchmarks, each for one stage that is worth watching by itself:
//
//	go test -run '^$' -bench . -count 10 ./explore/bench
//
// Command peers, beside it, measures the whole of gmecheck next to other model checkers.
package bench
