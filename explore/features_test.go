package explore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// featured is a random protocol with one of the features that protocols may have, and its configuration.
type featured struct {
	several
	most   int // of the boundary; 0: there is none
	config model.Config
}

func (f featured) system() *system.System {
	if f.most > 0 {
		return system.Compose[local, int](fenced{f.several, f.most}, f.config)
	}
	return system.Compose[local, int](f.several, f.config)
}

// features are by name what is taken away from a protocol that has the feature. add, if it is there, gives it the feature first.
var features = []struct {
	name      string
	add, take func(f *featured)
}{
	{"several initial states", nil, func(f *featured) { f.starts = f.starts[:1] }},
	{"a boundary", within, func(f *featured) { f.most = 0 }},
	{"guards on receipts", nil, func(f *featured) { f.Refuses = [states][2]bool{} }},
	{"optional events", func(f *featured) { f.Optional, f.config.Timeouts = true, model.Patient }, func(f *featured) { f.Optional = false }},
	{"crashes of chosen sites", func(f *featured) { f.config.Crash, f.config.Crashing = 1, model.SetOf[model.Site](2) }, func(f *featured) { f.config.Crashing = model.Sites{} }},
	{"final crashes", func(f *featured) { f.config.Crash, f.config.Final = 1, true }, func(f *featured) { f.config.Final = false }},
	{"volatile variables", func(f *featured) { f.config.Crash, f.Forgets = 1, true }, func(f *featured) { f.Forgets = false }},
	{"loss by kind", func(f *featured) { f.config.Loss, f.config.Lossy = 1, []string{"1"} }, func(f *featured) { f.config.Lossy = nil }},
}

// within leaves the initial states that are in a narrow boundary.
func within(f *featured) {
	f.most = 3
	f.starts = slices.DeleteFunc(f.starts, func(x model.Start[local]) bool {
		sum := 0
		for _, v := range x.Vars {
			sum += v.At
		}
		return sum > f.most
	})
}

// told is all that a search says, the bytes of its traces included.
type told struct {
	Complete                   bool
	Limit                      string
	States, Transitions, Depth int
	Levels                     []int
	Coverage                   map[string]int
	Spoke                      uint64
	Early                      bool
	Findings                   []said
}

type said struct {
	Property, Detail string
	Verdict          invariants.Verdict
	Shortest         bool
	Value            *invariants.Value
	Trace, Least     string
}

