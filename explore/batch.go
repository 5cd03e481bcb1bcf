package explore

import "math/bits"

// batch is states on their way into the store, in the order in which they were found: neighbours are alike, and the
// search stays near the cache if the next level keeps that order.
type batch[S packed] struct {
	count  int
	states [batchSize]S
	hashes [batchSize]uint64
	order  [batchSize]uint16 // the states by shard
	ends   [shardCount]uint16
	fresh  [batchSize]bool // was new to the store
}

const batchSize = 1024

// sort orders the first count states by shard.
func (b *batch[S]) sort(count int) {
	clear(b.ends[:])
	for _, h := range b.hashes[:count] {
		b.ends[shardOf(h)]++
	}
	end := uint16(0)
	for k := range b.ends {
		b.ends[k], end = end, end+b.ends[k]
	}
	for k, h := range b.hashes[:count] {
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

// recent is the states that a worker came upon last, each in the place of its hash, where the next one of that place
// replaces it. Most successors are found again soon: a state met here need not be looked up in the store.
type recent[S packed] []S

// recentBytes keeps it in the cache of one core.
const recentBytes = 1 << 18

func newRecent[S packed]() recent[S] {
	var s S
	return make(recent[S], recentBytes>>bits.Len(uint(len(s)*8-1)))
}
