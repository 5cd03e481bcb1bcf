package liveness

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// chain is a [question.Chain] being measured on a graph.
//
// A run with a chain of b messages can be put into an order of b rounds, each of which delivers but messages that were in
// flight when it began: sort its deliveries by the length of the chains that end with them. So the least chain from a state
// is the least number of rounds, and a search of states in rounds finds it.
//
// Not so with steps that wait until the system is quiet: they happen after deliveries that no chain to them contains, and in
// another order they would not be possible. A run in rounds is a run all the same, so rounds can only be too many. Where such
// steps are met, states are searched with the lengths of chains: see [lengths].
type chain struct {
	*pathFinder
	classes *stategraph.Classes
	kinds   *messageKinds
	hops    map[uint32][]hop // by state: its transitions, as far as they are remembered

	within, armed               []uint64 // by label
	begins, ends, drops, delays []bool   // by label

	can    []bool // by class of states: an interval that is open there can end
	waited bool   // a step that waits for others was met by the last search of rounds
	over   bool   // more was to be searched than may be
}

// moment is a state with what matters of the way to it: in a round the messages that are [fresh], otherwise [lengths].
type moment struct {
	state uint32
	way   string
}

const (
	mostMoments = 1 << 20 // are searched for one interval
	mostHops    = 1 << 12 // states of which the transitions are remembered: openings are near each other, and search the same states
)

func newChain(g *stategraph.Graph, c *stategraph.Classes, within, armed []uint64, asked [][]bool) *chain {
	x := &chain{
		pathFinder: newPathFinder(g), classes: c, kinds: newMessageKinds(g.Sys), hops: map[uint32][]hop{}, within: within, armed: armed,
		begins: asked[0], ends: asked[1], drops: asked[2], delays: asked[3], can: make([]bool, c.Count()),
	}
	for n, drops := range x.drops {
		x.ends[n] = x.ends[n] && !drops
	}
	of := func(s uint32) bool {
		labels := g.OutLabels(s)
		out := g.Out(s)
		for k := range out.Len() {
			t := out.At(k)
			if x.ends[labels[k]] || x.open(labels[k], t) && x.can[c.Of(t)] {
				return true
			}
		}
		return false
	}
	c.Each(func(s uint32) { x.can[c.Of(s)] = of(s) }, func(members []uint32) {
		for changed := true; changed && !g.Stopped(); {
			changed = false
			for _, s := range members {
				if !x.can[c.Of(s)] && of(s) {
					x.can[c.Of(s)], changed = true, true
				}
			}
		}
	})
	return x
}

// canEnd reports that an interval that is open in a state can end.
func (x *chain) canEnd(s uint32) bool { return x.can[x.classes.Of(s)] }

// open reports that an interval stays open along a transition.
func (x *chain) open(label uint16, to uint32) bool {
	return !x.ends[label] && !x.drops[label] && x.within[x.g.Label(to)] != 0
}

// opening is a transition with which intervals begin that are open after it.
type opening struct {
	edge
	size int // unbounded: it cannot end
}

// openings lists those of all states, in the order of their numbers.
func (x *chain) openings() []opening {
	var all []opening
	least := map[uint32]int{} // by the state after it
	for s := range x.g.States() {
		if s%1024 == 0 && x.g.Stopped() || x.over {
			return nil
		}
		if x.armed[x.g.Label(s)] == 0 {
			continue
		}
		labels := x.g.OutLabels(s)
		out := x.g.Out(s)
		for k := range out.Len() {
			t := out.At(k)
			if !x.begins[labels[k]] || !x.open(labels[k], t) {
				continue
			}
			size, known := least[t]
			if !known {
				size = x.least(t)
				least[t] = size
			}
			all = append(all, opening{edge{s, k}, size})
		}
	}
	return all
}

// least is the least chain with which an interval ends that is open in a state.
func (x *chain) least(s uint32) int {
	if !x.canEnd(s) {
		return unbounded
	}
	x.waited = false
	rounds, budget := x.rounds(s)
	if !x.waited || x.over {
		return rounds
	}
	for bound := 1; bound < rounds; bound++ { // without a delivery the rounds are right
		if x.endsWithin(s, bound, &budget) || x.g.Stopped() {
			return bound
		}
	}
	return rounds
}

