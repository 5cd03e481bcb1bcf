package explore

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// read is take for a frontier on disk.
func (e *search[S]) read() packed.Segment[S] {
	size := packed.SegmentSize
	if e.shelf.of.chunk > 0 {
		size = e.shelf.of.chunk
	}
	x := packed.NewSegment[S]()
	e.stream.mu.Lock()
	defer e.stream.mu.Unlock()
	for x.Size() < size {
		row, err := e.stream.next()
		if err != nil {
			e.Fail(e.shelf.fail(err))
			return packed.Segment[S]{}
		}
		if row == nil {
			break
		}
		s := e.pack(row)
		x.Add(&s, 0)
	}
	return x
}

// eachOnDisk yields the states of some of the blocks of a level. What is yielded is overwritten by the next one.
func (e *search[S]) eachOnDisk(shard, level int, yield func(*S)) {
	file := &e.shelf.levels[level]
	var rows []uint32
	for k := shard; k < len(file.Index.Blocks); k += visited.Shards {
		var err error
		if rows, err = file.Block(k, rows); err != nil {
			e.shelf.unreadable.Store(true)
			e.Fail(e.shelf.fail(err))
			return
		}
		for at := 0; at < len(rows); at += e.shelf.width {
			s := e.pack(rows[at : at+e.shelf.width])
			yield(&s)
		}
	}
}

// evict moves the states in memory to disk: those of the levels, if they are not there yet, and with candidates those
// found in the current level, as a run. It empties the store.
func (e *search[S]) evict(candidates bool) error {
	from, to := 0, e.common.level
	if e.onDisk() {
		from = to + 1
	}
	if candidates {
		to++
	}
	sources, err := e.sorted(from, to)
	if err != nil {
		return err
	}
	all := disk.Merge(sources...)
	var levels []disk.Sorted
	var w *disk.Writer
	at := -1
	commit := func() error {
		if w == nil {
			return nil
		}
		entry, index, err := w.Commit()
		switch {
		case err != nil:
		case at > e.common.level:
			e.shelf.runs = append(e.shelf.runs, disk.Sorted{Dir: e.shelf.passed, Entry: entry, Index: index})
		default:
			levels = append(levels, disk.Sorted{Dir: e.shelf.kept, Entry: entry, Index: index})
		}
		return err
	}
	for {
		row, err := all()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if int(row[0]) != at {
			if err := commit(); err != nil {
				return err
			}
			if at = int(row[0]); at > e.common.level {
				w, err = e.shelf.run()
			} else {
				w, err = e.shelf.create(at)
			}
			if err != nil {
				return err
			}
		}
		if err := w.Append(row[1:]); err != nil {
			w.Abort()
			return err
		}
	}
	if err := commit(); err != nil {
		return err
	}
	if !e.onDisk() {
		e.shelf.levels = levels
	}
	e.empty()
	return nil
}

// empty forgets the states in memory, which are on disk, and keeps the room.
func (e *search[S]) empty() {
	e.store.Clear()
	for _, w := range e.workers {
		w.found, w.spare = nil, nil
	}
}

// sorted makes each shard a sorted list of its states of some levels, in its place, and returns the lists: rows of level,
// nodes, budgets. The shards can still be searched state by state, but nothing can be found or inserted any more.
func (e *search[S]) sorted(from, to int) ([]disk.Source, error) {
	sources := make([]disk.Source, visited.Shards)
	err := e.share(func() (do func(int), done func()) {
		return func(k int) { sources[k] = e.list(k, from, to) }, func() {}
	})
	return sources, err
}

func (e *search[S]) list(shard, from, to int) disk.Source {
	count := e.store.SortShard(shard, from, to, &e.layout)
	at, row := 0, make([]uint32, len(e.layout.Fields)+1)
	return func() ([]uint32, error) {
		if at == count {
			return nil, nil
		}
		s, level := e.store.At(shard, at)
		row[0] = uint32(level)
		for i := range row[1:] {
			row[i+1] = packed.Get(&e.layout, &s, i)
		}
		at++
		return row, nil
	}
}

// settle finds out which of the states found in the level are new, where levels are on disk: the next level.
func (e *search[S]) settle() (disk.Sorted, error) {
	next := e.common.level + 1
	sources, err := e.sorted(next, next)
	if err != nil {
		return disk.Sorted{}, err
	}
	all := disk.Merge(sources...)
	level, err := e.shelf.settle(func() ([]uint32, error) {
		row, err := all()
		if err != nil || row == nil {
			return nil, err
		}
		return row[1:], nil
	})
	if err == nil {
		e.empty()
	}
	return level, err
}

// advanceOnDisk is [search.advance] where levels are on disk. It returns errFull if there would be too many states.
func (e *search[S]) advanceOnDisk() (int, error) {
	level, err := e.settle()
	if err != nil || level.Rows() == 0 {
		return 0, e.shelf.fail(err)
	}
	total := level.Rows()
	for _, n := range e.common.levels {
		total += n
	}
	if limit := e.MaxStates; limit > 0 && total > limit {
		return 0, errFull
	}
	e.Stored.Store(int64(total))
	e.shelf.levels = append(slices.Clip(e.shelf.levels), level)
	return level.Rows(), nil
}

// missingOnDisk is [search.missing] where levels are on disk.
func (e *search[S]) missingOnDisk() (bool, error) {
	level, err := e.settle()
	if err != nil {
		return false, e.shelf.fail(err)
	}
	return e.absent.Load() || level.Rows() > 0, nil // absent: what was looked up before the states went to disk
}
