package search

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/external"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// counter counts to the end at site 1, alone.
type counter struct {
	model.Protocol[int, int]
	end int
}

func (counter) Start(model.Site) int                                               { return 0 }
func (c counter) MayRequest(_ model.Site, v int) bool                              { return v < c.end }
func (counter) Request(_ model.Site, v *int, _ model.Demand, _ *model.Outbox[int]) { *v++ }
func (counter) InCS(model.Site, int) bool                                          { return false }
func (counter) Look(model.Site, int, []int) model.View                             { return model.View{} }

// started is a search by one worker that has been set up.
func started(t *testing.T, sys *system.System) *Search {
	return New(&session.Session{Ctx: t.Context(), Sys: sys, Settings: session.Settings{
		Workers: 1, DeepestLevel: MaxLevel, WordsOfAState: packed.MaxWords,
	}})
}

// TestDeepestLevel demands that states beyond the deepest level are missed where the levels are on disk: they are stored,
// marked with a level of their own, before it is known that they are new.
func TestDeepestLevel(t *testing.T) {
	for every := range 2 { // at the end of the level only, and within it
		s := started(t, system.Compose(counter{end: 2}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag}))
		s.Memory.Spills = true
		s.Level, s.Levels = MaxLevel, make([]int, MaxLevel+1)
		var err error
		if s.Disk, err = external.New(s.Session, external.Options{Dir: t.TempDir(), Width: 2, Every: 2 - every, Segment: 1}); err != nil {
			t.Fatal(err)
		}
		l, _ := Layout(s.Session, 16, MaxLevel+1)
		s.Engine = NewEngine(s, l, 0)
		s.Seed(first(t, s.Session), MaxLevel, true)
		if aside, err := s.putAside(false); err != nil || !aside {
			t.Fatal(aside, err)
		}
		levels := make([]disk.Sorted, MaxLevel+1) // all but the last one are empty
		for k := range levels {
			levels[k].Index = &disk.Index{Width: 2}
		}
		levels[MaxLevel] = s.Disk.Levels()[0]
		s.Disk.Reopen(levels)
		next, limit, err := s.searchLevel(s.Findings.clone())
		if err != nil || next != 0 || limit != "max-depth 65534" {
			t.Errorf("%d: %d states in the next level, limit %q, %v", every, next, limit, err)
		}
		s.Free()
		s.Disk.Close()
	}
}

// TestNothingPackedAnew demands that states are packed anew for levels that the layout has no room for only where
// something will be stored in them.
func TestNothingPackedAnew(t *testing.T) {
	const last = 1<<packed.LeastLevel - 1 // the last level that there is room for
	for _, insert := range []bool{false, true} {
		s := started(t, system.Compose(counter{end: last + 1}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag}))
		s.Level, s.Levels = last, make([]int, last+1)
		l, _ := Layout(s.Session, 16, 1)
		e := NewEngine(s, l, 0)
		if !e.Holds(last) || e.Holds(last+1) {
			t.Fatalf("%d is not the last level that there is room for", last)
		}
		e.Seed(first(t, s.Session), last, true)
		s.Levels[last] = 1
		s.Engine = e
		if err := s.expandLevel(s.Findings.clone(), insert); err != nil {
			t.Fatal(err)
		}
		if anew := s.Engine != e; anew != insert {
			t.Errorf("something is stored: %t; states packed anew: %t", insert, anew)
		}
		s.Free()
	}
}

// first is the only initial state.
func first(t *testing.T, s *session.Session) packed.Vector {
	all, err := First(s)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0]
}
