package explore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/fapp"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// plainGraph is a system's graph as plain lists, made without the engine.
type plainGraph struct {
	views []invariants.Views
	level []int
	out   [][]plainEdge
	left  [][]plainEdge // those that lead outside of the boundary; to nowhere

	timers func(site int) []string // that run in the first state
}

type plainEdge struct {
	event *model.Event
	to    int
	early bool // a timer that is not due
}

// walk finds the graph; nil if it has more than limit states.
func walk(sys *system.System, limit int) *plainGraph {
	type state [20]uint32 // the nodes, and at the end the budgets
	r, sites, g := sys.NewReader(), len(sys.Places), &plainGraph{}
	views := func(s state) (vs invariants.Views) {
		for i := range sites {
			vs = append(vs, sys.View(r.Expand(i, s[i], s[19]).View))
		}
		return vs
	}
	inside := func(s state) bool { return sys.Within == nil || sys.Within(views(s)) }
	number, states := map[state]int{}, []state{}
	g.timers = func(site int) []string { return sys.Timers(site, states[0][site]) }
	for _, nodes := range sys.Starts() {
		var start state
		copy(start[:], nodes)
		start[19] = sys.StartBudget()
		if inside(start) {
			number[start], states, g.level = len(states), append(states, start), append(g.level, 0)
		}
	}
	for k := 0; k < len(states); k++ {
		if len(states) > limit {
			return nil
		}
		s, calm := states[k], system.Still
		var vs invariants.Views
		for i := range sites {
			x := r.Expand(i, s[i], s[19])
			vs, calm = append(vs, sys.View(x.View)), min(calm, x.Calm)
		}
		g.views, g.out, g.left = append(g.views, vs), append(g.out, nil), append(g.left, nil)
		for i := range sites {
			for _, m := range r.Expand(i, s[i], s[19]).Moves {
				t := s
				left, possible := sys.Pay(s[19], m.Cost, calm)
				if !possible {
					continue
				}
				t[i], t[19] = m.Next, left
				for _, d := range m.Sends {
					t[d.Site] = r.Put(d.Site, t[d.Site], d.Batch)
				}
				if t == s {
					continue
				}
				if !inside(t) {
					g.left[k] = append(g.left[k], plainEdge{m.Event, -1, m.Cost.Early(calm)})
					continue
				}
				to, known := number[t]
				if !known {
					to = len(states)
					number[t], states, g.level = to, append(states, t), append(g.level, g.level[k]+1)
				}
				g.out[k] = append(g.out[k], plainEdge{m.Event, to, m.Cost.Early(calm)})
			}
		}
	}
	return g
}

func (g *plainGraph) step(s int, e plainEdge) invariants.Step {
	return invariants.Step{Before: g.views[s], Event: e.event, After: g.views[e.to]}
}

