package frontier

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// Source is states outside of memory: a level, or a part of one, that one worker expands, and where it puts what it finds.
type Source interface {
	// Begin makes the first states the next to be read, and forgets what was put.
	Begin() error
	// Read returns the next states, none if none are left: for each the nodes of its sites, the budgets and the sleep set. They are
	// overwritten by the next ones.
	Read() ([]uint32, error)
	// Put takes a successor, which may be an old one, or one that was put before.
	Put(s packed.Vector, asleep packed.SleepSet) error
	// EachAt yields the states of a level that are in a shard. Each is overwritten by the next one.
	EachAt(shard, level int, yield func(packed.Vector)) error
}

// Outside is a frontier of states outside of memory. Which of those found are new is not found out here.
type Outside[S packed.State] struct {
	*Memory[S]
	source Source
	layout *packed.Layout
	room   packed.Segment[S]
	state  packed.Vector
}

// NewOutside returns the frontier of a source.
func NewOutside[S packed.State](m *Memory[S], source Source, l *packed.Layout) *Outside[S] {
	return &Outside[S]{Memory: m, source: source, layout: l, state: make(packed.Vector, len(l.Fields))}
}

func (f *Outside[S]) Begin(int) { f.check(f.source.Begin()) }

func (f *Outside[S]) check(err error) bool {
	if err != nil {
		f.Fail(err)
	}
	return err == nil
}

func (f *Outside[S]) Take(int) (p Piece[S]) {
	if f.Halted() != session.Running { // also where the source has not begun
		return p
	}
	all, err := f.source.Read()
	if !f.check(err) || f.Halted() != session.Running {
		return p
	}
	p.Segment = f.room.Take()
	for width := len(f.state) + 1; len(all) > 0; all = all[width:] {
		if state := packed.Vector(all[:width-1]); f.layout.Fits(state) {
			s := packed.Pack[S](f.layout, state)
			p.Add(&s, packed.SleepSet(all[width-1]))
		} else {
			f.Halt(session.Overflow)
			return Piece[S]{}
		}
	}
	return p
}

func (f *Outside[S]) Done(_ int, p *Piece[S]) { f.room = p.Segment }

func (f *Outside[S]) Insert(_ int, b *visited.Batch[S], _ int, _ bool) {
	for k := range b.Count {
		for i := range f.state {
			f.state[i] = packed.Get(f.layout, &b.States[k], i)
		}
		if err := f.source.Put(f.state, b.Asleep[k]); err != nil {
			f.Fail(err)
			return
		}
	}
}

func (f *Outside[S]) Drop(int) {}

func (f *Outside[S]) OnlyInserts() bool { return true }

func (f *Outside[S]) PutAside(int, bool) (aside bool, err error) { return true, nil }

func (f *Outside[S]) EachAt(shard, level int, yield func(*S)) {
	f.check(f.source.EachAt(shard, level, func(v packed.Vector) {
		s := packed.Pack[S](f.layout, v)
		yield(&s)
	}))
}
