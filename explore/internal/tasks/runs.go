package tasks

import (
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
	parts  [][]K
	room   []K
}

// newRuns begins with nothing, in the room that others have had, if there is some.
func newRuns(old runs, f store.Format, to *store.Writer, parts int) runs {
	switch f.Words {
	case 1:
		return newSized[[1]uint64](old, f, to, parts)
	case 2:
		return newSized[[2]uint64](old, f, to, parts)
	case 3:
		return newSized[[3]uint64](old, f, to, parts)
	case 4:
		return newSized[[4]uint64](old, f, to, parts)
	case 6:
		return newSized[[6]uint64](old, f, to, parts)
	case 8:
		return newSized[[8]uint64](old, f, to, parts)
	default:
		return newSized[[16]uint64](old, f, to, parts)
	}
}

func newSized[K packed.State](old runs, f store.Format, to *store.Writer, parts int) runs {
	r, ok := old.(*sized[K])
	if !ok {
		r = &sized[K]{full: max(1<<10, runFull/parts/f.Words), parts: make([][]K, parts)}
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
	run := store.NewRun[K](r.to, part)
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
