package tasks

import (
	"fmt"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// viewer is the states of all levels, for traces.
type viewer struct{ *Local }

func (viewer) Begin() error                             { panic("tasks: traces expand no level") }
func (viewer) Read() ([]uint32, error)                  { panic("tasks: traces expand no level") }
func (viewer) Put(packed.Vector, packed.SleepSet) error { panic("tasks: traces find no states") }

// EachAt yields the states in some of the blocks of a level.
func (v viewer) EachAt(shard, level int, yield func(packed.Vector)) error {
	if err := v.each(shard, visited.Shards, level, yield); err != nil {
		return v.fail(err)
	}
	return nil
}

// each yields the states in some of so many shards of a level.
func (d *Local) each(shard, shards, level int, yield func(packed.Vector)) error {
	format, err := d.format(level)
	if err != nil {
		return err
	}
	width := len(format.Fields)
	var bytes []byte
	var states []uint32
	block := 0
	for part := range d.manifest.Parts {
		f, err := d.statesOf(level, part)
		if err != nil {
			return err
		}
		for k := range f.Blocks {
			if block++; block%shards != shard {
				continue
			}
			if states, bytes, err = f.Vectors(&format, &f.Blocks[k], bytes, states); err != nil {
				return err
			}
			if err := d.nodes.Localize(states, width); err != nil {
				return err
			}
			for at := 0; at < len(states); at += width {
				yield(states[at : at+width-1])
			}
		}
	}
	return nil
}

// Load takes all states into memory, for questions about the graph; false if there is no room for them.
func (d *Local) Load() (loaded bool, err error) {
	x := d.search
	if x.Source == nil {
		return true, nil
	}
	total := int(x.Stored.Load())
	l, ok := search.Layout(x.Session, 16, len(x.Levels))
	if !ok || !x.Memory.Fits(visited.SetBytes(l, total)) {
		return false, nil
	}
	own := x.Engine
	x.Source = nil
	x.Engine = search.NewEngine(x, l, total)
	defer func() {
		if loaded {
			own.Free()
			return
		}
		x.Engine.Free()
		x.Source, x.Engine = viewer{d}, own
		d.tell()
	}()
	x.Keep(false)
	x.Stored.Store(0)
	panicked := session.Try(func() {
		for level := range x.Levels {
			n := 0
			if err == nil {
				err = d.each(0, 1, level, func(s packed.Vector) {
					x.Seed(s, level, level == x.Level)
					n++
				})
			}
			if err == nil && n != x.Levels[level] {
				err = fmt.Errorf("level %d has %d states, not %d", level, n, x.Levels[level])
			}
		}
	})
	if err == nil && panicked == nil && x.States() != total {
		err = fmt.Errorf("it has %d states, not %d", x.States(), total)
	}
	if err != nil {
		return false, d.fail(err)
	}
	return panicked == nil, nil // no memory
}
