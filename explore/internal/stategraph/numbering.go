package stategraph

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// numbering numbers the states of a complete search, level by level, and finds states again by what they are. It has a table
// for each level: nearly all successors of a level are in the next one, whose table is small enough for a core's cache.
type numbering[S packed.State] struct {
	levels []uint32                // where each level begins; at the end the number of states
	states []S                     // by number
	begins []int                   // where the table of each level, and of one more, begins; at the end the number of slots
	slots  membudget.Paged[uint32] // of all tables: the number of a state, plus one; 0: free
}

// tableSlots is the size of the table of so many states.
func tableSlots(states uint32) int { return int(states) + int(states)/2 + 1 }

func newNumbering[S packed.State](e *Source[S], levels []uint32) *numbering[S] {
	p := &numbering[S]{levels: levels, begins: make([]int, len(levels)+1), states: e.List(levels)}
	for l := range levels {
		states := uint32(0) // beyond the last level
		if l+1 < len(levels) {
			states = levels[l+1] - levels[l]
		}
		p.begins[l+1] = p.begins[l] + tableSlots(states)
	}
	p.slots = membudget.NewPaged[uint32](&e.Memory.Pages, p.begins[len(levels)])
	var next atomic.Int64
	var all sync.WaitGroup
	for range e.Workers {
		all.Go(func() {
			for l := next.Add(1) - 1; int(l) < len(levels)-1; l = next.Add(1) - 1 {
				p.fill(int(l))
			}
		})
	}
	all.Wait()
	return p
}

// table is that of a level; beyond the last one, one without states.
func (p *numbering[S]) table(level int) []uint32 {
	return p.slots.All[p.begins[level]:p.begins[level+1]]
}

// slot is the first one to try in a table for a state with hash h.
func slot(h uint64, table []uint32) int {
	hi, _ := bits.Mul64(h, uint64(len(table)))
	return int(hi)
}

func (p *numbering[S]) fill(level int) {
	table := p.table(level)
	for n := p.levels[level]; n < p.levels[level+1]; n++ {
		at := slot(packed.Hash(&p.states[n]), table)
		for table[at] != 0 {
			if at++; at == len(table) {
				at = 0
			}
		}
		table[at] = n + 1
	}
}

// lookup is one worker's access to the numbering.
type lookup[S packed.State] struct {
	*numbering[S]
	lags    []lag // those met so far, the most frequent first
	numbers [visited.BatchSize]uint32
	missing []uint16 // of the states that are looked for: those that have not been found yet
}

// lag is by how much levels of states were lower than the one given.
type lag struct{ levels, met int }

// find finds the numbers of some states, of which most are of the given level and none is of a higher one. They are overwritten by the next call.
func (f *lookup[S]) find(some []S, level int) []uint32 {
	f.missing = f.missing[:0]
	for k := range some {
		f.missing = append(f.missing, uint16(k))
	}
	f.at(some, level)
	met := 0
	for k := 0; k < len(f.lags) && len(f.missing) > 0; k++ {
		if l := &f.lags[k]; l.levels <= level {
			found := f.at(some, level-l.levels)
			l.met += found
			met += found
		}
	}
	for levels := 1; len(f.missing) > 0; levels++ {
		if levels > level {
			panic("explore: a complete search lacks a successor")
		}
		if slices.ContainsFunc(f.lags, func(l lag) bool { return l.levels == levels }) {
			continue
		}
		if found := f.at(some, level-levels); found > 0 {
			f.lags = append(f.lags, lag{levels, found})
			met += found
		}
	}
	if met > 0 {
		slices.SortStableFunc(f.lags, func(a, b lag) int { return b.met - a.met })
	}
	return f.numbers[:len(some)]
}

// at finds the numbers of those missing that are of a level, and how many they are.
func (f *lookup[S]) at(some []S, level int) (found int) {
	table := f.table(level)
	var touched uint64 // so that many cache misses are in flight at once
	for _, k := range f.missing {
		at := slot(packed.Hash(&some[k]), table)
		f.numbers[k] = uint32(at)
		touched ^= uint64(table[at])
	}
	visited.Touch(touched)
	left := f.missing[:0]
	for _, k := range f.missing {
		if n, ok := f.search(&some[k], table, int(f.numbers[k])); ok {
			f.numbers[k] = n
		} else {
			left = append(left, k)
		}
	}
	found, f.missing = len(f.missing)-len(left), left
	return found
}

// search looks for a state in a table, from a slot on.
func (p *numbering[S]) search(s *S, table []uint32, at int) (n uint32, ok bool) {
	for table[at] != 0 {
		if n = table[at] - 1; p.states[n] == *s {
			return n, true
		}
		if at++; at == len(table) {
			at = 0
		}
	}
	return 0, false
}