// measure finds the sizes of all intervals of a gauge by rounds over all transitions, as many as there are states.
func (g *plainGraph) measure(gauge *invariants.Gauge) (found, endless bool, least, most int) {
	const none = -1 << 30
	seen := func(size, from int) {
		if !found {
			least, most, found = size, size, true
		}
		least, most = min(least, size), max(most, size)
	}
	for l := range gauge.Lanes {
		in := func(s int) bool { return gauge.Within(g.views[s])>>l&1 != 0 }
		rest := make([][2]int, len(g.out)) // what the rest of an interval may weigh: at least, at most
		for s := range rest {
			rest[s] = [2]int{-none, none}
		}
		follow := func(s int, e plainEdge, always bool) (low, high int) {
			st := g.step(s, e)
			t := gauge.Weigh(e.event, st.Before[e.event.Site-1], st.After[e.event.Site-1])
			w := 0
			if t.Weights != nil && (always || gauge.Counts == nil || gauge.Counts(g.views[s])>>l&1 != 0) {
				w = t.Weights[l]
			}
			if gauge.Again && t.Begins>>l&1 != 0 && !always {
				return 0, 0
			}
			if renewed := gauge.Renews && always; t.Drops>>l&1 != 0 && !renewed {
				return -none, none
			} else if t.Ends>>l&1 != 0 && !renewed {
				return w, w
			}
			if gauge.Leaving && !in(e.to) {
				return w, w
			}
			if low, high = -none, none; in(e.to) && rest[e.to][1] != none {
				low, high = rest[e.to][0]+w, rest[e.to][1]+w
			}
			return low, high
		}
		grows := map[int]bool{}
		for round := range 2*len(g.out) + 2 {
			for s := range g.out {
				if !in(s) {
					continue
				}
				if (gauge.Whole || gauge.Again) && (len(g.out[s])+len(g.left[s]) == 0 || gauge.Resting && g.rests(s)) && (gauge.Last == nil || gauge.Last(g.views[s])>>l&1 != 0) {
					rest[s] = [2]int{min(rest[s][0], 0), max(rest[s][1], 0)}
				}
				for _, e := range g.out[s] {
					low, high := follow(s, e, false)
					rest[s][0] = min(rest[s][0], low)
					if high > rest[s][1] {
						rest[s][1] = high
						if round > len(g.out) {
							grows[s] = true
						}
					}
				}
			}
		}
		for s := range g.out {
			for _, e := range g.out[s] {
				st := g.step(s, e)
				t := gauge.Weigh(e.event, st.Before[e.event.Site-1], st.After[e.event.Site-1])
				if t.Begins>>l&1 == 0 || gauge.Armed != nil && gauge.Armed(g.views[s])>>l&1 == 0 {
					continue
				}
				low, high := follow(s, e, true)
				if high == none {
					continue
				}
				if (t.Ends>>l&1 == 0 || gauge.Renews) && grows[e.to] {
					endless = true
				}
				seen(low, s)
				seen(high, s)
			}
		}
		begun := gauge.Begun(g.timers)>>l&1 != 0
		for s := 0; begun && s < len(g.level) && g.level[s] == 0; s++ {
			if rest[s][1] != none {
				seen(rest[s][0], s)
				seen(rest[s][1], s)
				endless = endless || grows[s]
			}
		}
		endless = endless || (gauge.Endless || (gauge.Whole || gauge.Again) && !gauge.Ending) && g.addsForEver(gauge, l)
	}
	if least == 0 && most == 0 && !endless && gauge.Counts != nil { // a size only if something could have been counted
		found = found && slices.ContainsFunc(g.views, func(vs invariants.Views) bool {
			return gauge.Within(vs)&gauge.Counts(vs)&(1<<gauge.Lanes-1) != 0
		})
	}
	return found, endless, least, most
}

// addsForEver decides whether some interval of a lane stays open on an endless run that adds to it again and again, by weights
// that are not negative: whether what an open interval may weigh still rises after as many rounds over all transitions as
// there are states.
func (g *plainGraph) addsForEver(gauge *invariants.Gauge, l int) (rises bool) {
	const none = -1
	weighs := slices.Repeat([]int{none}, len(g.out)) // what the intervals that are open in a state weigh at most
	if gauge.Begun(g.timers)>>l&1 != 0 {
		weighs[0] = 0
	}
	for range len(g.out) + 1 {
		rises = false
		for s := range g.out {
			for _, e := range g.out[s] {
				st := g.step(s, e)
				t := gauge.Weigh(e.event, st.Before[e.event.Site-1], st.After[e.event.Site-1])
				w := weighs[s]
				begins := t.Begins>>l&1 != 0 && (gauge.Armed == nil || gauge.Armed(g.views[s])>>l&1 != 0)
				if gauge.Again && t.Begins>>l&1 != 0 {
					w = 0
				}
				if gauge.Endless && begins {
					w = max(w, 0)
				}
				if w == none || (t.Ends|t.Drops)>>l&1 != 0 || gauge.Within(st.After)>>l&1 == 0 {
					continue
				}
				if t.Weights != nil && (gauge.Counts == nil || gauge.Counts(g.views[s])>>l&1 != 0) {
					w += t.Weights[l]
				}
				if w > weighs[e.to] {
					weighs[e.to], rises = w, true
				}
			}
		}
	}
	return rises
}

// delays finds how long all intervals of a chain take, one search for each.
func delays(sys *system.System, c *invariants.Chain) (found, unending bool, least, most int) {
	run := counterexamples.NewRun(sys)
	todo, seen := []counterexamples.State{run.State()}, map[string]bool{fmt.Sprint(run.State()): true}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		run.GoTo(at)
		armed := c.Armed == nil || c.Armed(run.Views())
		for _, choice := range run.Enabled() {
			if key := fmt.Sprint(choice.State); !seen[key] {
				seen[key], todo = true, append(todo, choice.State)
			}
			run.GoTo(choice.State)
			if e := choice.Event; !armed || !c.Begins(e) || c.Ends(e) || c.Drops(e) || !c.Within(run.Views()) {
				continue
			}
			size, ends, _ := run.Delay(c, 1<<30)
			if unending = unending || !ends; !ends {
				continue
			}
			if !found {
				found, least, most = true, size, size
			}
			least, most = min(least, size), max(most, size)
		}
	}
	return found, unending, least, most
}

