package frontier

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// TestShares demands that every state of the frontier is taken once, whatever chunks it stands in, by however many
// workers, even if one of them does all the work.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 8).Draw(t, "workers")
		f := NewMemory[[1]uint64](&session.Session{Settings: session.Settings{Workers: workers}}, nil)
		states := uint64(0)
		for _, n := range rapid.SliceOfN(rapid.IntRange(1, 3*leastPiece), 0, 20).Draw(t, "chunks") {
			x := packed.NewSegment[[1]uint64]()
			for range n {
				x.Add(&[1]uint64{states}, packed.SleepSet(states))
				states++
			}
			f.level = append(f.level, x)
		}
		f.Begin(0)
		seen := map[uint64]bool{}
		for idle := 0; idle < workers; {
			worker := rapid.IntRange(0, workers-1).Draw(t, "worker")
			piece := f.Take(worker)
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

// unopened is a source that cannot begin, and from which nobody may read then.
type unopened struct{ Source }

func (unopened) Begin() error { return errors.New("read-only file system") }

// TestOutsideUnopened: what cannot begin is not read.
func TestOutsideUnopened(t *testing.T) {
	s := &session.Session{Settings: session.Settings{Workers: 1}}
	f := NewOutside(NewMemory[[1]uint64](s, nil), unopened{}, &packed.Layout{})
	f.Begin(0)
	if p := f.Take(0); p.Size() > 0 || s.Halted() != session.Files || s.Failure(session.Files) == nil {
		t.Error(p.Size(), s.Halted(), s.Failure(session.Files))
	}
}
