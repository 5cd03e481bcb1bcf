package explore_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/counterexamples/statespace"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// several is a random protocol with several initial states.
type several struct {
	*random
	starts []model.Start[local]
}

func (p several) Starts() []model.Start[local] { return p.starts }

// fenced is one whose search stays within a boundary.
type fenced struct {
	several
	most int
}

func (p fenced) Within(views []*model.View) bool {
	sum := 0
	for _, v := range views {
		sum += v.Holds + v.Coming
	}
	return sum <= p.most
}

func drawSeveral(t *rapid.T) several {
	p := several{random: drawProtocol(t)}
	at := rapid.SliceOfNDistinct(rapid.SliceOfN(rapid.IntRange(0, states-1), p.Sites, p.Sites), 1, 3, func(at []int) string {
		return string(rune('a'+at[0])) + string(rune('a'+at[1])) + string(rune('a'+at[len(at)-1]))
	}).Draw(t, "starts")
	for k, places := range at {
		start := model.Start[local]{Name: string(rune('a' + k))}
		for _, place := range places {
			start.Vars = append(start.Vars, local{At: place, Fuel: 1})
		}
		p.starts = append(p.starts, start)
	}
	return p
}

func drawSmall(t *rapid.T, sites int) model.Config {
	return model.Config{
		Processes: sites, Requests: slices.Repeat([]int{rapid.SampledFrom([]int{0, 1, model.Unlimited}).Draw(t, "requests")}, sites),
		Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
		Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts"),
	}
}

// traceOf is the trace of a violation, or of the run that shows a number.
func traceOf(f invariants.Finding) *counterexamples.Trace {
	return &counterexamples.Trace{Property: f.Property.Name, Start: f.Start, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop}
}

// replayed takes the traces of all violations again, and tells how many of them have no end.
func replayed(t rapid.TB, sys *system.System, panel invariants.Panel) (endless int) {
	findings, _, err := explore.CheckAll(context.Background(), sys, panel, explore.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Verdict != invariants.Refuted {
			continue
		}
		out, err := counterexamples.Replay(sys, panel, traceOf(f))
		if err != nil || out.Result != counterexamples.Replayed {
			t.Fatalf("%s from %q: %v %v of %v", f.Property.Name, f.Start, out, err, f.Trace)
		}
		if f.Endless {
			endless++
		}
	}
	return endless
}

// TestSeveralInitialStates compares searches from several initial states with the naive checker: breadth and depth first, with
// any number of workers, reduced by symmetry, and replays what they find.
func TestSeveralInitialStates(t *testing.T) { rapid.Check(t, severalInitialStates) }

func severalInitialStates(t *rapid.T) {
	p := drawSeveral(t)
	c := drawSmall(t, p.Sites)
	papertest.Agree[local, int](t, p, c, randomProperties)
	sys := system.Compose[local, int](p, c)
	replayed(t, sys, randomProperties)
	want := naive.Explore[local, int](p, c, nil)
	r, err := explore.Check(context.Background(), sys, explore.Options{Symmetry: true, Workers: 2})
	if err != nil || r.Reduction.States != want.States || r.Reduction.Transitions != want.Transitions {
		t.Fatalf("by symmetry %+v of %+v, %v", r.Reduction, want, err)
	}
}

// TestWithin compares searches within a boundary with the naive checker.
func TestWithin(t *testing.T) { rapid.Check(t, searchedWithin) }

func searchedWithin(t *rapid.T) {
	p := fenced{drawSeveral(t), rapid.IntRange(0, 4).Draw(t, "most")}
	c := drawSmall(t, p.Sites)
	if naive.Explore[local, int](p, c, nil).States == 0 {
		if _, err := explore.Check(context.Background(), system.Compose[local, int](p, c), explore.Options{}); err == nil {
			t.Fatal("a search without an initial state")
		}
		return
	}
	papertest.Agree[local, int](t, p, c, randomProperties)
	sys := system.Compose[local, int](p, c)
	replayed(t, sys, randomProperties)
	reduced, err := explore.Check(context.Background(), sys, explore.Options{Symmetry: true})
	if want := naive.Explore[local, int](p, c, nil); err != nil || reduced.Reduction.States != want.States {
		t.Fatalf("by symmetry %+v of %+v, %v", reduced.Reduction, want, err)
	}
}

// TestLookingWithin compares what is drawn, and what is found from each initial state, with searches.
func TestLookingWithin(t *testing.T) { rapid.Check(t, lookingWithin) }

func lookingWithin(t *rapid.T) {
	p := fenced{drawSeveral(t), rapid.IntRange(0, 4).Draw(t, "most")}
	c := drawSmall(t, p.Sites)
	want := naive.Explore[local, int](p, c, nil)
	if want.States == 0 || want.States > 2000 {
		return
	}
	sys := system.Compose[local, int](p, c)
	g, err := statespace.Explore(context.Background(), sys, want.States)
	if err != nil {
		t.Fatal(err)
	}
	leaving := 0
	for _, s := range g.States {
		leaving += s.Leaving
	}
	if len(g.States) != want.States || len(g.Transitions)+leaving != want.Transitions {
		t.Fatalf("%d states, %d transitions, %d to the outside are drawn; explored %+v", len(g.States), len(g.Transitions), leaving, want)
	}
	findings, _, err := explore.CheckAll(context.Background(), sys, invariants.Panel(randomProperties), explore.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if !counterexamples.Pursuable(f.Property) {
			continue
		}
		shortest := -1
		for _, start := range sys.StartNames() {
			run, err := counterexamples.NewRunFrom(sys, start)
			if err != nil {
				t.Fatal(err)
			}
			if !run.Inside(run.State()) {
				continue
			}
			found, err := run.Find(context.Background(), counterexamples.Violating(f.Property), 1<<20, nil)
			if err != nil {
				t.Fatal(err)
			}
			if found.Reached && (shortest < 0 || len(found.Steps) < shortest) {
				shortest = len(found.Steps)
			}
		}
		if violated := f.Verdict == invariants.Refuted; violated != (shortest >= 0) || violated && shortest != len(f.Trace) {
			t.Fatalf("%s: %v in %d steps; looking from each initial state, %d", f.Property.Name, f.Verdict, len(f.Trace), shortest)
		}
	}
}

// TestGraphWithin compares questions on the graph of searches from several initial states, and within a boundary.
func TestGraphWithin(t *testing.T) { rapid.Check(t, graphWithin) }

func graphWithin(t *rapid.T) {
	asked := map[string]bool{"gauge": true, "counted": true, "leaving": true, "due": true, "size": true, "leads-to": true, "eventually": true}
	p := fenced{drawSeveral(t), rapid.IntRange(1, 9).Draw(t, "most")}
	c := drawSmall(t, p.Sites)
	if naive.Explore[local, int](p, c, nil).States == 0 {
		return
	}
	all := slices.DeleteFunc(questions(p.Sites), func(x invariants.Property) bool { return !asked[x.Name] })
	agree(t, 150, func() *system.System { return system.Compose[local, int](p, c) }, all, rapid.IntRange(1, 2).Draw(t, "workers"))
	agree(t, 150, func() *system.System { return system.Compose[local, int](p.several, c) }, all, 1)
	replayed(t, system.Compose[local, int](p, c), append(all, invariants.Property{
		Name: "hope", Kind: invariants.Liveness,
		Pending: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Holds == 1 }) },
		Goal:    func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.InCS }) },
	}))
}