// end is the length of a shortest run that ends with a bit pending; -1 if there is none.
func (g *plainGraph) end(pending func(invariants.Views) uint64) int {
	shortest := -1
	for s, out := range g.out {
		if len(out) == 0 && pending(g.views[s]) != 0 && (shortest < 0 || g.level[s] < shortest) {
			shortest = g.level[s]
		}
	}
	return shortest
}

// fair decides whether a fair endless run leaves a bit pending, by the fixpoint of E. A. Emerson and C.-L. Lei over the
// transitions: the transitions from which, for every obligation, a run within the set reaches one that meets it or
// starts where it is not possible.
func (g *plainGraph) fair(pending func(invariants.Views) uint64) (lanes uint64) {
	return g.fairOf(func(s int) uint64 { return pending(g.views[s]) })
}

// owed is, by state, what has been pending since its cause, or since the beginning, on some run to it.
func (g *plainGraph) owed(p invariants.Property) []uint64 {
	all := make([]uint64, len(g.out))
	for s, vs := range g.views {
		switch {
		case !p.Start:
			all[s] = p.Fair(vs) & p.Cause(vs)
		case g.level[s] == 0:
			all[s] = p.Fair(vs)
		}
	}
	for grown := true; grown; {
		grown = false
		for s := range g.out {
			for _, e := range g.out[s] {
				if now := all[e.to] | all[s]&p.Fair(g.views[e.to]); now != all[e.to] {
					all[e.to], grown = now, true
				}
			}
		}
	}
	return all
}

// given reports that somewhere a bit that is due is given: at once, or by a step.
func (g *plainGraph) given(p invariants.Property, owed []uint64) bool {
	for s, vs := range g.views {
		if p.Start && g.level[s] == 0 && p.Fair(vs) == 0 || !p.Start && p.Cause(vs)&^p.Fair(vs) != 0 {
			return true
		}
		for _, e := range g.out[s] {
			if owed[s]&^p.Fair(g.views[e.to]) != 0 {
				return true
			}
		}
	}
	return false
}

// obligation is what an edge meets that must not stay possible for ever; empty if it need not happen.
func obligation(edge plainEdge) string {
	switch e := edge.event; e.Kind {
	case model.DeliverEvent, model.DropEvent:
		if e.Message.From != 0 {
			return fmt.Sprint("channel", e.Site, e.Message.From)
		}
		return fmt.Sprint("message", e.Site, model.Text(e.Message.Value))
	case model.TickEvent:
		return "tick"
	case model.ExitEvent, model.RecoverEvent, model.InternalEvent:
		if !e.Optional {
			return fmt.Sprint(e.Kind, e.Site, e.Name)
		}
	case model.TimeoutEvent:
		if !edge.early {
			return fmt.Sprint(e.Kind, e.Site, e.Name)
		}
	}
	return ""
}

// rests reports that a run may end in a state.
func (g *plainGraph) rests(s int) bool {
	return !slices.ContainsFunc(slices.Concat(g.out[s], g.left[s]), func(e plainEdge) bool { return obligation(e) != "" })
}

// fairOf is fair, of what is pending by state.
func (g *plainGraph) fairOf(pending func(s int) uint64) (lanes uint64) {
	type transition struct{ from, index int }
	all := map[string]bool{}
	for s := range g.out {
		for _, e := range slices.Concat(g.out[s], g.left[s]) {
			all[obligation(e)] = true
		}
	}
	delete(all, "")
	for l := range len(g.views[0]) {
		z := map[transition]bool{}
		for s := range g.out {
			for k, e := range g.out[s] {
				if pending(s)>>l&1 != 0 && pending(e.to)>>l&1 != 0 {
					z[transition{s, k}] = true
				}
			}
		}
		next := func(t transition, in map[transition]bool) bool {
			to := g.out[t.from][t.index].to
			for k := range g.out[to] {
				if in[transition{to, k}] {
					return true
				}
			}
			return false
		}
		for size := -1; size != len(z); {
			size = len(z)
			for o := range all {
				reach := map[transition]bool{} // those that reach a good one within z and go on in z from there
				for t := range z {
					possible := slices.ContainsFunc(slices.Concat(g.out[t.from], g.left[t.from]), func(e plainEdge) bool { return obligation(e) == o })
					if (!possible || obligation(g.out[t.from][t.index]) == o) && next(t, z) {
						reach[t] = true
					}
				}
				for grown := true; grown; {
					grown = false
					for t := range z {
						if !reach[t] && next(t, reach) {
							reach[t], grown = true, true
						}
					}
				}
				z = reach
			}
			if len(all) == 0 {
				for t := range z {
					if !next(t, z) {
						delete(z, t)
					}
				}
			}
		}
		if len(z) > 0 {
			lanes |= 1 << l
		}
	}
	return lanes
}

