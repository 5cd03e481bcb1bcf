package explore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// saved is a checkpoint at every level.
func saved(dir string, resume bool) *explore.Checkpoint {
	return &explore.Checkpoint{Dir: dir, Every: time.Nanosecond, Resume: resume, Of: []explore.Trait{{Name: "model", Value: "this"}}}
}

func TestResume(t *testing.T) {
	for a, c := range models() {
		full := check(t, a, c, explore.Options{Workers: 1})
		for k, first := range []explore.Options{{MaxStates: full.States / 2}, {StopAtFirst: true}} {
			dir := filepath.Join(t.TempDir(), "checkpoint")
			first.Workers, first.Checkpoint = 1+k, saved(dir, false)
			if got := check(t, a, c, first); got.Complete {
				t.Fatalf("%s, %+v: complete", c, first)
			}
			// Once more up to a limit, then to the end, each with another number of workers.
			second := explore.Options{Workers: 3 - k, MaxStates: full.States - 1, Checkpoint: saved(dir, true)}
			if got := check(t, a, c, second); got.Complete {
				t.Errorf("%s, %+v: complete", c, second)
			}
			for _, workers := range []int{1, 8} {
				got := check(t, a, c, explore.Options{Workers: workers, Checkpoint: saved(dir, true)})
				if diff := cmp.Diff(full, got); diff != "" {
					t.Errorf("%s, first %+v, then %d workers: %s", c, first, workers, diff)
				}
			}
		}
	}
}

// TestResumeInterrupted ends searches at any moment.
func TestResumeInterrupted(t *testing.T) {
	a, c := &srtgme.Algorithm, srtgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	full := check(t, a, c, explore.Options{Workers: 2})
	dir := filepath.Join(t.TempDir(), "checkpoint")
	resume := false
	for k := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(k)*5*time.Millisecond)
		o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1 + k%3, Checkpoint: saved(dir, resume)}
		r, err := explore.Check(ctx, a.New(c), o)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if resume = true; r.Complete {
			break
		}
		if !r.Saved || r.Limit != "interrupted" {
			t.Errorf("%+v", r)
		}
	}
	if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 2, Checkpoint: saved(dir, true)})); diff != "" {
		t.Error(diff)
	}
}

// Refused resumes and returns why that was refused.
func Refused(t *testing.T, a *paper.Algorithm, c model.Config, o explore.Options) string {
	t.Helper()
	r, err := explore.Check(t.Context(), a.New(c), o)
	var e *explore.CheckpointError
	if !errors.As(err, &e) {
		t.Errorf("not refused: %+v, %v", r, err)
		return ""
	}
	return err.Error()
}

