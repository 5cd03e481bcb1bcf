package liveness

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// owed finds for every state which bits are pending there on some run on which they have been since their cause: since a
// state with the bit of cause, or with start since the beginning. It also reports that some bit is given what it is owed,
// in the state of its cause or by a later step.
func owed(g *stategraph.Graph, pending, cause []uint64, start bool) (all []uint64, given bool) {
	all = make([]uint64, g.States())
	var todo []uint32
	for s := range g.States() {
		if causes(g, s, cause, start) {
			if start {
				all[s] = pending[g.Label(s)]
				given = given || all[s] == 0
			} else {
				all[s] = pending[g.Label(s)] & cause[g.Label(s)]
				given = given || all[s] != cause[g.Label(s)]
			}
		}
		if all[s] != 0 {
			todo = append(todo, s)
		}
	}
	for n := 0; len(todo) > 0; n++ {
		if n%4096 == 0 && g.Stopped() {
			return all, given
		}
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		out := g.Out(s)
		for k := range out.Len() {
			t := out.At(k)
			still := all[s] & pending[g.Label(t)]
			given = given || still != all[s]
			if more := still &^ all[t]; more != 0 {
				all[t] |= more
				todo = append(todo, t)
			}
		}
	}
	return all, given
}

// causes reports that something becomes due in a state.
func causes(g *stategraph.Graph, s uint32, cause []uint64, start bool) bool {
	if start {
		return s < g.Begin(1)
	}
	return cause[g.Label(s)] != 0
}

// through is a shortest path from the beginning to a state that is a goal, on which the bit stays pending from its cause to
// the end. It is nil if there is none, or the search is halted.
func (j *fairness) through(l int, pending, cause []uint64, start bool, goal func(s uint32) bool) (path []trace.Step, end uint32) {
	g := j.g
	is := func(s uint32) bool { return pending[g.Label(s)]>>l&1 != 0 }
	begins := func(s uint32) bool {
		return is(s) && causes(g, s, cause, start) && (start || cause[g.Label(s)]>>l&1 != 0)
	}
	seen := map[uint32]bool{}
	var layers [][]uint32
	for length := 0; ; length++ {
		var layer, ends []uint32
		add := func(s uint32) {
			if !seen[s] {
				seen[s] = true
				layer = append(layer, s)
			}
		}
		if length < g.Levels() {
			for s := g.Begin(length); s < g.Begin(length+1); s++ {
				if begins(s) {
					add(s)
				}
			}
		}
		if length > 0 {
			for _, s := range layers[length-1] {
				out := g.Out(s)
				for k := range out.Len() {
					t := out.At(k)
					if is(t) {
						add(t)
					}
				}
			}
		}
		for _, s := range layer {
			if goal(s) {
				ends = append(ends, s)
			}
		}
		if layers = append(layers, layer); len(ends) > 0 {
			end = slices.MinFunc(ends, j.compare)
			break
		}
		if len(layer) == 0 && length > g.Levels() || g.Stopped() {
			return nil, 0
		}
	}
	var way []edge
	at, length := end, len(layers)-1
	for !begins(at) || g.Level(at) != length {
		var last []edge
		for _, s := range layers[length-1] {
			out := g.Out(s)
			for k := range out.Len() {
				t := out.At(k)
				if t == at {
					last = append(last, edge{s, k})
				}
			}
		}
		way = append(way, j.first(last))
		at, length = way[len(way)-1].from, length-1
	}
	slices.Reverse(way)
	return append(j.stem(at), j.steps(way)...), end
}

// compare orders states by a rule that does not depend on numbers.
func (j *fairness) compare(a, b uint32) int {
	switch x, y := j.hash(a), j.hash(b); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// due answers a question with a cause: a run that ends, or may end, while a bit is owed, or a fair loop on which it stays so. It also
// reports that some bit is owed or given at all, and that some is given: if not, and nothing is violated, all runs leave the boundary first.
func (j *fairness) due(f question.Fair, pending, cause []uint64) (found Endless, asked, given, violated bool) {
	g := j.g
	for s := uint32(0); s < g.States() && !asked; s++ {
		asked = causes(g, s, cause, f.Start)
	}
	all, given := owed(g, pending, cause, f.Start)
	ever, ended := uint64(0), uint64(0)
	for s, bits := range all {
		if ever |= bits; bits&^ended != 0 && j.rests(uint32(s)) {
			ended |= bits
		}
	}
	at := func(s uint32, l int) bool { return all[s]>>l&1 != 0 }
	if loop := j.lasso(ever, at); loop != nil && !g.Stopped() {
		part := map[uint32]bool{}
		for _, s := range loop.part {
			part[s] = true
		}
		stem, entry := j.through(loop.site, pending, cause, f.Start, func(s uint32) bool { return part[s] })
		round := j.loop(entry, func(e edge) bool { return part[j.target(e)] })
		found.Lane = loop.site
		found.Run, found.At = j.round(append(stem, j.steps(round)...), len(stem), entry)
		violated = true
	}
	for ; ended != 0 && !g.Stopped(); ended &= ended - 1 {
		l := bits.TrailingZeros64(ended)
		path, end := j.through(l, pending, cause, f.Start, j.rests)
		if path != nil && (!violated || len(path) < len(found.Run.Path)) || !violated {
			found, violated = Endless{Lane: l}, true
			found.Run, found.At = j.runTo(path, end)
		}
	}
	return found, asked, given, violated
}
