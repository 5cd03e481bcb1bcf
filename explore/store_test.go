package explore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unique"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// memoryFirst makes a store one whose first states, so many, are searched in memory, and written after every level.
func memoryFirst(states int) func(*tasks.Options) {
	return func(o *tasks.Options) { o.TasksFrom, o.KeptEvery = states, 1 }
}

// onFiles is a store that is not durable, to be faster, and has tasks from the first level on.
func onFiles(dir string, parts int, changes ...func(*tasks.Options)) *explore.Store {
	store := explore.Store{Dir: dir, Parts: parts, Of: []explore.Trait{{Name: "model", Value: "this"}}}
	return store.Tested(func(o *tasks.Options) {
		o.Passing, o.TasksFrom = true, 1
		for _, change := range changes {
			change(o)
		}
	})
}

// TestStoreAlgorithms demands that the tasks find what a search in memory does, for the default configuration of every
// algorithm: however many parts there are, each task with a system of its own, each run twice, with hashes of four bits, and after
// levels in memory.
func TestStoreAlgorithms(t *testing.T) {
	for k, a := range algorithms.All() {
		if !papertest.Drawn("stored "+a.Name, 5) {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel() // they wait for the disk
			c := a.Config(model.Published)
			const most = 2000
			want := check(t, a, c, explore.Options{Workers: 1, MaxStates: most})
			for n, parts := range []int{1, 3, 16, 2 + 5*(k%2)} {
				if testing.Short() && n != k%4 {
					continue
				}
				store := onFiles(t.TempDir(), parts, func(o *tasks.Options) {
					o.Fresh, o.Twice, o.Ignored = parts%2 == 1, parts == 3, ^uint64(0xF)
				}, memoryFirst([]int{1, most / 3, 1, 2 * most}[n]))
				got := check(t, a, c, explore.Options{Workers: 1 + n%3, MaxStates: most, Store: store})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%d parts: %s", parts, diff)
				}
			}
		})
	}
}

// TestStoreFeatures demands the same of protocols with every feature, in one go, or up to a limit and on.
func TestStoreFeatures(t *testing.T) {
	eachFeature(t, askedOf, func(t *rapid.T, f featured, panel invariants.Panel, want told) {
		dir, err := os.MkdirTemp("", "features")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		parts := rapid.IntRange(1, 3).Draw(t, "parts")
		o := explore.Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers"), Store: onFiles(dir, parts, func(o *tasks.Options) {
			o.Fresh = rapid.Bool().Draw(t, "fresh")
		}, memoryFirst(rapid.SampledFrom([]int{1, 10, 100, 1e6}).Draw(t, "tasks from")))}
		if rapid.Bool().Draw(t, "in two goes") {
			first := o
			first.MaxStates = rapid.IntRange(1, want.States-1).Draw(t, "states")
			if got, _ := tell(t, f.system(), panel, first); got.Complete {
				t.Fatalf("%d of %d states: complete", first.MaxStates, want.States)
			}
		}
		got, _ := tell(t, f.system(), panel, o)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestStoreLimits(t *testing.T) {
	papertest.Seldom(t, 3)
	for a, c := range models() {
		full, first := check(t, a, c, explore.Options{Workers: 1}), check(t, a, c, explore.Options{Workers: 1, StopAtFirst: true})
		for k, o := range []explore.Options{ // the first is done twice: the second time it is complete
			{}, {MaxStates: full.States / 2}, {MaxStates: full.States}, {MaxStates: full.States - 1},
			{MaxDepth: full.Depth}, {MaxDepth: full.Depth - 1}, {StopAtFirst: true}, {StopAtFirst: true, MaxStates: first.States},
			{StopAtFirst: true, MaxDepth: full.Depth - 1}, {StopAtFirst: true, MaxDepth: full.Depth}, {StopAtFirst: true, MaxStates: full.States / 2},
		} {
			o.Workers = 1
			want := check(t, a, c, o)
			o.Workers, o.Store = 1+k%3, onFiles(t.TempDir(), 3, memoryFirst([]int{1, full.States / 3, 2 * full.States}[k/2%3]))
			if diff := cmp.Diff(want, check(t, a, c, o)); diff != "" {
				t.Errorf("%s, %+v: %s", c, o, diff)
			}
			o = explore.Options{Workers: 2, MaxStates: full.States, Store: o.Store}
			if diff := cmp.Diff(full, check(t, a, c, o)); diff != "" {
				t.Errorf("%s, after %d: %s", c, k, diff)
			}
		}
	}
}

