package external

import (
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// evict moves the states in memory to disk: those of the levels up to this one, if they are not there yet, and with candidates
// those found in it, as a run. It empties the visited set.
func (f *Frontier[S]) evict(level int, candidates bool) error {
	from, to := 0, level
	if f.store.Used() {
		from = to + 1
	}
	if candidates {
		to++
	}
	sources, err := f.sorted(from, to)
	if err != nil {
		return err
	}
	var levels []disk.Sorted
	err = eachLevel(disk.Merge(sources...), func(at int, rows disk.Source) error {
		files, write := &levels, func() (disk.Sorted, error) { return f.store.writeLevel(at, rows) }
		if at > level {
			files, write = &f.store.runs, func() (disk.Sorted, error) { return f.store.writeRun(rows) }
		}
		file, err := write()
		if err == nil {
			*files = append(*files, file)
		}
		return err
	})
	if err != nil {
		return err
	}
	if !f.store.Used() {
		f.store.levels = levels
	}
	f.Clear()
	return nil
}

// sorted makes each shard a sorted list of its states of some levels, in its place, and returns the lists: rows of level,
// nodes, budgets. The shards can still be searched state by state, but nothing can be found or inserted any more.
func (f *Frontier[S]) sorted(from, to int) ([]disk.Source, error) {
	sources := make([]disk.Source, visited.Shards)
	err := f.Share(visited.Shards, func() (do func(int), done func()) {
		return func(k int) { sources[k] = f.list(k, from, to) }, func() {}
	})
	return sources, err
}

func (f *Frontier[S]) list(shard, from, to int) disk.Source {
	count := f.Set.SortShard(shard, from, to, f.layout)
	at, row := 0, make([]uint32, len(f.layout.Fields)+1)
	return func() ([]uint32, error) {
		if at == count {
			return nil, nil
		}
		s, level := f.Set.At(shard, at)
		row[0] = uint32(level)
		for i := range row[1:] {
			row[i+1] = packed.Get(f.layout, &s, i)
		}
		at++
		return row, nil
	}
}
