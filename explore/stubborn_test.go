package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/stubborn"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// wideState is a state with room for all numbers.
type wideState = [8]uint64

// choosing is a full graph with the choice of every state, made without the engine.
type choosing struct {
	sys    *system.System
	states [][]uint32
	out    [][]siteEdge
	choice []chosen
}

type siteEdge struct {
	site  int
	event *model.Event
	to    int
}

type chosen struct {
	site int
	*stubborn.Set
}

// chooseAll finds the graph and makes all choices; nil if there are more than limit states.
func chooseAll(sys *system.System, limit int, settings stubborn.Settings) *choosing {
	g, r := &choosing{sys: sys}, sys.NewReader()
	number := map[string]int{}
	add := func(s []uint32) int {
		key := fmt.Sprint(s)
		n, known := number[key]
		if !known {
			n = len(g.states)
			number[key], g.states = n, append(g.states, s)
		}
		return n
	}
	for _, nodes := range sys.Starts() {
		add(append(nodes, sys.StartBudget()))
	}
	for k := 0; k < len(g.states); k++ {
		if len(g.states) > limit {
			return nil
		}
		g.out = append(g.out, nil)
		for _, x := range r.Out(g.states[k]) {
			g.out[k] = append(g.out[k], siteEdge{x.Site, x.Move.Event, add(x.To)})
		}
	}
	choose, free := choosesAt(sys, settings)
	defer free()
	for _, s := range g.states {
		g.choice = append(g.choice, choose(s))
	}
	return g
}

// choosesAt is the choice in a state, made without the engine. What it remembers is freed in the end.
func choosesAt(sys *system.System, settings stubborn.Settings) (choose func(s []uint32) chosen, free func()) {
	sites := len(sys.Places)
	need := slices.Repeat([]int{24}, sites+1)
	layout, ok := packed.Fit(need, len(wideState{}), 0)
	if !ok {
		panic("too many sites")
	}
	r := sys.NewReader()
	moves := transitions.NewReader(transitions.NewTable(sys, layout, false, false), r)
	memory := stubborn.NewMemory[wideState](&membudget.Budget{}, sys, &layout, settings)
	c := stubborn.New(memory, r, &moves, func() bool { return false })
	return func(s []uint32) chosen {
		p := packed.Pack[wideState](&layout, s)
		site, set, made := c.Choose(&p, s[:sites], s[sites])
		if !made {
			panic("no choice")
		}
		return chosen{site, set}
	}, memory.Free
}

// tried are the transitions of T in a state; all if there is no T.
func (g *choosing) tried(s int) (all []siteEdge) {
	t := g.choice[s]
	for _, e := range g.out[s] {
		if t.Set == nil || e.site == t.site && t.In(e.event) {
			all = append(all, e)
		}
	}
	return all
}

// distances are those of all states from s along the transitions that go; -1 where there is no way.
func (g *choosing) distances(s int, goes func(siteEdge) bool) ([]int, []int) {
	far, order := slices.Repeat([]int{-1}, len(g.states)), []int{s}
	far[s] = 0
	for k := 0; k < len(order); k++ {
		for _, e := range g.out[order[k]] {
			if far[e.to] < 0 && goes(e) {
				far[e.to] = far[order[k]] + 1
				order = append(order, e.to)
			}
		}
	}
	return far, order
}

