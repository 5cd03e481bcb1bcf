package explore_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// account is what a search must find with symmetry and without.
type account struct {
	States, Transitions, Depth int
	Limit                      string
	Spoke, Answered            uint64
	Open                       map[int]string
	Violations                 []refutation
	Measures                   map[int]*question.Measure
	Classes                    []string
}

type refutation struct {
	Property int
	Trace    []string
	Final    []uint64 // hashes
	Hopeless uint64
	Shortest bool
	Endless  bool
	Loop     int
}

func accountOf(r *question.Result) account {
	o := account{
		States: r.States, Transitions: r.Transitions, Depth: r.Depth, Limit: r.Limit, Spoke: r.Spoke, Answered: r.Answered,
		Open: r.Open, Measures: r.Measures,
	}
	if r.Reduction != nil {
		o.States, o.Transitions = r.Reduction.States, r.Reduction.Transitions
	}
	for _, v := range r.Violations {
		found := refutation{v.Property, nil, nil, v.Unreached, v.Shortest, v.Endless, v.Loop}
		for _, d := range v.Final {
			found.Final = append(found.Final, d.Hash())
		}
		for _, s := range v.Path {
			found.Trace = append(found.Trace, s.Label)
		}
		o.Violations = append(o.Violations, found)
	}
	for class, n := range r.Coverage {
		if n > 0 {
			o.Classes = append(o.Classes, class)
		}
	}
	slices.Sort(o.Classes)
	return o
}

// accounts are alike if their measures are attained on the same runs, whatever the events are numbered.
var alike = cmp.Comparer(func(a, b question.Step) bool { return a.Label == b.Label })

// compareReduced searches with symmetry and without, and wants the same verdicts, traces and bounds; and the same states
// and transitions, counted with what is represented. It returns the result with symmetry.
func compareReduced(t papertest.TB, new func() *system.System, panel invariants.Panel) *question.Result {
	t.Helper()
	full, err := explore.Check(t.Context(), new(), explore.Options{Judge: panel, Questions: panel.Questions()})
	if err != nil {
		t.Errorf("%v", err)
		return full
	}
	r, err := explore.Check(t.Context(), new(), explore.Options{Judge: panel, Questions: panel.Questions(), Symmetry: true})
	if err != nil {
		t.Errorf("%v", err)
		return full
	}
	if d := cmp.Diff(accountOf(full), accountOf(r), alike); d != "" {
		t.Errorf("%v: without symmetry, with it: %s", new().Config, d)
	}
	if d := r.States * len(r.Reduction.Group); d < full.States || r.States > full.States {
		t.Errorf("%v: %d permutations make %d of %d states", new().Config, len(r.Reduction.Group), r.States, full.States)
	}
	return r
}

// TestSymmetryOfAlgorithms compares every algorithm with its reduction, in every small configuration.
func TestSymmetryOfAlgorithms(t *testing.T) {
	const limit = 2500
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			orders, compared := map[int]int{}, 0
			for _, c := range papertest.SomeSmall(a) {
				c.Requests = slices.Repeat([]int{c.Requests[0]}, c.Processes)
				panel := invariants.Panel(a.Properties(c))
				r, err := explore.Check(t.Context(), a.New(c), explore.Options{MaxStates: limit})
				if err != nil {
					t.Fatalf("%v: %v", c, err)
				}
				if r.Complete {
					r = compareReduced(t, func() *system.System { return a.New(c) }, panel)
					orders[len(r.Reduction.Group)]++
					compared++
				}
			}
			if compared == 0 && !papertest.Sampled() {
				t.Error("nothing compared")
			}
			t.Log("configurations by the number of permutations: ", orders)
		})
	}
}

// TestSymmetryLarger compares some configurations in which permutations of processes and groups go together.
func TestSymmetryLarger(t *testing.T) {
	papertest.Seldom(t, 2)
	for _, test := range []struct {
		name, variant string
		change        func(c *model.Config)
		order         int
	}{
		{"srt-gme", model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 3, 2 }, 4},
		{"srt-gme", model.Published, func(c *model.Config) { c.Processes, c.Groups, c.Network = 3, 2, model.FIFO }, 4},
		{"srt-gme", model.Repaired, func(c *model.Config) {
			c.Processes, c.Groups, c.Workload = 3, 2, []model.Groups{model.UpTo[model.Group](2), model.SetOf[model.Group](1), model.SetOf[model.Group](2)}
		}, 2},
		{"srt-gme", model.Repaired, func(c *model.Config) { c.Processes, c.Groups, c.Requests = 3, 1, []int{1, 2, 1} }, 1},
		{"drs-gme", model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 3, 2 }, 4},
		{"drs-gme", model.Published, func(c *model.Config) { c.Groups, c.Processes, c.Loss = 3, 2, 1 }, 6},
		{"gbp", model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 3, 2 }, 6},
		{"gbp", model.Published, func(c *model.Config) { c.Processes, c.Groups = 3, 3 }, 36},
		{"ring-coordinator", model.Repaired, func(c *model.Config) { c.Processes = 4 }, 24},
		{"naimi-trehel", model.Published, func(c *model.Config) { c.Processes = 4 }, 6},
		{"naimi-trehel", model.Published, func(c *model.Config) { c.Processes, c.Times = 3, bounds(1, 2, 1, 1) }, 2},
		{"gbp", model.Published, func(c *model.Config) { c.Processes, c.Groups, c.Times = 3, 2, bounds(0, 1, 1, 2) }, 12},
		{"banerjee-chrysanthis", model.Repaired, func(c *model.Config) { c.Processes = 3 }, 2},
	} {
		a, err := algorithms.All().Find(test.name)
		if err != nil {
			t.Fatal(err)
		}
		c := a.With(test.variant, test.change)
		r := compareReduced(t, func() *system.System { return a.New(c) }, a.Properties(c))
		t.Logf("%v: %d of %d permutations, %d states for %d", c, len(r.Reduction.Group), r.Reduction.Tried, r.States, r.Reduction.States)
		if len(r.Reduction.Group) != test.order {
			t.Errorf("%v: %d permutations, want %d", c, len(r.Reduction.Group), test.order)
		}
	}
}

