package stategraph

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// shapes numbers what questions can tell of a state by itself: its label and, in order, the labels of its transitions. There are far fewer
// shapes than states. Workers share it; it is read through a [shapeReader] while it grows, and as it is afterwards.
type shapes struct {
	mu     sync.Mutex
	memory *membudget.Budget
	shapeTable
}

// shapeTable only grows: what is in it stays as it is, so that a copy of it may be read while others add to it.
type shapeTable struct {
	all   []shape         // by number
	edges []uint16        // the labels of the transitions of all of them
	slots []atomic.Uint32 // by hash: the number of a shape, plus one; 0: free. A third of them are free at least.
}

type shape struct {
	label  uint32 // the state's
	begin  uint32 // where the labels of its transitions stand
	degree uint32 // how many they are
}

const firstShapeSlots = 1 << 8

func newShapes(memory *membudget.Budget) *shapes {
	return &shapes{memory: memory, shapeTable: shapeTable{slots: make([]atomic.Uint32, firstShapeSlots)}}
}

// of lists the labels of the transitions of a shape.
func (t *shapeTable) of(number uint32) []uint16 {
	x := &t.all[number]
	return t.edges[x.begin : x.begin+x.degree]
}

// find looks for a shape; if it is not there, slot is where it belongs.
func (t *shapeTable) find(hash uint64, label uint32, edges []uint16) (number uint32, slot int, ok bool) {
	mask := len(t.slots) - 1
	for slot = int(hash) & mask; ; slot = (slot + 1) & mask {
		n := t.slots[slot].Load()
		if n == 0 || int(n) > len(t.all) { // the latter only in a copy: another one has added it since
			return 0, slot, false
		}
		if n--; t.all[n].label == label && slices.Equal(t.of(n), edges) {
			return n, slot, true
		}
	}
}

// add adds a shape that is not there.
func (x *shapes) add(hash uint64, slot int, label uint32, edges []uint16) (number uint32) {
	if 3*(len(x.all)+1) > 2*len(x.slots) {
		x.grow()
		_, slot, _ = x.find(hash, label, edges)
	}
	if len(x.all) == cap(x.all) || len(x.edges)+len(edges) > cap(x.edges) {
		x.memory.Reserve(12*int64(len(x.all)) + 2*int64(len(x.edges)))
	}
	number = uint32(len(x.all))
	x.all = append(x.all, shape{label, uint32(len(x.edges)), uint32(len(edges))})
	x.edges = append(x.edges, edges...)
	x.slots[slot].Store(number + 1)
	return number
}

func (x *shapes) grow() {
	x.memory.Reserve(4 * 2 * int64(len(x.slots)))
	x.slots = make([]atomic.Uint32, 2*len(x.slots))
	for n := range x.all {
		label, edges := x.all[n].label, x.of(uint32(n))
		_, slot, _ := x.find(shapeHash(label, edges), label, edges)
		x.slots[slot].Store(uint32(n) + 1)
	}
}

func shapeHash(label uint32, edges []uint16) uint64 {
	h := uint64(label) + 1
	for _, edge := range edges {
		h = mix(h ^ uint64(edge)<<32)
	}
	hi, lo := bits.Mul64(h, 0xD6E8FEB86659FD93)
	return hi ^ lo
}

// mix makes each bit depend on all.
func mix(h uint64) uint64 {
	hi, lo := bits.Mul64(h, 0x9E3779B97F4A7C15)
	return hi ^ lo
}

// shapeReader is one worker's access to shapes: a copy of their table, which may be older.
type shapeReader struct {
	shared *shapes
	shapeTable
}

func (x *shapes) reader() shapeReader {
	x.mu.Lock()
	defer x.mu.Unlock()
	return shapeReader{x, x.shapeTable}
}

// number is that of a shape, which is added if it is new.
func (r *shapeReader) number(label uint32, edges []uint16) uint32 {
	hash := shapeHash(label, edges)
	if number, _, ok := r.find(hash, label, edges); ok {
		return number
	}
	r.shared.mu.Lock()
	defer r.shared.mu.Unlock()
	number, slot, ok := r.shared.find(hash, label, edges)
	if !ok {
		number = r.shared.add(hash, slot, label, edges)
	}
	r.shapeTable = r.shared.shapeTable
	return number
}