// certain decides by rounds whether all maximal runs along some transitions from every pending state reach a goal.
func (g *plainGraph) certain(p invariants.Property) bool {
	sure := make([]uint64, len(g.out))
	for range len(g.out) + 1 {
		for s := range g.out {
			all, some := ^uint64(0), false
			for _, e := range g.out[s] {
				if p.Along(e.event) {
					all, some = all&sure[e.to], true
				}
			}
			if !some {
				all = 0
			}
			sure[s] = p.Goal(g.views[s]) | all
		}
	}
	for s := range g.out {
		if p.Pending(g.views[s])&^sure[s] != 0 {
			return false
		}
	}
	return true
}

// questions are gauges and endless runs of a protocol of which nothing is known but who is in and what the sites hold.
func questions(sites int) []invariants.Property {
	in := func(v *model.View) bool { return v.InCS }
	holds := func(n int) func(v *model.View) bool { return func(v *model.View) bool { return v.Holds == n } }
	weigh := func(e *model.Event, before, after *model.View) question.EdgeWeight {
		t := question.EdgeWeight{Weights: make([]int, sites)}
		bit := uint64(1) << (e.Site - 1)
		for l := range t.Weights {
			if l != int(e.Site)-1 && after.InCS && !before.InCS {
				t.Weights[l] = 1 + l
			}
		}
		if before.Holds != 1 && after.Holds == 1 {
			t.Begins = bit
		}
		if e.Kind == model.TimeoutEvent {
			t.Drops = bit
		}
		if e.Kind == model.ExitEvent || e.Kind == model.DeliverEvent && after.Holds == 2 {
			t.Ends = bit
		}
		return t
	}
	gauge := &invariants.Gauge{
		Lanes: sites, Within: func(vs invariants.Views) uint64 { return vs.Mask(holds(1)) }, Weigh: weigh,
	}
	counted := *gauge
	counted.Counts = func(vs invariants.Views) uint64 { return vs.Mask(in) }
	counted.Armed = func(vs invariants.Views) uint64 { return ^vs.Mask(in) }
	// closing: always within; every cycle of requests and exits goes through an end
	closing := invariants.Gauge{
		Lanes: sites, Within: func(invariants.Views) uint64 { return 1<<sites - 1 },
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t, bit := question.EdgeWeight{}, uint64(1)<<(e.Site-1)
			switch {
			case e.Kind == model.RequestEvent:
				t.Ends = bit
			case e.Kind == model.ExitEvent || after.InCS && !before.InCS:
				t.Begins, t.Weights = bit, make([]int, sites)
				t.Weights[e.Site-1] = 1
			}
			return t
		},
	}
	endless := counted
	endless.Endless = true
	leaving := counted
	leaving.Leaving = true
	// again and lanes: up to the next request, or to the end of a run in which the site holds nothing then
	renewed := invariants.Gauge{
		Lanes: sites, Within: closing.Within, Renews: true,
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t, bit := weigh(e, before, after), uint64(1)<<(e.Site-1)
			if t.Weights[int(e.Site)%sites]++; e.Kind == model.DeliverEvent {
				t.Begins, t.Ends, t.Drops = bit, bit, 0
			} else if e.Kind == model.RequestEvent {
				t.Begins, t.Ends, t.Drops = bit, 0, bit
			}
			return t
		},
	}
	again := invariants.Gauge{
		Lanes: sites, Again: true, Within: closing.Within, Last: func(vs invariants.Views) uint64 { return vs.Mask(holds(0)) },
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t := weigh(e, before, after)
			t.Begins, t.Ends, t.Drops = 0, 0, 0
			if e.Kind == model.RequestEvent {
				t.Begins = 1 << (e.Site - 1)
			}
			return t
		},
	}
	lanes := invariants.Gauge{
		Lanes: sites, Whole: true, Ending: true, Within: closing.Within, Last: again.Last,
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t := again.Weigh(e, before, after)
			t.Begins, t.Ends = 0, t.Begins
			return t
		},
	}
	resting := again
	resting.Last, resting.Resting = nil, true
	entering := func(_ *model.Event, before, after *model.View) int { // messages cost fuel; entries may go on for ever
		if in(after) && !in(before) {
			return 1
		}
		return 0
	}
	return []invariants.Property{
		{Name: "gauge", Kind: invariants.Bound, Gauge: gauge},
		{Name: "counted", Kind: invariants.Bound, Gauge: &counted},
		{Name: "endless", Kind: invariants.Bound, Gauge: &endless},
		{Name: "leaving", Kind: invariants.Bound, Gauge: &leaving},
		{Name: "closing", Kind: invariants.Bound, Gauge: &closing},
		{Name: "again", Kind: invariants.Cost, Gauge: &again},
		{Name: "renewed", Kind: invariants.Cost, Gauge: &renewed},
		{Name: "resting", Kind: invariants.Cost, Gauge: &resting},
		{Name: "lanes", Kind: invariants.Cost, Gauge: &lanes},
		{Name: "chain", Kind: invariants.Cost, Chain: &invariants.Chain{
			Within: func(vs invariants.Views) bool { return !holds(2)(vs[0]) },
			Armed:  func(vs invariants.Views) bool { return !holds(1)(vs[0]) },
			Begins: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
			Ends:   func(e *model.Event) bool { return e.Kind == model.ExitEvent },
			Drops:  func(e *model.Event) bool { return e.Kind == model.TimeoutEvent },
		}},
		{Name: "run", Kind: invariants.Cost, Gauge: invariants.WholeRun(func(e *model.Event, _, _ *model.View) int { return invariants.Travelling(e) })},
		{Name: "entries", Kind: invariants.Cost, Gauge: invariants.WholeRun(entering)},
		{Name: "size", Kind: invariants.Cost, Size: func(vs invariants.Views) int { return vs.Count(in) }},
		{
			Name: "fair", Kind: invariants.Liveness, Fair: func(vs invariants.Views) uint64 { return vs.Mask(holds(1)) },
			End: func(vs invariants.Views) invariants.Opinion { return invariants.If(vs.Any(holds(1)), false) },
		},
		{
			Name: "leads-to", Kind: invariants.Liveness, Fair: func(vs invariants.Views) uint64 { return ^vs.Mask(in) & 7 },
			Cause: func(vs invariants.Views) uint64 { return vs.Mask(holds(1)) },
		},
		{Name: "eventually", Kind: invariants.Liveness, Start: true, Fair: func(vs invariants.Views) uint64 { return ^vs.Mask(holds(2)) & 3 }},
		{
			Name: "due", Kind: invariants.Liveness,
			Pending: func(vs invariants.Views) uint64 { return vs.Mask(holds(1)) },
			Goal:    func(vs invariants.Views) uint64 { return vs.Mask(in) },
			Along:   func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
		},
	}
}

