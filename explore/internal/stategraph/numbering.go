package stategraph

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// numbering numbers the states of a complete search, level by level, and finds states again by what they are. It has a table
// for each level: nearly all successors of a level are in the next one, whose table is small enough for a core's cache.
type numbering[S packed.State] struct {
	store  *visited.Set[S]
	levels []uint32 // where each level begins; at the end the number of states
	states []S      // by number
	begins []int    // where the table of each level, and of one more, begins; at the end the number of slots
	slots  []uint32 // of all tables: the number of a state, plus one; 0: free
}

// numberingBytes is the memory of the tables by the number of states.
func numberingBytes(states uint64) uint64 { return 6 * states }

// tableSlots is the size of the table of so many states.
func tableSlots(states uint32) int { return int(states) + int(states)/2 + 1 }

func newNumbering[S packed.State](e *Source[S], levels []uint32) *numbering[S] {
	p := &numbering[S]{store: e.Set, levels: levels, begins: make([]int, len(levels)+1)}
	for l := range levels {
		states := uint32(0) // beyond the last level
		if l+1 < len(levels) {
			states = levels[l+1] - levels[l]
		}
		p.begins[l+1] = p.begins[l] + tableSlots(states)
	}
	p.slots = make([]uint32, p.begins[len(levels)])
	p.list(e)
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

// list gives the states their numbers; within a level in the order in which they were found, if the search has kept it.
func (p *numbering[S]) list(e *Source[S]) {
	p.states = make([]S, 0, p.levels[len(p.levels)-1])
	for _, chunk := range e.Found {
		p.states = append(p.states, chunk...)
	}
	e.Found = nil
	if len(p.states) == cap(p.states) {
		return
	}
	p.states = p.states[:cap(p.states)]
	next := slices.Clone(p.levels)
	p.store.Each(func(s *S, level int) bool {
		p.states[next[level]] = *s
		next[level]++
		return true
	})
}

// table is that of a level; beyond the last one, one without states.
func (p *numbering[S]) table(level int) []uint32 { return p.slots[p.begins[level]:p.begins[level+1]] }

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
	lag     int // by how much the level of the last state that was not of the level given was lower
	numbers [visited.BatchSize]uint32
}

// find finds the numbers of some states, of which most are of the given level. They are overwritten by the next call.
func (f *lookup[S]) find(some []S, level int) []uint32 {
	table, numbers := f.table(level), f.numbers[:len(some)]
	var touched uint32 // so that many cache misses are in flight at once
	for k := range some {
		at := slot(packed.Hash(&some[k]), table)
		numbers[k] = uint32(at)
		touched ^= table[at]
	}
	visited.Touch(uint64(touched))
	for k := range some {
		n, ok := f.search(&some[k], table, int(numbers[k]))
		if !ok {
			n = f.below(&some[k], level)
		}
		numbers[k] = n
	}
	return numbers
}

// below finds the number of a state that is not of the given level.
func (f *lookup[S]) below(s *S, level int) uint32 {
	for {
		if level >= f.lag {
			table := f.table(level - f.lag)
			if n, ok := f.search(s, table, slot(packed.Hash(s), table)); ok {
				return n
			}
		}
		at := f.store.Level(s)
		if at < 0 || f.lag == level-at {
			panic("explore: a complete search lacks a successor")
		}
		f.lag = level - at // as likely as not that of the next one
	}
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