// TestStoreLevels goes on after levels that were searched in memory and written together.
func TestStoreLevels(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	for _, tasksFrom := range []int{1, 1e6} {
		dir := t.TempDir()
		store := func(tasksFrom int) *explore.Store {
			return onFiles(dir, 3, func(o *tasks.Options) { o.TasksFrom, o.KeptEvery = tasksFrom, time.Hour })
		}
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: full.Depth / 2, Store: store(1e6)})
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: store(tasksFrom)})); diff != "" {
			t.Errorf("tasks from %d states on: %s", tasksFrom, diff)
		}
	}
}

// TestStoreEarly: that a timer expired before its time is still known after the search has gone on.
func TestStoreEarly(t *testing.T) {
	a := &drsgme.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes, c.Early = 2, 1 })
	full := check(t, a, c, explore.Options{Workers: 1})
	for _, tasksFrom := range []int{1, 1e6} {
		store := onFiles(t.TempDir(), 2, memoryFirst(tasksFrom))
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: full.Depth - 1, Store: store})
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: store})); diff != "" || !full.Early {
			t.Errorf("early %t: %s", full.Early, diff)
		}
	}
}

// TestStoreNames goes on in directories whose names would be patterns.
func TestStoreNames(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	for _, name := range []string{"a[b", "*", `back\slash`, "a[0-9]"} {
		store := onFiles(filepath.Join(t.TempDir(), name), 0)
		check(t, a, c, explore.Options{Workers: 1, Store: store, MaxStates: full.States / 2})
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: store})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestStoreInterrupted ends searches at any moment.
func TestStoreInterrupted(t *testing.T) {
	papertest.Seldom(t, 2)
	t.Run("tasks", func(t *testing.T) { testInterrupted(t, 1) })
	t.Run("in memory", func(t *testing.T) { testInterrupted(t, 1e6) })
}

func testInterrupted(t *testing.T, tasksFrom int) {
	a, c := &srtgme.Algorithm, srtgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	full := check(t, a, c, explore.Options{Workers: 2})
	store, interrupted := onFiles(t.TempDir(), 4, memoryFirst(tasksFrom)), 0
	for k := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(k)*5*time.Millisecond)
		r, err := explore.Check(ctx, a.New(c), explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1 + k%3, Store: store})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete {
			break
		}
		if interrupted++; !r.Saved || r.Limit != "interrupted" || cmp.Diff(full.Levels[:len(r.Levels)], r.Levels) != "" {
			t.Errorf("%+v", r)
		}
	}
	if interrupted == 0 {
		t.Error("it was never interrupted")
	}
	if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 2, Store: store})); diff != "" {
		t.Error(diff)
	}
}

// TestStoreInterruptedAt ends searches when they begin a file, each time another one: no part of a task's work is taken for all of it.
func TestStoreInterruptedAt(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	for k, complete := 2, false; !complete; k += 1 + k/8 {
		ctx, cancel := context.WithCancel(t.Context())
		dir, left := t.TempDir(), k
		o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, Store: onFiles(dir, 2, func(o *tasks.Options) {
			o.Fault = func(call disk.Call, _ int) error {
				if call == disk.CreateCall {
					if left--; left == 0 {
						cancel()
						time.Sleep(5 * time.Millisecond) // which whoever watches over the context needs at most
					}
				}
				return nil
			}
		})}
		r, err := explore.Check(ctx, a.New(c), o)
		if cancel(); err != nil || !r.Complete && (!r.Saved || r.Limit != "interrupted" || cmp.Diff(full.Levels[:len(r.Levels)], r.Levels) != "") {
			t.Errorf("at file %d: %+v, %v", k, r, err)
		}
		complete = r.Complete
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: onFiles(dir, 2)})); diff != "" {
			t.Errorf("at file %d: %s", k, diff)
		}
	}
}

var errKilled = errors.New("the test ends the program here")

// TestStoreKilled ends the program after every single file that gets its name: whatever is there then is enough to go on.
func TestStoreKilled(t *testing.T) {
	for _, test := range []struct {
		name                     string
		tasksFrom, each, ofLevel int
	}{{"tasks", 1, 1, 5}, {"in memory", 1e6, 2, 2}, {"both", 100, 2, 2}} {
		if papertest.Drawn("killed "+test.name, 2) {
			t.Run(test.name, func(t *testing.T) { testKilled(t, test.tasksFrom, test.each, test.ofLevel) })
		}
	}
}

