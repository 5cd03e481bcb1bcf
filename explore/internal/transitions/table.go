package transitions

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model/spin"
	"github.com/gmecheck/gmecheck/model/system"
)

// Table is what can happen at each node, worked out for one layout: a move adds a vector of words to a packed state.
// All workers share it and read it without a lock.
type Table struct {
	sys    *system.System
	layout packed.Layout
	kinds  bool                              // rows have kinds of nodes for views
	again  bool                              // whoever comes after the search asks once more what can happen at each node
	starts []atomic.Pointer[[]atomic.Uint32] // by site, then by row: where the row begins; 0: not worked out yet
	blocks atomic.Pointer[[][]uint64]        // the words of all rows

	mu       spin.Mutex
	used     int               // of the last block
	Profiles []Profile         // by number; written under mu, read when no worker adds rows
	known    map[string]uint32 // number of a profile, by all of it
}

// Row is the transitions of one node, encoded. Its words stand together, so that one or two cache lines tell all of it; the
// words after it belong to other rows.
//
//	view or kind, profile and calm of the node, see [Head]
//	how many moves of each kind follow, see [Counts]
//	for each plain move, what it adds to the state
//	for each sending and each particular move, what its own node's change adds, then its [Attributes], then its
//	  deliveries: the site in the upper half, the batch in the lower
type Row []uint64

// Kind of a move. Free moves, which are the plain and the sending ones, are always possible, change the state, and no
// property of steps judges them by the states before and after.
type Kind int

const (
	idle       Kind = iota // free, but it changes nothing: no transition
	Plain                  // free, sends nothing
	Sending                // free, sends something: that comes on top of what is on its way, so it changes the state
	Particular             // any other
)

// KindOf classifies a move of a node.
func KindOf(m *system.Move, node uint32) Kind {
	switch {
	case m.Cost != system.Free || m.Between:
		return Particular
	case len(m.Sends) > 0:
		return Sending
	case m.Next != node:
		return Plain
	default:
		return idle
	}
}

// Counts is the second word of a row: how many moves of each kind the node has.
type Counts uint64

const tallyBits = 20

func newCounts(plain, sending, particular int) Counts {
	return Counts(plain<<(2*tallyBits) | sending<<tallyBits | particular)
}

func (t Counts) Plain() int      { return int(t >> (2 * tallyBits)) }
func (t Counts) Sending() int    { return int(t >> tallyBits & (1<<tallyBits - 1)) }
func (t Counts) Particular() int { return int(t & (1<<tallyBits - 1)) }
func (t Counts) Free() bool      { return t>>tallyBits != 0 }

// Next decodes the first of a row's moves that are not plain, in states of so many words: its attributes, its deliveries, and
// the moves after it. What it adds to the state stands in front.
func (e Row) Next(words int) (p Attributes, deliveries []uint64, rest Row) {
	p = Attributes(e[words])
	end := words + 1 + p.Deliveries()
	return p, e[words+1 : end], e[end:]
}

// A row's start is the number of its block, then its place in the block. Blocks never grow, so that a reader's are
// never out of date; the first are smaller, for small models.
const (
	placeBits  = 14
	firstBlock = 1 << 9 // words
)

// Profile is how often each class occurs among a node's free moves, and what properties say of the events of these. States are counted by profile,
// not by move.
type Profile struct {
	Classes         []int // by number of the class
	Spoke, Violated uint64
}

// Head is the first word of a row: from the lowest bit, how calm the node is, its profile, its view or its kind (32). It alone changes after a
// reader has seen the row, where properties have asked for something new: see [Reader.Renew].
type Head uint64

// Head is the row's first word.
func (e Row) Head() Head { return Head(atomic.LoadUint64(&e[0])) }

const (
	calmBits    = 4
	profileBits = 32 - calmBits
)

// newHead is without the profile.
func newHead(seen uint32, calm system.Calm) Head { return Head(seen)<<32 | Head(calm) }

// Seen is the number of the view or of the kind.
func (h Head) Seen() uint32      { return uint32(h >> 32) }
func (h Head) Profile() uint32   { return uint32(h) >> calmBits }
func (h Head) Calm() system.Calm { return system.Calm(h & (1<<calmBits - 1)) }

// Attributes of a move, from the lowest bit: its cost (4 bits), whether it is watched (1), how many deliveries follow (6:
// there is one for each site but its own at most), its class (32), and its place among the moves of the node's expansion (21).
type Attributes uint64

