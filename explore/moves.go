package explore

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/spin"
)

// moves is what can happen at each node, worked out for one layout: a move adds a vector of words to a packed state.
// All workers share it and read it without a lock.
type moves struct {
	sys    *model.System
	layout packed.Layout
	starts []atomic.Pointer[[]atomic.Uint32] // by site, then by row: where the entry begins; 0: not worked out yet
	blocks atomic.Pointer[[][]uint64]        // what the entries stand in

	mu       spin.Mutex
	used     int // of the last block
	patterns []pattern
	known    map[string]uint32 // pattern by its counts
}

// entry is that of a node: a stretch of words, so that one or two cache lines tell all of it; what follows it is of others.
//
//	view, pattern and calm of the node, see [head]
//	how many moves of each kind follow, see [tally]
//	for each plain move, what it adds to the state
//	for each sending and each particular move, what its own node's change adds, then its [particulars], then its
//	  deliveries: the site in the upper half, the batch in the lower
type entry []uint64

// kind of a move. Free moves, which are the plain and the sending ones, are always possible, change the state, and no
// property of steps wants to hear of them.
type kind int

const (
	idle       kind = iota // free, but it changes nothing: no transition
	plain                  // free, sends nothing
	sending                // free, sends something: that comes on top of what is on its way, so it changes the state
	particular             // any other
)

func kindOf(m *model.Move, node uint32) kind {
	switch {
	case m.Cost != model.Free || m.Watched:
		return particular
	case len(m.Sends) > 0:
		return sending
	case m.Next != node:
		return plain
	default:
		return idle
	}
}

// tally is the second word of an entry: how many moves of each kind the node has.
type tally uint64

const tallyBits = 20

func newTally(plain, sending, particular int) tally {
	return tally(plain<<(2*tallyBits) | sending<<tallyBits | particular)
}

func (t tally) plain() int      { return int(t >> (2 * tallyBits)) }
func (t tally) sending() int    { return int(t >> tallyBits & (1<<tallyBits - 1)) }
func (t tally) particular() int { return int(t & (1<<tallyBits - 1)) }
func (t tally) free() bool      { return t>>tallyBits != 0 }

// An entry's start is the number of its block, then its place in the block. Blocks never grow, so that a reader's are
// never out of date; the first are smaller, for small models.
const (
	placeBits  = 14
	firstBlock = 1 << 9 // words
)

// pattern is how often each class occurs among a node's free moves. States are counted by pattern, not by move.
type pattern struct {
	total   int
	classes []int // by number of the class
}

// head is the first word of an entry: from the lowest bit, how calm the node is, its pattern, its view (32).
type head uint64

const (
	calmBits    = 4
	patternBits = 32 - calmBits
)

// newHead is without the pattern.
func newHead(x *model.Expansion) head { return head(x.View)<<32 | head(x.Calm) }

func (h head) view() uint32     { return uint32(h >> 32) }
func (h head) pattern() uint32  { return uint32(h) >> calmBits }
func (h head) calm() model.Calm { return model.Calm(h & (1<<calmBits - 1)) }

// particulars of a move, from the lowest bit: its cost (4 bits), whether it is watched (1), how many deliveries follow (6:
// there is one for each site but its own at most), its class (32), and its place among the moves of the node's expansion (21).
type particulars uint64

func newParticulars(m *model.Move, place int) particulars {
	p := particulars(m.Cost) | particulars(len(m.Sends))<<5 | particulars(m.Class)<<11 | particulars(place)<<43
	if m.Watched {
		p |= 1 << 4
	}
	return p
}

func (p particulars) cost() model.Cost { return model.Cost(p & 0xF) }
func (p particulars) watched() bool    { return p>>4&1 != 0 }
func (p particulars) deliveries() int  { return int(p >> 5 & 0x3F) }
func (p particulars) class() int       { return int(p >> 11 & (1<<32 - 1)) }
func (p particulars) place() int       { return int(p >> 43) }

func newMoves(sys *model.System, l packed.Layout) *moves {
	m := &moves{sys: sys, layout: l, known: map[string]uint32{}, used: 1} // no entry starts at 0
	m.starts = make([]atomic.Pointer[[]atomic.Uint32], len(sys.Places))
	for k := range m.starts {
		m.starts[k].Store(new([]atomic.Uint32))
	}
	m.blocks.Store(&[][]uint64{make([]uint64, firstBlock)})
	return m
}

// add enters the entry of a node; counts are its free moves by class.
func (m *moves) add(site int, row uint32, e entry, counts []int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	starts := *m.starts[site].Load()
	if int(row) >= len(starts) {
		length := max(2*len(starts), int(row)+64)
		m.claim(4 * int64(length))
		longer := make([]atomic.Uint32, length)
		for k := range starts {
			longer[k].Store(starts[k].Load())
		}
		m.starts[site].Store(&longer)
		starts = longer
	}
	if starts[row].Load() == 0 { // otherwise somebody else was faster
		e[0] |= uint64(m.pattern(counts)) << calmBits
		starts[row].Store(m.put(e))
	}
}

