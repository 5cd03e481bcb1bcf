package explore

import "slices"

// places numbers the slots of a store and the states that stand in them.
type places[S packed] struct {
	store   *store[S]
	base    [shardCount + 1]uint32 // the number of slot p of shard k is base[k] + p
	slots   uint64
	numbers []uint32 // of the states, by slot
	states  []S      // by number
}

func newPlaces[S packed](store *store[S]) *places[S] {
	p := &places[S]{store: store}
	for k := range store.shards {
		p.slots += uint64(len(store.shards[k].slots))
		p.base[k+1] = uint32(p.slots)
	}
	return p
}

// number gives the states their numbers, level by level; within a level in the order in which they were found, if the
// search has kept it.
func (p *places[S]) number(e *search[S], levels []uint32) {
	p.numbers, p.states = make([]uint32, p.slots), make([]S, 0, e.store.count())
	for _, chunk := range e.visited {
		p.states = append(p.states, chunk...)
	}
	e.visited = nil
	if len(p.states) == cap(p.states) {
		p.find()
		return
	}
	p.states = p.states[:cap(p.states)]
	next := slices.Clone(levels)
	for k := range p.store.shards {
		sh := &p.store.shards[k]
		for slot := range sh.slots {
			if sh.slots[slot][0] != 0 {
				s := &next[sh.levelAt(slot)]
				p.numbers[p.base[k]+uint32(slot)], p.states[*s] = *s, sh.state(slot)
				*s++
			}
		}
	}
}

// find finds the slots of all states, many at a time.
func (p *places[S]) find() {
	for from := 0; from < len(p.states); from += batchSize {
		some := p.states[from:min(from+batchSize, len(p.states))]
		var places [batchSize]uint32
		p.touch(some, &places)
		for k := range some {
			p.numbers[p.slot(&some[k], places[k])] = uint32(from + k)
		}
	}
}

// touch looks up where to look for some states, so that many cache misses are in flight at once.
func (p *places[S]) touch(some []S, places *[batchSize]uint32) {
	var touched uint64
	for k := range some {
		h := hash(&some[k])
		shard := shardOf(h)
		slot := p.store.shards[shard].place(h)
		places[k] = p.base[shard] + uint32(slot)
		touched ^= p.store.shards[shard].slots[slot][0] ^ uint64(p.numbers[places[k]])
	}
	sink.touch(touched)
}

// slot is where a state stands, looked for from the given place on.
func (p *places[S]) slot(s *S, place uint32) uint32 {
	shard := shardOf(hash(s))
	table, slot := &p.store.shards[shard].table, int(place-p.base[shard])
	for table.state(slot) != *s {
		if table.slots[slot][0] == 0 {
			panic("explore: a complete search lacks a successor")
		}
		if slot++; slot == len(table.slots) {
			slot = 0
		}
	}
	return p.base[shard] + uint32(slot)
}