// agree compares the engine's answers about a graph with the plain ones.
func agree(t interface{ Fatalf(string, ...any) }, limit int, sys func() *system.System, properties []invariants.Property, workers int) {
	g := walk(sys(), limit)
	if g == nil {
		return
	}
	panel := invariants.Panel(properties)
	findings, r, err := explore.CheckAll(context.Background(), sys(), panel, explore.Options{Workers: workers})
	if err != nil || !r.Complete || r.Limit != "" || r.States != len(g.out) {
		t.Fatalf("%v, complete %v %s, %d states, plainly %d", err, r.Complete, r.Limit, r.States, len(g.out))
	}
	for k, f := range findings {
		p := panel[k]
		switch {
		case p.Gauge != nil:
			found, endless, least, most := g.measure(p.Gauge)
			if (found || endless) != (f.Value != nil) || f.Value != nil && f.Value.Never == found {
				t.Fatalf("%s: found %v (%s %s, %v), plainly %v, endless %v", p.Name, f.Value, f.Verdict, f.Detail, r.Open, found, endless)
			}
			if found && (f.Value.Unbounded != endless || f.Value.Min != least || !endless && f.Value.Max != most) {
				t.Fatalf("%s: %v, plainly %d..%d, endless %v", p.Name, f.Value, least, most, endless)
			}
			if !found || len(sys().StartNames()) > 1 {
				break // the two runs may have different ones
			}
			out, err := counterexamples.Replay(sys(), properties, traceOf(f))
			shows := func(n int) bool {
				return out != nil && strings.HasPrefix(out.Note+";", fmt.Sprintf("this run shows %d;", n))
			}
			if err != nil || f.Endless && out.Result != counterexamples.Replayed || !f.Endless && !shows(least) && !shows(most) {
				t.Fatalf("%s: %v, %v of %v, %v", p.Name, f.Value, out, err, f.Trace)
			}
		case p.Chain != nil:
			found, unending, least, most := delays(sys(), p.Chain)
			if f.Value == nil {
				if found || unending {
					t.Fatalf("%s: nothing found, plainly %d..%d, unending %v", p.Name, least, most, unending)
				}
				break
			}
			if f.Value.Never == found || f.Value.Unbounded != unending || found && f.Value.Min != least || !unending && f.Value.Max != most {
				t.Fatalf("%s: %v, plainly %d..%d, unending %v", p.Name, f.Value, least, most, unending)
			}
			if len(sys().StartNames()) > 1 {
				break // the two runs may have different ones
			}
			for _, steps := range [][]string{f.Trace, f.Least} {
				trace := &counterexamples.Trace{Property: p.Name, Start: f.Start, Steps: steps}
				out, err := counterexamples.Replay(sys(), properties, trace)
				if err != nil || out.Note == "" || out.Result == counterexamples.Diverged || found && out.Result != counterexamples.Replayed {
					t.Fatalf("%s: %v, %v of %v", p.Name, out, err, steps)
				}
			}
		case p.Cause != nil || p.Start:
			owed := g.owed(p)
			lanes, ends := g.fairOf(func(s int) uint64 { return owed[s] }), false
			for s := range g.out {
				ends = ends || g.rests(s) && owed[s] != 0
			}
			if (f.Verdict == invariants.Refuted) != (lanes != 0 || ends) {
				t.Fatalf("%s: %s %v, endless: %v; plainly in lanes %b, at an end: %v", p.Name, f.Verdict, f.Trace, f.Endless, lanes, ends)
			}
			if given := g.given(p, owed); f.Verdict != invariants.Refuted && (f.Verdict == invariants.Holds) != given {
				t.Fatalf("%s: %s; plainly something is given: %v", p.Name, f.Verdict, given)
			}
			if f.Verdict == invariants.Refuted {
				out, err := counterexamples.Replay(sys(), properties, traceOf(f))
				if err != nil || out.Result != counterexamples.Replayed {
					t.Fatalf("%s: %v, %v of %v", p.Name, out, err, f.Trace)
				}
			}
		case p.Fair != nil:
			lanes, end := g.fair(p.Fair), g.end(p.Fair)
			refuted := lanes != 0 || end >= 0
			shown := f.Endless && lanes != 0 && (end < 0 || f.Steps < end) || !f.Endless && f.Steps == end
			if (f.Verdict == invariants.Refuted) != refuted || refuted && !shown {
				t.Fatalf("%s: %s %v, endless: %v; plainly in lanes %b, or after %d steps", p.Name, f.Verdict, f.Trace, f.Endless, lanes, end)
			}
		case p.Along != nil:
			if sure := g.certain(p); (f.Verdict == invariants.Refuted) == sure {
				t.Fatalf("%s: %s, plainly %v", p.Name, f.Verdict, sure)
			}
		case p.Size != nil:
			least, most := 1<<30, 0
			for _, vs := range g.views {
				least, most = min(least, p.Size(vs)), max(most, p.Size(vs))
			}
			if f.Value.Min != least || f.Value.Max != most {
				t.Fatalf("%s: %v, plainly %d..%d", p.Name, f.Value, least, most)
			}
		}
	}
}

