package explore

import "math/bits"

// batch is states on their way into the store, in the order in which they were found: neighbours are alike, and the
// search stays near the cache if the next level keeps that order.
type batch[S packed] struct {
	states []S
	hashes []uint64
	order  []uint16 // the states by shard
	ends   [shardCount]uint16
	fresh  []bool // was new to the store
}

const batchSize = 1024

func newBatch[S packed]() *batch[S] {
	return &batch[S]{
		states: make([]S, 0, batchSize), hashes: make([]uint64, 0, batchSize),
		order: make([]uint16, batchSize), fresh: make([]bool, batchSize),
	}
}

// add reports whether the batch is full.
func (b *batch[S]) add(s *S, h uint64) bool {
	b.states, b.hashes = append(b.states, *s), append(b.hashes, h)
	return len(b.states) == batchSize
}

func (b *batch[S]) clear() { b.states, b.hashes = b.states[:0], b.hashes[:0] }

// sort orders the states by shard.
func (b *batch[S]) sort() {
	clear(b.ends[:])
	for _, h := range b.hashes {
		b.ends[shardOf(h)]++
	}
	end := uint16(0)
	for k := range b.ends {
		b.ends[k], end = end, end+b.ends[k]
	}
	for k, h := range b.hashes {
		p := &b.ends[shardOf(h)]
		b.order[*p] = uint16(k)
		*p++
	}
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
