package explore_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func TestSpill(t *testing.T) {
	dir := t.TempDir()
	for a, c := range models() {
		full := check(t, a, c, explore.Options{Workers: 1})
		for k, o := range []explore.Options{
			{}, {MaxStates: full.States / 2}, {MaxStates: full.States}, {MaxStates: full.States - 1},
			{MaxDepth: full.Depth}, {MaxDepth: full.Depth - 1}, {StopAtFirst: true},
		} {
			o.Workers = 1
			want := check(t, a, c, o)
			// At once, in the middle of a level, and late.
			for n, spill := range []*explore.Spill{new(explore.Spill).Now(1, 64), new(explore.Spill).Now(3, 16), new(explore.Spill).Now(10, 100)} {
				if k > 0 && k%3 != n {
					continue // every limit is met by one of them, none by all
				}
				spill.Dir = dir
				o.Workers, o.Spill = 1<<n, spill
				if diff := cmp.Diff(want, check(t, a, c, o)); diff != "" {
					t.Errorf("%s, %+v: %s", c, o, diff)
				}
			}
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Error("left behind:", left, err)
	}
}

func TestSpillResume(t *testing.T) {
	for a, c := range models() {
		full := check(t, a, c, explore.Options{Workers: 1})
		for _, spills := range [][3]bool{{false, true, false}, {true, false, true}} {
			dir, resume := filepath.Join(t.TempDir(), "checkpoint"), false
			var got outcome
			for k, limit := range []int{full.States / 3, full.States - 1, 0} {
				o := explore.Options{Workers: 1 + k, MaxStates: limit, Checkpoint: saved(dir, resume)}
				if resume = true; spills[k] {
					o.Spill = (&explore.Spill{Dir: t.TempDir()}).Now(4, 50)
				}
				got = check(t, a, c, o)
			}
			if diff := cmp.Diff(full, got); diff != "" {
				t.Errorf("%s, spilled %v: %s", c, spills, diff)
			}
		}
	}
}

// TestSpillFullDisk lets the disk fail: the report so far remains.
func TestSpillFullDisk(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 2})
	failed := 0
	for room := 0; ; room = room*2 + 200 {
		o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 2, Spill: (&explore.Spill{Dir: t.TempDir()}).Now(1, 16)}
		o.Spill.Failing(fullDisk(room))
		r, err := explore.Check(t.Context(), a.New(c), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete {
			break
		}
		failed++
		var spill *explore.SpillError
		if !errors.As(r.Err, &spill) || !errors.Is(r.Err, errFull) || !strings.Contains(r.Limit, errFull.Error()) ||
			r.States == 0 || cmp.Diff(full.Levels[:len(r.Levels)], r.Levels) != "" {
			t.Errorf("room for %d bytes: %+v", room, r)
		}
	}
	if failed < 5 {
		t.Errorf("the disk was full %d times", failed)
	}
}

func TestSpillNeedsALimit(t *testing.T) {
	c := srtgme.Algorithm.Config(model.Published)
	for _, o := range []explore.Options{{MaxMemory: explore.NoLimit}, {Mode: explore.DFS, MaxMemory: 1 << 30}} {
		o.Spill = &explore.Spill{Dir: t.TempDir()}
		if r, err := explore.Check(t.Context(), srtgme.Algorithm.New(c), o); err == nil {
			t.Errorf("%+v: %+v", o, r)
		}
	}
}

// TestSpillFullAtDepth lets the disk fail where a limit of depth is met and it is found out whether there is more.
func TestSpillFullAtDepth(t *testing.T) {
	papertest.Seldom(t, 2)
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 2})
	for _, depth := range []int{full.Depth - 1, full.Depth} {
		for calls := 1; ; calls++ {
			o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 2, MaxDepth: depth, Spill: (&explore.Spill{Dir: t.TempDir()}).Now(1, 200)}
			left := calls
			o.Spill.Failing(func(call disk.Call, _ int) error {
				if call == disk.CreateCall {
					if left--; left == 0 {
						return errFull
					}
				}
				return nil
			})
			r, err := explore.Check(t.Context(), a.New(c), o)
			if err != nil {
				t.Fatal(err)
			}
			if left > 0 {
				break
			}
			if r.Complete || !errors.Is(r.Err, errFull) || r.States == 0 || cmp.Diff(full.Levels[:len(r.Levels)], r.Levels) != "" {
				t.Errorf("depth %d, call %d: %+v", depth, calls, r)
			}
		}
	}
}

// TestSpillCallFails lets one call of the system fail, and all after it succeed: no search takes what it cannot write, or read again, for
// nothing.
func TestSpillCallFails(t *testing.T) {
	papertest.Seldom(t, 3)
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 2})
	for _, call := range []disk.Call{disk.CreateCall, disk.WriteCall, disk.ReadCall, disk.RenameCall} {
		fail := func(n int64) (r *explore.Result, calls int64, err error) {
			o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 2, Spill: (&explore.Spill{Dir: t.TempDir()}).Now(1, 16)}
			var made atomic.Int64
			o.Spill.Failing(func(which disk.Call, _ int) error {
				if which == call && made.Add(1) == n {
					return errFull
				}
				return nil
			})
			r, err = explore.Check(t.Context(), a.New(c), o)
			return r, made.Load(), err
		}
		failed, unread := 0, 0
		look := func(n int64) {
			switch r, calls, err := fail(n); {
			case calls < n: // there were fewer this time
			case err == nil:
				if failed++; r.Complete || !errors.Is(r.Err, errFull) || r.States == 0 || cmp.Diff(full.Levels[:len(r.Levels)], r.Levels) != "" {
					t.Errorf("%s %d fails: complete %t, %d states, %v", call, n, r.Complete, r.States, r.Err)
				}
			default: // there is no trace without the levels
				if unread++; call != disk.ReadCall || !errors.Is(err, errFull) {
					t.Errorf("%s %d fails: %v", call, n, err)
				}
			}
		}
		_, all, err := fail(0)
		if err != nil {
			t.Fatal(err)
		}
		for n := int64(1); n < all; n += 1 + n/8 {
			look(n)
		}
		for n := all - 12; n <= all; n++ { // traces are read in the end
			look(n)
		}
		if t.Logf("%s: %d of %d, and %d for traces", call, failed, all, unread); failed < 5 || call == disk.ReadCall && unread == 0 {
			t.Errorf("%s failed %d times of %d, and %d for traces", call, failed, all, unread)
		}
	}
}
