package explore_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/model"
)

// shelf is a bucket that is another directory.
type shelf struct {
	dir  string
	full bool // nothing can be put
}

func (s shelf) at(path string) string { return filepath.Join(s.dir, filepath.Base(path)) }

func (s shelf) Get(path string) error { return copyFile(s.at(path), path) }

func (s shelf) Put(path, name string, _ bool) error {
	if s.full {
		return errors.New("the shelf is full")
	}
	return copyFile(path, s.at(name))
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

func (s shelf) Remove(name string) error { return os.Remove(s.at(name)) }

func (s shelf) Names() (all []string, err error) {
	there, err := os.ReadDir(s.dir)
	for _, f := range there {
		all = append(all, f.Name())
	}
	return all, err
}

func (s shelf) Lock() (func(), error) { return disk.Lock(s.dir) }

// TestStoreBucket: where the files are in a bucket, any process goes on with a search, and does tasks of it, that has no copy of them; and the files that are
// not needed any more are in neither place.
func TestStoreBucket(t *testing.T) {
	a, err := algorithms.All().Find("srt-gme")
	if err != nil {
		t.Fatal(err)
	}
	c := a.Config(model.Repaired)
	bucket := shelf{dir: t.TempDir()}
	at := func(most int) explore.Options {
		store := onFiles(t.TempDir(), 2, memoryFirst(50))
		store.Bucket = bucket
		return explore.Options{Workers: 1, MaxStates: most, Store: store}
	}
	full := check(t, a, c, explore.Options{Workers: 1})
	check(t, a, c, at(full.States/2))
	o := at(0)
	s, err := explore.ReadStore(o.Store.Dir, bucket)
	if err != nil {
		t.Fatal(err)
	}
	for part := range s.Parts { // each in a process of its own
		o := at(0)
		if err := explore.Do(t.Context(), a.New(c), o, explore.Task{Kind: explore.Expand, Level: s.Level, Part: part}); err != nil {
			t.Fatal(err)
		}
	}
	last := at(0)
	if diff := cmp.Diff(full, check(t, a, c, last)); diff != "" {
		t.Error(diff)
	}
	there, err := bucket.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range there {
		if name >= "candidates-" && name < fmt.Sprintf("candidates-%06d", len(full.Levels)-1) {
			t.Errorf("%s is still there", name)
		}
	}
	bucket = shelf{dir: t.TempDir(), full: true}
	var refused *explore.StoreError
	o = at(0)
	if _, err := explore.Check(t.Context(), a.New(c), o); !errors.As(err, &refused) || !strings.Contains(err.Error(), "the shelf is full") {
		t.Error(err)
	}
	copies, err := os.ReadDir(o.Store.Dir)
	if err != nil || len(copies) > 0 {
		t.Errorf("there is %v, which is not in the bucket; %v", copies, err)
	}
}