func newAttributes(m *system.Move, place int) Attributes {
	p := Attributes(m.Cost) | Attributes(len(m.Sends))<<5 | Attributes(m.Class)<<11 | Attributes(place)<<43
	if m.Watched {
		p |= 1 << 4
	}
	return p
}

func (p Attributes) Cost() system.Cost { return system.Cost(p & 0xF) }
func (p Attributes) Watched() bool     { return p>>4&1 != 0 }
func (p Attributes) Deliveries() int   { return int(p >> 5 & 0x3F) }
func (p Attributes) Class() int        { return int(p >> 11 & (1<<32 - 1)) }
func (p Attributes) Place() int        { return int(p >> 43) }

// NewTable returns a table without rows; with kinds its rows have the kinds of nodes of a [system.Questioned] protocol in the place of views. Again
// says that it is asked once more what can happen at each node when the rows are there: then a lone site remembers it, too.
func NewTable(sys *system.System, l packed.Layout, kinds, again bool) *Table {
	m := &Table{sys: sys, layout: l, kinds: kinds, again: again && sys.Lone(), known: map[string]uint32{}, used: 1} // no row starts at 0
	m.starts = make([]atomic.Pointer[[]atomic.Uint32], len(sys.Places))
	for k := range m.starts {
		m.starts[k].Store(new([]atomic.Uint32))
	}
	m.blocks.Store(&[][]uint64{make([]uint64, firstBlock)})
	return m
}

// add enters the row of a node, which has this profile.
func (m *Table) add(site int, row uint32, e Row, p *Profile) {
	m.mu.Lock()
	defer m.mu.Unlock()
	starts := *m.starts[site].Load()
	if int(row) >= len(starts) {
		length := max(2*len(starts), int(row)+64)
		m.reserve(4 * int64(length))
		longer := make([]atomic.Uint32, length)
		for k := range starts {
			longer[k].Store(starts[k].Load())
		}
		m.starts[site].Store(&longer)
		starts = longer
	}
	if starts[row].Load() == 0 { // otherwise somebody else was faster
		e[0] |= uint64(m.profile(p)) << calmBits
		starts[row].Store(m.put(e))
	}
}

// put writes a row down and returns its start.
func (m *Table) put(e Row) uint32 {
	blocks := *m.blocks.Load()
	last := len(blocks) - 1
	if m.used+len(e) > len(blocks[last]) {
		size := max(min(2*len(blocks[last]), 1<<placeBits), len(e))
		if last+1 == 1<<(32-placeBits) {
			panic(&system.Full{What: "blocks of transitions", Most: 1 << (32 - placeBits)})
		}
		m.reserve(8 * int64(size))
		blocks = append(slices.Clip(blocks), make([]uint64, size))
		m.blocks.Store(&blocks)
		m.used, last = 0, last+1
	}
	copy(blocks[last][m.used:], e)
	start := uint32(last<<placeBits | m.used)
	m.used += len(e)
	return start
}

func (m *Table) reserve(bytes int64) {
	if m.sys.Claim != nil {
		m.sys.Claim(bytes)
	}
}

func (m *Table) profile(p *Profile) uint32 {
	key := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, p.Spoke), p.Violated)
	for _, n := range p.Classes {
		key = binary.AppendUvarint(key, uint64(n))
	}
	n, ok := m.known[string(key)]
	if !ok {
		if len(m.Profiles) == 1<<profileBits {
			panic(&system.Full{What: "profiles of transitions", Most: 1 << profileBits})
		}
		n = uint32(len(m.Profiles))
		m.known[string(key)] = n
		m.Profiles = append(m.Profiles, Profile{slices.Clone(p.Classes), p.Spoke, p.Violated})
	}
	return n
}

// Reader is one worker's access to the moves: its copies of their tables, which may be older.
type Reader struct {
	all    *Table
	layout *packed.Layout
	reader *system.Reader
	starts [][]atomic.Uint32
	blocks [][]uint64

	// of the row worked out last: room for the next
	code    Row
	profile Profile
}

// NewReader returns the access of one worker.
func NewReader(m *Table, r *system.Reader) Reader {
	return Reader{all: m, layout: &m.layout, reader: r, starts: make([][]atomic.Uint32, len(m.starts))}
}

// Row returns the row of a node; nil if the layout has no room for what it leads to.
func (r *Reader) Row(site int, node, budget uint32) Row {
	row := r.all.sys.Row(node, budget)
	if starts := r.starts[site]; int(row) < len(starts) {
		if at := starts[row].Load(); at != 0 && int(at>>placeBits) < len(r.blocks) {
			return r.blocks[at>>placeBits][at&(1<<placeBits-1):]
		}
	}
	return r.learn(site, row, node, budget)
}