// wrong says what is wrong with the choice in a state, by the definition alone; empty if nothing is. violated is by state what must
// be kept: nil if ends alone must.
func (g *choosing) wrong(s int, violated []uint64) string {
	t := g.choice[s]
	if t.Set == nil {
		return ""
	}
	first := g.tried(s)
	if len(first) == 0 {
		return "T has no transition"
	}
	if len(first) != len(t.Moves) {
		return fmt.Sprintf("T has %d transitions, and %d moves are made", len(first), len(t.Moves))
	}
	in := func(e siteEdge) bool { return e.site == t.site && t.In(e.event) }
	far, reached := g.distances(s, func(e siteEdge) bool { return !in(e) })
	after := make([][]int, len(first))
	for _, y := range reached {
		key := false
		for _, e := range g.out[y] {
			if !in(e) {
				continue
			}
			keeps := violated == nil || violated[y]&^violated[e.to] == 0
			key = key || t.IsKey(e.event) && keeps
			if y == s {
				continue
			}
			commutes := false
			for k, f := range first {
				if after[k] == nil {
					after[k], _ = g.distances(f.to, func(siteEdge) bool { return true })
				}
				commutes = commutes || after[k][e.to] >= 0 && after[k][e.to] <= far[y]
			}
			if !commutes {
				return fmt.Sprintf("D1: %d transitions outside of T, then %s: it does not go first", far[y], g.label(e))
			}
		}
		if !key {
			return fmt.Sprintf("D2: the key is lost after %d transitions outside of T", far[y])
		}
	}
	return ""
}

func (g *choosing) label(e siteEdge) string { return e.event.Label(g.sys.Places, false) }

// search is a search by levels for states without a transition: of all states, of those that what is tried leads to, or with goesOn of
// those to which it leads if all transitions are tried where it leads to a state visited on an earlier level, or on the same.
func (g *choosing) search(few, goesOn bool) (ends, order []int) {
	level := slices.Repeat([]int{-1}, len(g.states))
	for _, nodes := range g.sys.Starts() {
		k := slices.IndexFunc(g.states, func(s []uint32) bool { return slices.Equal(s[:len(nodes)], nodes) })
		if level[k] < 0 {
			level[k], order = 0, append(order, k)
		}
	}
	for k := 0; k < len(order); k++ {
		s := order[k]
		edges := g.out[s]
		if len(edges) == 0 {
			ends = append(ends, s)
		}
		if few {
			edges = g.tried(s)
			back := func(e siteEdge) bool { return level[e.to] >= 0 && level[e.to] <= level[s] }
			if goesOn && slices.ContainsFunc(edges, back) {
				edges = g.out[s]
			}
		}
		for _, e := range edges {
			if level[e.to] < 0 {
				level[e.to], order = level[s]+1, append(order, e.to)
			}
		}
	}
	slices.Sort(ends)
	return ends, order
}

// violations are by state what it violates.
func (g *choosing) violations(panel invariants.Panel) (all []uint64) {
	r, sites := g.sys.NewReader(), len(g.sys.Places)
	for _, s := range g.states {
		var views []*model.View
		for k := range sites {
			views = append(views, g.sys.View(r.Expand(k, s[k], s[sites]).View))
		}
		_, violated := panel.State(views)
		all = append(all, violated)
	}
	return all
}

// mistake is what is wrong with any choice, or with all of them together.
func (g *choosing) mistake(panel invariants.Panel) string {
	var violated []uint64
	if panel != nil {
		violated = g.violations(panel)
	}
	for s := range g.states {
		if wrong := g.wrong(s, violated); wrong != "" {
			return wrong
		}
	}
	return g.lost(violated, panel != nil)
}

// lost is what a search does not come to that tries few transitions.
func (g *choosing) lost(violated []uint64, goesOn bool) string {
	whole, _ := g.search(false, false)
	few, reached := g.search(true, goesOn)
	if !slices.Equal(whole, few) {
		return fmt.Sprintf("%d ends of %d are reached", len(few), len(whole))
	}
	var all, found uint64
	for _, bad := range violated {
		all |= bad
	}
	for _, s := range reached {
		if violated != nil {
			found |= violated[s]
		}
	}
	if all != found {
		return fmt.Sprintf("violations %b of %b are reached", found, all)
	}
	return ""
}

