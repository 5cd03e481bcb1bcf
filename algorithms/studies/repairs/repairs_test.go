package repairs

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// brute explores every set of repairs for itself, and returns the minimal ones of those under which the properties, asked for by name or not, hold.
func brute(t rapid.TB, a *paper.Algorithm, c model.Config, names []string, named bool) [][]string {
	t.Helper()
	var holding []Set
	minimal := [][]string{}
	for set := range bySize(len(a.Repairs)) {
		d := c.Clone()
		d.Variant, d.Repairs = model.Published, set.names(a.RepairNames())
		panel := slices.DeleteFunc(invariants.Panel(a.Properties(d)), func(p invariants.Property) bool { return !slices.Contains(names, p.Name) })
		findings, r, err := explore.CheckAll(context.Background(), a.New(d), panel, explore.Options{StopAtFirst: true})
		if err != nil {
			t.Fatal(err)
		}
		if (Exploration{Findings: findings, named: named}).Verdict() != invariants.Holds {
			continue
		}
		if !r.Complete {
			t.Fatalf("%v: %s", d.Repairs, r.Limit)
		}
		if !slices.ContainsFunc(holding, set.contains) {
			minimal = append(minimal, d.Repairs)
		}
		holding = append(holding, set)
	}
	return minimal
}

// sets are the repairs of the minimal sets.
func sets(r *Report) [][]string {
	all := [][]string{}
	for _, m := range r.Minimal {
		all = append(all, m.Repairs)
	}
	return all
}

// TestFind compares the minimal sets of real algorithms with those that exploring every set finds, and replays every trace.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		model      string
		properties []string
		want       [][]string // as far as they are worth a look here; nil: whatever exploring every set finds
	}{
		{model: "suzuki-kasami -n 2", want: [][]string{{}}},
		{model: "naimi-trehel -n 2", want: [][]string{{}}},
		{model: "raymond -n 3", want: [][]string{{}}},
		{model: "dynamic-priority-ring -n 2", want: [][]string{{}}},
		{model: "ring-coordinator -n 2", want: [][]string{{}}},
		{model: "token-ring -n 3 -m 2", want: [][]string{{"keep-number"}}},
		{model: "banerjee-chrysanthis -n 2"},
		{model: "fapp -n 2"},
		{model: "k-mutex -n 4 --tokens 2 -r 1,0,1,1"},
		{model: "srt-gme -n 2"},
		{model: "banerjee-chrysanthis -n 2 -r 2,1", properties: []string{"deadlock", "mutex"}},
	} {
		t.Run(tt.model, func(t *testing.T) {
			a, c, err := options.Parse(algorithms.All(), tt.model)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Find(t.Context(), a, c, Options{Properties: tt.properties})
			if err != nil || !r.Complete || len(r.Minimal) == 0 {
				t.Fatalf("%+v, %v", r, err)
			}
			if diff := cmp.Diff(brute(t, a, c, r.Properties, tt.properties != nil), sets(r)); diff != "" {
				t.Error(diff)
			}
			if tt.want != nil && !cmp.Equal(sets(r), tt.want) {
				t.Errorf("%v, want %v", sets(r), tt.want)
			}
			if r.Count.Looked() != r.Count.Sets {
				t.Errorf("%+v", r.Count)
			}
			for _, m := range r.Minimal {
				replay(t, a, m)
			}
		})
	}
}

// TestSample does the same where there are too many sets: of some of them, drawn by chance, those that hold are above a
// minimal one; and the minimal ones hold.
func TestSample(t *testing.T) {
	for _, line := range []string{"drs-gme -n 2", "drs-gme -n 2 -m 1 --loss 1", "gbp -n 2"} {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(t.Context(), a, c, Options{})
		if err != nil || !r.Complete || len(r.Minimal) == 0 {
			t.Fatalf("%s: %+v, %v", line, r, err)
		}
		var minimal []Set
		random := rand.New(rand.NewPCG(1, 2))
		sample := []Set{0, full(len(a.Repairs))}
		for _, m := range r.Minimal {
			replay(t, a, m)
			minimal = append(minimal, setOf(a, m.Repairs))
			sample = append(sample, setOf(a, m.Repairs))
		}
		for range 12 {
			set, two := sample[random.IntN(len(sample))], full(0)
			for range 2 {
				two = two.with(random.IntN(len(a.Repairs)))
			}
			sample = append(sample, set|two, set&^two)
		}
		s := &search{ctx: t.Context(), a: a, base: r.Config, names: r.Properties, known: map[Set]answer{}, report: &Report{Repairs: r.Repairs}}
		above := 0
		for _, set := range sample {
			verdict, err := s.decide(set)
			s.traces = nil // no pursuits
			if err != nil {
				t.Fatal(err)
			}
			if verdict != invariants.Holds {
				if slices.Contains(minimal, set) {
					t.Errorf("%s: %v does not hold", line, set.names(r.Repairs))
				}
				continue
			}
			above++
			if !slices.ContainsFunc(minimal, set.contains) {
				t.Errorf("%s: %v holds", line, set.names(r.Repairs))
			}
		}
		if above <= len(minimal)+1 {
			t.Errorf("%s: of the sample only what had to hold does", line)
		}
	}
}

