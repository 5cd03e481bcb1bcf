package tasks

import (
	"fmt"
	"slices"
	"sort"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// cursor reads a run of states, in a format that may be another one than that of the file.
type cursor[K packed.State] struct {
	file     *store.File
	blocks   []store.Block
	from, to *store.Format
	alike    bool // the formats are one
	firsts   []K  // of the blocks: their first states
	next     int  // block
	states   []K  // that are read
	at       int  // of them

	bytes   []byte
	vectors []uint32
}

func newCursor[K packed.State](x *store.File, blocks []store.Block, from, to *store.Format) (*cursor[K], error) {
	c := &cursor[K]{file: x, blocks: blocks, from: from, to: to, alike: slices.Equal(from.Fields, to.Fields) && from.Words == to.Words}
	for k := range blocks {
		if len(blocks[k].First) != from.Words {
			return nil, x.Damaged(fmt.Sprintf("a block begins with a state of %d words instead of %d", len(blocks[k].First), from.Words))
		}
		c.firsts = append(c.firsts, store.Awake(packed.Pack[K](&to.Layout, from.Unpack(blocks[k].First)), to))
	}
	return c, nil
}

// load reads the next block.
func (c *cursor[K]) load() (err error) {
	b := &c.blocks[c.next]
	c.next, c.at = c.next+1, 0
	if c.alike {
		c.states, c.bytes, err = store.StatesOf(c.file, b, c.bytes, c.states)
		return err
	}
	if c.vectors, c.bytes, err = c.file.Vectors(c.from, b, c.bytes, c.vectors); err != nil {
		return err
	}
	c.states = c.states[:0]
	for width, at := len(c.from.Fields), 0; at < len(c.vectors); at += width {
		c.states = append(c.states, packed.Pack[K](&c.to.Layout, c.vectors[at:at+width]))
	}
	return nil
}

// without drops sorted states that are in the run. Those that are asked for later come after them.
func (c *cursor[K]) without(states []K) ([]K, error) {
	kept := states[:0]
	for i := 0; i < len(states); {
		if c.at == len(c.states) {
			x := store.Awake(states[i], c.to)
			for c.next+1 < len(c.blocks) && !store.Less(&x, &c.firsts[c.next+1]) {
				c.next++ // it ends before the state
			}
			if c.next == len(c.blocks) {
				return append(kept, states[i:]...), nil
			}
			if store.Less(&x, &c.firsts[c.next]) {
				kept = append(kept, states[i])
				i++
				continue
			}
			if err := c.load(); err != nil {
				return nil, err
			}
		}
		at, all := c.at, c.states
		for i < len(states) && at < len(all) {
			x, y := store.Awake(states[i], c.to), store.Awake(all[at], c.to)
			switch {
			case store.Less(&y, &x):
				at++
			case x == y:
				i++
				at++
			default:
				kept = append(kept, states[i])
				i++
			}
		}
		c.at = at
	}
	return kept, nil
}

// merger merges runs, and drops states that come twice.
type merger[K packed.State] struct {
	sources   []*cursor[K]
	format    *store.Format
	all, room []K
}

// mergedAtLeast is how many states are merged at a time, if there are so many.
const mergedAtLeast = 1 << 15

// next returns sorted states, which come after all before; more is false if they are the last. They are overwritten by the next ones.
//
// Of the states that are read of each run it takes those up to the least of their last ones, and sorts them: a block of at least
// one run is used up so.
func (m *merger[K]) next() (states []K, more bool, err error) {
	m.all = m.all[:0]
	for len(m.all) < mergedAtLeast {
		live := m.sources[:0]
		var bound K
		for _, c := range m.sources {
			if c.at == len(c.states) {
				if c.next == len(c.blocks) {
					continue
				}
				if err := c.load(); err != nil {
					return nil, false, err
				}
			}
			last := store.Awake(c.states[len(c.states)-1], m.format)
			if len(live) == 0 || store.Less(&last, &bound) {
				bound = last
			}
			live = append(live, c)
		}
		if m.sources = live; len(live) == 0 {
			return m.all, false, nil
		}
		start, runs := len(m.all), 0
		for _, c := range live {
			left := c.states[c.at:]
			n := sort.Search(len(left), func(k int) bool {
				x := store.Awake(left[k], m.format)
				return store.Less(&bound, &x)
			})
			if n > 0 {
				runs++
			}
			m.all, c.at = append(m.all, left[:n]...), c.at+n
		}
		fresh := m.all[start:]
		if runs > 1 {
			if len(m.room) < len(fresh) {
				m.room = make([]K, cap(m.all))
			}
			copy(fresh, store.Sort(fresh, m.room))
		}
		m.all = m.all[:start+len(store.Once(fresh, m.format))]
	}
	return m.all, true, nil
}
