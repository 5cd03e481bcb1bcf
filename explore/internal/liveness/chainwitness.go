package liveness

import (
	"iter"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
)

// witness is a shortest run that shows an interval of a size: of those equally long the one whose interval begins in the
// state with the least content hash, then with the least label. An interval that cannot end is shown by how it begins.
func (x *chain) witness(all []opening, size int) question.Run {
	var best opening
	var bestWay []edge
	steps, ways := -1, map[uint32][]edge{} // by the state after the beginning
	for _, b := range all {                // in the order of their levels
		if b.size != size {
			continue
		}
		level := x.g.Level(b.from) + 1
		if steps >= 0 && level > steps {
			break
		}
		var way []edge
		if size != unbounded {
			t, known := x.target(b.edge), false
			if way, known = ways[t]; !known {
				way = x.path(t, size)
				ways[t] = way
			}
		}
		if x.g.Stopped() {
			return question.Run{}
		}
		now := level + len(way)
		if steps < 0 || now < steps || now == steps && x.first([]edge{best.edge, b.edge}) != best.edge {
			best, bestWay, steps = b, way, now
		}
	}
	path := append(x.stem(best.from), x.step(best.edge))
	return x.run(append(path, x.steps(bestWay)...), false)
}

// inRound is a moment of the round of this number.
type inRound struct {
	moment
	round int
}

// path is a shortest path from a state to the end of an interval, with chains of this size.
func (x *chain) path(from uint32, size int) []edge {
	x.waited = false
	way := x.shortest(moment{state: from}, size, func(p inRound) iter.Seq2[moment, edge] { return x.follow(p.moment, p.round > 0) })
	if x.waited {
		way = x.shortest(x.opened(from), 0, func(p inRound) iter.Seq2[moment, edge] { return x.followLengths(p.moment, size) })
	}
	return way
}

// shortest is a shortest path to the end of an interval, in so many rounds. Of several, it is chosen as by [pathFinder.path],
// from the end backwards.
func (x *chain) shortest(start moment, rounds int, follow func(p inRound) iter.Seq2[moment, edge]) []edge {
	seen := map[inRound]bool{}
	var layers [][]inRound
	put := func(layer []inRound, m moment, round int) []inRound {
		for ; round <= rounds; round++ { // a round may be over at any time
			if p := (inRound{m, round}); !seen[p] {
				seen[p] = true
				layer = append(layer, p)
			}
			m.way = ""
		}
		return layer
	}
	here := put(nil, start, 0)
	var last []edge
	for len(last) == 0 && len(here) > 0 && !x.g.Stopped() {
		layers = append(layers, here)
		var next []inRound
		for _, p := range here {
			for m, e := range follow(p) {
				label := x.g.OutLabels(e.from)[e.index]
				if x.ends[label] {
					last = append(last, e)
				}
				if x.open(label, m.state) && x.canEnd(m.state) {
					next = put(next, m, p.round)
				}
			}
		}
		here = next
	}
	if len(last) == 0 {
		return nil // halted
	}
	way := []edge{x.first(last)}
	leads := func(e edge, _ moment, _ int) bool { return e == way[0] }
	for k := len(layers) - 1; k > 0; k-- {
		// the places of this layer from which the way goes on, also as a later round
		goes := map[inRound]bool{}
		for _, p := range layers[k] {
			for m, e := range follow(p) {
				if leads(e, m, p.round) {
					goes[p] = true
				}
			}
		}
		arrives := func(m moment, round int) bool {
			for ; round <= rounds; round++ {
				if goes[inRound{m, round}] {
					return true
				}
				m.way = ""
			}
			return false
		}
		var before []edge
		for _, p := range layers[k-1] {
			for m, e := range follow(p) {
				if !x.ends[x.g.OutLabels(e.from)[e.index]] && arrives(m, p.round) {
					before = append(before, e)
				}
			}
		}
		chosen := x.first(before)
		way = append(way, chosen)
		leads = func(e edge, m moment, round int) bool { return e == chosen && arrives(m, round) }
	}
	slices.Reverse(way)
	return way
}