func tell(t *rapid.T, sys *system.System, panel invariants.Panel, o explore.Options) (told, *explore.Result) {
	findings, r, err := explore.CheckAll(context.Background(), sys, panel, o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	all := told{r.Complete, r.Limit, r.States, r.Transitions, r.Depth, r.Levels, r.Coverage, r.Spoke, r.Early, nil}
	for _, f := range findings {
		trace := traceOf(f)
		least := counterexamples.Trace{Property: f.Property.Name, Steps: f.Least}
		all.Findings = append(all.Findings, said{f.Property.Name, f.Detail, f.Verdict, f.Shortest, f.Value, string(trace.Format()), string(least.Format())})
	}
	return all, r
}

// eachFeature calls test with random protocols that have a feature (with SAMPLE a fourth of the features), and what an undisturbed search says of them. It demands
// that test often has something to do, and that the feature often makes a difference then.
func eachFeature(t *testing.T, panel func(sites int) invariants.Panel, test func(t *rapid.T, f featured, panel invariants.Panel, want told)) {
	for _, feature := range features {
		if !papertest.Drawn(t.Name()+" "+feature.name, 6) {
			continue
		}
		t.Run(feature.name, func(t *testing.T) {
			t.Parallel() // they wait for the disk
			differs, done := 0, 0
			check := func(t *rapid.T) {
				p := drawSeveral(t)
				f := featured{several: p, config: drawSmall(t, p.Sites)}
				if feature.add != nil {
					feature.add(&f)
				}
				if len(f.starts) == 0 {
					return
				}
				without := f
				random := *f.random
				without.random = &random
				feature.take(&without)
				panel := panel(p.Sites)
				want, r := tell(t, f.system(), panel, explore.Options{Workers: 1, MaxStates: 300})
				if !r.Complete || r.Depth < 2 {
					return
				}
				test(t, f, panel, want)
				done++
				if plain, _ := tell(t, without.system(), panel, explore.Options{Workers: 1, MaxStates: 1000}); cmp.Diff(plain, want) != "" {
					differs++
				}
			}
			few := func() bool { return done < 10 || differs < 3 }
			rapid.Check(t, check)
			for more := 3; (papertest.Sampled() || testing.Short()) && few() && more > 0; more-- { // about as often as without SAMPLE
				rapid.Check(t, check)
			}
			if t.Logf("%d searches, the feature makes a difference in %d", done, differs); few() {
				t.Errorf("%d searches were disturbed, the feature makes a difference in %d of them", done, differs)
			}
		})
	}
}

// judgedOf is properties of states and ends, some of which speak only of few states.
func judgedOf(int) invariants.Panel {
	all := slices.Clone(randomProperties)
	for sum := range 4 {
		all = append(all, invariants.Property{Name: fmt.Sprint("sum is ", sum), State: func(vs invariants.Views) invariants.Opinion {
			return invariants.If(vs[0].Holds+vs[0].Coming+vs[1].Holds+vs[1].Coming == sum, true)
		}})
		all = append(all, invariants.Property{
			Name: fmt.Sprint("at most ", sum), Kind: invariants.Cost,
			Size: func(vs invariants.Views) int { return vs[0].Holds + vs[0].Coming + vs[1].Holds },
		}.Claiming(&invariants.Claimed{Max: sum}))
	}
	return all
}

// askedOf is those, and questions on the graph of all states.
func askedOf(sites int) invariants.Panel {
	names := []string{"gauge", "counted", "leaving", "due", "leads-to", "eventually"}
	all := slices.DeleteFunc(questions(sites), func(p invariants.Property) bool { return !slices.Contains(names, p.Name) })
	return append(judgedOf(sites), all...)
}

// resumed searches up to some limits and then to the end, each time from where the search before was saved.
func resumed(t *rapid.T, f featured, panel invariants.Panel, want told, spill func(step int) *explore.Spill) told {
	top, err := os.MkdirTemp("", "features")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	dir := filepath.Join(top, "checkpoint")
	limits := []explore.Options{
		{MaxDepth: rapid.IntRange(1, want.Depth-1).Draw(t, "depth")},
		{MaxStates: rapid.IntRange(1, want.States-1).Draw(t, "states")},
		{},
	}
	workers := rapid.IntRange(0, 2).Draw(t, "workers")
	var got told
	for k, o := range limits {
		o.Workers, o.Checkpoint, o.Spill = 1+(workers+k)%3, saved(dir, k > 0), spill(k)
		var r *explore.Result
		if got, r = tell(t, f.system(), panel, o); k < 2 && (r.Complete || !r.Saved) {
			t.Fatalf("%+v: complete %v, saved %v, %s", o, r.Complete, r.Saved, r.Limit)
		}
	}
	return got
}

// TestResumeFeatures demands that searches of protocols with every feature, saved at every level and resumed twice with
// another number of workers, say the same as those in one go.
func TestResumeFeatures(t *testing.T) {
	eachFeature(t, askedOf, func(t *rapid.T, f featured, panel invariants.Panel, want told) {
		got := resumed(t, f, panel, want, func(int) *explore.Spill { return nil })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// judged is what is told without the numbers of measures, which a search on disk does not find: it judges what is claimed of them.
func (all told) judged() told {
	if all.Complete {
		all.Limit = "" // that there are no numbers
	}
	all.Findings = slices.Clone(all.Findings)
	for k, f := range all.Findings {
		if strings.HasPrefix(f.Property, "at most ") {
			all.Findings[k] = said{Property: f.Property, Verdict: f.Verdict}
		}
	}
	return all
}

// TestSpillFeatures demands the same of searches that go to disk, in one go and resumed, but for numbers.
func TestSpillFeatures(t *testing.T) {
	dir := t.TempDir()
	t.Cleanup(func() { // when all features are done
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Error("left behind:", left, err)
		}
	})
	eachFeature(t, judgedOf, func(t *rapid.T, f featured, panel invariants.Panel, want told) {
		every, chunk := rapid.IntRange(1, 3).Draw(t, "every"), rapid.SampledFrom([]int{1, 4, 16}).Draw(t, "chunk")
		spill := func() *explore.Spill { return (&explore.Spill{Dir: dir}).Now(every, chunk) }
		got, _ := tell(t, f.system(), panel, explore.Options{Workers: every, Spill: spill()})
		if diff := cmp.Diff(want.judged(), got.judged()); diff != "" {
			t.Fatal(diff)
		}
		which := rapid.IntRange(1, 7).Draw(t, "which of the three searches are spilled")
		got = resumed(t, f, panel, want, func(k int) *explore.Spill {
			if which>>k&1 == 0 {
				return nil
			}
			return spill()
		})
		if diff := cmp.Diff(want.judged(), got.judged()); diff != "" {
			t.Fatal(diff)
		}
	})
}
