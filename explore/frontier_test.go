package explore

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// TestPortions demands that every state of the frontier is taken once, whatever chunks it stands in, by however many
// workers, even if one of them does all the work.
func TestPortions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 8).Draw(t, "workers")
		e := &search[[1]uint64]{common: newCommon(&session.Session{}), workers: make([]*worker[[1]uint64], workers)}
		states := uint64(0)
		for _, n := range rapid.SliceOfN(rapid.IntRange(1, 3*leastPiece), 0, 20).Draw(t, "chunks") {
			x := packed.NewSegment[[1]uint64]()
			for range n {
				x.Add(&[1]uint64{states}, packed.SleepSet(states))
				states++
			}
			e.frontier = append(e.frontier, x)
		}
		e.shareOut()
		seen := map[uint64]bool{}
		for idle := 0; idle < workers; {
			worker := rapid.IntRange(0, workers-1).Draw(t, "worker")
			piece := e.take(worker)
			for k, s := range piece.States {
				if seen[s[0]] {
					t.Fatalf("state %d is taken twice", s[0])
				}
				if piece.Asleep[k] != packed.SleepSet(s[0]) {
					t.Fatalf("state %d has the sleepers of state %d", s[0], piece.Asleep[k])
				}
				seen[s[0]] = true
			}
			if idle++; piece.Size() > 0 {
				idle = 0
			}
		}
		if len(seen) != int(states) {
			t.Fatalf("%d of %d states are taken", len(seen), states)
		}
	})
}
