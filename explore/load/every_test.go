package load_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func times(latency, cs, think string) measures.Times {
	return measures.Times{Latency: measures.Must(latency), CS: measures.Must(cs), Think: measures.Must(think)}
}

// timers of drs-gme; no process waits that long.
var timers = map[string]measures.Distribution{"T1": measures.Must("const:300"), "T2": measures.Must("const:100")}

// find is the algorithm of a name.
func find(t testing.TB, name string) *paper.Algorithm {
	t.Helper()
	a, err := algorithms.All().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func run(t *testing.T, a *paper.Algorithm, c model.Config, o load.Options) *load.Result {
	t.Helper()
	res, err := load.Run(context.Background(), a.New(c), o)
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	return res
}

// TestEvery runs all variants of all algorithms. A violation must be one: its steps, taken in the system that a search explores,
// violate the property there, too. So both do the same.
func TestEvery(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, variant := range a.AllVariants() {
			for _, network := range []model.Network{model.Bag, model.FIFO} {
				c := a.With(variant, func(c *model.Config) { c.Network = network })
				panel := invariants.Panel(a.Properties(c))
				res := run(t, a, c, load.Options{
					Times: times("exp:1", "exp:1", "exp:10"), Timers: timers, Step: measures.Must("exp:1"),
					Judge: panel, Judged: 200, Seed: 2, Entries: 60, Runs: 2,
				})
				if res.Runs == 0 && res.Stopped+res.Starved+res.Frozen != 2 {
					t.Errorf("%v: %+v", c, res)
				}
				if variant != model.Published && (res.Runs < 2 || res.Spurious > 0) {
					t.Errorf("%v: %d runs measured, %d entries unasked", c, res.Runs, res.Spurious)
				}
				for k, v := range res.Violations {
					replays(t, a, c, panel[v.Property], v.Start, labels(res, k), res.Used[k])
				}
			}
		}
	}
}

func labels(res *load.Result, k int) (all []string) {
	for _, s := range res.Violations[k].Path {
		all = append(all, s.Label)
	}
	return all
}

// replays takes the steps in the system of a search.
func replays(t *testing.T, a *paper.Algorithm, c model.Config, p invariants.Property, start string, steps []string, u load.Used) {
	t.Helper()
	c.Requests, c.Loss, c.Duplicate, c.Crash, c.Early = u.Requests, u.Losses, u.Duplicates, u.Crashes, u.Early
	for k, at := range a.Properties(c) {
		if at.Name == p.Name {
			p = a.Properties(c)[k]
		}
	}
	if p.OnGraph() { // in the run it was violated by its end, which budgets of requests would move
		p = invariants.NoDeadlock
	}
	out, err := counterexamples.Replay(a.New(c), []invariants.Property{p}, &counterexamples.Trace{Property: p.Name, Start: start, Steps: steps, Fingerprint: c.Fingerprint()})
	if err != nil || out.Result != counterexamples.Replayed {
		t.Errorf("%v: %s after %d steps: %v %v", c, p.Name, len(steps), out, err)
	}
}

// TestFaults: with losses, duplicates and crashes the steps are those of the system, too.
func TestFaults(t *testing.T) {
	never := invariants.Property{Name: "quiet", Kind: invariants.Stepwise, Step: func(s invariants.Step) invariants.Opinion {
		return invariants.If(s.Event.Kind == model.RecoverEvent, false)
	}}
	for _, name := range []string{"suzuki-kasami", "drs-gme", "gbp"} {
		a := find(t, name)
		for _, network := range []model.Network{model.Bag, model.FIFO} {
			c := a.With(model.Repaired, func(c *model.Config) { c.Network = network })
			seen := map[model.EventKind]bool{}
			for seed := range uint64(10) {
				res := run(t, a, c, load.Options{
					Times: times("uniform:0.5,1.5", "exp:1", "exp:1"), Timers: map[string]measures.Distribution{"T1": measures.Must("const:3"), "T2": measures.Must("const:2")},
					Loss: 0.05, Duplicate: 0.05, Crash: 0.05, Recovery: measures.Must("exp:2"), Judge: invariants.Panel{never}, Judged: 500, Seed: seed, Entries: 50, Runs: 1,
				})
				for k, v := range res.Violations {
					u := res.Used[k]
					c := c
					c.Requests, c.Loss, c.Duplicate, c.Crash, c.Early = u.Requests, u.Losses, u.Duplicates, u.Crashes, u.Early
					out, err := counterexamples.Replay(a.New(c), []invariants.Property{never}, &counterexamples.Trace{Property: "quiet", Steps: labels(res, k), Fingerprint: c.Fingerprint()})
					if err != nil || out.Result != counterexamples.Replayed {
						t.Errorf("%v: %v %v", c, out, err)
					}
					for _, s := range v.Path {
						seen[s.Event.Kind] = true
					}
				}
			}
			for _, kind := range []model.EventKind{model.LoseEvent, model.DuplicateEvent, model.CrashEvent, model.DropEvent, model.RecoverEvent} {
				if !seen[kind] {
					t.Errorf("%s, %s: no %s", name, network, kind)
				}
			}
		}
	}
}

