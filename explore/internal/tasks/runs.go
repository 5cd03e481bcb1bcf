package tasks

import (
	"math"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// runs are successors on their way into a file, by part: sorted as many at a time as stay near the core.
type runs interface {
	put(s packed.Vector, part int) error
	flush() error
}

// runFull is how many words of states make a run, all parts together: 8 MiB.
const runFull = 1 << 20

type sized[K packed.State] struct {
	format store.Format
	to     *store.Writer
	full   int
	level  int   // the first, in a file of several
	count  int   // of parts
	parts  [][]K // of the first level, then of the next ones
	room   []K
}

// newRuns begins with nothing, in the room that others have had, if there is some. In a file of several levels the parts of each
// come after those of the level before, and each has one run.
func newRuns(old runs, f store.Format, to *store.Writer, parts, from, last int) runs {
	switch f.Words {
	case 1:
		return newSized[[1]uint64](old, f, to, parts, from, last)
	case 2:
		return newSized[[2]uint64](old, f, to, parts, from, last)
	case 3:
		return newSized[[3]uint64](old, f, to, parts, from, last)
	case 4:
		return newSized[[4]uint64](old, f, to, parts, from, last)
	case 6:
		return newSized[[6]uint64](old, f, to, parts, from, last)
	case 8:
		return newSized[[8]uint64](old, f, to, parts, from, last)
	default:
		return newSized[[16]uint64](old, f, to, parts, from, last)
	}
}

func newSized[K packed.State](old runs, f store.Format, to *store.Writer, parts, from, last int) runs {
	r, ok := old.(*sized[K])
	if !ok {
		r = &sized[K]{full: max(1<<10, runFull/parts/f.Words), level: from, count: parts, parts: make([][]K, parts*(last-from+1))}
		if to.Kind == store.Levels {
			r.full = math.MaxInt
		}
	}
	for k := range r.parts {
		r.parts[k] = r.parts[k][:0]
	}
	r.format, r.to = f, to
	return r
}

func (r *sized[K]) put(s packed.Vector, part int) error {
	all := append(r.parts[part], packed.Pack[K](&r.format.Layout, s))
	if r.parts[part] = all; len(all) < r.full {
		return nil
	}
	return r.write(part)
}

// write writes the states of a part as a run.
func (r *sized[K]) write(part int) error {
	all := r.parts[part]
	if len(all) == 0 {
		return nil
	}
	if len(r.room) < len(all) {
		r.room = make([]K, cap(all))
	}
	r.to.Now = r.level + part/r.count
	run := store.NewRun[K](r.to, part%r.count)
	err := run.Append(store.Once(store.Sort(all, r.room), &r.format))
	if err == nil {
		err = run.Close()
	}
	r.parts[part] = all[:0]
	return err
}

func (r *sized[K]) flush() error {
	for part := range r.parts {
		if err := r.write(part); err != nil {
			return err
		}
	}
	return nil
}