func setOf(a *paper.Algorithm, repairs []string) (set Set) {
	for k, name := range a.RepairNames() {
		if slices.Contains(repairs, name) {
			set = set.with(k)
		}
	}
	return set
}

// replay replays what returns without each repair of a set. With the repair, the same run violates nothing.
func replay(t *testing.T, a *paper.Algorithm, m Minimal) {
	t.Helper()
	if len(m.Needs) != len(m.Repairs) || m.Standing != Proper {
		t.Errorf("%v, %s: %d needs", m.Repairs, m.Standing, len(m.Needs))
	}
	for _, need := range m.Needs {
		if slices.Contains(need.Config.Repairs, need.Repair) || len(need.Config.Repairs) != len(m.Repairs)-1 {
			t.Errorf("without %s: %v", need.Repair, need.Config.Repairs)
		}
		returns := need.Returns()
		if len(returns) == 0 {
			t.Errorf("%v without %s: nothing returns", m.Repairs, need.Repair)
		}
		for k, f := range returns {
			if k > 0 && f.Steps < returns[k-1].Steps {
				t.Errorf("%s comes after a longer one", f.Property.Name)
			}
			trace := &counterexamples.Trace{Property: f.Property.Name, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop}
			out, err := counterexamples.Replay(a.New(need.Config), a.Properties(need.Config), trace)
			if err != nil || out.Result != counterexamples.Replayed {
				t.Errorf("%v without %s: %v, %v", m.Repairs, need.Repair, out, err)
			}
			if f.Property.OnGraph() {
				continue // rests on the graph
			}
			out, err = counterexamples.Replay(a.New(m.Config), a.Properties(m.Config), trace)
			if err != nil || out.Result == counterexamples.Replayed {
				t.Errorf("%v, with %s: %v, %v", m.Repairs, need.Repair, out, err)
			}
		}
	}
}

