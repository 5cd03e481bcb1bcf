package external

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// Options say where the states go.
type Options struct {
	Dir    string    // a directory of the search's own is made in it, and removed at the end
	Levels *disk.Dir // where levels are kept, if they shall stay; nil: in the directory of the search's own
	Width  int       // of a state

	Every, Segment int                        // tests: spill after so many segments of so many states
	Fault          func(disk.Call, int) error // tests: disks that fail
}

// Store is the states on disk: one file for each level, and sorted runs of states found in the current level, old ones among
// them. All are sorted by what they consist of, which does not depend on the layout. Nothing is there until memory runs out.
type Store struct {
	*session.Session
	options    Options
	kept       disk.Dir // of the levels
	passing    disk.Dir // of the runs
	own        string   // the directory to remove
	levels     []disk.Sorted
	runs       []disk.Sorted
	serial     int
	unreadable atomic.Bool // states cannot be read again
}

// New makes the directory.
func New(s *session.Session, o Options) (*Store, error) {
	if s.Memory.Limit == 0 && o.Every == 0 {
		return nil, fmt.Errorf("spilling needs a limit of memory")
	}
	x := &Store{Session: s, options: o}
	err := os.MkdirAll(o.Dir, 0o777)
	if err == nil {
		x.own, err = os.MkdirTemp(o.Dir, "gmecheck-")
	}
	if err != nil {
		return nil, &Error{o.Dir, err}
	}
	x.passing = disk.Dir{Path: x.own, Passing: true, Fault: o.Fault}
	if x.kept = x.passing; o.Levels != nil {
		x.kept = *o.Levels
	}
	return x, nil
}

// Used reports whether the levels are on disk.
func (s *Store) Used() bool { return len(s.levels) > 0 }

// Levels lists the files of the levels, if they are on disk.
func (s *Store) Levels() []disk.Sorted { return s.levels }

// Reopen takes over the levels that a search before has left on disk.
func (s *Store) Reopen(levels []disk.Sorted) { s.levels = levels }

// Error is what went wrong with the files of states.
type Error struct {
	Dir string
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("spill %s: %v", e.Dir, e.Err) }

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// fail stops the search for want of files.
func (s *Store) fail(err error) { s.Fail(&Error{s.options.Dir, err}) }

// Err is what has gone wrong if states cannot be read again; otherwise nil.
func (s *Store) Err() error {
	if s.unreadable.Load() {
		return s.Failure(session.Files)
	}
	return nil
}

// Close removes what nobody needs any more.
func (s *Store) Close() {
	os.RemoveAll(s.own)
}

// writeLevel writes sorted rows as the file of a level.
func (s *Store) writeLevel(level int, rows disk.Source) (disk.Sorted, error) {
	return s.write(s.kept, fmt.Sprintf("level-%06d", level), rows)
}

// writeRun writes sorted rows as a file of states found.
func (s *Store) writeRun(rows disk.Source) (disk.Sorted, error) {
	s.serial++
	return s.write(s.passing, fmt.Sprintf("run-%06d", s.serial), rows)
}

func (s *Store) write(dir disk.Dir, name string, rows disk.Source) (file disk.Sorted, err error) {
	w, err := dir.CreateRows(name, s.options.Width)
	if err != nil {
		return file, err
	}
	for {
		row, err := rows()
		if err == nil && row != nil {
			err = w.Append(row)
		}
		if err != nil {
			w.Abort()
			return file, err
		}
		if row == nil {
			break
		}
	}
	file.Dir = dir
	file.Entry, file.Index, err = w.Commit()
	return file, err
}

// dropRuns forgets the states found in the current level.
func (s *Store) dropRuns() {
	for _, r := range s.runs {
		r.Dir.Remove(r.Entry.Name)
	}
	s.runs = nil
}

// batchRows is how many states are compared with those on disk at a time.
const batchRows = 1 << 16

// merge writes the states of the runs and of one more sorted source that are not on disk yet as a new level, and
// forgets the runs. The level does not count before it is kept.
func (s *Store) merge(more disk.Source) (disk.Sorted, error) {
	sources := []disk.Source{more}
	for k := range s.runs {
		sources = append(sources, s.runs[k].Source())
	}
	level, err := s.writeLevel(len(s.levels), s.unseen(disk.Merge(sources...)))
	if err == nil {
		s.dropRuns()
	}
	return level, err
}

// unseen yields those of sorted rows that are not on disk yet.
func (s *Store) unseen(rows disk.Source) disk.Source {
	width := s.options.Width
	batch, at, ended := make([]uint32, 0, batchRows*width), 0, false
	var old []atomic.Bool
	return func() ([]uint32, error) {
		for {
			for ; at < len(batch)/width; at++ {
				if !old[at].Load() {
					at++
					return batch[(at-1)*width : at*width], nil
				}
			}
			if ended {
				return nil, nil
			}
			for batch, at = batch[:0], 0; len(batch) < cap(batch) && !ended; {
				row, err := rows()
				if err != nil {
					return nil, err
				}
				ended = row == nil
				batch = append(batch, row...)
			}
			var err error
			if old, err = s.old(batch); err != nil {
				return nil, err
			}
		}
	}
}

// old tells which rows of a sorted batch are on disk.
func (s *Store) old(batch []uint32) ([]atomic.Bool, error) {
	old := make([]atomic.Bool, len(batch)/s.options.Width)
	errs := make([]error, s.Workers)
	var next atomic.Int64
	var all sync.WaitGroup
	for w := range errs {
		all.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(s.levels) && errs[w] == nil; k = int(next.Add(1)) - 1 {
				errs[w] = s.levels[k].Mark(batch, func(k int) { old[k].Store(true) })
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return old, nil
}
