package explore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// goesOn goes on with a stored search, and returns what it has found, or its error.
func goesOn(t *testing.T, o explore.Options) (*explore.Result, error) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	o.Judge, o.Workers = invariants.Panel(a.Properties(c)), 1
	r, err := explore.Check(t.Context(), a.New(c), o)
	if err == nil {
		err = r.Err
	}
	return r, err
}

// TestStoreSwapped: a whole file of another part, of another level, or of another search of the same model is not taken for the one whose name it bears.
func TestStoreSwapped(t *testing.T) {
	papertest.Seldom(t, 2)
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	stored := func() (*explore.Store, map[string][]byte) {
		s := onFiles(t.TempDir(), 2, memoryFirst(1))
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: 5, Store: s})
		files := map[string][]byte{}
		all, err := os.ReadDir(s.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			if files[f.Name()], err = os.ReadFile(filepath.Join(s.Dir, f.Name())); err != nil {
				t.Fatal(err)
			}
		}
		return s, files
	}
	store, good := stored()
	_, foreign := stored()
	refused := map[string]int{}
	try := func(how, name string, data []byte) {
		for other, data := range good {
			if other == name {
				continue
			}
			if err := os.WriteFile(filepath.Join(store.Dir, other), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(store.Dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := goesOn(t, explore.Options{MaxDepth: 6, Store: store})
		var damaged *disk.Damaged
		switch kind, _, _ := disk.Kind(name); {
		case errors.As(err, &damaged) && strings.Contains(err.Error(), name):
			refused[how+" "+kind]++
		case err != nil:
			t.Errorf("%s, %s: %v", name, how, err)
		case kind != "candidates" && !strings.HasPrefix(name, "states-000006"): // which are not read any more
			t.Errorf("%s, %s: taken for what it is not", name, how)
		case cmp.Diff(full.Levels[:7], r.Levels) != "":
			t.Errorf("%s, %s: levels %v", name, how, r.Levels)
		}
	}
	for name := range good {
		kind, numbered, _ := disk.Kind(name)
		if !numbered {
			continue
		}
		try("of another search", name, foreign[name])
		for other, data := range good {
			is, _, _ := disk.Kind(other)
			level, part := name[:len(kind)+7], name[len(kind)+7:]
			switch {
			case is != kind || other == name:
			case strings.HasPrefix(other, level):
				try("of another part", name, data)
			case strings.HasSuffix(other, part) && len(other) == len(name):
				try("of another level", name, data)
			}
		}
	}
	for _, how := range []string{"of another search nodes", "of another search states", "of another part states", "of another level states", "of another level nodes"} {
		if refused[how] < 2 {
			t.Errorf("refused: %v", refused)
		}
	}
}

// overtaken is a bucket in which something happens before it is reserved.
type overtaken struct {
	shelf
	by *func()
}

func (b overtaken) Lock() (func(), error) {
	if *b.by != nil {
		by := *b.by
		*b.by = nil
		by()
	}
	return b.shelf.Lock()
}

// TestStoreOvertaken: a level that somebody else ends just before is ended once.
func TestStoreOvertaken(t *testing.T) {
	a := &raymond.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 2, []int{model.Unlimited, model.Unlimited} })
	full := check(t, a, c, explore.Options{Workers: 1})
	if before := check(t, a, c, explore.Options{Workers: 1, MaxDepth: full.Depth - 1}); before.Transitions == full.Transitions {
		t.Fatal("the last level has no transitions to be counted twice")
	}
	var by func()
	there := shelf{dir: t.TempDir()}
	options := func(b disk.Bucket) explore.Options {
		s := onFiles(t.TempDir(), 2, memoryFirst(1))
		s.Bucket = b
		return explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, MaxDepth: 1, Store: s}
	}
	o, other := options(overtaken{there, &by}), options(there)
	check(t, a, c, o)
	o.MaxDepth, other.MaxDepth = 0, 0
	do := func(o explore.Options, task explore.Task) {
		if err := explore.Do(t.Context(), a.New(c), o, task); err != nil {
			t.Fatalf("%+v: %v", task, err)
		}
	}
	for {
		s, err := explore.ReadStore(o.Store.Dir, there)
		if err != nil {
			t.Fatal(err)
		}
		if s.Complete {
			break
		}
		for part := range s.Parts {
			do(o, explore.Task{Kind: explore.Expand, Level: s.Level, Part: part})
		}
		do(o, explore.Task{Kind: explore.Number, Level: s.Level})
		for part := range s.Parts {
			do(o, explore.Task{Kind: explore.Settle, Level: s.Level, Part: part})
		}
		advance := explore.Task{Kind: explore.Advance, Level: s.Level}
		by = func() { do(other, advance) }
		do(o, advance)
	}
	if diff := cmp.Diff(full, check(t, a, c, explore.Options{Workers: 1, Store: o.Store})); diff != "" {
		t.Error(diff)
	}
}

