package explore

import (
	"gmecheck/model"
	"math/bits"
	"slices"
)

// content hashes what a state is, whatever numbers its nodes have.
func (w *worker[S]) content(s *S) uint64 { return contentHash(w.e.sys, w.contents, w.e.unpack(s)) }

func contentHash(sys *model.System, known map[uint64]uint64, s state) uint64 {
	sites := len(s) - 1
	h := uint64(s[sites])
	for k, node := range s[:sites] {
		key := uint64(k)<<32 | uint64(node)
		c, ok := known[key]
		if !ok {
			c = sys.Describe(k, node).Hash()
			known[key] = c
		}
		hi, lo := bits.Mul64(h^c, 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	return h
}

// pathTo finds a shortest path to a candidate: backwards, level by level, among the states of each level the
// predecessor with the least content hash.
func (e *search[S]) pathTo(c candidate) []pathStep {
	var path []pathStep
	reader, known := e.sys.NewReader(), map[uint64]uint64{}
	if c.event != nil {
		for _, t := range expand(e.sys, reader, c.at) {
			if t.site == c.site && t.move.Event == c.event {
				path = append(path, pathStep{c.at, t.site, t.move})
				break
			}
		}
	}
	wanted := c.at
	for level := c.level; level > 0; level-- {
		var best pathStep
		var bestHash uint64
		for k := range e.store.shards {
			sh := &e.store.shards[k]
			for p, l := range sh.levels {
				if int(l) != level-1 || sh.slots[p][0] == 0 {
					continue
				}
				s := e.unpack(&sh.slots[p])
				for _, t := range expand(e.sys, reader, s) {
					if !slices.Equal(t.to, wanted) {
						continue
					}
					h := contentHash(e.sys, known, s)
					step := pathStep{s, t.site, t.move}
					if best.from == nil || h < bestHash || h == bestHash &&
						e.sys.Label(t.site, s[t.site], t.move.Event) < e.sys.Label(best.site, best.from[best.site], best.move.Event) {
						best, bestHash = step, h
					}
				}
			}
		}
		if best.from == nil {
			panic("explore: a visited state has no predecessor")
		}
		path = append(path, best)
		wanted = best.from
	}
	slices.Reverse(path)
	return path
}
