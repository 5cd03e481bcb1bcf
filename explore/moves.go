package explore

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"gmecheck/model"
)

// moves is what can happen at each node, worked out for one layout: a move adds a vector of words to a packed state.
// All workers share it and read it without a lock.
//
// The entry of a node is a stretch of words, so that one or two cache lines tell all of it:
//
//	view, pattern and busy of the node, see [head]
//	number of plain moves in the upper half, of other moves in the lower
//	for each plain move, what it adds to the state
//	for each other move, what its own node's change adds, then its [particulars], then its deliveries:
//	  the site in the upper half, the batch in the lower
//
// A plain move is always possible, sends nothing, changes the state, and no property of steps wants to hear of it.
type moves struct {
	sys    *model.System
	layout layout

	mu       sync.Mutex
	starts   [][]atomic.Uint32 // by site and row: where the entry begins; 0: not worked out yet
	code     []uint64
	patterns []pattern
	known    map[string]uint32 // pattern by its counts
}

// pattern is how often each class occurs among a node's plain moves. States are counted by pattern, not by move.
type pattern struct {
	total   int
	classes []int // by number of the class
}

// head is the first word of an entry.
type head uint64

func (h head) view() uint32    { return uint32(h >> 32) }
func (h head) pattern() uint32 { return uint32(h) >> 1 }
func (h head) busy() bool      { return h&1 != 0 }

// particulars of a move: its cost, whether it is watched, how many deliveries follow, its class, and its place among
// the moves of the node's expansion.
type particulars uint64

func newParticulars(m *model.Move, place int) particulars {
	p := particulars(m.Cost) | particulars(len(m.Sends))<<16 | particulars(m.Class)<<24 | particulars(place)<<40
	if m.Watched {
		p |= 1 << 8
	}
	return p
}

func (p particulars) cost() model.Cost { return model.Cost(p) }
func (p particulars) watched() bool    { return p>>8&1 != 0 }
func (p particulars) deliveries() int  { return int(p >> 16 & 0xFF) }
func (p particulars) class() int       { return int(p >> 24 & 0xFFFF) }
func (p particulars) place() int       { return int(p >> 40) }

func newMoves(sys *model.System, l layout) *moves {
	m := &moves{sys: sys, layout: l, code: make([]uint64, 1), known: map[string]uint32{}}
	m.starts = make([][]atomic.Uint32, len(sys.Places))
	return m
}

// add works out the entry of a node. It returns false if the layout has no room for the nodes that its moves lead to.
func (m *moves) add(site int, row, node uint32, x *model.Expansion) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if int(row) >= len(m.starts[site]) {
		longer := make([]atomic.Uint32, max(2*len(m.starts[site]), int(row)+64))
		for k := range m.starts[site] {
			longer[k].Store(m.starts[site][k].Load())
		}
		m.starts[site] = longer
	}
	if m.starts[site][row].Load() != 0 {
		return true // somebody else was faster
	}
	f := m.layout.fields[site]
	for k := range x.Moves {
		if uint64(x.Moves[k].Next) >= f.limit() {
			return false
		}
	}
	change := func(move *model.Move) {
		for w := range m.layout.words {
			d := uint64(0)
			if w == int(f.word) {
				d = (uint64(move.Next) - uint64(node)) << f.shift
			}
			m.code = append(m.code, d)
		}
	}
	start, counts := len(m.code), []int{}
	m.code = append(m.code, 0, 0)
	for k := range x.Moves {
		if move := &x.Moves[k]; plain(move) && move.Next != node {
			change(move)
			for int(move.Class) >= len(counts) {
				counts = append(counts, 0)
			}
			counts[move.Class]++
			m.code[start+1] += 1 << 32
		}
	}
	for k := range x.Moves {
		if move := &x.Moves[k]; !plain(move) {
			change(move)
			m.code = append(m.code, uint64(newParticulars(move, k)))
			for _, d := range move.Sends {
				m.code = append(m.code, uint64(d.Site)<<32|uint64(d.Batch))
			}
			m.code[start+1]++
		}
	}
	m.code[start] = uint64(x.View)<<32 | uint64(m.pattern(counts))<<1
	if x.Busy {
		m.code[start] |= 1
	}
	m.starts[site][row].Store(uint32(start))
	return true
}

func plain(m *model.Move) bool { return m.Cost == model.Free && len(m.Sends) == 0 && !m.Watched }

func (m *moves) pattern(counts []int) uint32 {
	var key []byte
	p := pattern{classes: counts}
	for _, n := range counts {
		key = binary.AppendUvarint(key, uint64(n))
		p.total += n
	}
	n, ok := m.known[string(key)]
	if !ok {
		n = uint32(len(m.patterns))
		m.known[string(key)] = n
		m.patterns = append(m.patterns, p)
	}
	return n
}

// moveReader is one worker's access to the moves.
type moveReader struct {
	all    *moves
	reader *model.Reader
	starts [][]atomic.Uint32
	code   []uint64
}

func newMoveReader(m *moves, r *model.Reader) moveReader {
	return moveReader{all: m, reader: r, starts: make([][]atomic.Uint32, len(m.starts))}
}

// entry returns where in the code the entry of a node begins; 0 if the layout has no room for what it leads to.
func (r *moveReader) entry(site int, node, budget uint32) int {
	row := r.all.sys.Row(node, budget)
	if starts := r.starts[site]; int(row) < len(starts) {
		if at := int(starts[row].Load()); at != 0 && at < len(r.code) {
			return at
		}
	}
	return r.learn(site, row, node, budget)
}

func (r *moveReader) learn(site int, row, node, budget uint32) int {
	if !r.all.add(site, row, node, r.reader.Expand(site, node, budget)) {
		return 0
	}
	r.all.mu.Lock()
	defer r.all.mu.Unlock()
	r.starts[site], r.code = r.all.starts[site], r.all.code
	return int(r.starts[site][row].Load())
}