// TestTieBroken: on its exit Suzuki and Kasami's holder queues all that wait in the order of their numbers.
func TestTieBroken(t *testing.T) {
	c := suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	r, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), explore.Options{Symmetry: true})
	if err != nil {
		t.Fatal(err)
	}
	var refused []string
	for _, f := range r.Reduction.Refused {
		if f.Renaming.Exchange() {
			refused = append(refused, fmt.Sprint(f.Renaming, " ", f.Why))
		}
	}
	want := []string{
		"(P1 P2) initially the variables of P1 do not become those of P2",
		"(P1 P3) initially the variables of P1 do not become those of P3",
		"(P2 P3) exit(1) has no counterpart at P1",
	}
	if slices.Sort(refused); !slices.Equal(refused, want) || len(r.Reduction.Group) != 1 {
		t.Errorf("refused %q, want %q; %d permutations", refused, want, len(r.Reduction.Group))
	}
}

// TestSymmetryWorkers: the same for any number of workers, also where permutations are refused late and limits are hit.
func TestSymmetryWorkers(t *testing.T) {
	papertest.Seldom(t, 2)
	sr := srtgme.Algorithm.With(model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 4, 2 })
	small := srtgme.Algorithm.With(model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 3, 2 })
	sk := suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 4 })
	for _, test := range []struct {
		new     func(model.Config) *system.System
		c       model.Config
		panel   invariants.Panel
		options explore.Options
		long    bool // under the race detector
	}{
		{srtgme.Algorithm.New, sr, srtgme.Algorithm.Properties(sr), explore.Options{MaxStates: 5000}, true},
		{srtgme.Algorithm.New, sr, srtgme.Algorithm.Properties(sr), explore.Options{MaxDepth: 8}, true},
		{srtgme.Algorithm.New, sr, srtgme.Algorithm.Properties(sr), explore.Options{StopAtFirst: true}, false},
		{srtgme.Algorithm.New, small, srtgme.Algorithm.Properties(small), explore.Options{}, false},
		{suzukikasami.Algorithm.New, sk, suzukikasami.Algorithm.Properties(sk), explore.Options{MaxDepth: 10}, false},
	} {
		if test.long && testing.Short() {
			continue
		}
		var first *question.Result
		for _, workers := range []int{1, 2, 8} {
			o := test.options
			o.Judge, o.Questions, o.Workers, o.Symmetry = test.panel, test.panel.Questions(), workers, true
			r, err := explore.Check(t.Context(), test.new(test.c), o)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = r
				continue
			}
			if d := cmp.Diff(accountOf(first), accountOf(r), alike); d != "" || r.States != first.States || r.Transitions != first.Transitions ||
				!reflect.DeepEqual(r.Coverage, first.Coverage) || !slices.Equal(r.Levels, first.Levels) || r.Limit != first.Limit {
				t.Errorf("%v: %d workers: %d states, %q; one: %d, %q\n%s", test.c, workers, r.States, r.Limit, first.States, first.Limit, d)
			}
			if got, want := words(r.Reduction), words(first.Reduction); got != want {
				t.Errorf("%v: %d workers: %s\none: %s", test.c, workers, got, want)
			}
		}
	}
}

func words(r *question.Reduction) string {
	text := fmt.Sprint(r.Group, r.Tried)
	for _, f := range r.Refused {
		text += fmt.Sprint("\n", f.Renaming, " ", f.Why)
	}
	return text
}

func TestSymmetryDepthFirst(t *testing.T) {
	c := srtgme.Algorithm.Config(model.Published)
	if _, err := explore.Check(t.Context(), srtgme.Algorithm.New(c), explore.Options{Mode: explore.DFS, Symmetry: true}); err == nil {
		t.Error("a depth-first search is reduced")
	}
}
