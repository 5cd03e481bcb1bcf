package tasks

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Options say where the files are, and how the search is divided.
type Options struct {
	Dir    string
	Bucket disk.Bucket  // nil, or where the files are; those in the directory are copies
	Parts  int          // 0: as many as the search has that is there, or else [DefaultParts]
	Of     []disk.Trait // what the search is of; a search of anything else is not resumed

	TasksFrom int // so many states are searched in memory, before there are tasks; 0: [DefaultTasksFrom]

	Engine *Engine     // nil: all tasks are done in this process
	Done   bool        // all tasks are to be done
	Warn   func(error) // nil, or told once that the file system does not make names durable

	Fault   func(disk.Call, int) error // tests: disks that fail
	Ignored uint64                     // tests: bits of hashes
	Fresh   bool                       // tests: a system of its own for every task
	Twice   bool                       // tests: every task runs twice
	Passing bool                       // tests: nothing is made durable

	KeptEvery time.Duration // tests: when levels in memory are written; 0: once a second
}

// The parts of a search: if nothing else is said, and at the most.
const (
	DefaultParts = 8
	MaxParts     = 9999 // names of files have room for as many
)

// Error is what is wrong with the directory, or with files in it.
type Error struct {
	Dir string
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("store %s: %v", e.Dir, e.Err) }

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// fail makes an error one of the directory, unless it is the protocol's or the system's.
func fail(dir string, err error) error {
	var own *Error
	var broken *model.Broken
	var full *system.Full
	if errors.As(err, &own) || errors.As(err, &broken) || errors.As(err, &full) || errors.Is(err, search.ErrWide) {
		return err
	}
	return &Error{dir, err}
}

// job is a search in a directory.
type job struct {
	dir      disk.Dir
	manifest store.Manifest
	budgets  int // combinations of them
	sites    int

	mu    sync.Mutex
	files map[[2]int]*store.File // by level and part: of states

	several sync.Mutex
	levels  map[int]*store.File // of several levels, by the last one
}

func newJob(o Options, s *session.Session) *job {
	var once sync.Once
	d := disk.Dir{Path: o.Dir, Bucket: o.Bucket, Shared: true, Passing: o.Passing || o.Bucket != nil, Fault: o.Fault, Warn: func(err error) {
		if o.Warn != nil {
			once.Do(func() { o.Warn(err) })
		}
	}}
	return &job{dir: d, budgets: s.Sys.Budgets(), sites: len(s.Sys.Places), files: map[[2]int]*store.File{}, levels: map[int]*store.File{}}
}

// format is that of the states of a level: they consist of nodes that are numbered by then. In a file of several levels it is that
// of the last one.
func (j *job) format(level int) (store.Format, error) {
	if last := j.manifest.Files[level]; last >= 0 {
		level = last
	}
	return j.formatOf(j.manifest.Nodes[level])
}

func (j *job) formatOf(known []int) (store.Format, error) {
	f, ok := store.NewFormat(known, j.budgets)
	if !ok {
		return f, errors.New("states that cannot be packed")
	}
	return f, nil
}

func (j *job) open(kind store.Kind, level, part int) (*store.File, error) {
	if files := j.manifest.Files; kind != store.Candidates && level < len(files) && files[level] >= 0 {
		x, err := j.levelsTo(files[level])
		if err != nil {
			return nil, err
		}
		return x.Of(kind, level, part), nil
	}
	return j.read(kind, level, part)
}

// levelsTo is the file of several levels, of which this is the last.
func (j *job) levelsTo(last int) (*store.File, error) {
	j.several.Lock()
	defer j.several.Unlock()
	if j.levels[last] == nil {
		f, err := j.read(store.Levels, last, 0)
		if err != nil {
			return nil, err
		}
		j.levels[last] = f
	}
	return j.levels[last], nil
}

func (j *job) read(kind store.Kind, level, part int) (*store.File, error) {
	x, err := store.Open(j.dir, j.manifest.Run, kind, level, part)
	if err != nil {
		return nil, err
	}
	if why := j.unsound(x); why != "" {
		x.Close()
		return nil, x.Damaged(why)
	}
	return x, nil
}

// unsound is why a file says what no task writes; empty if it does not. That its checksums are right says nothing of who has written it.
func (j *job) unsound(x *store.File) string {
	for _, b := range x.Blocks {
		if b.Run < 0 || b.Run > 0 && b.States == 0 {
			return "a run of states has a block without one"
		}
	}
	switch {
	case x.States < 0:
		return "it has fewer states than none"
	case x.Kind == store.Nodes && len(x.Known) != j.sites:
		return fmt.Sprintf("it has nodes of %d sites instead of %d", len(x.Known), j.sites)
	case x.Kind == store.Candidates && !x.Counts.Sound():
		return "it has no counts, or such as no search has"
	}
	return ""
}

// close closes the files that stay open.
func (j *job) close() {
	for _, f := range j.levels {
		f.Close()
	}
}

// create begins a file. Its name need not last before the manifest speaks of it.
func (j *job) create(kind store.Kind, level, part int) (*store.Writer, error) {
	dir := j.dir
	dir.Together = true
	return store.Create(dir, j.manifest.Run, kind, level, part)
}

// has reports whether a file is there; one that is damaged is an error.
func (j *job) has(kind store.Kind, level, part int) (bool, error) {
	f, err := j.open(kind, level, part)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	f.Close()
	return true, nil
}

// statesOf is a file of states that does not change any more; it is opened for every block, since there may be many.
func (j *job) statesOf(level, part int) (*store.File, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	key := [2]int{level, part}
	if j.files[key] == nil {
		f, err := j.open(store.States, level, part)
		if err != nil {
			return nil, err
		}
		f.Close()
		j.files[key] = f
	}
	return j.files[key], nil
}

// dictionary is the nodes that have numbers in a level, as a system knows them.
func (j *job) dictionary(sys *system.System, level int, ignored uint64) (*store.Dictionary, error) {
	d := store.NewDictionary(sys)
	d.Ignored = ignored
	for l := range level + 1 {
		if err := j.extend(d, l); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// extend adds the nodes that have their first states in a level.
func (j *job) extend(d *store.Dictionary, level int) error {
	f, err := j.open(store.Nodes, level, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	nodes, err := f.Nodes(j.sites)
	if err != nil {
		return err
	}
	return d.Add(nodes)
}