func TestDamagedCheckpoint(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	dir := filepath.Join(t.TempDir(), "checkpoint")
	resume := explore.Options{Workers: 1, Checkpoint: saved(dir, true)}
	if why := Refused(t, a, c, resume); !strings.Contains(why, "no checkpoint is there") {
		t.Error(why)
	}
	check(t, a, c, explore.Options{Workers: 1, MaxDepth: 6, Checkpoint: saved(dir, false)})
	if why := Refused(t, a, c, explore.Options{Checkpoint: saved(dir, false)}); !strings.Contains(why, "a checkpoint is there already") {
		t.Error(why)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		name := filepath.Join(dir, f.Name())
		good, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		put := func(data []byte) {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		step := max(1, 8*len(good)/40)
		for bit := 0; bit < 8*len(good); bit += step {
			bad := append([]byte(nil), good...)
			bad[bit/8] ^= 1 << (bit % 8)
			put(bad)
			Refused(t, a, c, resume)
		}
		for _, length := range []int{0, 1, len(good) / 2, len(good) - 1} {
			put(good[:length])
			Refused(t, a, c, resume)
		}
		put(append(append([]byte(nil), good...), 0))
		Refused(t, a, c, resume)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		Refused(t, a, c, resume)
		put(good)
	}
	other := saved(dir, true)
	other.Of = []explore.Trait{{Name: "model", Value: "that"}}
	if why := Refused(t, a, c, explore.Options{Checkpoint: other}); !strings.Contains(why, "its model is this, not that") {
		t.Error(why)
	}
	// What a checkpoint is of is its callers' word; the handlers' own doings are compared all the same.
	d := c.Clone()
	d.Variant, d.Repairs = model.Repaired, a.Config(model.Repaired).Repairs
	if why := Refused(t, a, d, resume); why == "" {
		t.Error("another variant's nodes were taken for these")
	}
	// A version that is not known yet.
	name := filepath.Join(dir, "checkpoint")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(data), "checkpoint 1", "checkpoint 2", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if why := Refused(t, a, c, resume); !strings.Contains(why, `begins with "gmecheck checkpoint 2`) {
		t.Error(why)
	}
}

var errFull = errors.New("no space left on the test's disk")

// fullDisk is a disk with room for so many bytes.
func fullDisk(room int) func(disk.Call, int) error {
	return func(call disk.Call, bytes int) error {
		if call == disk.ReadCall {
			return nil
		}
		if room -= bytes; room < 0 {
			return errFull
		}
		return nil
	}
}

// TestAttackFailingCalls lets each call of the system fail, one after the other, while checkpoints are written (every seventh, unless GMECHECK_ATTACK is set). Whatever has failed, a
// search can be resumed if a checkpoint was ever written: from what lies there, and also if the machine then crashes and the
// manifest before has its name again.
func TestAttackFailingCalls(t *testing.T) {
	papertest.Seldom(t, 3)
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 2})
	failed, resumed, crashed := map[disk.Call]int{}, 0, 0
	every := 7
	if os.Getenv("GMECHECK_ATTACK") != "" {
		every = 1
	}
	for n := 0; ; n += every {
		dir := filepath.Join(t.TempDir(), "checkpoint")
		manifest := filepath.Join(dir, "checkpoint")
		var before []byte // the manifest that is known to be durable
		calls, call := 0, disk.Call("")
		o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 2, Checkpoint: saved(dir, false)}
		o.Checkpoint.Failing(func(now disk.Call, _ int) error {
			if now == disk.CreateCall {
				before, _ = os.ReadFile(manifest)
			}
			if calls++; calls == n+1 {
				call = now
				return syscall.EIO
			}
			return nil
		})
		r, err := explore.Check(t.Context(), a.New(c), o)
		if err != nil {
			t.Fatal(err)
		}
		if call == "" {
			break
		}
		if failed[call]++; r.Complete || r.Saved || !errors.Is(r.Err, syscall.EIO) {
			t.Errorf("call %d, %s, fails: %+v", n, call, r)
		}
		for _, crash := range []bool{true, false} {
			copied := filepath.Join(t.TempDir(), "copy")
			if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			_, err := os.Stat(manifest)
			if crash && before != nil {
				crashed++
				err = os.WriteFile(filepath.Join(copied, "checkpoint"), before, 0o666)
			}
			if err != nil || crash && before == nil {
				continue
			}
			resumed++
			if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(copied, true)})); diff != "" {
				t.Errorf("call %d, %s, fails, crash %v: %s", n, call, crash, diff)
			}
		}
	}
	if len(failed) != len([]disk.Call{disk.CreateCall, disk.WriteCall, disk.SyncCall, disk.RenameCall, disk.SyncDirCall}) || resumed < 10 || crashed < 5 {
		t.Errorf("failed: %v; %d resumed, %d after a crash", failed, resumed, crashed)
	}
}

// TestNoDurableNames: a file system that cannot sync directories is warned of, once, and the search is saved.
func TestNoDurableNames(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	warned := 0
	warn := func(err error) {
		if warned++; !errors.Is(err, syscall.EINVAL) || !strings.Contains(err.Error(), "does not make names durable") {
			t.Error(err)
		}
	}
	fault := func(call disk.Call, _ int) error {
		if call == disk.SyncDirCall {
			return syscall.EINVAL
		}
		return nil
	}
	checkpoint, store := saved(filepath.Join(t.TempDir(), "checkpoint"), false), onFiles(t.TempDir(), 2, func(o *tasks.Options) { o.Fault, o.Passing = fault, false })
	checkpoint.Failing(fault)
	checkpoint.Warn, store.Warn = warn, warn
	for _, o := range []explore.Options{{MaxStates: 500, Checkpoint: checkpoint}, {MaxStates: 500, Store: store}} {
		if r, err := explore.Check(t.Context(), a.New(c), o); err != nil || !r.Saved || r.Err != nil || warned != 1 {
			t.Errorf("%+v, %v, warned %d times", r, err, warned)
		}
		warned = 0
	}
}

