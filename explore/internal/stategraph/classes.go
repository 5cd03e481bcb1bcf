package stategraph

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// Classes are states from which what follows looks the same: they have the same label, and their transitions have the same labels and lead to the
// same classes. What is known by labels of what follows is so for all states of a class. A state of a component of several states is a class of its own.
type Classes struct {
	o      *Order
	of     membudget.Paged[uint32] // by state: its class; empty: every state is one
	first  []uint32                // by class: the state of it that comes first in the order
	cycles []span                  // the classes of the components of more than one state, in order
}

// Classes finds the classes, where most states are components of their own and there is memory for it: otherwise, every state is one.
func (o *Order) Classes() *Classes {
	c, inCycles := o.Single(), 0
	for _, k := range o.nontrivial {
		inCycles += k.to - k.from
	}
	memory := &o.g.Memory
	if 2*inCycles > int(o.count) || !memory.FitsCache(4*int64(o.count)) {
		return c
	}
	c.of = membudget.NewPaged[uint32](&memory.Pages, int(o.count))
	t := classTable{Classes: c, slots: membudget.NewPaged[uint64](&memory.Pages, firstClassSlots)}
	defer func() { t.slots.Free() }()
	o.Each(func(s uint32) {
		if !t.full {
			c.of.All[s] = t.class(s)
		}
	}, func(members []uint32) {
		from := len(c.first)
		for _, s := range members {
			c.of.All[s] = uint32(len(c.first))
			c.first = append(c.first, s)
		}
		c.cycles = append(c.cycles, span{from, len(c.first)})
	})
	if t.full {
		c.Free()
		return o.Single()
	}
	return c
}

// Single is classes of one state each.
func (o *Order) Single() *Classes { return &Classes{o: o} }

// Of is the number of a state's class.
func (c *Classes) Of(s uint32) uint32 {
	if c.of.All == nil {
		return s
	}
	return c.of.All[s]
}

// Count is how many classes there are.
func (c *Classes) Count() uint32 {
	if c.of.All == nil {
		return c.o.count
	}
	return uint32(len(c.first))
}

// Each calls one for a state of every class of states that are components of their own, and all for every other component, in order, unless the search
// is halted: then what has been worked out is of no use.
func (c *Classes) Each(one func(s uint32), all func(members []uint32)) {
	if c.of.All == nil {
		c.o.Each(one, all)
		return
	}
	at := 0
	singles := func(to int) {
		for k, s := range c.first[at:to] {
			if k%1024 == 1023 && c.o.g.Stopped() {
				return
			}
			one(s)
		}
	}
	for _, k := range c.cycles {
		if singles(k.from); c.o.g.Stopped() {
			return
		}
		all(c.first[k.from:k.to])
		at = k.to
	}
	singles(len(c.first))
}

// Free gives back the memory.
func (c *Classes) Free() { c.of.Free() }

// classTable finds the classes of states whose transitions lead to states of which the classes are known.
type classTable struct {
	*Classes
	slots       membudget.Paged[uint64] // open addressing: the upper half is that of a hash, whose lower bits say where; the lower half a class plus one; 0: free
	asked       int                     // for so many states
	full        bool                    // there is no memory for more, or hardly any states are alike
	here, there []uint64
}

// key is what the class of a state is known by: its label, and those of its transitions, in order, with the classes that they lead to.
func (t *classTable) key(room []uint64, s uint32) []uint64 {
	g, own := t.o.g, uint64(t.o.g.Label(s))<<1
	if g.leaves != nil && g.leaves[s] {
		own |= 1
	}
	key := append(room[:0], own)
	labels, out := g.OutLabels(s), g.Out(s)
	for k := range out.Len() {
		key = append(key, uint64(labels[k])<<32|uint64(t.of.All[out.At(k)]))
	}
	slices.Sort(key[1:])
	return append(key[:1], slices.Compact(key[1:])...)
}

// class is that of a state, which is the first of a new one if there is none like it.
func (t *classTable) class(s uint32) uint32 {
	t.here = t.key(t.here, s)
	hash := uint64(1)
	for _, x := range t.here {
		hash = mix(hash ^ x)
	}
	hash = hash * 0xD6E8FEB86659FD93 >> 32 << 32
	t.asked++
	slots, at := t.slots.All, t.slot(hash)
	for ; slots[at] != 0; at = (at + 1) & (len(slots) - 1) {
		if slots[at]>>32 != hash>>32 {
			continue
		}
		n := uint32(slots[at]) - 1
		if t.there = t.key(t.there, t.first[n]); slices.Equal(t.here, t.there) {
			return n
		}
	}
	n := uint32(len(t.first))
	t.first = append(t.first, s)
	slots[at] = hash | uint64(n+1)
	if 2*len(t.first) > len(slots) {
		t.grow()
	}
	return n
}

// slot is where the search for a class begins.
func (t *classTable) slot(entry uint64) int { return int(entry>>32) & (len(t.slots.All) - 1) }

const (
	firstClassSlots = 1 << 10
	fewAlike        = 1 << 16 // so many states tell whether states are alike
)

func (t *classTable) grow() {
	if t.full = t.asked > fewAlike && 2*len(t.first) > t.asked || !t.o.g.Memory.FitsCache(2*8*int64(len(t.slots.All))); t.full {
		return
	}
	old := t.slots
	defer old.Free()
	t.slots = membudget.NewPaged[uint64](&t.o.g.Memory.Pages, 2*len(old.All))
	for _, entry := range old.All {
		if entry == 0 {
			continue
		}
		at := t.slot(entry)
		for t.slots.All[at] != 0 {
			at = (at + 1) & (len(t.slots.All) - 1)
		}
		t.slots.All[at] = entry
	}
}