// TestWorkers: the answer is the same for any number of workers, and another for another seed.
func TestWorkers(t *testing.T) {
	a := find(t, "srt-gme")
	c := a.Config(model.Repaired)
	measured := func(workers int, seed uint64) *load.Result {
		res := run(t, a, c, load.Options{
			Times: times("exp:1", "exp:1", "exp:10"), Judge: invariants.Panel(a.Properties(c)), Judged: 100, Seed: seed, Entries: 300, Runs: 5, Precision: 0.1, Workers: workers,
		})
		res.Elapsed = 0
		for k := range res.Violations {
			res.Violations[k].Path, res.Violations[k].Final, res.Violations[k].Views = nil, nil, nil
		}
		return res
	}
	one := measured(1, 1)
	if many := measured(7, 1); !reflect.DeepEqual(one, many) {
		t.Errorf("with one worker %+v, with seven %+v", one, many)
	}
	if other := measured(7, 2); reflect.DeepEqual(one.Estimates, other.Estimates) {
		t.Error("another seed gives the same numbers")
	}
	if !slices.ContainsFunc(one.Estimates, func(e load.Estimate) bool { return e.Name == "waiting-time(g2)" }) {
		t.Errorf("no times of a group: %+v", one.Estimates)
	}
}

// TestPatient: an event that waits until nothing else can happen does so here, too; one that is given a time does not.
func TestPatient(t *testing.T) {
	a := find(t, "banerjee-chrysanthis")
	c := a.With(model.Published, func(c *model.Config) {
		c.Processes, c.Params = 3, map[string]string{"forwarding": "patient"}
	})
	ends := invariants.Property{Name: "ends", Kind: invariants.Stepwise, Step: func(s invariants.Step) invariants.Opinion {
		return invariants.If(s.Event.Kind == model.InternalEvent && s.Event.Name == "endforward", false)
	}}
	waited := 0
	for seed := range uint64(10) {
		o := load.Options{Times: times("exp:1", "exp:1", "exp:3"), Judge: invariants.Panel{ends}, Judged: 500, Seed: seed, Entries: 50, Runs: 1}
		patient := run(t, a, c, o)
		if len(patient.Violations) == 0 {
			t.Fatalf("seed %d: no phase of forwarding has ended in %d events", seed, patient.Events)
		}
		replays(t, a, c, ends, "", labels(patient, 0), patient.Used[0])
		o.Step = measures.Must("const:1")                      // a request may come meanwhile: then it waits again
		if slow := run(t, a, c, o); len(slow.Violations) > 0 { // it may never come to it
			replays(t, a, c, ends, "", labels(slow, 0), slow.Used[0])
			waited++
		}
		o.Events = map[string]measures.Distribution{"endforward": measures.Must("const:0")}
		if early := run(t, a, c, o); len(early.Violations) > 0 && len(early.Violations[0].Path) >= len(patient.Violations[0].Path) {
			t.Errorf("seed %d: it ends after %d steps where it takes no time, and after %d where it is patient", seed, len(early.Violations[0].Path), len(patient.Violations[0].Path))
		}
	}
	if waited < 5 {
		t.Errorf("only in %d runs of 10 a phase ends that takes its time", waited)
	}
}

// TestStops: where a lost message ends a run, its end is judged whether it was watched up to there or only at its beginning.
func TestStops(t *testing.T) {
	a := find(t, "raymond")
	c := a.With(model.Published, func(*model.Config) {})
	long := 0
	for seed := range uint64(30) {
		o := load.Options{Times: times("exp:1", "exp:1", "exp:1"), Loss: 0.2, Judge: invariants.Panel{invariants.NoDeadlock}, Judged: 500, Seed: seed, Entries: 500, Runs: 1}
		watched := run(t, a, c, o)
		o.Judged = 2
		left := run(t, a, c, o)
		if watched.Stopped == 0 && left.Stopped == 0 {
			continue // the requests of others were lost, and the holder enters on and on
		}
		if len(watched.Violations) != 1 || len(left.Violations) != 1 || !slices.Equal(labels(watched, 0), labels(left, 0)) {
			t.Fatalf("seed %d: %+v when it is watched, %+v when it is not", seed, watched, left)
		}
		replays(t, a, c, invariants.NoDeadlock, "", labels(left, 0), left.Used[0])
		if watched.Events > o.Judged {
			long++
		}
	}
	if long < 5 {
		t.Errorf("only %d of 30 runs end after what is judged of them", long)
	}
}

// TestOff: timers run out where the model has time-outs, and nowhere else.
func TestOff(t *testing.T) {
	a := find(t, "drs-gme")
	for _, timeouts := range []model.Timeouts{model.Off, model.Patient} {
		c := a.With(model.Repaired, func(c *model.Config) { c.Timeouts = timeouts })
		got := run(t, a, c, load.Options{Times: times("exp:1", "exp:1", "exp:1"), Timers: timers, Loss: 0.05, Seed: 1, Entries: 200, Runs: 3})
		if (got.Expiries > 0) != (timeouts == model.Patient) {
			t.Errorf("time-outs %s: %d timers run out", timeouts, got.Expiries)
		}
	}
}

// TestNoRoom: runs in which no time passes, or requests come without measure, end and are counted.
func TestNoRoom(t *testing.T) {
	a := find(t, "raymond")
	c := a.With(model.Published, func(c *model.Config) { c.Processes = 2 })
	still := run(t, a, c, load.Options{Times: times("const:0", "const:0", "const:0"), Seed: 1, Entries: 50, Runs: 2})
	if still.Runs != 0 || still.Frozen != 2 {
		t.Errorf("without time: %+v", still)
	}
	open := times("exp:1", "exp:1", "exp:1")
	open.Rate = 1e7
	flood := run(t, a, c, load.Options{Times: open, Seed: 1, Entries: 50, Runs: 2})
	if flood.Runs != 0 || flood.Flooded != 2 {
		t.Errorf("with requests without end: %+v", flood)
	}
}