func TestGraphOfRandomProtocols(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProtocol(t)
		c := model.Config{
			Processes: p.Sites, Requests: slices.Repeat([]int{rapid.SampledFrom([]int{1, 2, model.Unlimited}).Draw(t, "requests")}, p.Sites),
			Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
			Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts"), OrderedTimers: rapid.Bool().Draw(t, "ordered timers"),
		}
		agree(t, 150, func() *system.System { return system.Compose(p, c) }, questions(p.Sites), rapid.IntRange(1, 3).Draw(t, "workers"))
	})
}

// TestChainsPastQuiet measures chains through an event that waits until the system is quiet: the messages that come before it
// are no part of the chain that it begins, and cannot come after it.
func TestChainsPastQuiet(t *testing.T) {
	p := &random{
		Sites: 2, Fuel: 1, Patient: true,
		Requests: [states]row{{Choices: 1}, {}, {Next: 2, To: []int{1}}},
		Exits:    [states]row{{}, {}, {Next: 1}},
		Inner:    [states]row{{}, {Next: 1, To: []int{1}, Message: 1}, {}},
		Timeout:  [states]map[string]row{{}, {"long": {Next: 1, Choices: 1}}, {"short": {}}},
		Receives: [states][2]row{{}, {{}, {Next: 2}}, {}},
		May:      [states]bool{true, false, true}, In: [states]bool{2: true}, Enabled: [states]bool{1: true},
		Refuses: [states][2]bool{{true, true}, {}, {true, true}},
	}
	for _, network := range []model.Network{model.Bag, model.FIFO} {
		c := model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}, Network: network, Timeouts: model.Patient}
		agree(t, 150, func() *system.System { return system.Compose(p, c) }, questions(2), 1)
	}
}

