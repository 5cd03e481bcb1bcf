package stategraph

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// Graph is all visited states with the transitions between them. States are numbered by level, from 0.
type Graph struct {
	*session.Session
	levels []uint32 // where each level begins; at the end the number of states
	shape  []uint32 // by state: the number of its shape
	first  []uint32 // by state: where its transitions begin
	leaves []bool   // by state: whether other transitions lead outside of the boundary, or to what is not known; nil: nowhere
	to     targets  // by transition
	shapes *shapes
	rising bool // every transition leads one level up

	StateLabels *StateLabels
	EdgeLabels  *EdgeLabels
	At          func(s uint32) packed.Vector
	Stem        func(s packed.Vector, level int) []trace.Step
	Real        func(trace.Walk) trace.Walk // makes the real run of a run of canonical states; nil: all runs are real

	unfolding *unfolding // nil without symmetry
	free      func()     // gives back the memory outside of Go's heap; nil: there is none

	used  atomic.Uint64 // transitions so far
	full  atomic.Bool   // too many labels
	wide  atomic.Bool   // too many transitions out of one state
	still atomic.Bool   // a transition leads to the state that it leaves
	falls atomic.Bool   // a transition does not lead one level up
}

// Out lists where the transitions of s lead; a transition's index there is also its index in [graph.steps].
func (g *Graph) Out(s uint32) Out {
	return g.to.of(g.first[s], int(g.shapes.all[g.shape[s]].degree))
}

// all is where all transitions lead.
func (g *Graph) all() Out { return g.to.of(0, int(g.used.Load())) }

// Label is the number of a state's label.
func (g *Graph) Label(s uint32) uint32 { return g.shapes.all[g.shape[s]].label }

// OutLabels lists the labels of the transitions of s.
func (g *Graph) OutLabels(s uint32) []uint16 { return g.shapes.of(g.shape[s]) }

// Shape is the number of what a state's label and those of its transitions are together.
func (g *Graph) Shape(s uint32) uint32 { return g.shape[s] }

// Shapes lists by number of a shape whether it has a transition with such a label.
func (g *Graph) Shapes(such []bool) []bool {
	all := make([]bool, len(g.shapes.all))
	for n := range all {
		all[n] = slices.ContainsFunc(g.shapes.of(uint32(n)), func(label uint16) bool { return such[label] })
	}
	return all
}

// Stopped reports that nobody wants the answers any more.
func (g *Graph) Stopped() bool { return g.Halted() != session.Running }

// Ends reports that nothing can happen in a state any more.
func (g *Graph) Ends(s uint32) bool {
	return g.shapes.all[g.shape[s]].degree == 0 && (g.leaves == nil || !g.leaves[s])
}

// States is the number of states.
func (g *Graph) States() uint32 { return uint32(len(g.shape)) }

// Levels is how many levels there are.
func (g *Graph) Levels() int { return len(g.levels) - 1 }

// Begin is the number of a level's first state; of the level behind the last one, that of all states.
func (g *Graph) Begin(level int) uint32 { return g.levels[level] }

// Level is that of a state.
func (g *Graph) Level(s uint32) int {
	return sort.Search(len(g.levels), func(l int) bool { return g.levels[l] > s }) - 1
}

// Steps lists the transitions of a state in full: at each site of it, or of its representative, by kind.
func (g *Graph) Steps(r *system.Reader, s uint32) []trace.Step {
	if g.unfolding != nil {
		return g.unfolding.steps(r, s)
	}
	return stepsFrom(g.Sys, r, g.At(s))
}

// Leaving lists the transitions of a state that lead outside of the boundary.
func (g *Graph) Leaving(r *system.Reader, s uint32) (all []trace.Step) {
	if g.leaves == nil || !g.leaves[s] {
		return nil
	}
	at, bounds := g.At(s), transitions.NewBounds(g.Sys)
	for _, t := range r.Out(at) {
		if !bounds.Within(r, t.To) {
			all = append(all, trace.StepOf(at, t))
		}
	}
	return all
}

