package visited

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// Batch is states on their way into the visited set, in the order in which they were found: neighbours are alike, and the
// search stays near the cache if the next level keeps that order.
type Batch[S packed.State] struct {
	Count  int
	States [BatchSize]S
	Hashes [BatchSize]uint64
	Asleep [BatchSize]packed.SleepSet
	order  [BatchSize]uint16 // the states by shard
	ends   [Shards]uint16
	Fresh  [BatchSize]bool // was new to the visited set
	left   []uint16        // are still on their way
}

const BatchSize = 1024

// sort orders the states by shard.
func (b *Batch[S]) sort() {
	clear(b.ends[:])
	for _, h := range b.Hashes[:b.Count] {
		b.ends[shardOf(h)]++
	}
	end := uint16(0)
	for k := range b.ends {
		b.ends[k], end = end, end+b.ends[k]
	}
	for k, h := range b.Hashes[:b.Count] {
		p := &b.ends[shardOf(h)]
		b.order[*p] = uint16(k)
		*p++
	}
}

// of lists the sorted states of a shard.
func (b *Batch[S]) of(shard int) []uint16 {
	if shard == 0 {
		return b.order[:b.ends[0]]
	}
	return b.order[b.ends[shard-1]:b.ends[shard]]
}

// retry notes that these states are still on their way.
func (b *Batch[S]) retry(members []uint16) {
	for _, k := range members {
		b.Fresh[k] = false
	}
	b.left = append(b.left, members...)
}

// Next empties the batch but for the states that are still on their way.
func (b *Batch[S]) Next() {
	slices.Sort(b.left)
	for to, from := range b.left {
		b.States[to], b.Hashes[to], b.Asleep[to] = b.States[from], b.Hashes[from], b.Asleep[from]
	}
	b.Count, b.left = len(b.left), b.left[:0]
}

// Reset empties the batch.
func (b *Batch[S]) Reset() { b.Count, b.left = 0, b.left[:0] }

// Cache is the states that a worker came upon last, each in the place of its hash, where the next one of that place
// replaces it. Most successors are found again soon: a state met here need not be looked up in the visited set.
type Cache[S packed.State] []S

// cacheBytes keeps it in the cache of one core.
const cacheBytes = 1 << 18

func NewCache[S packed.State]() Cache[S] {
	var s S
	return make(Cache[S], cacheBytes>>bits.Len(uint(len(s)*8-1)))
}
