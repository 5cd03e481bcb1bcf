package liveness

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// constraint names something that must not stay possible for ever without happening: a delivery (or the drop at a site
// that is down) of a message, under fifo of a channel's; an exit, a recovery, a due timeout, an internal event.
type constraint struct {
	site    model.Site
	kind    model.EventKind
	name    string
	message any
	from    model.Site
}

// constraintOf returns the constraint that an event meets; false if it is free to happen or not. Events do not tell early
// expiries: they are the caller's business, and none.
func constraintOf(e *model.Event) (constraint, bool) {
	o := constraint{site: e.Site, kind: e.Kind, name: e.Name}
	switch e.Kind {
	case model.DeliverEvent, model.DropEvent:
		o.kind = model.DeliverEvent
		if o.from = e.Message.From; o.from == 0 {
			o.message = e.Message.Value
		}
		return o, true
	case model.TickEvent: // time goes on
		return o, true
	case model.ExitEvent, model.RecoverEvent, model.InternalEvent, model.TimeoutEvent:
		return o, !e.Optional
	}
	return o, false
}

func (o constraint) String() string {
	return fmt.Sprint(o.site, o.kind, o.name, o.from, model.Text(o.message))
}

// FairLoop reports whether a run that repeats a loop for ever is fair: everything that is possible in all states of the
// loop happens on it. possible and taken are, for each step of the loop, the events possible before it and the event
// that it is; timers that are not due are left out of both, as nil where such a one is taken.
func FairLoop(possible [][]*model.Event, taken []*model.Event) bool {
	met := map[constraint]bool{}
	for _, e := range taken {
		if e == nil {
			continue
		}
		if o, ok := constraintOf(e); ok {
			met[o] = true
		}
	}
	var always map[constraint]bool
	for _, events := range possible {
		here := map[constraint]bool{}
		for _, e := range events {
			if o, ok := constraintOf(e); ok && !met[o] && (always == nil || always[o]) {
				here[o] = true
			}
		}
		always = here
	}
	return len(always) == 0
}

// fairness looks for fair endless runs.
type fairness struct {
	*pathFinder
	o     *stategraph.Order
	nodes [][]local // by site and row

	numberless map[any]any // messages but for their numbers
}

// rests reports that a run may end in a state: nothing is possible there but what need not happen.
func (j *fairness) rests(s uint32) bool {
	if j.g.Ends(s) {
		return true
	}
	at := j.g.At(s)
	for k := range j.g.Sys.Places {
		if len(j.local(k, at).meets) > 0 {
			return false
		}
	}
	return len(j.possible(s)) == 0
}

// lasso is an endless run: a shortest path to a state and a loop from it.
type lasso struct {
	site  int      // the lane that stays pending
	part  []uint32 // the states among which the loop stays
	entry uint32
	loop  []edge
	level int
	hash  uint64
}

func (l *lasso) before(m *lasso) bool {
	return cmp.Or(cmp.Compare(l.level+len(l.loop), m.level+len(m.loop)), cmp.Compare(l.level, m.level),
		cmp.Compare(l.hash, m.hash), cmp.Compare(l.site, m.site)) < 0
}

const (
	triedParts   = 32 // parts of the graph of which loops are compared
	triedEntries = 32 // states of each at which loops begin
)

// lasso finds a fair endless run on which a bit stays pending, one of those that ever are: nil if there is none. Among the parts of the graph
// in which such runs stay, the 32 with the lowest levels are tried, and in each of them loops from the 32 lowest states;
// the shortest stem and loop together win.
func (j *fairness) lasso(ever uint64, pending func(s uint32, bit int) bool) *lasso {
	if j.o.Acyclic() {
		return nil
	}
	var best *lasso
	inner := stategraph.NewComponents(j.g)
	for ; ever != 0; ever &= ever - 1 {
		l := bits.TrailingZeros64(ever)
		var parts [][]uint32
		for members := range j.o.Cycles {
			name := j.o.Of[members[0]]
			keep := func(s uint32) bool { return j.o.Of[s] == name && pending(s, l) }
			for _, s := range members {
				if keep(s) {
					inner.Visit(s, keep, func(part []uint32) {
						if len(part) > 1 {
							parts = append(parts, slices.Clone(part))
						}
					})
				}
			}
		}
		parts = slices.DeleteFunc(parts, func(part []uint32) bool { return !j.fair(part, inner.Of) })
		parts = lowestParts(parts, triedParts, j.g.Level)
		for _, part := range parts {
			j.lowest(part)
		}
		slices.SortFunc(parts, func(a, b []uint32) int { return j.byLevel(a[0], b[0]) })
		for _, part := range parts[:min(len(parts), triedParts)] {
			in := func(e edge) bool { return inner.Of[j.target(e)] == inner.Of[part[0]] }
			for _, entry := range part[:min(len(part), triedEntries)] {
				found := &lasso{site: l, part: part, entry: entry, loop: j.loop(entry, in), level: j.g.Level(entry), hash: j.hash(entry)}
				if j.g.Stopped() {
					return nil
				}
				if best == nil || found.before(best) {
					best = found
				}
			}
		}
		for members := range j.o.Cycles {
			inner.Forget(members)
		}
	}
	return best
}