// testKilled ends the program after so many files each time, of which a level has so many at least.
func testKilled(t *testing.T, tasksFrom, each, ofLevel int) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	killed := func(dir string, left int) *explore.Store {
		return onFiles(dir, 2, memoryFirst(tasksFrom), func(o *tasks.Options) {
			o.Fault = func(call disk.Call, _ int) error {
				if call != disk.RenameCall {
					return nil
				}
				if left--; left < 0 {
					return errKilled
				}
				return nil
			}
		})
	}
	begin := func(store *explore.Store) bool {
		r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, Store: store})
		if err == nil && r.Complete {
			return false
		}
		if err == nil {
			err = r.Err
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(r, err)
		}
		return true
	}
	chain, ends := t.TempDir(), 4
	begin(killed(chain, ends)) // what has no manifest begins again
	for ; begin(killed(chain, each)); ends += each {
		if ends > 10*len(full.Levels) {
			t.Fatal("it does not get on")
		}
	}
	if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: onFiles(chain, 2, memoryFirst(tasksFrom))})); diff != "" {
		t.Error(diff)
	}
	for k := 1; k <= ends; k += 1 + k/4 {
		dir := t.TempDir()
		if !begin(killed(dir, k)) {
			t.Fatalf("file %d of %d was not written", k, ends)
		}
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: onFiles(dir, 2)})); diff != "" {
			t.Errorf("after file %d: %s", k, diff)
		}
	}
	if ends < ofLevel*len(full.Levels) {
		t.Errorf("%d files for %d levels", ends, len(full.Levels))
	}
}

// TestStoreDamaged demands that no bit of a file can differ without being noticed, if the file is read.
func TestStoreDamaged(t *testing.T) {
	papertest.Seldom(t, 2)
	t.Run("tasks", func(t *testing.T) { testDamaged(t, 1, 20) })
	t.Run("in memory", func(t *testing.T) { testDamaged(t, 1e6, 7) })
}

