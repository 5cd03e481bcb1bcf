package explore

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// graph is all visited states with the transitions between them. States are numbered by level, from 0.
type graph struct {
	common *common
	levels []uint32 // where each level begins; at the end the number of states
	look   []uint32 // by state: the number of its look
	first  []uint32 // by state: where its transitions begin
	degree []uint16 // by state: how many they are
	to     []uint32 // by transition: where it leads
	mark   []uint16 // by transition: the number of its mark
	rising bool     // every transition leads one level up

	looks *looks
	marks *marks
	at    func(s uint32) packed.Vector
	stem  func(s packed.Vector, level int) []trace.Step

	unfolded *unfolded // nil without symmetry

	used  atomic.Uint64 // transitions so far
	full  atomic.Bool   // too many meanings
	wide  atomic.Bool   // too many transitions out of one state
	falls atomic.Bool   // a transition does not lead one level up
}

// out lists where the transitions of s lead; a transition's index there is also its index in [graph.steps].
func (g *graph) out(s uint32) []uint32 {
	first := g.first[s]
	return g.to[first : first+uint32(g.degree[s])]
}

// meanings lists the marks of the transitions of s.
func (g *graph) meanings(s uint32) []uint16 {
	first := g.first[s]
	return g.mark[first : first+uint32(g.degree[s])]
}

// halted reports that nobody wants the answers any more.
func (g *graph) halted() bool { return g.common.Halted() != session.Running }

// states is the number of states.
func (g *graph) states() uint32 { return uint32(len(g.look)) }

// level is that of a state.
func (g *graph) level(s uint32) int {
	return sort.Search(len(g.levels), func(l int) bool { return g.levels[l] > s }) - 1
}

// steps lists the transitions of a state in full: at each site of it, or of its representative, by kind.
func (g *graph) steps(r *system.Reader, s uint32) []trace.Step {
	if g.unfolded != nil {
		return g.unfolded.steps(r, s)
	}
	return stepsFrom(g.common.Sys, r, g.at(s))
}

// stepsFrom lists the transitions out of a state, at each site by kind.
func stepsFrom(sys *system.System, r *system.Reader, at packed.Vector) (all []trace.Step) {
	rest := transitions.Out(sys, r, at)
	for len(rest) > 0 {
		here := slices.IndexFunc(rest, func(t transitions.Transition) bool { return t.Site != rest[0].Site })
		if here < 0 {
			here = len(rest)
		}
		for _, wanted := range []transitions.Kind{transitions.Plain, transitions.Sending, transitions.Particular} {
			for _, t := range rest[:here] {
				if transitions.KindOf(t.Move, at[t.Site]) == wanted {
					all = append(all, trace.StepOf(at, t))
				}
			}
		}
		rest = rest[here:]
	}
	return all
}

// graphBytes is the memory of a graph, with the order of its components, by the numbers of states and transitions.
func graphBytes(states, transitions uint64) uint64 { return 24*states + 6*transitions }

// graph expands every state once more and notes where its transitions lead. It returns why it could not, if so.
func (e *search[S]) graph(q question.Questions, looks *looks) (g *graph, limit string) {
	g = &graph{common: e.common, looks: looks, marks: newMarks(q)}
	states, edges := uint64(e.store.Count()), uint64(e.transitions)
	if states > math.MaxUint32/2 || edges > math.MaxUint32 {
		return nil, tooLarge(states, edges)
	}
	need := int64(graphBytes(states, edges) + placesBytes(states))
	if e.Symmetry != nil {
		need += int64(quotientBytes(states, edges))
	}
	if !e.Memory.Fits(need) {
		return nil, fmt.Sprintf("%s: the graph of all transitions needs %s beside the states", e.Text(session.Memory), humanize.IBytes(uint64(need)))
	}
	g.levels = make([]uint32, len(e.levels)+1)
	for l, n := range e.levels {
		g.levels[l+1] = g.levels[l] + uint32(n)
	}
	stage := e.common.Enter("transitions once more", int(states))
	places := newPlaces(e, g.levels)
	g.look, g.first, g.degree = make([]uint32, states), make([]uint32, states), make([]uint16, states)
	g.to, g.mark = make([]uint32, edges), make([]uint16, edges)
	var orbits *quotient
	if e.Symmetry != nil {
		orbits = newQuotient(g, e.Symmetry)
	}
	stage.Share(func() func(from, to uint32) { return newLookout(e, g, orbits, places).states })
	if halted := e.Halted(); halted != session.Running {
		return nil, e.Text(halted)
	}
	if g.full.Load() {
		return nil, "transitions with more than 65,535 different weights"
	}
	if g.wide.Load() {
		return nil, "a state with more than 65,535 transitions"
	}
	if g.used.Load() != edges {
		panic("explore: the graph has other transitions than the search")
	}
	g.rising = !g.falls.Load()
	g.at = func(s uint32) packed.Vector { return e.unpack(&places.states[s]) }
	g.stem, places.slots = e.stem, nil
	if orbits != nil {
		return orbits.unfold(e.common, g.at)
	}
	return g, ""
}

func tooLarge(states, transitions uint64) string {
	return fmt.Sprintf("a graph of %d states and %d transitions; up to %d and %d are possible", states, transitions,
		uint32(math.MaxUint32/2), uint32(math.MaxUint32))
}