// learn brings the reader's copies up to date, and works the row out if nobody has.
func (r *Reader) learn(site int, row, node, budget uint32) Row {
	for {
		r.starts[site] = *r.all.starts[site].Load()
		if starts := r.starts[site]; int(row) < len(starts) && starts[row].Load() != 0 {
			break
		}
		expand := r.reader.ExpandOnce
		if r.all.again {
			expand = r.reader.Expand
		}
		if !r.encode(site, node, expand(site, node, budget)) {
			return nil
		}
		r.all.add(site, row, r.code, &r.profile)
	}
	r.blocks = *r.all.blocks.Load()
	return r.Row(site, node, budget)
}

// seen is the number of what properties see of a node.
func (r *Reader) seen(site int, node uint32, x *system.Expansion) uint32 {
	switch {
	case r.all.kinds:
		return r.all.sys.Kind(site, node)
	case x.View == 0:
		return r.all.sys.Show(site, node)
	default:
		return x.View
	}
}

// Renew works out the kind of a node anew, and writes it into the node's row.
func (r *Reader) Renew(e Row, site int, node uint32) (kind uint32) {
	kind = r.all.sys.Kind(site, node)
	atomic.StoreUint64(&e[0], uint64(kind)<<32|uint64(uint32(e.Head())))
	return kind
}

// Deliver puts messages into the inboxes of t, which has these nodes; receivers are the sites that get one. It is false if the
// layout has no room for what that makes of a node.
func Deliver[S packed.State](r *Reader, t *S, nodes []uint32, deliveries []uint64) (receivers packed.SleepSet, fits bool) {
	l := r.layout
	for _, d := range deliveries {
		to := int(d >> 32)
		node := r.reader.Put(to, nodes[to], uint32(d))
		if uint64(node) >= l.Fields[to].Limit() {
			return 0, false
		}
		packed.Set(l, t, to, nodes[to], node)
		receivers |= 1 << to
	}
	return receivers, true
}

// Make makes a move that is not plain, in a state that has these nodes and budgets: it pays, changes the own node and delivers. A
// move that cannot be paid, or that leaves the state as it is, is no transition.
func Make[S packed.State](r *Reader, s *S, nodes []uint32, budget uint32, calm system.Calm, e Row) (t S, receivers packed.SleepSet, made, fits bool) {
	p, deliveries, _ := e.Next(len(t))
	after := budget
	if p.Cost() != system.Free { // first: with a budget used up, most moves of faults end here
		var ok bool
		if after, ok = r.all.sys.Pay(budget, p.Cost(), calm); !ok {
			return t, 0, false, true
		}
	}
	if t = packed.Add(s, e); after != budget {
		packed.Set(r.layout, &t, len(nodes), budget, after)
	}
	receivers, fits = Deliver(r, &t, nodes, deliveries)
	return t, receivers, fits && t != *s, fits
}

// encode works out the row of a node, without its profile. It returns false if the layout has no room for the nodes
// that its moves lead to.
func (r *Reader) encode(site int, node uint32, x *system.Expansion) bool {
	if len(x.Moves) >= 1<<tallyBits {
		panic(&system.Full{What: "transitions at a site", Most: 1<<tallyBits - 1})
	}
	l := r.layout
	f := l.Fields[site]
	e, p := append(r.code[:0], uint64(newHead(r.seen(site, node, x), x.Calm)), 0), Profile{Classes: r.profile.Classes[:0]}
	change := func(move *system.Move) {
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
	var all [Particular + 1]int
	for _, kind := range []Kind{Plain, Sending, Particular} {
		for k := range x.Moves {
			move := &x.Moves[k]
			if KindOf(move, node) != kind {
				continue
			}
			all[kind]++
			change(move)
			if kind != Particular {
				for int(move.Class) >= len(p.Classes) {
					p.Classes = append(p.Classes, 0)
				}
				p.Classes[move.Class]++
				p.Spoke, p.Violated = p.Spoke|move.Spoke, p.Violated|move.Violated
			}
			if kind != Plain {
				e = append(e, uint64(newAttributes(move, k)))
				for _, d := range move.Sends {
					e = append(e, uint64(d.Site)<<32|uint64(d.Batch))
				}
			}
		}
	}
	e[1] = uint64(newCounts(all[Plain], all[Sending], all[Particular]))
	r.code, r.profile = e, p
	return true
}