// smallConfigs are configurations of an algorithm with every kind of fault, on every network.
func smallConfigs(a *paper.Algorithm) (all []model.Config) {
	for _, variant := range []string{model.Published, model.Repaired} {
		for _, network := range []model.Network{model.Bag, model.FIFO} {
			for _, change := range []func(c *model.Config){
				func(*model.Config) {},
				func(c *model.Config) { c.Processes = 2 },
				func(c *model.Config) { c.Processes, c.Loss = 2, 1 },
				func(c *model.Config) { c.Processes, c.Duplicate = 2, 1 },
				func(c *model.Config) { c.Processes, c.Crash = 2, 1 },
				func(c *model.Config) { c.Processes, c.Crash, c.Final = 2, 1, true },
				func(c *model.Config) { c.Processes, c.Early = 2, 1 },
				func(c *model.Config) { c.Requests = []int{1, 0, 1} },
			} {
				c := a.With(variant, change)
				c.Network = network
				all = append(all, c)
			}
		}
	}
	return all
}

// keptEnds is what choices that keep ends are made with.
func keptEnds(rules stubborn.Rule) stubborn.Settings { return stubborn.Settings{Rules: rules} }

// keptBy is what choices are made with that keep the violations of properties of states, too.
func keptBy(panel invariants.Panel, rules stubborn.Rule) stubborn.Settings {
	return stubborn.Settings{Rules: rules, Keeps: panel.Keeps, Deaf: panel.Deaf()}
}

// panels are properties of random protocols: of variables alone, and of messages, too.
var panels = []invariants.Panel{
	{{Name: "exclusion", Keeps: invariants.Mutex.Keeps, Deaf: true, State: func(vs invariants.Views) invariants.Opinion {
		return invariants.That(vs.Count(func(v *model.View) bool { return v.InCS }) < 2)
	}}},
	randomProperties,
	{{Name: "tokens", Keeps: invariants.OneToken.Keeps, State: func(vs invariants.Views) invariants.Opinion { return invariants.That(vs.Tokens() != 2) }}},
}

func TestChoicesOfAlgorithms(t *testing.T) {
	papertest.Seldom(t, 2)
	exclusion := invariants.Panel{invariants.Mutex, invariants.GME, invariants.KSafety(1), invariants.KSafety(2), invariants.OneToken}
	graphs, choices, few, safe := 0, 0, 0, 0
	for _, a := range algorithms.All() {
		for _, c := range smallConfigs(a) {
			g := chooseAll(a.New(c), 400, keptEnds(stubborn.AllRules))
			if g == nil {
				continue
			}
			graphs, choices = graphs+1, choices+len(g.states)
			if wrong := g.mistake(nil); wrong != "" {
				t.Errorf("ends of %v: %s", c, wrong)
			}
			if _, reached := g.search(true, false); len(reached) < len(g.states) {
				few++
			}
			for _, panel := range []invariants.Panel{exclusion, exclusion[:4]} {
				g = chooseAll(a.New(c), 400, keptBy(panel, stubborn.AllRules))
				if wrong := g.mistake(panel); wrong != "" {
					t.Errorf("exclusion of %v: %s", c, wrong)
				}
			}
			if _, reached := g.search(true, false); len(reached) < len(g.states) {
				safe++
			}
		}
	}
	if t.Logf("%d graphs, %d reduced for ends, %d for exclusion, %d choices", graphs, few, safe, choices); few < graphs/2 || safe < graphs/4 {
		t.Error("hardly any is reduced")
	}
}

// ticketed is a random protocol whose requests depend on their time stamps.
type ticketed struct{ several }

func (p ticketed) Request(_ model.Site, v *local, d model.Demand, out *model.Outbox[int]) {
	p.run(v, p.Requests[(v.At+d.Ticket)%states], out)
}

func (p ticketed) Ticketed() {}