// lowestParts leaves out parts that are not among so many with the lowest levels; those that are as low as the last of these stay. States are
// numbered by level.
func lowestParts(parts [][]uint32, most int, level func(s uint32) int) [][]uint32 {
	if len(parts) <= most {
		return parts
	}
	levels := make([]int, len(parts))
	for k, part := range parts {
		levels[k] = level(slices.Min(part))
	}
	last := slices.Sorted(slices.Values(levels))[most-1]
	near := parts[:0]
	for k, part := range parts {
		if levels[k] <= last {
			near = append(near, part)
		}
	}
	return near
}

// byLevel orders states by level, then by content hash, which takes longer.
func (j *fairness) byLevel(a, b uint32) int {
	if c := cmp.Compare(j.g.Level(a), j.g.Level(b)); c != 0 {
		return c
	}
	return j.compare(a, b)
}

// lowest sorts the lowest states of a part to its front, by level and content hash.
func (j *fairness) lowest(part []uint32) {
	slices.Sort(part)
	end := min(len(part), triedEntries)
	for next := j.g.Begin(j.g.Level(part[end-1]) + 1); end < len(part) && part[end] < next; {
		end++
	}
	slices.SortFunc(part[:end], j.byLevel)
}

// fair reports whether a run that stays in the part and takes all of its transitions again and again is fair. If any
// run that stays there is fair, this one is.
func (j *fairness) fair(part []uint32, of []uint32) bool {
	open := map[constraint]bool{}
	for o := range j.possible(part[0]) {
		open[o] = true
	}
	for s := range spread(part) {
		if len(open) == 0 || j.g.Stopped() {
			return true
		}
		j.keepPossible(s, open)
	}
	for s := range spread(part) {
		if len(open) == 0 || j.g.Stopped() {
			return true
		}
		j.dropMet(s, open, func(t uint32) bool { return of[t] == of[s] })
	}
	return len(open) == 0
}

// spread yields all states, neighbours far from one another: they are alike, and others tell sooner that a run is fair.
func spread(states []uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		step := max(1, len(states)*5/13)
		for step > 1 && gcd(step, len(states)) > 1 {
			step--
		}
		for at, n := 0, 0; n < len(states); at, n = (at+step)%len(states), n+1 {
			if !yield(states[at]) {
				return
			}
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// possible lists the constraints that can be met in a state, with the transitions that meet them.
func (j *fairness) possible(s uint32) map[constraint][]int {
	at := j.g.At(s)
	calm := system.Still
	for k := range j.g.Sys.Places {
		calm = min(calm, j.reader.Expand(k, at[k], at[len(at)-1]).Calm)
	}
	all := map[constraint][]int{}
	for k, t := range j.g.Steps(j.reader, s) {
		if o, ok := j.constraintOf(t.Move.Event); ok && !t.Move.Cost.Early(calm) {
			all[o] = append(all[o], k)
		}
	}
	for _, t := range j.g.Leaving(j.reader, s) { // possible, though no run that is known takes it
		if o, ok := j.constraintOf(t.Move.Event); ok && !t.Move.Cost.Early(calm) && all[o] == nil {
			all[o] = []int{}
		}
	}
	return all
}

// constraintOf is that of an event of the graph. The numbers of a message change along a run of canonical states while it waits; and the
// one in front of a channel may be left out there without a delivery, after which the next one waits.
func (j *fairness) constraintOf(e *model.Event) (constraint, bool) {
	o, ok := constraintOf(e)
	if ok && e.Message.Value != nil && j.g.Sys.Canonical {
		name, known := j.numberless[e.Message.Value]
		if !known {
			name = values.Numberless(e.Message.Value)
			j.numberless[e.Message.Value] = name
		}
		o.message = name
	}
	return o, ok
}

// loop is a fair loop from a state along transitions that stay in its part: the shortest cycle, with the shortest
// detours to what it leaves unmet. It is nil if the search is halted.
func (j *fairness) loop(entry uint32, in func(edge) bool) []edge {
	var visits []func(edge) bool
	for {
		var loop []edge
		at := entry
		for _, visit := range visits {
			way := j.path(at, in, visit)
			if way == nil {
				return nil
			}
			loop = append(loop, way...)
			at = j.target(way[len(way)-1])
		}
		if at != entry || len(loop) == 0 {
			home := j.path(at, in, func(e edge) bool { return in(e) && j.target(e) == entry })
			if home == nil {
				return nil
			}
			loop = append(loop, home...)
		}
		unmet, ok := j.unmet(loop)
		if !ok {
			return loop
		}
		visits = append(visits, func(e edge) bool {
			if !in(e) {
				return false
			}
			here := j.possible(e.from)
			if slices.Contains(here[unmet], e.index) {
				return true
			}
			_, possible := j.possible(j.target(e))[unmet]
			return !possible
		})
	}
}

// unmet is the first constraint that stays possible all along a loop and is never met on it.
func (j *fairness) unmet(loop []edge) (constraint, bool) {
	var open map[constraint]bool
	met := map[constraint]bool{}
	for _, e := range loop {
		here := map[constraint]bool{}
		for o, indices := range j.possible(e.from) {
			here[o] = open == nil || open[o]
			if slices.Contains(indices, e.index) {
				met[o] = true
			}
			if !here[o] {
				delete(here, o)
			}
		}
		open = here
	}
	var first constraint
	found := false
	for o := range open {
		if !met[o] && (!found || o.String() < first.String()) {
			first, found = o, true
		}
	}
	return first, found
}