// stepsFrom lists the transitions out of a state, at each site by kind.
func stepsFrom(sys *system.System, r *system.Reader, at packed.Vector) (all []trace.Step) {
	rest := r.Out(at)
	if sys.Within != nil {
		bounds := transitions.NewBounds(sys)
		rest = slices.DeleteFunc(rest, func(t system.Transition) bool { return !bounds.Within(r, t.To) })
	}
	for len(rest) > 0 {
		here := slices.IndexFunc(rest, func(t system.Transition) bool { return t.Site != rest[0].Site })
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

// graphBytes is the memory of a graph, with the numbering while it is built and the order of its components afterwards, by the numbers
// of states and transitions; but for its shapes, and the list of the states, which takes no more than the visited set that is given up for it.
func graphBytes(states, transitions uint64) uint64 {
	return 24*states + uint64(targetWidth(states))*transitions
}

// Source is what the graph needs to know of a search.
type Source[S packed.State] struct {
	*session.Session
	Partly bool // the search is not complete: where those of the last level lead is not known
	Layout *packed.Layout
	Table  *transitions.Table
	Levels []int                     // states per level
	List   func(levels []uint32) []S // gives up the visited set and lists the states by level

	Transitions int
	Unreduced   question.Reduction // under symmetry: what a search without it counts

	Stem func(s packed.Vector, level int) []trace.Step
	Real func(trace.Walk) trace.Walk // see [Graph]
}

// Build expands every state once more and notes where its transitions lead. It returns why it could not, if so; what there is of a
// graph then is to be freed all the same.
func Build[S packed.State](e *Source[S], seen *StateLabels, along *EdgeLabels) (g *Graph, limit string) {
	g = &Graph{Session: e.Session, StateLabels: seen, EdgeLabels: along, Stem: e.Stem, Real: e.Real}
	states, edges := uint64(0), uint64(e.Transitions)
	g.levels = make([]uint32, len(e.Levels)+1)
	for l, n := range e.Levels {
		states += uint64(n)
		g.levels[l+1] = uint32(states)
	}
	if states > math.MaxUint32/2 || edges > math.MaxUint32 {
		return nil, tooLarge(states, edges)
	}
	need := int64(graphBytes(states, edges))
	if e.Symmetry != nil {
		need += int64(quotientBytes(states, edges))
	}
	need = max(need, 8*int64(len(*new(S)))*int64(states)) // the list, before the visited set is given up
	if !e.Memory.Fits(need) {
		return nil, fmt.Sprintf("%s: the graph of all transitions needs %s beside the states", e.Text(session.Memory), humanize.IBytes(uint64(need)))
	}
	stage := e.Enter("linking them to a graph", int(states))
	numbers := newNumbering(e, g.levels)
	defer numbers.slots.Free()
	g.allocate(int(states), int(edges))
	if e.Sys.Within != nil || e.Partly {
		g.leaves = make([]bool, states)
	}
	var orbits *quotient
	if e.Symmetry != nil {
		orbits = newQuotient(g, int(edges), e.Symmetry)
	}
	stage.Share(func() func(from, to uint32) { return newBuilder(e, g, orbits, numbers).states })
	if halted := e.Halted(); halted != session.Running {
		return g, e.Text(halted)
	}
	if g.full.Load() {
		return g, "transitions with more than 65,535 different weights"
	}
	if g.still.Load() {
		return nil, "a step after which a state has the canonical form that it had before"
	}
	if g.wide.Load() {
		return g, "a state with more than 65,535 transitions"
	}
	if g.used.Load() != edges && g.leaves == nil {
		panic("explore: the graph has other transitions than the search")
	}
	g.rising = !g.falls.Load()
	g.At = func(s uint32) packed.Vector { return packed.Unpack(e.Layout, &numbers.states[s]) }
	if orbits != nil {
		full, limit := orbits.unfold(e.Unreduced, g.At)
		g.Free()
		return full, limit
	}
	return g, ""
}

// allocate makes room for so many states and transitions: outside of Go's heap, so that no garbage may pile up beside them for as much
// again.
func (g *Graph) allocate(states, transitions int) {
	pages := &g.Memory.Pages
	shape, first := membudget.NewPaged[uint32](pages, states), membudget.NewPaged[uint32](pages, states)
	g.shapes, g.shape, g.first, g.to = newShapes(&g.Memory), shape.All, first.All, newTargets(pages, states, transitions)
	g.free = func() {
		g.shapes, g.shape, g.first = nil, nil, nil
		shape.Free()
		first.Free()
		g.to.Free()
	}
}

// Free gives back the graph's memory. Nothing can be asked any more.
func (g *Graph) Free() {
	if g.free != nil {
		g.free()
	}
}

func tooLarge(states, transitions uint64) string {
	return fmt.Sprintf("a graph of %d states and %d transitions; up to %d and %d are possible", states, transitions,
		uint32(math.MaxUint32/2), uint32(math.MaxUint32))
}

// Renamed reports that states are images of others, so that their transitions come in the order of these.
func (g *Graph) Renamed() bool { return g.unfolding != nil }
