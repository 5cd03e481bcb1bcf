package liveness

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// combinations numbers lists of bounds, one for each lane, in the order in which they are met.
type combinations struct {
	lanes  int
	all    []bounds // by number, so many each
	slots  []uint32 // open addressing: number plus one; 0: free
	count  int
	memory *membudget.Budget
}

func newCombinations(lanes int, memory *membudget.Budget) combinations {
	return combinations{lanes: lanes, memory: memory, slots: make([]uint32, 1<<10)}
}

// of is the combination with this number.
func (c *combinations) of(n uint32) []bounds { return c.all[int(n)*c.lanes : (int(n)+1)*c.lanes] }

// number is that of a combination, which is copied if it is new.
func (c *combinations) number(list []bounds) uint32 {
	for at := c.slot(list); ; at++ {
		p := &c.slots[at&(len(c.slots)-1)]
		if *p == 0 {
			*p = uint32(c.count + 1)
			break
		}
		if slices.Equal(c.of(*p-1), list) {
			return *p - 1
		}
	}
	c.all = append(c.all, list...)
	if c.count++; 2*c.count > len(c.slots) {
		c.grow()
	}
	return uint32(c.count - 1)
}

func (c *combinations) slot(list []bounds) int {
	h := uint64(0x9E3779B97F4A7C15)
	for _, b := range list {
		h = mix(h, uint64(b.most)<<32|uint64(b.least))
	}
	return int(h >> 1)
}

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0xD6E8FEB86659FD93)
	return hi ^ lo
}

func (c *combinations) grow() {
	c.memory.Reserve(int64(len(c.slots)) * int64(8+boundsBytes*c.lanes*3/2)) // the slots, and the list as far as it grows with them
	c.slots = make([]uint32, 2*len(c.slots))
	for n := range c.count {
		at := c.slot(c.of(uint32(n)))
		for c.slots[at&(len(c.slots)-1)] != 0 {
			at++
		}
		c.slots[at&(len(c.slots)-1)] = uint32(n + 1)
	}
}