// TestGraphOfPapers compares the bounds and costs of real algorithms.
func TestGraphOfPapers(t *testing.T) {
	papertest.Seldom(t, 2)
	for _, test := range []struct {
		a      *paper.Algorithm
		change func(*model.Config)
	}{
		{&suzukikasami.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }},
		{&suzukikasami.Algorithm, func(c *model.Config) {}},
		{&raymond.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{model.Unlimited, model.Unlimited} }},
		{&raymond.Algorithm, func(c *model.Config) { c.Requests = []int{model.Unlimited, model.Unlimited, model.Unlimited} }},
		// Messages may go on for ever here. In the last one those runs can never end; in the others they always can, in the second
		// while somebody waits, too.
		{&banerjeechrysanthis.Algorithm, func(c *model.Config) { c.Processes, c.Repairs = 2, []string{"forward-always", "newest-arbiter"} }},
		{&banerjeechrysanthis.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{1, 2} }},
		// Once P1 has asked the wrong arbiter it is never served, and P2 enters for ever.
		{&banerjeechrysanthis.Algorithm, func(c *model.Config) {
			c.Processes, c.Requests = 2, []int{model.Unlimited, model.Unlimited}
			c.Times = &model.Times{Delay: model.Interval{Lo: 0, Hi: 1}, CS: model.Interval{Lo: 1, Hi: 1}}
		}},
		{&fapp.Algorithm, func(c *model.Config) { c.Requests, c.Network = []int{0, 1, 1}, model.FIFO }},
		{&drsgme.Algorithm, func(c *model.Config) { c.Processes, c.Groups = 2, 1 }},
	} {
		c := test.a.With(model.Published, test.change)
		n := c.Processes
		asked := []invariants.Property{
			invariants.Bypass(n), invariants.FairStarvation, invariants.MaxConcurrency(1), invariants.RunMessages, invariants.RunMessagesUnserved,
			invariants.MessagesToExit(n, invariants.Claimed{Max: n}), invariants.SyncDelay(nil, "", nil), questions(n)[4],
			invariants.MessagesToNext(n, invariants.Claimed{Max: n}).Named("messages-to-next", ""),
		}
		if c.Times != nil {
			asked = append(asked, invariants.InTime(c, nil, nil)...)
		}
		agree(t, 800, func() *system.System { return test.a.New(c) }, asked, 2)
	}
}