// TestStoreWithoutManifest: files without the manifest are not written over, and with it again they are what they were.
func TestStoreWithoutManifest(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	full := check(t, a, c, explore.Options{Workers: 1})
	o := explore.Options{Workers: 1, MaxDepth: 5, Store: onFiles(t.TempDir(), 2, memoryFirst(1))}
	check(t, a, c, o)
	manifest, away := filepath.Join(o.Store.Dir, "manifest"), filepath.Join(t.TempDir(), "manifest")
	if err := os.Rename(manifest, away); err != nil {
		t.Fatal(err)
	}
	var refused *explore.StoreError
	if _, err := goesOn(t, explore.Options{Store: o.Store}); !errors.As(err, &refused) || !strings.Contains(err.Error(), "is of a search whose manifest is not there") {
		t.Error(err)
	}
	begun := explore.Options{Workers: 1, Store: onFiles(t.TempDir(), 2, memoryFirst(1))} // and the program ended before there was a manifest
	if err := copyFile(filepath.Join(o.Store.Dir, "levels-000000"), filepath.Join(begun.Store.Dir, "levels-000000")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(full, check(t, a, c, begun)); diff != "" {
		t.Error(diff)
	}
	if err := os.Rename(away, manifest); err != nil {
		t.Fatal(err)
	}
	o.MaxDepth = 0
	if diff := cmp.Diff(full, check(t, a, c, o)); diff != "" {
		t.Error(diff)
	}
}

// TestFilesOfOthers: what lies in the directory of a search and is not its own stays there, and so does what a task may be writing.
func TestFilesOfOthers(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	theirs := []string{"movie.mp4.part", "states-of-mind.csv", "levels-of-noise", "candidates-2024.txt", "notes.part.txt"}
	written := func(dir string, names ...string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("precious"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	left := func(dir string, names ...string) (all []string) {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
				all = append(all, name)
			}
		}
		return all
	}
	o := explore.Options{Workers: 1, MaxDepth: 5, Store: onFiles(t.TempDir(), 2, memoryFirst(1))}
	dir := o.Store.Dir
	check(t, a, c, o)
	now, before := "states-000006-0001.0a7f.part", "candidates-000003-0001.b.part"
	written(dir, append(theirs, now, before)...)
	hours := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, before), hours, hours); err != nil {
		t.Fatal(err)
	}
	o.MaxDepth = 7
	check(t, a, c, o)
	if got := left(dir, append(theirs, now, before)...); !slices.Equal(got, append(theirs, now)) {
		t.Errorf("in the middle of a search there are %q", got)
	}
	o.MaxDepth = 0
	check(t, a, c, o)
	check(t, a, c, o)
	if got := left(dir, append(theirs, now, before)...); !slices.Equal(got, theirs) {
		t.Errorf("after it there are %q", got)
	}

	dir = t.TempDir()
	before = "level-000004.part"
	written(dir, append(theirs, before)...)
	check(t, a, c, explore.Options{Workers: 1, MaxDepth: 5, Checkpoint: saved(dir, false)})
	check(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(dir, true)})
	if got := left(dir, append(theirs, before)...); !slices.Equal(got, theirs) {
		t.Errorf("beside a checkpoint there are %q", got)
	}
}

// TestStoreStopsAtFirst: where the search has found a violation before, it does not go on to another level.
func TestStoreStopsAtFirst(t *testing.T) {
	store := onFiles(t.TempDir(), 2, memoryFirst(1))
	for range 2 {
		r, err := goesOn(t, explore.Options{MaxDepth: 6, Store: store})
		if err != nil || len(r.Violations) == 0 {
			t.Fatal(r, err)
		}
		levels, transitions := len(r.Levels), r.Transitions
		r, err = goesOn(t, explore.Options{StopAtFirst: true, Store: store})
		if err != nil || r.Limit != "stop-at-first" || len(r.Levels) != levels || r.Transitions >= transitions || len(r.Violations) == 0 {
			t.Errorf("%d levels and %d transitions, before %d and %d, those of level 6 included: %v, %v", len(r.Levels), r.Transitions, levels, transitions, r.Limit, err)
		}
	}
}

// TestTaskOfAnother: a process with another model, or of another build, does no task of a search.
func TestTaskOfAnother(t *testing.T) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	o := explore.Options{Judge: invariants.Panel(a.Properties(c)), Workers: 1, MaxDepth: 1, Store: onFiles(t.TempDir(), 2, memoryFirst(1))}
	o.Store.Of = []explore.Trait{{Name: "model", Value: "this"}}
	check(t, a, c, o)
	o.Store.Of = []explore.Trait{{Name: "model", Value: "that"}}
	for _, kind := range []explore.TaskKind{explore.Expand, explore.Number, explore.Settle, explore.Advance} {
		if err := explore.Do(t.Context(), a.New(c), o, explore.Task{Kind: kind, Level: 1}); err == nil || !strings.Contains(err.Error(), "its model is this, not that") {
			t.Errorf("%s: %v", kind, err)
		}
	}
	o.Store.Of = []explore.Trait{{Name: "model", Value: "this"}}
	for _, kind := range []explore.TaskKind{explore.Number, explore.Advance} {
		if err := explore.Do(t.Context(), a.New(c), o, explore.Task{Kind: kind, Level: 1, Part: 1}); err == nil || !strings.Contains(err.Error(), "one task of the level; there is no part 1 of it") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