// rounds is the least number of rounds in which an interval ends that is open in a state, and how many more moments may be
// searched for it.
func (x *chain) rounds(s uint32) (rounds, left int) {
	left, began := mostMoments, map[uint32]bool{}
	for from := []uint32{s}; ; rounds++ {
		if rounds == 1 && x.atOnce(s) {
			return 1, left
		}
		ended, to, moments := x.round(from, began, rounds > 0)
		if ended || x.g.Stopped() {
			return rounds, left
		}
		if left -= moments; left < 0 {
			x.over = true
			return rounds, left
		}
		from = to
	}
}

// atOnce reports that a transition out of a state ends an interval: then nobody need search on. In the first round every
// message is an old one.
func (x *chain) atOnce(s uint32) bool {
	return slices.ContainsFunc(x.g.OutLabels(s), func(label uint16) bool { return x.ends[label] })
}

// round searches what can happen in one round: from states in which it begins, of which those that have begun one already
// are left out, to all that it leads to. Without deliveries it is what can happen before the first message comes.
func (x *chain) round(from []uint32, began map[uint32]bool, deliveries bool) (ended bool, to []uint32, moments int) {
	var todo []moment
	if deliveries {
		for _, s := range from {
			if !began[s] {
				began[s] = true
				todo = append(todo, moment{state: s})
			}
		}
	} else {
		todo = []moment{{state: from[0]}}
	}
	seen, reached := map[moment]bool{}, map[uint32]bool{}
	for _, m := range todo {
		seen[m] = true
	}
	for ; len(todo) > 0; moments++ {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if moments%256 == 0 && x.g.Stopped() {
			return false, nil, moments
		}
		if !reached[m.state] {
			reached[m.state] = true
			to = append(to, m.state)
		}
		for next, edge := range x.follow(m, deliveries) {
			label := x.g.OutLabels(edge.from)[edge.index]
			if x.ends[label] {
				return true, nil, moments
			}
			if x.open(label, next.state) && x.canEnd(next.state) && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false, to, moments
}

// follow yields what can happen next in a round, with or without deliveries.
func (x *chain) follow(m moment, deliveries bool) iter.Seq2[moment, edge] {
	return func(yield func(moment, edge) bool) {
		labels, out := x.g.OutLabels(m.state), x.g.Out(m.state)
		hops := x.hopsOf(m.state)
		for k := range out.Len() {
			t := out.At(k)
			if x.delays[labels[k]] && !deliveries {
				continue
			}
			if x.drops[labels[k]] {
				continue
			}
			x.waited = x.waited || hops[k].waits
			if f, possible := x.kinds.after(fresh(m.way), &hops[k]); possible && !yield(moment{t, string(f)}, edge{m.state, k}) {
				return
			}
		}
	}
}

// hopsOf lists what the transitions of a state do to the messages in flight.
func (x *chain) hopsOf(s uint32) []hop {
	all, known := x.hops[s]
	if !known {
		for _, step := range x.g.Steps(x.reader, s) {
			all = append(all, x.kinds.hop(step))
		}
		if len(x.hops) == mostHops {
			clear(x.hops)
		}
		x.hops[s] = all
	}
	return all
}

// measure answers the question: the least and the largest interval, each with a shortest run that shows it.
func (x *chain) measure() *question.Measure {
	all := x.openings()
	if x.over || len(all) == 0 {
		return nil
	}
	bySize := func(a, b opening) int { return cmp.Compare(a.size, b.size) }
	m := &question.Measure{Min: slices.MinFunc(all, bySize).size, Max: slices.MaxFunc(all, bySize).size}
	m.Most = x.witness(all, m.Max)
	if m.Unbounded = m.Max == unbounded; m.Min == unbounded {
		m.Min, m.Never = 0, true
	} else {
		m.Least = x.witness(all, m.Min)
	}
	if m.Unbounded {
		m.Max = 0
	}
	return m
}

// chained notes what was measured.
func (a *Answers) chained(property int, x *chain) {
	m := x.measure()
	switch {
	case x.g.Stopped():
		return
	case x.over:
		a.leave([]int{property}, fmt.Sprintf("more than %d states to be searched for the end of an interval", mostMoments))
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.Answered |= 1 << property
	if m != nil {
		a.Spoke |= 1 << property
		a.Measures[property] = m
	}
}
