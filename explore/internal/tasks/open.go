package tasks

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
)

// unsoundManifest is what is wrong with a manifest whose checksum is right.
const unsoundManifest = "it has numbers that no search has"

// Open opens the search in a directory, or begins one.
func Open(x *search.Search, o Options) (*Local, error) {
	d := &Local{job: newJob(o, x.Session), options: o, search: x}
	if err := d.open(); err != nil {
		if d.unlock != nil {
			d.Close()
		}
		return nil, d.fail(err)
	}
	return d, nil
}

func (d *Local) open() (err error) {
	if err := d.search.Sys.Writable(); err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir.Path, 0o777); err != nil {
		return err
	}
	if d.unlock, err = d.dir.Lock(); err != nil {
		return err
	}
	err = d.dir.Load(store.ManifestName, store.ManifestTitle, &d.manifest)
	if errors.Is(err, fs.ErrNotExist) {
		err = d.begin()
	} else if err == nil {
		err = d.resume()
	}
	if err != nil {
		return err
	}
	d.tell()
	d.search.Source = viewer{d}
	if !d.search.Outside() {
		return search.ErrWide
	}
	d.expanders = make([]*expander, d.search.Workers)
	return nil
}

// Close lets others use the directory.
func (d *Local) Close() {
	for _, x := range d.expanders {
		x.free()
	}
	d.job.close()
	d.unlock()
}

// begin writes the first level, unless there are files of a search that has lost its manifest: it would write over them.
func (d *Local) begin() error {
	names, err := d.dir.Names()
	if err != nil {
		return err
	}
	first := store.Name(store.Levels, 0, 0)
	for _, name := range names {
		if _, is := ours(name); is && name != first && filepath.Ext(name) != disk.Part {
			return fmt.Errorf("%s is of a search whose manifest is not there, without which nothing can be read; allowed is to put that back, or an empty place", name)
		}
	}
	all, err := search.First(d.search.Session)
	if err != nil {
		return err
	}
	m := store.Manifest{Of: d.options.Of, Run: rand.Text(), Parts: d.options.Parts}
	if m.Parts == 0 {
		m.Parts = DefaultParts
	}
	d.manifest, d.nodes = m, store.NewDictionary(d.search.Sys)
	d.nodes.Ignored = d.options.Ignored
	err = d.write(&d.manifest, []int{len(all)}, func(yield func(packed.Vector, int) bool) {
		for _, s := range all {
			yield(s, 0)
		}
	})
	if err != nil {
		return err
	}
	return d.save()
}

func (d *Local) save() error {
	d.manifest.Elapsed = d.search.Elapsed()
	if err := d.dir.Sync(); err != nil { // first the names of what it speaks of
		return err
	}
	return d.dir.Save(store.ManifestName, store.ManifestTitle, d.manifest)
}

// resume makes the search what the manifest says.
func (d *Local) resume() (err error) {
	m, x := &d.manifest, d.search
	if err := disk.Compare(d.options.Of, m.Of); err != nil {
		return err
	}
	switch {
	case len(m.Levels) == 0 || len(m.Levels) > x.DeepestLevel+1 || m.Parts < 1 || m.Parts > MaxParts:
		return errors.New("it is of a search of another kind")
	case !m.Sound(len(x.Sys.Places)) || len(m.Found.Violated) > 0 && x.Judge == nil:
		return &disk.Damaged{Path: d.dir.Name(store.ManifestName), Why: unsoundManifest}
	case d.options.Parts != 0 && d.options.Parts != m.Parts:
		return fmt.Errorf("it is divided into %d parts, not into %d", m.Parts, d.options.Parts)
	}
	if d.nodes, err = d.dictionary(x.Sys, len(m.Levels)-1, d.options.Ignored); err != nil {
		return err
	}
	if !slices.Equal(d.nodes.Known, m.Nodes[len(m.Nodes)-1]) {
		return errors.New("it has other nodes than its manifest says")
	}
	x.Level, x.Earlier = len(m.Levels)-1, m.Elapsed
	return d.sweep()
}

// ours reports that a name is that of a file of a search, or of a part of one that is being written.
func ours(name string) (kind store.Kind, is bool) {
	text, numbered, _ := disk.Kind(name)
	kind = store.Kind(text)
	return kind, numbered && slices.Contains([]store.Kind{store.States, store.Candidates, store.Nodes, store.Levels}, kind)
}

// partsKept is for how long a file that is not whole, and is not written to, stays: its task may still be at work.
const partsKept = time.Hour

// abandoned reports that nobody goes on with a part of a file.
func (d *Local) abandoned(name string) bool {
	if d.manifest.Complete {
		return true
	}
	info, err := os.Stat(d.dir.Name(name))
	return err == nil && time.Since(info.ModTime()) > partsKept
}

// sweep removes files that are not needed any more, and finds out whether there are some of tasks of the level.
func (d *Local) sweep() error {
	kept := map[string]bool{}
	for _, last := range d.manifest.Files {
		kept[store.Name(store.Levels, last, 0)] = true
	}
	return d.dir.RemoveAll(func(name string) bool {
		kind, is := ours(name)
		part := filepath.Ext(name) == disk.Part
		switch {
		case part && (is || kind == store.ManifestName):
			return d.abandoned(name)
		case !is:
			return false
		case kind == store.Levels:
			return !kept[name]
		case kind == store.Candidates:
			old := name < store.Name(store.Candidates, d.search.Level, 0)
			d.begun = d.begun || !old
			return old
		}
		return false
	})
}

// tell tells the search what was found in the levels that are searched.
func (d *Local) tell() {
	x, f := d.search, &d.manifest.Found
	x.Levels = slices.Clone(d.manifest.Levels)
	x.Findings = search.Findings{Transitions: f.Transitions, NonVacuous: f.NonVacuous, Violated: map[int]trace.Target{}}
	for _, class := range slices.Sorted(maps.Keys(f.Coverage)) {
		at := x.Sys.Class(class)
		for len(x.Coverage) <= at {
			x.Coverage = append(x.Coverage, 0)
		}
		x.Coverage[at] = f.Coverage[class]
	}
	for p, length := range f.Violated {
		x.Violated[p] = trace.Target{Length: length}
	}
	x.Early.Store(f.Early)
	x.Stored.Store(int64(d.manifest.States()))
}
