package explore

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// Spill lets a breadth-first search go on when the memory of [Options.MaxMemory] is used up: the states visited go to
// disk, and the search is bound by its size. Which of the states found in a level are old is then found out at the
// level's end, by comparing them in order with those on disk. Counts, verdicts and traces are the same.
type Spill struct {
	Dir string // a directory of the search's own is made in it, and removed at the end

	every, chunk int                       // tests: spill after so many chunks of so many states
	wrap         func(io.Writer) io.Writer // tests: disks that fail
}

// shelf is the states on disk: one file for each level, and runs of states found in the current level, old ones among
// them. All are sorted by what they consist of, which does not depend on the layout.
type shelf struct {
	of     Spill
	kept   disk.Dir // of the levels
	passed disk.Dir // of the runs
	own    string   // the directory to remove
	width  int      // of a state
	levels []disk.Sorted
	runs   []disk.Sorted
	serial int

	workers    int
	unreadable atomic.Bool // states that are on disk cannot be read again
}

// newShelf makes the directory. A checkpoint keeps the levels in its own.
func newShelf(o Options, width int) (*shelf, error) {
	s := &shelf{of: *o.Spill, width: width, workers: max(1, o.Workers)}
	if allowed(o.MaxMemory) == 0 && s.of.every == 0 {
		return nil, fmt.Errorf("spilling needs a limit of memory")
	}
	err := os.MkdirAll(o.Spill.Dir, 0o777)
	if err == nil {
		s.own, err = os.MkdirTemp(o.Spill.Dir, "gmecheck-")
	}
	if err != nil {
		return nil, &SpillError{o.Spill.Dir, err}
	}
	s.kept = disk.Dir{Path: s.own, Passing: true, Wrap: s.of.wrap}
	s.passed = s.kept
	if o.Checkpoint != nil {
		s.kept = disk.Dir{Path: o.Checkpoint.Dir, Wrap: o.Checkpoint.wrap}
	}
	return s, nil
}

// SpillError is what went wrong with the files of states.
type SpillError struct {
	Dir string
	Err error
}

func (e *SpillError) Error() string { return fmt.Sprintf("spill %s: %v", e.Dir, e.Err) }

// Unwrap gives the reason.
func (e *SpillError) Unwrap() error { return e.Err }

func (s *shelf) fail(err error) error {
	if err == nil {
		return nil
	}
	return &SpillError{s.of.Dir, err}
}

// close removes what nobody needs any more.
func (s *shelf) close() {
	os.RemoveAll(s.own)
}

// create begins the file of a level.
func (s *shelf) create(level int) (*disk.Writer, error) {
	return s.kept.CreateRows(levelName(level), s.width)
}

func levelName(level int) string { return fmt.Sprintf("level-%06d", level) }

// run begins a file of states found.
func (s *shelf) run() (*disk.Writer, error) {
	s.serial++
	return s.passed.CreateRows(fmt.Sprintf("run-%06d", s.serial), s.width)
}

// dropRuns forgets the states found in the current level.
func (s *shelf) dropRuns() {
	for _, r := range s.runs {
		r.Dir.Remove(r.Entry.Name)
	}
	s.runs = nil
}

// batchRows is how many states are compared with those on disk at a time.
const batchRows = 1 << 16

// settle writes the states of the runs and of one more sorted source that are not on disk yet as a new level, and
// forgets the runs. The level does not count before it is kept.
func (s *shelf) settle(more disk.Source) (level disk.Sorted, err error) {
	sources := []disk.Source{more}
	for k := range s.runs {
		sources = append(sources, s.runs[k].Source())
	}
	all := disk.Merge(sources...)
	w, err := s.create(len(s.levels))
	if err != nil {
		return level, err
	}
	batch := make([]uint32, 0, batchRows*s.width)
	for done := false; !done; {
		batch = batch[:0]
		for len(batch) < cap(batch) && !done {
			row, err := all()
			if err != nil {
				w.Abort()
				return level, err
			}
			done = row == nil
			batch = append(batch, row...)
		}
		old, err := s.old(batch)
		if err != nil {
			w.Abort()
			return level, err
		}
		for k := range len(batch) / s.width {
			if old[k].Load() {
				continue
			}
			if err := w.Append(batch[k*s.width : (k+1)*s.width]); err != nil {
				w.Abort()
				return level, err
			}
		}
	}
	entry, index, err := w.Commit()
	if err != nil {
		return level, err
	}
	s.dropRuns()
	return disk.Sorted{Dir: s.kept, Entry: entry, Index: index}, nil
}

// old tells which rows of a sorted batch are on disk.
func (s *shelf) old(batch []uint32) ([]atomic.Bool, error) {
	old := make([]atomic.Bool, len(batch)/s.width)
	errs := make([]error, s.workers)
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

// stream hands out the states of the frontier, in chunks.
type stream struct {
	mu   sync.Mutex
	next disk.Source
}

func (s *shelf) stream(level int) *stream { return &stream{next: s.levels[level].Source()} }