// testDamaged is that of a search with so many files at least.
func testDamaged(t *testing.T, tasksFrom, least int) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	want := check(t, a, c, explore.Options{Workers: 1, MaxDepth: 6})
	dir := t.TempDir()
	limited := explore.Options{Workers: 1, MaxDepth: 5, Store: onFiles(dir, 2, memoryFirst(tasksFrom))}
	check(t, a, c, limited) // the states of level 6 are there, too
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < least {
		t.Fatal(files, err)
	}
	good := map[string][]byte{}
	for _, name := range files {
		if good[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	noticed := 0
	for _, name := range files {
		whole := good[name]
		bad := [][]byte{nil, whole[:len(whole)-1], append(bytes.Clone(whole), 0)}
		for bit := 3; bit < 8*len(whole); bit += max(8, 8*len(whole)/4) {
			flipped := bytes.Clone(whole)
			flipped[bit/8] ^= 1 << (bit % 8)
			bad = append(bad, flipped)
		}
		for _, data := range bad {
			for other, data := range good {
				if err := os.WriteFile(other, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
			r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, MaxDepth: 6, Store: limited.Store})
			if err == nil {
				err = r.Err
			}
			var damaged *disk.Damaged
			var refused *explore.StoreError
			if errors.As(err, &damaged) || errors.As(err, &refused) {
				noticed++
				if !strings.Contains(err.Error(), filepath.Base(name)) {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if err != nil || cmp.Diff(want.Levels, r.Levels) != "" || r.Transitions != want.Transitions {
				t.Errorf("%s: levels %v, %d transitions, %v", name, r.Levels, r.Transitions, err)
			}
			if !strings.HasPrefix(filepath.Base(name), "states-000006") && !strings.HasPrefix(filepath.Base(name), "candidates") {
				t.Errorf("%s: it was not noticed that %d bytes of %d are not what they were", name, len(data), len(whole))
			}
		}
	}
	if noticed < 5*least {
		t.Errorf("%d noticed", noticed)
	}
}

// TestStoreDamagedLast: a block of the last states is read when they are expanded, though nobody asks for a trace.
func TestStoreDamagedLast(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	o := explore.Options{Workers: 1, MaxDepth: 5, Store: onFiles(t.TempDir(), 1)}
	if _, err := explore.Check(t.Context(), a.New(c), o); err != nil { // the states of level 6 are there, too
		t.Fatal(err)
	}
	path := filepath.Join(o.Store.Dir, "states-000006-0000")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[0] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := explore.Check(t.Context(), a.New(c), explore.Options{Workers: 1, Store: o.Store})
	if err != nil || r.Complete || !strings.Contains(fmt.Sprint(r.Err), "states-000006-0000 is damaged: the checksum of a block differs") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestStoreUnjudged: what a search has found is no search's in which nobody judges, whether the manifest says so or the file of a task.
func TestStoreUnjudged(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	for depth, want := range map[int]string{2: "candidates-000002-0000 is damaged: it has violations, and nobody judges", 5: "manifest is damaged: it has numbers that no search has"} {
		store := onFiles(t.TempDir(), 1)
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: depth, Store: store})
		r, err := explore.Check(t.Context(), a.New(c), explore.Options{Workers: 1, Store: store})
		if err == nil {
			err = r.Err
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d levels: %v; want %s", depth, err, want)
		}
	}
}

// TestStoreFullDisk lets the disk fail after any number of bytes: the report so far remains, and so does all that is whole.
func TestStoreFullDisk(t *testing.T) {
	papertest.Seldom(t, 2)
	t.Run("tasks", func(t *testing.T) { testFullDisk(t, 1) })
	t.Run("in memory", func(t *testing.T) { testFullDisk(t, 1e6) })
}

func testFullDisk(t *testing.T, tasksFrom int) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 2})
	failed := 0
	for room := 2000; ; room = room*2 + 500 {
		dir := t.TempDir()
		o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, Store: onFiles(dir, 2, memoryFirst(tasksFrom), func(o *tasks.Options) {
			o.Fault = fullDisk(room)
		})}
		r, err := explore.Check(t.Context(), a.New(c), o)
		if err == nil && r.Complete {
			break
		}
		if failed++; err == nil {
			err = r.Err
			if !strings.Contains(r.Limit, errFull.Error()) || cmp.Diff(full.Levels[:len(r.Levels)], r.Levels) != "" {
				t.Errorf("room for %d bytes: %+v", room, r)
			}
		}
		var refused *explore.StoreError
		if !errors.As(err, &refused) || !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
		if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: onFiles(dir, 2)})); diff != "" {
			t.Errorf("room for %d bytes: %s", room, diff)
		}
	}
	if failed < 4 {
		t.Errorf("the disk was full %d times", failed)
	}
}

// TestStoreFailingCalls lets one call of the system fail, each time another one: the search ends with that error, and can go on.
func TestStoreFailingCalls(t *testing.T) {
	papertest.Seldom(t, 2)
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	for _, failing := range []disk.Call{disk.CreateCall, disk.WriteCall, disk.SyncCall, disk.RenameCall, disk.SyncDirCall} {
		for k, failed := 1, true; failed; k *= 2 {
			dir, left := t.TempDir(), k
			failed = false
			o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, Store: onFiles(dir, 2, func(o *tasks.Options) {
				o.TasksFrom, o.KeptEvery = []int{1, 1e6, 100}[k%3], []time.Duration{1, time.Hour, 1}[k%3]
				o.Passing, o.Fault = false, func(call disk.Call, _ int) error {
					if call == failing {
						left--
					}
					if call != failing || left != 0 {
						return nil
					}
					failed = true
					return errFull
				}
			})}
			r, err := explore.Check(t.Context(), a.New(c), o)
			complete := err == nil && r.Complete
			if err == nil {
				err = r.Err
			}
			if failed != errors.Is(err, errFull) || failed == complete || !failed && k == 1 {
				t.Errorf("%s %d fails: %+v, %v", failing, k, r, err)
			}
			if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: onFiles(dir, 2)})); diff != "" {
				t.Errorf("%s %d fails: %s", failing, k, diff)
			}
		}
	}
}

// unwritable has variables that are compared by what they are, and cannot be written.
type unwritable struct{}

func (unwritable) Start(model.Site) unique.Handle[string]            { return unique.Make("") }
func (unwritable) MayRequest(model.Site, unique.Handle[string]) bool { return true }
func (unwritable) Request(model.Site, *unique.Handle[string], model.Demand, *model.Outbox[int]) {
}
func (unwritable) InCS(model.Site, unique.Handle[string]) bool { return false }
func (unwritable) Exit(model.Site, *unique.Handle[string], *model.Outbox[int]) {
}
func (unwritable) Receive(model.Site, *unique.Handle[string], int, *model.Outbox[int]) {
}
func (unwritable) Look(model.Site, unique.Handle[string], []int) model.View { return model.View{} }