// put writes an entry down and returns its start.
func (m *moves) put(e entry) uint32 {
	blocks := *m.blocks.Load()
	last := len(blocks) - 1
	if m.used+len(e) > len(blocks[last]) {
		size := max(min(2*len(blocks[last]), 1<<placeBits), len(e))
		if last+1 == 1<<(32-placeBits) {
			panic(&model.Full{What: "blocks of transitions", Most: 1 << (32 - placeBits)})
		}
		m.claim(8 * int64(size))
		blocks = append(slices.Clip(blocks), make([]uint64, size))
		m.blocks.Store(&blocks)
		m.used, last = 0, last+1
	}
	copy(blocks[last][m.used:], e)
	start := uint32(last<<placeBits | m.used)
	m.used += len(e)
	return start
}

func (m *moves) claim(bytes int64) {
	if m.sys.Claim != nil {
		m.sys.Claim(bytes)
	}
}

func (m *moves) pattern(counts []int) uint32 {
	var key []byte
	var p pattern
	for _, n := range counts {
		key = binary.AppendUvarint(key, uint64(n))
		p.total += n
	}
	n, ok := m.known[string(key)]
	if !ok {
		if len(m.patterns) == 1<<patternBits {
			panic(&model.Full{What: "patterns of transitions", Most: 1 << patternBits})
		}
		n = uint32(len(m.patterns))
		m.known[string(key)] = n
		p.classes = slices.Clone(counts)
		m.patterns = append(m.patterns, p)
	}
	return n
}

// moveReader is one worker's access to the moves: its copies of their tables, which may be older.
type moveReader struct {
	all    *moves
	reader *model.Reader
	starts [][]atomic.Uint32
	blocks [][]uint64

	// of the entry worked out last: room for the next
	code   entry
	counts []int
}

func newMoveReader(m *moves, r *model.Reader) moveReader {
	return moveReader{all: m, reader: r, starts: make([][]atomic.Uint32, len(m.starts))}
}

// entry returns the entry of a node; nil if the layout has no room for what it leads to.
func (r *moveReader) entry(site int, node, budget uint32) entry {
	row := r.all.sys.Row(node, budget)
	if starts := r.starts[site]; int(row) < len(starts) {
		if at := starts[row].Load(); at != 0 && int(at>>placeBits) < len(r.blocks) {
			return r.blocks[at>>placeBits][at&(1<<placeBits-1):]
		}
	}
	return r.learn(site, row, node, budget)
}

// learn brings the reader's copies up to date, and works the entry out if nobody has.
func (r *moveReader) learn(site int, row, node, budget uint32) entry {
	for {
		r.starts[site] = *r.all.starts[site].Load()
		if starts := r.starts[site]; int(row) < len(starts) && starts[row].Load() != 0 {
			break
		}
		if !r.encode(site, node, r.reader.ExpandOnce(site, node, budget)) {
			return nil
		}
		r.all.add(site, row, r.code, r.counts)
	}
	r.blocks = *r.all.blocks.Load()
	return r.entry(site, node, budget)
}

// encode works out the entry of a node, without its pattern. It returns false if the layout has no room for the nodes
// that its moves lead to.
func (r *moveReader) encode(site int, node uint32, x *model.Expansion) bool {
	if len(x.Moves) >= 1<<tallyBits {
		panic(&model.Full{What: "transitions at a site", Most: 1<<tallyBits - 1})
	}
	l := &r.all.layout
	f := l.Fields[site]
	e, counts := append(r.code[:0], uint64(newHead(x)), 0), r.counts[:0]
	change := func(move *model.Move) {
		for w := range l.Words {
			d := uint64(0)
			if w == int(f.Word) {
				d = (uint64(move.Next) - uint64(node)) << f.Shift
			}
			e = append(e, d)
		}
	}
	for k := range x.Moves {
		if uint64(x.Moves[k].Next) >= f.Limit() {
			return false
		}
	}
	var all [particular + 1]int
	for _, kind := range []kind{plain, sending, particular} {
		for k := range x.Moves {
			move := &x.Moves[k]
			if kindOf(move, node) != kind {
				continue
			}
			all[kind]++
			change(move)
			if kind != particular {
				for int(move.Class) >= len(counts) {
					counts = append(counts, 0)
				}
				counts[move.Class]++
			}
			if kind != plain {
				e = append(e, uint64(newParticulars(move, k)))
				for _, d := range move.Sends {
					e = append(e, uint64(d.Site)<<32|uint64(d.Batch))
				}
			}
		}
	}
	e[1] = uint64(newTally(all[plain], all[sending], all[particular]))
	r.code, r.counts = e, counts
	return true
}
