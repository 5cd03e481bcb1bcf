package assumptions

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func parse(t *testing.T, line string) (*paper.Algorithm, model.Config) {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	return a, c
}

// brute explores every combination for every property.
func brute(t *testing.T, a *paper.Algorithm, c model.Config) map[string]map[Set]invariants.Finding {
	t.Helper()
	all := map[string]map[Set]invariants.Finding{}
	for _, set := range All(a, c).Subsets() {
		d := set.In(a, c)
		findings, r, err := explore.CheckAll(t.Context(), a.New(d), invariants.Panel(a.Properties(d)), explore.Options{})
		if err != nil || !r.Complete {
			t.Fatalf("%s: %v", set, err)
		}
		for _, f := range findings {
			if all[f.Property.Name] == nil {
				all[f.Property.Name] = map[Set]invariants.Finding{}
			}
			all[f.Property.Name][set] = f
		}
	}
	return all
}

// weakest is the combinations under which a property holds, and under no weaker one.
func weakest(verdicts map[Set]invariants.Finding) (sets []Set) {
	for _, set := range Set(end - 1).Subsets() {
		below := func(s Set) bool { return set.Has(s) }
		if f, ok := verdicts[set]; ok && f.Verdict == invariants.Holds && !slices.ContainsFunc(sets, below) {
			sets = append(sets, set)
		}
	}
	return sets
}

// TestFind compares the answer with that of exploring everything, and replays every trace.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		model string
		want  map[string][]Set // as far as they are worth a look here
	}{
		{"suzuki-kasami -n 2", map[string][]Set{
			"mutex": {FIFO, NoDuplication}, "deadlock": {NoLoss | NoCrash}, "one-token": {NoLoss | NoDuplication | NoCrash},
		}},
		{"naimi-trehel -n 2", nil},
		{"raymond -n 2", nil},
		{"dynamic-priority-ring -n 2", nil},
		{"ring-coordinator -n 2 -r 1,0", nil},
		{"srt-gme --variant repaired -n 2", map[string][]Set{"sync-2T": nil, "gme": {FIFO, NoDuplication}}},
		{"srt-gme -n 2 -m 1", nil},
		{"drs-gme --variant repaired -n 2 -m 1 --timeouts off", nil},
	} {
		t.Run(tt.model, func(t *testing.T) {
			a, c := parse(t, tt.model)
			r, err := Find(t.Context(), a, c, Options{})
			if err != nil || !r.Complete {
				t.Fatalf("%+v, %v", r, err)
			}
			all := brute(t, a, c)
			for _, p := range r.Properties {
				name := p.Property.Name
				var got []Set
				for _, w := range p.Weakest {
					got = append(got, w.Set)
				}
				if diff := cmp.Diff(weakest(all[name]), got); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
				if want, ok := tt.want[name]; ok && !cmp.Equal(got, want) {
					t.Errorf("%s: %v, want %v", name, got, want)
				}
				monotone(t, p.Property, all[name])
				for _, w := range p.Weakest {
					outside(t, a, p, w, all[name])
				}
			}
		})
	}
}

// monotone sees that what carries over does.
func monotone(t *testing.T, p invariants.Property, verdicts map[Set]invariants.Finding) {
	t.Helper()
	for strong, f := range verdicts {
		for weak, g := range verdicts {
			if carriesOver(p) && strong.Has(weak) && f.Verdict == invariants.Refuted &&
				(g.Verdict != invariants.Refuted || g.Steps > f.Steps) {
				t.Errorf("%s: %d steps with %s, but %s (%d steps) with %s", p.Name, f.Steps, strong, g.Verdict, g.Steps, weak)
			}
		}
	}
}

// outside sees that there is something outside each assumption, and replays it. Under the combination itself it is
// impossible, or violates nothing.
func outside(t *testing.T, a *paper.Algorithm, p Property, w Weakest, verdicts map[Set]invariants.Finding) {
	t.Helper()
	dropped := Set(0)
	for _, out := range w.Outside {
		dropped |= out.Dropped
		f, claimed := verdicts[w.Set&^out.Dropped]
		if claimed != out.Claimed || out.Verdict != f.Verdict || out.Steps != f.Steps || !slices.Equal(out.Trace, f.Trace) {
			t.Errorf("%s with %s, without %s: %+v, want %+v", p.Property.Name, w.Set, out.Dropped, out.Finding, f)
		}
		if out.Verdict != invariants.Refuted {
			continue
		}
		trace := &counterexamples.Trace{Property: p.Property.Name, Steps: out.Trace}
		o, err := counterexamples.Replay(a.New(out.Config), a.Properties(out.Config), trace)
		if err != nil || o.Result != counterexamples.Replayed {
			t.Errorf("%s without %s: %v, %v", p.Property.Name, out.Dropped, o, err)
		}
		o, err = counterexamples.Replay(a.New(w.Config), a.Properties(w.Config), trace)
		if err != nil || o.Result == counterexamples.Replayed {
			t.Errorf("%s with %s: %v, %v", p.Property.Name, w.Set, o, err)
		}
	}
	if dropped != w.Set {
		t.Errorf("%s with %s: outside only %s", p.Property.Name, w.Set, dropped)
	}
}

