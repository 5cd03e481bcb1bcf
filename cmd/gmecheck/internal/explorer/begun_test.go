package explorer

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestFromHereAgrees: what is looked for from the start agrees with a search by check, for every property that can be looked for. A violation by
// runs that go on for ever is never denied.
func TestFromHereAgrees(t *testing.T) {
	endless := 0
	for _, line := range []string{"drs-gme -n 2", "srt-gme -n 2", "naimi-trehel -n 2", "token-ring -n 2 -m 2", "k-mutex -n 4 -r inf --requesters 2,3"} {
		s := start(t, line)
		v := s.lab.variants[0]
		findings, r, err := explore.CheckAll(t.Context(), v.system().Fresh(), invariants.Panel(v.properties), explore.Options{MaxStates: 100_000})
		if err != nil || !r.Complete {
			t.Fatalf("%s: %v %v", line, err, r)
		}
		for _, f := range findings {
			if !counterexamples.Pursuable(f.Property) {
				continue
			}
			found := looked(t, s, nil, object{"property": f.Property.Name})
			refuted := f.Verdict == invariants.Refuted
			switch {
			case found.Error != "", !found.Reached && !found.Complete:
				t.Errorf("%s: %s: %+v", line, f.Property.Name, found)
			case found.Reached && (!refuted || len(found.Steps) > len(f.Trace) && !f.Endless):
				t.Errorf("%s: %s is violated in %d steps; check: %s in %d", line, f.Property.Name, len(found.Steps), f.Verdict, len(f.Trace))
			case !found.Reached && refuted && !(f.Endless && found.Endless):
				t.Errorf("%s: no violation of %s from here; check: in %d steps", line, f.Property.Name, len(f.Trace))
			case !found.Reached && refuted:
				endless++
			}
		}
	}
	if endless == 0 {
		t.Error("no property is violated by runs that go on for ever alone: nothing is tested")
	}
}

// TestBegun: a run with which somebody begins keeps its property, its reason and its loop, in what is shown and in what is saved.
func TestBegun(t *testing.T) {
	a, c, err := options.Parse(algorithms.All(), "drs-gme -n 2")
	if err != nil {
		t.Fatal(err)
	}
	findings, _, err := explore.CheckAll(t.Context(), a.New(c), slices.DeleteFunc(invariants.Panel(a.Properties(c)), func(p invariants.Property) bool { return p.Name != "fair-starvation" }), explore.Options{})
	if err != nil || findings[0].Verdict != invariants.Refuted || !findings[0].Endless {
		t.Fatalf("%v %+v", err, findings)
	}
	f := findings[0]
	saved := counterexamples.Trace{Model: options.Line(a, c), Property: f.Property.Name, Start: f.Start, Steps: f.Trace, Endless: true, Loop: f.Loop}
	s := start(t, "drs-gme -n 2")
	opened := post[openAnswer](t, s, "open", object{"text": string(saved.Format())})
	run := post[runAnswer](t, s, "run", object{"start": opened.Start, "steps": opened.Steps})
	if v := run.Verdicts[0]; v.Name != f.Property.Name || !v.Violated || v.Why == "" {
		t.Errorf("first is said %+v", v)
	}
	if n := slices.IndexFunc(run.Verdicts, func(v verdict) bool { return v.Name == "token-kept" }); run.Verdicts[n].First != 2 {
		t.Errorf("token-kept: %+v; it is violated first after step 2", run.Verdicts[n])
	}
	again, err := counterexamples.Parse("run", []byte(run.Trace))
	if err != nil || again.Property != f.Property.Name || !again.Endless || again.Loop != f.Loop {
		t.Errorf("saved is %v %s", err, run.Trace)
	}
	// A step less is another run, which is nobody's counterexample.
	run = post[runAnswer](t, s, "run", object{"start": opened.Start, "steps": opened.Steps[:len(opened.Steps)-1]})
	if again, err = counterexamples.Parse("run", []byte(run.Trace)); err != nil || again.Property == f.Property.Name || again.Endless {
		t.Errorf("saved is %v %s", err, run.Trace)
	}
}