// TestAnyShape asks of algorithms whose repairs act together in every way there is: breaking what others mend, too.
func TestAnyShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(0, 4).Draw(t, "repairs")
		length := rapid.SliceOfN(rapid.IntRange(-2, 3), 1<<k, 1<<k).Draw(t, "length")
		a, c := shaped(k, func(s Set) int { return length[s] })
		r, err := Find(context.Background(), a, c, Options{Properties: []string{"calm", "deadlock"}})
		if err != nil || !r.Complete {
			t.Fatalf("%+v, %v", r, err)
		}
		if diff := cmp.Diff(brute(t, a, c, r.Properties, true), sets(r)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestBreaks: b mends what a breaks, and c alone does the same as both.
func TestBreaks(t *testing.T) {
	holds := map[string]bool{"a b": true, "c": true, "": false, "a b c": true}
	a, c := shaped(3, func(s Set) int {
		if holds[strings.Join(s.names([]string{"a", "b", "c"}), " ")] {
			return holding
		}
		return 1
	})
	r, err := Find(t.Context(), a, c, Options{})
	if err != nil || !r.Complete {
		t.Fatalf("%+v, %v", r, err)
	}
	if want := [][]string{{"c"}, {"a", "b"}}; !cmp.Equal(sets(r), want) {
		t.Errorf("%v, want %v", sets(r), want)
	}
}

// TestLimits: what a limit leaves open is never called decided.
func TestLimits(t *testing.T) {
	parse := func(line string) (*paper.Algorithm, model.Config) {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			t.Fatal(err)
		}
		return a, c
	}
	a, c := parse("srt-gme -n 2")
	r, err := Find(t.Context(), a, c, Options{MaxSets: 3})
	if err != nil || r.Complete || r.Limit != "max-sets 3" || r.Count.Explored != 3 || len(r.Minimal) != 1 ||
		r.Minimal[0].Standing != Reducible {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = Find(t.Context(), a, c, Options{MaxTime: time.Nanosecond}); err != nil || r.Complete || len(r.Minimal) != 0 ||
		r.Limit != "max-time 1ns" {
		t.Errorf("%+v, %v", r, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err = Find(done, a, c, Options{}); err != nil || r.Complete || r.Limit != "interrupted" {
		t.Errorf("%+v, %v", r, err)
	}

	// Time is over in the middle: what was found until then is not lost.
	stopped, stop := context.WithCancel(t.Context())
	r, err = Find(stopped, a, c, Options{Progress: func(at Progress) {
		if at.Count.Explored == 4 {
			stop()
		}
	}})
	if err != nil || r.Complete || len(r.Minimal) != 1 || r.Minimal[0].Standing != Reducible || len(r.Minimal[0].Needs) != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, need := range r.Minimal[0].Needs {
		if need.Verdict() != invariants.Refuted || need.Result.Complete {
			t.Errorf("without %s: %s", need.Repair, need.Verdict())
		}
	}

	// Infinitely many states without no-echo: whether starved holds there nobody knows.
	a, c = parse("fapp -n 3")
	r, err = Find(t.Context(), a, c, Options{Explore: explore.Options{MaxStates: 20_000}})
	if err != nil || r.Complete || len(r.Undecided) == 0 || len(r.Minimal) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	m := r.Minimal[0]
	if want := []string{"replace-always", "no-echo"}; m.Standing != Proper || !cmp.Equal(m.Repairs, want) ||
		!cmp.Equal(m.Unless, [][]string{{"replace-always"}}) {
		t.Errorf("%+v", m)
	}
	for _, need := range m.Needs {
		if need.Repair == "no-echo" && need.Verdict() != invariants.Inconclusive {
			t.Errorf("without %s: %s", need.Repair, need.Verdict())
		}
	}
}

// TestNothing: what holds with no repair, and what no repair makes hold.
func TestNothing(t *testing.T) {
	a, c := shaped(2, func(Set) int { return 2 })
	r, err := Find(t.Context(), a, c, Options{Properties: []string{"calm"}})
	if err != nil || !r.Complete || len(r.Minimal) != 0 || len(r.NotNeeded) != 0 || len(r.LeftOut) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Find(t.Context(), a, c, Options{})
	if err != nil || !r.Complete || !slices.Equal(r.Properties, []string{"deadlock", "steps"}) || len(r.LeftOut) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	a, c = shaped(2, func(Set) int { return silent })
	if r, err = Find(t.Context(), a, c, Options{Properties: []string{"calm"}}); err != nil || !r.Complete || len(r.Minimal) != 0 {
		t.Errorf("a vacuous property holds: %+v, %v", r, err)
	}
}

// TestVacuousWithout: a property that has nothing to say without a repair is no reason for it, unless it is asked for by name.
func TestVacuousWithout(t *testing.T) {
	a, c := shaped(1, func(set Set) int {
		if set.has(0) {
			return holding
		}
		return silent
	})
	for _, test := range []struct {
		properties []string
		repairs    int
	}{{nil, 0}, {[]string{"calm"}, 1}} {
		r, err := Find(t.Context(), a, c, Options{Properties: test.properties})
		if err != nil || len(r.LeftOut) != 0 || len(r.Minimal) != 1 || len(r.Minimal[0].Repairs) != test.repairs {
			t.Errorf("%v: %+v, %v", test.properties, r, err)
		}
	}
}

// TestPrice: all repairs make the run longer. A limit leaves the price open.
func TestPrice(t *testing.T) {
	a, c := shaped(2, func(s Set) int { return 2 + 3*bits.OnesCount64(uint64(s)) })
	r, err := Find(t.Context(), a, c, Options{Properties: []string{"deadlock"}})
	if err != nil || len(r.Price) != 1 || r.Price[0].Property.Name != "steps" {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := r.Price[0]; p.Published == nil || p.Published.Max != 3 || p.Repaired == nil || p.Repaired.Max != 9 {
		t.Errorf("%v, %v", p.Published, p.Repaired)
	}
	r, err = Find(t.Context(), a, c, Options{Properties: []string{"calm"}, Explore: explore.Options{MaxDepth: 5}})
	if err != nil || len(r.Price) != 1 || r.Price[0].Published == nil || r.Price[0].Repaired != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPrices(t *testing.T) {
	messages := invariants.Property{Name: "messages", Kind: invariants.Cost}
	bypass := invariants.Property{Name: "bypass", Kind: invariants.Bound}
	three, four := &invariants.Value{Max: 3}, &invariants.Value{Max: 4}
	got := prices(
		[]invariants.Finding{{Property: bypass}, {Property: messages, Value: three}, {Property: invariants.GME}},
		[]invariants.Finding{{Property: messages, Value: four}, {Property: bypass, Value: three}, {Property: invariants.GME}},
	)
	if len(got) != 2 || got[0].Property.Name != "messages" || got[0].Published != three || got[0].Repaired != four ||
		got[1].Published != nil || got[1].Repaired != three {
		t.Errorf("%+v", got)
	}
}

func TestBySize(t *testing.T) {
	var got []string
	for set := range bySize(3) {
		got = append(got, fmt.Sprint(set.names([]string{"a", "b", "c"})))
	}
	if want := "[] [a] [b] [c] [a b] [a c] [b c] [a b c]"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}