// TestCarryOver: what a limit hides under weak assumptions is a violation all the same if it is one under stronger ones.
func TestCarryOver(t *testing.T) {
	a, c := parse(t, "srt-gme --variant repaired -n 2")
	o := Options{Properties: []string{"gme"}, Explore: explore.Options{MaxStates: 1500}}
	r, err := Find(t.Context(), a, c, o)
	if err != nil || len(r.Properties) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	carried := 0
	for set, f := range r.Properties[0].Verdicts {
		if f.Verdict != invariants.Refuted || f.Shortest {
			continue
		}
		carried++
		d := set.In(a, c)
		trace := &counterexamples.Trace{Property: "gme", Steps: f.Trace}
		if out, err := counterexamples.Replay(a.New(d), a.Properties(d), trace); err != nil || out.Result != counterexamples.Replayed {
			t.Errorf("%s: %v, %v", set, out, err)
		}
	}
	if carried == 0 {
		t.Errorf("no violation was carried over: %+v", r.Properties[0].Verdicts)
	}
}

// TestLimits: what a limit leaves open is never called decided.
func TestLimits(t *testing.T) {
	a, c := parse(t, "srt-gme --variant repaired -n 2")
	r, err := Find(t.Context(), a, c, Options{Properties: []string{"type-match"}, Explore: explore.Options{MaxStates: 1000}})
	if err != nil || r.Complete || len(r.Properties) != 1 || len(r.Properties[0].Weakest) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, w := range r.Properties[0].Weakest {
		if len(w.Unless) == 0 || w.Unless[0] != 0 { // under no assumption there are more states
			t.Errorf("with %s, unless %v", w.Set, w.Unless)
		}
	}
	if r, err = Find(t.Context(), a, c, Options{MaxTime: time.Nanosecond}); err != nil || r.Complete || r.Limit != "max-time 1ns" {
		t.Errorf("%+v, %v", r, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err = Find(done, a, c, Options{}); err != nil || r.Complete || r.Limit != "interrupted" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestNotMonotone: somebody who waits for a message that comes back for ever needs it to be lost.
func TestNotMonotone(t *testing.T) {
	a := &paper.Algorithm{
		Name: "boomerang", Timers: []string{"bored"}, Processes: paper.Range{Min: 1, Max: 1, Default: 1},
		New: func(c model.Config) *system.System { return system.Compose[phase, comesBack](boomerang{}, c) },
		Panel: func(model.Config) []invariants.Property {
			return []invariants.Property{invariants.NoDeadlock, invariants.Starved}
		},
	}
	r, err := Find(t.Context(), a, a.Config(model.Published), Options{})
	if err != nil || !r.Complete || r.Explored != 32 {
		t.Fatalf("%+v, %v", r, err)
	}
	all, strict := brute(t, a, a.Config(model.Published)), NoLoss|NoCrash|NoEarly
	for _, p := range r.Properties {
		var but []Set
		for _, set := range r.All.Subsets() {
			if all[p.Property.Name][set].Verdict == invariants.Refuted {
				but = append(but, set)
			}
		}
		if len(p.Weakest) != 1 || p.Weakest[0].Set != 0 || !cmp.Equal(p.Weakest[0].But, but) || !slices.Contains(but, strict) {
			t.Errorf("%s: %+v, want nothing but %v", p.Property.Name, p.Weakest, but)
		}
	}
}

// TestBudgets: the faults of the configuration are the budgets, but at least one each.
func TestBudgets(t *testing.T) {
	a, c := parse(t, "drs-gme -n 2 --loss 2 --net fifo")
	if got, want := faultsOf(Set(0).In(a, c)), (Faults{2, 1, 1, 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if d := (FIFO | NoLoss).In(a, c); d.Network != model.FIFO || d.Loss != 0 || d.Duplicate != 1 {
		t.Errorf("%+v", d)
	}
	if d := NoLoss.In(a, c); d.Network != model.Bag {
		t.Errorf("%+v", d)
	}
	a, c = parse(t, "raymond -n 2")
	if All(a, c).Has(NoEarly) || Set(0).In(a, c).Early != 0 || len(All(a, c).Subsets()) != 16 {
		t.Errorf("%s", All(a, c))
	}
}
