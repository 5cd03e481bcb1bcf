package explore_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestPartly: what a search that is limited finds in its part of the graph is there, and nothing that is there is missed; it counts as without that.
func TestPartly(t *testing.T) {
	refuted := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawProtocol(t)
		c := model.Config{
			Processes: p.Sites, Requests: slices.Repeat([]int{rapid.SampledFrom([]int{1, 2, model.Unlimited}).Draw(t, "requests")}, p.Sites),
			Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
			Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts"),
		}
		panel := append(invariants.Panel(questions(p.Sites)), invariants.Property{ // what only the whole shows
			Name: "reaches", Kind: invariants.Liveness,
			Pending: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Holds == 1 }) },
			Goal:    func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.InCS }) },
		})
		for k := range panel {
			if q := &panel[k]; q.Gauge != nil {
				low := rapid.IntRange(-1, 2).Draw(t, "least")
				q.Claimed = &invariants.Claimed{Min: low, Max: low + rapid.IntRange(0, 3).Draw(t, "most"), Attained: rapid.Bool().Draw(t, "attained")}
			}
		}
		search := func(o explore.Options) ([]invariants.Finding, *explore.Result) {
			findings, r, err := explore.CheckAll(context.Background(), system.Compose(p, c), panel, o)
			if err != nil {
				t.Fatal(err)
			}
			return findings, r
		}
		all, whole := search(explore.Options{MaxStates: 300})
		if !whole.Complete || whole.Depth < 1 {
			t.Skip("nothing to cut")
		}
		o := explore.Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers"), MaxDepth: rapid.IntRange(1, whole.Depth).Draw(t, "depth")}
		if rapid.Bool().Draw(t, "by states") {
			o.MaxDepth, o.MaxStates = 0, rapid.IntRange(1, whole.States).Draw(t, "states")
		}
		plain, r := search(o)
		o.Partly = true
		findings, part := search(o)
		if part.Complete != r.Complete || part.Limit != r.Limit || part.States != r.States || part.Transitions != r.Transitions || part.Judged != r.Judged {
			t.Fatalf("%+v; without questions %+v", part, r)
		}
		if part.Complete {
			return
		}
		for k, f := range findings {
			q := panel[k]
			switch {
			case plain[k].Verdict == invariants.Refuted:
				if f.Verdict != invariants.Refuted || f.Steps > plain[k].Steps || q.Fair == nil && f.Steps < plain[k].Steps { // a loop may be shorter than a run that ends
					t.Fatalf("%s: %s after %d, without questions after %d", q.Name, f.Verdict, f.Steps, plain[k].Steps)
				}
				continue
			case f.Verdict == invariants.Inconclusive:
				asked := q.Gauge != nil || q.Fair != nil
				v := all[k].Value
				more := v != nil && (v.Unbounded || q.Claimed != nil && q.Claimed.Attained && v.Max < q.Claimed.Max) // what goes round may have to end elsewhere
				if asked && !more && all[k].Verdict == invariants.Refuted && all[k].Steps <= part.Depth {
					t.Fatalf("%s: inconclusive to depth %d; %s after %d: %v", q.Name, part.Depth, all[k].Detail, all[k].Steps, all[k].Trace)
				}
				continue
			}
			if f.Verdict != invariants.Refuted || all[k].Verdict != invariants.Refuted || f.Value != nil {
				t.Fatalf("%s: %s %v of a part, %s of all", q.Name, f.Verdict, f.Trace, all[k].Verdict)
			}
			if f.Shortest && all[k].Shortest && f.Steps > all[k].Steps && all[k].Value == nil {
				t.Fatalf("%s: %d steps are shortest, in a part; of all, %d", q.Name, f.Steps, all[k].Steps)
			}
			refuted[q.Name]++
			out, err := counterexamples.Replay(system.Compose(p, c), panel, traceOf(f))
			if err != nil || out.Result != counterexamples.Replayed {
				t.Fatalf("%s: %v, %v of %v: %s; all: %s, %v %v", q.Name, out, err, f.Trace, f.Detail, all[k].Detail, all[k].Trace, all[k].Least)
			}
		}
	})
	if len(refuted) < 3 {
		t.Errorf("refuted within a part: %v", refuted)
	}
}
