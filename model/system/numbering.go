package system

import (
	"hash/maphash"
	"math/bits"
)

// numbers gives each distinct value a number, from 1. The values stand on the pages; an open-addressing table finds them by their hashes.
type numbers[T comparable] struct {
	sys   *System
	what  string // is numbered
	seed  maphash.Seed
	slots []hashSlot // a power of two of them
	pages[T]
}

// hashSlot is the hash of a value, and its number; 0: a free slot.
type hashSlot struct{ hash, number uint32 }

const (
	firstHashSlots = 1 << 4
	mostHashSlots  = 1 << 32 // as many as there are hashes, and one more than there are numbers
	hashSlotBytes  = 8
)

func newNumbers[T comparable](sys *System, what string) numbers[T] {
	return numbers[T]{sys: sys, what: what, seed: maphash.MakeSeed(), slots: make([]hashSlot, firstHashSlots), pages: newPages[T]()}
}

func (n *numbers[T]) number(x T) uint32 { return n.hashed(&x, n.hash(x)) }

// hash needs no lock.
func (n *numbers[T]) hash(x T) uint32 { return uint32(maphash.Comparable(n.seed, x)) }

// hashed is the number of a value with this hash.
func (n *numbers[T]) hashed(x *T, hash uint32) uint32 {
	at := n.place(hash)
	for ; n.slots[at].number != 0; at = n.after(at) {
		if n.slots[at].hash == hash && *n.ref(n.slots[at].number) == *x {
			return n.slots[at].number
		}
	}
	k := n.sys.next(n.count(), n.what)
	n.add(*x)
	n.slots[at] = hashSlot{hash, k}
	if 4*n.count() >= 3*len(n.slots) && uint64(len(n.slots)) < mostHashSlots {
		n.spread()
	}
	return k
}

// place is the first slot to try.
func (n *numbers[T]) place(hash uint32) int {
	return int(hash >> (32 - bits.Len(uint(len(n.slots)-1))))
}

func (n *numbers[T]) after(at int) int { return (at + 1) & (len(n.slots) - 1) }

// spread doubles the slots.
func (n *numbers[T]) spread() {
	old := n.slots
	n.slots = make([]hashSlot, 2*len(old))
	for _, x := range old {
		if x.number != 0 {
			at := n.place(x.hash)
			for n.slots[at].number != 0 {
				at = n.after(at)
			}
			n.slots[at] = x
		}
	}
}

// reserve claims the memory of what is nearly full.
func (n *numbers[T]) reserve(sys *System) {
	if size := hashSlotBytes * 2 * len(n.slots); 8*n.count() >= 5*len(n.slots) && size >= claimedFrom && uint64(len(n.slots)) < mostHashSlots {
		sys.claim(int64(size))
		n.spread()
	}
	n.pages.reserve(sys)
}
