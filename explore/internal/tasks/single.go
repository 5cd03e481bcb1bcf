package tasks

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// Kind is what a task does.
type Kind string

// The tasks of a level, in their order.
const (
	Expand  Kind = "expand"  // the states of a part
	Number  Kind = "number"  // the nodes of the next level
	Settle  Kind = "settle"  // the states of the next level in a part
	Advance Kind = "advance" // says that all others are done
)

// Task is one task of a search, for a process that does nothing else.
type Task struct {
	Kind        Kind
	Level, Part int // no part of Number and Advance
}

// Read is how far the search in a directory is, or in a bucket with copies there.
func Read(dir string, bucket disk.Bucket) (m store.Manifest, err error) {
	if err := (disk.Dir{Path: dir, Bucket: bucket}).Load(store.ManifestName, store.ManifestTitle, &m); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("no search is there")
		}
		return m, &Error{dir, err}
	}
	return m, nil
}

// Do does a task; a file that is there is left as it is.
func (t Task) Do(s *session.Session, o Options) error {
	m, err := Read(o.Dir, o.Bucket)
	if err != nil {
		return err
	}
	j := newJob(o, s)
	j.manifest = m
	defer j.close()
	if !m.Sound(len(s.Sys.Places)) {
		return &Error{o.Dir, &disk.Damaged{Path: j.dir.Name(store.ManifestName), Why: unsoundManifest}}
	}
	if err := t.possible(&m, o.Of); err != nil {
		return &Error{o.Dir, err}
	}
	err = t.do(j, s, o)
	if errors.Is(err, errHalted) {
		return errors.New(s.Text(s.Halted()))
	}
	if err != nil {
		return fail(o.Dir, err)
	}
	return nil
}

// possible says why the task is none of the search as it is now.
func (t Task) possible(m *store.Manifest, of []disk.Trait) error {
	level := len(m.Levels) - 1
	switch {
	case m.Complete:
		return errors.New("the search is complete")
	case t.Level != level:
		return fmt.Errorf("level %d is searched now, not level %d", level, t.Level)
	case t.Part != 0 && (t.Kind == Number || t.Kind == Advance):
		return fmt.Errorf("%s is one task of the level; there is no part %d of it", t.Kind, t.Part)
	case t.Part < 0 || t.Part >= m.Parts:
		return fmt.Errorf("it is divided into the parts 0 to %d; there is no part %d", m.Parts-1, t.Part)
	}
	return disk.Compare(of, m.Of)
}

func (t Task) do(j *job, s *session.Session, o Options) error {
	kinds := map[Kind]store.Kind{Expand: store.Candidates, Number: store.Nodes, Settle: store.States}
	level := t.Level + 1
	if t.Kind == Expand {
		level = t.Level
	}
	if t.Kind == Advance {
		return advance(t.Level, s, o)
	}
	if ok, err := j.has(kinds[t.Kind], level, t.Part); ok || err != nil {
		return err
	}
	switch t.Kind {
	case Number:
		return j.number(t.Level)
	case Settle:
		return j.settle(t.Level, t.Part, func() bool { return s.Halted() != session.Running })
	}
	nodes, err := j.dictionary(s.Sys, t.Level, o.Ignored)
	if err != nil {
		return err
	}
	if !slices.Equal(nodes.Known, j.manifest.Nodes[t.Level]) {
		return errors.New("it has other nodes than its manifest says")
	}
	x := newExpander(j, s, s.Sys, nodes)
	defer x.free()
	return x.expand(t.Level, t.Part)
}

// advance ends a level of which all tasks are done, unless somebody has ended it meanwhile.
func advance(level int, s *session.Session, o Options) error {
	o.Done = true
	d, err := Open(search.New(s), o)
	if err != nil {
		return err
	}
	defer d.Close()
	if d.manifest.Complete || d.search.Level != level {
		return nil
	}
	limit, err := d.level()
	if err == nil && limit != "" {
		err = errors.New(limit)
	}
	return err
}