// TestFullDisk lets the disk fail after any number of bytes: the report so far remains, and so does the last checkpoint.
func TestFullDisk(t *testing.T) {
	papertest.Seldom(t, 2)
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 2})
	failed, resumed := 0, 0
	for room := 0; ; room = room*2 + 500 {
		dir := filepath.Join(t.TempDir(), "checkpoint")
		o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 2, Checkpoint: saved(dir, false)}
		o.Checkpoint.Failing(fullDisk(room))
		r, err := explore.Check(t.Context(), a.New(c), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Err == nil {
			break
		}
		failed++
		if r.Complete || r.Saved || !errors.Is(r.Err, errFull) || !strings.Contains(r.Limit, errFull.Error()) || r.States == 0 {
			t.Errorf("room for %d bytes: %+v", room, r)
		}
		if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err != nil {
			continue
		}
		resumed++
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(dir, true)})); diff != "" {
			t.Errorf("room for %d bytes: %s", room, diff)
		}
	}
	if failed < 5 || resumed < 3 {
		t.Errorf("the disk was full %d times, a checkpoint was left %d times", failed, resumed)
	}
}

// TestCheckpointDepthFirst has nothing to save.
func TestCheckpointDepthFirst(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	o := explore.Options{Mode: explore.DFS, Checkpoint: saved(t.TempDir(), false)}
	if r, err := explore.Check(t.Context(), a.New(c), o); err == nil {
		t.Error(fmt.Sprint(r))
	}
}

// TestResumeWithoutMemory: too little memory to load a search is a limit that is hit, and loses nothing.
func TestResumeWithoutMemory(t *testing.T) {
	a, c := &suzukikasami.Algorithm, suzuki(3, 2, 2, 2)
	dir := filepath.Join(t.TempDir(), "checkpoint")
	check(t, a, c, explore.Options{Workers: 1, MaxStates: 50000, Checkpoint: saved(dir, false)})
	r, err := explore.Check(t.Context(), a.New(c), explore.Options{MaxMemory: 1, Checkpoint: saved(dir, true)})
	if err != nil || r.Complete || r.Limit != "max-memory 1 B" {
		t.Errorf("%+v, %v", r, err)
	}
	if r := check(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(dir, true)}); !r.Complete {
		t.Errorf("the checkpoint is lost: %+v", r)
	}
}

// TestLocked demands that two searches do not write into one directory.
func TestLocked(t *testing.T) {
	a := &srtgme.Algorithm
	c := a.Config(model.Published)
	dir := t.TempDir()
	unlock, err := disk.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := disk.Lock(dir); err == nil {
		again()
		t.Skip("this system has no locks")
	}
	for _, resume := range []bool{false, true} {
		if _, err := explore.Check(t.Context(), a.New(c), explore.Options{Checkpoint: saved(dir, resume)}); !errors.Is(err, disk.ErrLocked) {
			t.Errorf("resume %t: %v", resume, err)
		}
	}
	unlock()
	check(t, a, c, explore.Options{Workers: 1, MaxDepth: 2, Checkpoint: saved(dir, false)})
	if unlock, err = disk.Lock(dir); err != nil {
		t.Fatal(err)
	}
	// Nobody is told to remove what another search works with.
	if _, err := explore.Check(t.Context(), a.New(c), explore.Options{Checkpoint: saved(dir, false)}); !errors.Is(err, disk.ErrLocked) {
		t.Error(err)
	}
	unlock()
	check(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(dir, true)})
}
