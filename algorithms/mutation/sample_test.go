package main

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// TestInTurn demands that a long queue does not come before the others.
func TestInTurn(t *testing.T) {
	jobs, of := inTurn([][]*trial.Job{{{Mutant: 1}, {Mutant: 2}, {Mutant: 3}}, nil, {{Mutant: 7}}})
	for at, want := range []struct{ mutant, queue int }{{1, 0}, {7, 2}, {2, 0}, {3, 0}} {
		if at >= len(jobs) || jobs[at].Mutant != want.mutant || of[jobs[at]] != want.queue {
			t.Fatalf("job %d of %d is not mutant %d of queue %d", at, len(jobs), want.mutant, want.queue)
		}
	}
}