func TestStoreRefused(t *testing.T) {
	a, c := &suzukikasami.Algorithm, suzuki(2, 1, 1)
	dir := t.TempDir()
	refused := func(sys *system.System, o explore.Options, why string) {
		t.Helper()
		if r, err := explore.Check(t.Context(), sys, o); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%+v, %v; not %s", r, err, why)
		}
	}
	small := model.Config{Processes: 2, Requests: []int{1, 1}, Network: model.Bag}
	refused(system.Compose(unwritable{}, small), explore.Options{Store: onFiles(dir, 2)}, "values of type unique.Handle[string] cannot be written")
	refused(a.New(c), explore.Options{Store: onFiles(dir, -1)}, "Store.Parts is -1")
	refused(a.New(c), explore.Options{Store: onFiles(dir, 1), Symmetry: true}, "not reduced by symmetry")
	refused(a.New(c), explore.Options{Store: onFiles(dir, 1), Mode: explore.DFS}, "breadth first")
	refused(a.New(c), explore.Options{Store: onFiles(dir, 1), Spill: &explore.Spill{Dir: dir}}, "nor spilled")
	check(t, a, c, explore.Options{MaxDepth: 2, Store: onFiles(dir, 2)})
	refused(a.New(c), explore.Options{Store: onFiles(dir, 3)}, "it is divided into 2 parts, not into 3")
	other := *onFiles(dir, 2)
	other.Of = []explore.Trait{{Name: "model", Value: "that"}}
	refused(a.New(c), explore.Options{Store: &other}, "its model is this, not that")
	unlock, err := disk.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	refused(a.New(c), explore.Options{Store: onFiles(dir, 2)}, disk.ErrLocked.Error())
	unlock()
	check(t, a, c, explore.Options{Store: onFiles(dir, 0)})
}

// TestStoreTasks does every task by itself, with a system of its own and twice at once.
func TestStoreTasks(t *testing.T) {
	for _, first := range []int{1, 20} {
		t.Run(fmt.Sprint(first), func(t *testing.T) { testTasks(t, first) })
	}
}

// testTasks does tasks after so many states at most were searched in memory.
func testTasks(t *testing.T, first int) {
	a, c := &suzukikasami.Algorithm, suzuki(2, 1, 1)
	panel := invariants.Panel(a.Properties(c))
	full := check(t, a, c, explore.Options{Workers: 1})
	o := explore.Options{Judge: panel, MaxStates: first, Store: onFiles(t.TempDir(), 2, memoryFirst(100))}
	begun := check(t, a, c, o)
	o.MaxStates = 0
	twice := func(task explore.Task) {
		errs := make(chan error)
		for range 2 {
			go func() { errs <- explore.Do(t.Context(), a.New(c), o, task) }()
		}
		for range 2 {
			if err := <-errs; err != nil {
				t.Fatalf("%+v: %v", task, err)
			}
		}
	}
	levels := begun.Depth
	for ; ; levels++ {
		s, err := explore.ReadStore(o.Store.Dir, nil)
		if err != nil || s.Complete {
			break
		}
		advance := explore.Task{Kind: explore.Advance, Level: s.Level}
		if err := explore.Do(t.Context(), a.New(c), o, advance); err == nil || !strings.Contains(err.Error(), "its task is not done") {
			t.Errorf("level %d is left before its tasks are done: %v", s.Level, err)
		}
		for part := range s.Parts {
			twice(explore.Task{Kind: explore.Expand, Level: s.Level, Part: part})
		}
		twice(explore.Task{Kind: explore.Number, Level: s.Level})
		for part := range s.Parts {
			twice(explore.Task{Kind: explore.Settle, Level: s.Level, Part: part})
		}
		if err := explore.Do(t.Context(), a.New(c), o, advance); err != nil {
			t.Fatal(err)
		}
	}
	if levels != len(full.Levels) || begun.Depth == 0 && first > 1 {
		t.Errorf("%d levels, not %d", levels, len(full.Levels))
	}
	if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: o.Store})); diff != "" {
		t.Error(diff)
	}
}
