package explore

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// batch is states on their way into the store, in the order in which they were found: neighbours are alike, and the
// search stays near the cache if the next level keeps that order.
type batch[S packed.State] struct {
	count  int
	states [batchSize]S
	hashes [batchSize]uint64
	asleep [batchSize]packed.SleepSet
	order  [batchSize]uint16 // the states by shard
	ends   [shardCount]uint16
	fresh  [batchSize]bool // was new to the store
	left   []uint16        // are still on their way
}

const batchSize = 1024

// sort orders the states by shard.
func (b *batch[S]) sort() {
	clear(b.ends[:])
	for _, h := range b.hashes[:b.count] {
		b.ends[shardOf(h)]++
	}
	end := uint16(0)
	for k := range b.ends {
		b.ends[k], end = end, end+b.ends[k]
	}
	for k, h := range b.hashes[:b.count] {
		p := &b.ends[shardOf(h)]
		b.order[*p] = uint16(k)
		*p++
	}
}

// of lists the sorted states of a shard.
func (b *batch[S]) of(shard int) []uint16 {
	if shard == 0 {
		return b.order[:b.ends[0]]
	}
	return b.order[b.ends[shard-1]:b.ends[shard]]
}

// leave notes that these states are still on their way.
func (b *batch[S]) leave(members []uint16) {
	for _, k := range members {
		b.fresh[k] = false
	}
	b.left = append(b.left, members...)
}

// next empties the batch but for the states that are still on their way.
func (b *batch[S]) next() {
	slices.Sort(b.left)
	for to, from := range b.left {
		b.states[to], b.hashes[to], b.asleep[to] = b.states[from], b.hashes[from], b.asleep[from]
	}
	b.count, b.left = len(b.left), b.left[:0]
}

// recent is the states that a worker came upon last, each in the place of its hash, where the next one of that place
// replaces it. Most successors are found again soon: a state met here need not be looked up in the store.
type recent[S packed.State] []S

// recentBytes keeps it in the cache of one core.
const recentBytes = 1 << 18

func newRecent[S packed.State]() recent[S] {
	var s S
	return make(recent[S], recentBytes>>bits.Len(uint(len(s)*8-1)))
}
