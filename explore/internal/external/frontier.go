package external

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/frontier"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// Frontier is a frontier that begins in memory and goes on on disk once there is no room any more.
type Frontier[S packed.State] struct {
	*frontier.Memory[S]
	store  *Store
	layout *packed.Layout
	taken  atomic.Int64 // segments, where the spilling is tested

	mu   sync.Mutex
	next disk.Source // the states of the level; nil: they are in memory
}

// NewFrontier returns the frontier that a store and a memory make together.
func NewFrontier[S packed.State](m *frontier.Memory[S], s *Store, l *packed.Layout) *Frontier[S] {
	return &Frontier[S]{Memory: m, store: s, layout: l}
}

// Begin opens the file of the level.
func (f *Frontier[S]) Begin(level int) {
	f.pause().Store(false)
	f.taken.Store(0)
	if f.store.Used() {
		f.Forget()
		f.next = f.store.levels[level].Source()
	}
	f.Memory.Begin(level)
}

// pause is whether the workers are to stop, so that states go to disk.
func (f *Frontier[S]) pause() *atomic.Bool { return &f.Session.Memory.Pause }

// Take returns states in memory, or reads some.
func (f *Frontier[S]) Take(worker int) (x frontier.Piece[S]) {
	if f.pause().Load() {
		return x
	}
	if f.next != nil {
		x.Segment = f.read()
	} else {
		x = f.Memory.Take(worker)
	}
	if every := f.store.options.Every; every > 0 && int(f.taken.Add(1))%every == 0 && x.Size() > 0 {
		f.pause().Store(true)
	}
	return x
}

func (f *Frontier[S]) read() packed.Segment[S] {
	size := packed.SegmentSize
	if f.store.options.Segment > 0 {
		size = f.store.options.Segment
	}
	x := packed.NewSegment[S]()
	f.mu.Lock()
	defer f.mu.Unlock()
	for x.Size() < size {
		row, err := f.next()
		if err != nil {
			f.store.fail(err)
			return packed.Segment[S]{}
		}
		if row == nil {
			break
		}
		s := packed.Pack[S](f.layout, row)
		x.Add(&s, 0)
	}
	return x
}

// Done keeps segments only where the next level will be in memory.
func (f *Frontier[S]) Done(worker int, p *frontier.Piece[S]) {
	if !f.store.Used() {
		f.Memory.Done(worker, p)
	}
}

// Insert enters states into the visited set only, where levels are on disk: which of them are new is found out at the level's end.
func (f *Frontier[S]) Insert(worker int, b *visited.Batch[S], level int, wait bool) {
	if !f.store.Used() {
		f.Memory.Insert(worker, b, level, wait)
		return
	}
	f.Set.Insert(b, uint16(level), wait)
	for _, fresh := range b.Fresh[:b.Count] {
		if fresh {
			f.Stored.Add(1)
		}
	}
}

// Resumes moves states to disk where the workers have stopped for that.
func (f *Frontier[S]) Resumes(level int) bool {
	if !f.pause().Load() || f.Halted() != session.Running {
		return false
	}
	if err := f.evict(level, true); err != nil {
		f.store.fail(err)
		return false
	}
	f.pause().Store(false)
	return true
}

// OnlyInserts is because the visited set does not have all states any more.
func (f *Frontier[S]) OnlyInserts() bool { return f.store.Used() }

// PutAside drops what was found in the level, which is searched again, and leaves the levels on disk.
func (f *Frontier[S]) PutAside(level int, fit bool) (aside bool, err error) {
	switch {
	case f.store.Used():
		f.store.dropRuns()
		return true, nil
	case fit:
		return false, nil
	}
	if err := f.evict(level, false); err != nil {
		f.store.fail(err)
		return true, err
	}
	return true, nil
}

// EachAt yields the states of some of the blocks of a level.
func (f *Frontier[S]) EachAt(shard, level int, yield func(*S)) {
	if !f.store.Used() {
		f.Memory.EachAt(shard, level, yield)
		return
	}
	file := &f.store.levels[level]
	var rows []uint32
	for k := shard; k < len(file.Index.Blocks); k += visited.Shards {
		var err error
		if rows, err = file.Block(k, rows); err != nil {
			f.store.unreadable.Store(true)
			f.store.fail(err)
			return
		}
		for at := 0; at < len(rows); at += f.store.options.Width {
			s := packed.Pack[S](f.layout, rows[at:at+f.store.options.Width])
			yield(&s)
		}
	}
}

// Advance makes the states found in the level that are not on disk yet a level of their own.
func (f *Frontier[S]) Advance(level int) (int, error) {
	if !f.store.Used() {
		return f.Memory.Advance(level)
	}
	next, err := f.merge(level + 1)
	if err != nil || next.Rows() == 0 {
		return 0, err
	}
	total := next.Rows()
	for _, l := range f.store.levels {
		total += l.Rows()
	}
	if f.MaxStates > 0 && total > f.MaxStates {
		return 0, frontier.ErrStates
	}
	f.Stored.Store(int64(total))
	f.store.levels = append(slices.Clip(f.store.levels), next)
	return next.Rows(), nil
}

// Missing finds that out by merging, where levels are on disk, for what was inserted; absent tells it of what was looked up before.
func (f *Frontier[S]) Missing(level int, absent bool) (bool, error) {
	if !f.store.Used() {
		return absent, nil
	}
	next, err := f.merge(level + 1)
	if err != nil {
		return false, err
	}
	return absent || next.Rows() > 0, nil
}

// merge finds out which of the states found are new: those of the next level.
func (f *Frontier[S]) merge(next int) (level disk.Sorted, err error) {
	sources, err := f.sorted(next, next)
	if err == nil {
		all := disk.Merge(sources...)
		level, err = f.store.merge(func() ([]uint32, error) {
			row, err := all()
			if err != nil || row == nil {
				return nil, err
			}
			return row[1:], nil
		})
	}
	if err != nil {
		f.store.fail(err)
		return disk.Sorted{}, err
	}
	f.Clear()
	return level, nil
}
