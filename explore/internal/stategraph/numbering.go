package stategraph

import (
	"math/bits"
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
	lags    []int // by how much levels of states that were not of the level given were lower, the last first
	numbers [visited.BatchSize]uint32
}

// find finds the numbers of some states, of which most are of the given level. They are overwritten by the next call.
func (f *lookup[S]) find(some []S, level int) []uint32 {
	table, numbers := f.table(level), f.numbers[:len(some)]
	var touched uint64 // so that many cache misses are in flight at once
	for k := range some {
		at := slot(packed.Hash(&some[k]), table)
		numbers[k] = uint32(at)
		touched ^= uint64(table[at])
	}
	visited.Touch(touched)
	for k := range some {
		n, ok := f.search(&some[k], table, int(numbers[k]))
		if !ok {
			n = f.below(&some[k], level)
		}
		numbers[k] = n
	}
	return numbers
}

// below finds the number of a state that is of a lower level than the given one.
func (f *lookup[S]) below(s *S, level int) uint32 {
	h := packed.Hash(s)
	try := func(lag int) (n uint32, ok bool) {
		if lag > level {
			return 0, false
		}
		table := f.table(level - lag)
		return f.search(s, table, slot(h, table))
	}
	for k, lag := range f.lags {
		if n, ok := try(lag); ok {
			copy(f.lags[1:k+1], f.lags[:k]) // as likely as not that of the next one
			f.lags[0] = lag
			return n
		}
	}
	for lag := 1; lag <= level; lag++ {
		if n, ok := try(lag); ok {
			f.lags = append([]int{lag}, f.lags[:min(len(f.lags), mostLags-1)]...)
			return n
		}
	}
	panic("explore: a complete search lacks a successor")
}

// mostLags are remembered.
const mostLags = 8

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