// TestGaugesByEnumeration takes every run of small models by hand, to its end, and recounts every interval on it.
func TestGaugesByEnumeration(t *testing.T) {
	for _, test := range []struct {
		a      *paper.Algorithm
		change func(*model.Config)
	}{
		{&suzukikasami.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }},
		{&suzukikasami.Algorithm, func(c *model.Config) { c.Requests = []int{0, 1, 1} }},
		{&raymond.Algorithm, func(c *model.Config) { c.Requests = []int{0, 1, 1} }},
		{&srtgme.Algorithm, func(c *model.Config) { c.Processes = 2 }},
	} {
		c := test.a.With(model.Published, test.change)
		n := c.Processes
		panel := invariants.Panel{
			invariants.Bypass(n), invariants.RunMessages, invariants.RunMessagesUnserved,
			invariants.MessagesToExit(n, invariants.Claimed{Max: n}),
			invariants.MessagesToNext(n, invariants.Claimed{Max: n}).Named("messages-to-next", ""),
		}
		g, runs := walk(test.a.New(c), 3000), 0
		least, most := make([]int, len(panel)), make([]int, len(panel))
		for k := range least {
			least[k], most[k] = 1<<30, -1
		}
		var enumerate func(s int, run []invariants.Step)
		enumerate = func(s int, run []invariants.Step) {
			for k, p := range panel {
				if len(run) == 0 {
					continue
				}
				for _, size := range p.Gauge.Recount(run, p.Gauge.Begun(g.timers), len(g.out[s]) == 0) {
					least[k], most[k] = min(least[k], size), max(most[k], size)
				}
			}
			if len(g.out[s]) == 0 {
				runs++
			}
			for _, e := range g.out[s] {
				enumerate(e.to, append(run, g.step(s, e)))
			}
		}
		enumerate(0, nil)
		findings, r, err := explore.CheckAll(t.Context(), test.a.New(c), panel, explore.Options{})
		if err != nil || !r.Complete {
			t.Fatal(r, err)
		}
		for k, f := range findings {
			measured := f.Value != nil
			if measured != (most[k] >= 0) || measured && (f.Value.Min != least[k] || f.Value.Max != most[k]) {
				t.Errorf("%v: %s is %v; on all %d runs it is %d..%d", c, f.Property.Name, f.Value, runs, least[k], most[k])
			}
		}
		t.Logf("%v: %d runs", c, runs)
	}
}

// TestNothingToMeasure: where nobody ever asks, bounds and endless runs have nothing to say.
func TestNothingToMeasure(t *testing.T) {
	c := suzuki(2, 0, 0)
	panel := invariants.Panel{invariants.Bypass(2), invariants.FairStarvation, invariants.MessagesToExit(2, invariants.Claimed{Max: 2})}
	findings, _, err := explore.CheckAll(t.Context(), suzukikasami.Algorithm.New(c), panel, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Verdict != invariants.Vacuous || f.Value != nil {
			t.Errorf("%s is %s, %v", f.Property.Name, f.Verdict, f.Value)
		}
	}
}

// TestNothingToCount: where no request is ever registered, that nobody overtakes it says nothing; where one is, that is a result.
func TestNothingToCount(t *testing.T) {
	for k, want := range []invariants.Verdict{invariants.Vacuous, invariants.Holds} {
		c := suzuki(2, 1-k, k) // P1 has the token, P2 has to ask for it
		all := suzukikasami.Algorithm.Properties(c)
		panel := invariants.Panel{all[invariants.Index(all, "bypass-registered")]}
		findings, _, err := explore.CheckAll(t.Context(), suzukikasami.Algorithm.New(c), panel, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := findings[0]; f.Verdict != want || (f.Value != nil) != (want == invariants.Holds) {
			t.Errorf("requests %v: %s, %v", c.Requests, f.Verdict, f.Value)
		}
	}
}

// TestSameAnswersForAnyNumberOfWorkers compares numbers, verdicts and the bytes of all runs, loops among them.
func TestSameAnswersForAnyNumberOfWorkers(t *testing.T) {
	inf := model.Unlimited
	loops := 0
	for _, test := range []struct {
		a      *paper.Algorithm
		change func(*model.Config)
	}{
		{&suzukikasami.Algorithm, func(c *model.Config) { c.Requests = []int{2, 2, 1} }},
		{&raymond.Algorithm, func(c *model.Config) { c.Requests = []int{inf, inf, inf} }},
		{&srtgme.Algorithm, func(c *model.Config) { c.Processes = 2; c.Requests = []int{2, 2} }},
	} {
		c := test.a.With(model.Published, test.change)
		panel := invariants.Panel(test.a.Properties(c))
		var first string
		for _, workers := range []int{1, 2, 8} {
			findings, _, err := explore.CheckAll(t.Context(), test.a.New(c), panel, explore.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, f := range findings {
				text += fmt.Sprintln(f.Property.Name, f.Verdict, f.Value, f.Detail, f.Trace, f.Endless, f.Loop, f.Least)
				if f.Endless {
					loops++
				}
			}
			if first == "" {
				first = text
			} else if text != first {
				t.Errorf("%v: %d workers say\n%s\none says\n%s", c, workers, text, first)
			}
		}
	}
	if loops == 0 {
		t.Error("no loop to compare")
	}
}