// drawChosen draws a random protocol with all features but a boundary, and its system.
func drawChosen(t *rapid.T) *system.System {
	p := drawSeveral(t)
	c := drawSmall(t, p.Sites)
	if p.Sites == 2 {
		for _, start := range p.starts {
			start.Vars[1].Fuel = rapid.IntRange(1, 3).Draw(t, "fuel")
		}
	}
	fault := rapid.SampledFrom([]*int{nil, &c.Loss, &c.Duplicate, &c.Crash, &c.Early}).Draw(t, "fault")
	if fault != nil {
		*fault = 1
		c.Final = rapid.Bool().Draw(t, "final")
	}
	c.OrderedTimers = rapid.Bool().Draw(t, "ordered timers")
	if c.Requests[0] == 1 && rapid.IntRange(0, 3).Draw(t, "ticketed") == 0 {
		return system.Compose[local, int](ticketed{p}, c)
	}
	return system.Compose[local, int](p, c)
}

func TestChoicesOfRandomProtocols(t *testing.T) {
	graphs, few, safe := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		sys := drawChosen(t)
		g := chooseAll(sys, 300, keptEnds(stubborn.AllRules))
		if g == nil {
			return
		}
		graphs++
		if wrong := g.mistake(nil); wrong != "" {
			t.Fatal("ends:", wrong)
		}
		if _, reached := g.search(true, false); len(reached) < len(g.states) {
			few++
		}
		for _, panel := range panels {
			g = chooseAll(sys, 300, keptBy(panel, stubborn.AllRules))
			if wrong := g.mistake(panel); wrong != "" {
				t.Fatalf("%s: %s", panel[0].Name, wrong)
			}
			if _, reached := g.search(true, true); len(reached) < len(g.states) {
				safe++
			}
		}
	})
	if t.Logf("%d graphs, %d reduced for ends, %d for exclusion", graphs, few, safe); few < graphs/3 || safe < graphs/10 {
		t.Error("hardly any is reduced")
	}
}

// rareRules are those that few protocols need, with where to begin to look for one.
var rareRules = map[stubborn.Rule]int{stubborn.Repeated: 2470}

// TestRulesOfChoices leaves out one rule after the other: each time some choice must be found wrong.
func TestRulesOfChoices(t *testing.T) {
	papertest.Seldom(t, 2)
	drawn := rapid.Custom(drawChosen)
	for rule := stubborn.Rule(1); rule < stubborn.AllRules; rule <<= 1 {
		caught, graphs := "", 0
		try := func(sys *system.System) bool {
			for _, panel := range append([]invariants.Panel{nil}, panels...) {
				settings := keptEnds(stubborn.AllRules &^ rule)
				if panel != nil {
					settings = keptBy(panel, stubborn.AllRules&^rule)
				}
				if g := chooseAll(sys, 300, settings); g != nil {
					if graphs++; caught == "" {
						caught = g.mistake(panel)
					}
				}
			}
			return caught == ""
		}
		first := rareRules[rule]
		seed := first
		for seed < first+2000 && try(drawn.Example(seed)) {
			seed++
		}
		if t.Logf("%b, after %d graphs, seed %d: %s", rule, graphs, seed, caught); caught == "" {
			t.Errorf("nobody notices that rule %b is left out", rule)
		}
	}
}

// TestPutOff: without the rule that the search must come to a deeper level, a violation is put off for ever by some protocol.
func TestPutOff(t *testing.T) {
	drawn := rapid.Custom(drawChosen)
	for seed := 1354; seed < 4000; seed++ { // few protocols need it
		for _, panel := range panels {
			g := chooseAll(drawn.Example(seed), 300, keptBy(panel, stubborn.AllRules))
			if g == nil {
				break
			}
			violated := g.violations(panel)
			if lost := g.lost(violated, false); lost != "" {
				t.Logf("seed %d: %s", seed, lost)
				if lost := g.lost(violated, true); lost != "" {
					t.Error(lost)
				}
				return
			}
		}
	}
	t.Error("nobody notices that the rule is left out")
}
