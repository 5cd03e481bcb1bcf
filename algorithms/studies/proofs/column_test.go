package proofs_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
)

// TestCell: a cell says no more than closures without caps that ended.
func TestCell(t *testing.T) {
	run := func(n, entities, caps int, ended bool, verdict string) proofs.Run {
		r := proofs.Run{Variant: "v", Processes: n, Entities: entities, Queues: caps, Numbers: caps, Capped: caps > 0, Ended: ended, Growing: []string{"lists in Q"}}
		if ended {
			r.Answers = []proofs.Answer{{Property: "p", Verdict: verdict, Why: "it is so"}}
		}
		return r
	}
	for want, runs := range map[string][]proofs.Run{
		"**holds** for n = 2..4 by views of 2; views of 2 at n = 5: lists grow in `Q`": {
			run(2, 2, 0, true, proofs.Proved), run(3, 2, 0, true, proofs.Proved), run(4, 2, 0, true, proofs.Proved), run(5, 2, 0, false, ""), run(2, 1, 0, true, proofs.Open),
		},
		"**holds** for n = 4, 9 by views of 1":      {run(4, 1, 0, true, proofs.Proved), run(9, 1, 0, true, proofs.Proved)},
		"vacuous for n = 2 by views of 2":           {run(2, 2, 0, true, proofs.Vacuous)},
		"not proved; views of 2 at n = 2: it is so": {run(2, 2, 0, true, proofs.Open)},
		"not proved; views of 2 at n = 2: lists grow in `Q`; views of 2 at n = 2 with caps of 2: holds up to them, which is no proof": {
			run(2, 2, 0, false, ""), run(2, 2, 2, true, proofs.Proved),
		},
	} {
		r := proofs.Report{Runs: runs}
		if got := r.Cell("v", "p"); got != want {
			t.Errorf("it says\n  %s\nbut it is\n  %s", got, want)
		}
	}
}
