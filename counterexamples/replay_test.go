package counterexamples

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Claims that are false, or true only before the last step, so that there is something to replay.
var (
	nobody = invariants.Property{
		Name:   "nobody",
		State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(!inCS(vs)) },
		Detail: func(invariants.Views) string { return "somebody is inside" },
	}
	noEntry = invariants.Property{
		Name: "no-entry", Hears: invariants.Entering,
		Step: func(invariants.Step) invariants.Opinion { return invariants.Violated },
	}
	noEnd = invariants.Property{
		Name: "no-end", End: func(invariants.Views) invariants.Opinion { return invariants.Violated },
	}
	starved = invariants.Starved
	claims  = []invariants.Property{nobody, noEntry, noEnd, starved, invariants.Mutex}
)

func inCS(vs invariants.Views) bool { return vs.Any(func(v *model.View) bool { return v.InCS }) }

func TestReplay(t *testing.T) {
	both := append(append([]string{}, served...), "exit(2)", "request(1)", "deliver(Request(1, 1) -> 2)",
		"deliver(Token([0, 1], <>) -> 1)", "exit(1)")
	for _, test := range []struct {
		property string
		steps    []string
		want     Outcome
	}{
		{"nobody", served, Outcome{Result: Replayed, Steps: 3, Detail: "somebody is inside"}},
		{"nobody", served[:2], Outcome{Result: NoLongerViolates, Steps: 2}},
		{"nobody", nil, Outcome{Result: NoLongerViolates}},
		{"no-entry", served, Outcome{Result: Replayed, Steps: 3}},
		{"no-entry", both[:4], Outcome{Result: Replayed, Steps: 3, Note: "the run goes on for 1 step"}},
		{"nobody", both[:5], Outcome{Result: Replayed, Steps: 3, Note: "the run goes on for 2 steps"}},
		{"no-end", both[:4], Outcome{Result: NoLongerViolates, Steps: 4}},
		{"no-end", both, Outcome{Result: Replayed, Steps: 8}},
		{"no-end", both[:7], Outcome{Result: NoLongerViolates, Steps: 7}},
		{"starved", served, Outcome{Result: NoLongerViolates, Steps: 3}},
		{"starved", served[:2], Outcome{Result: NoLongerViolates, Steps: 2}}, // waits, and will be served
		{"mutex", []string{"request(2)", "exit(2)"}, Outcome{Result: Diverged, Steps: 1, Label: "exit(2)",
			Enabled: []string{"request(1)", "deliver(Request(2, 1) -> 1)"}}},
	} {
		k := slices.IndexFunc(claims, func(p invariants.Property) bool { return p.Name == test.property })
		test.want.Property, test.want.Claim = test.property, claims[k].Doc
		sys := suzuki(nil)
		got, err := Replay(sys, claims, &Trace{Property: test.property, Steps: test.steps,
			Fingerprint: sys.Config.Fingerprint()})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&test.want, got); diff != "" {
			t.Errorf("%s: %s", test.property, diff)
		}
	}
}

// TestTaken: a trace that names no property is taken, and nothing is said of any.
func TestTaken(t *testing.T) {
	for steps, want := range map[int]Outcome{3: {Result: Taken, Steps: 3}, 2: {Result: Taken, Steps: 2}} {
		got, err := Replay(suzuki(nil), claims, &Trace{Steps: served[:steps]})
		if diff := cmp.Diff(&want, got); err != nil || diff != "" {
			t.Errorf("%v: %s", err, diff)
		}
	}
	got, err := Replay(suzuki(nil), claims, &Trace{Steps: []string{"exit(1)"}})
	if err != nil || got.Result != Diverged {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestZeroTrace: the zero value of a trace is a run that ends where it begins.
func TestZeroTrace(t *testing.T) {
	if path, err := Walk(endless(), &Trace{}); err != nil || path.Last() != 0 {
		t.Errorf("%v, %v", path, err)
	}
	out, err := Replay(endless(), claims, &Trace{Property: "starved", Steps: []string{"request(1)"}})
	if err != nil || out.Result != NoLongerViolates || strings.Contains(out.Note, "return") {
		t.Errorf("%v, %v", out, err)
	}
	if _, err := Walk(endless(), &Trace{Steps: []string{"request(1)", "exit(1)"}, Loop: 1}); err == nil || err.Error() != "loop 1 of a run that ends" {
		t.Error(err)
	}
}

func TestReplayLasso(t *testing.T) {
	sys := endless()
	lasso := &Trace{Property: "starved", Steps: []string{"request(1)", "exit(1)"}, Endless: true}
	out, err := Replay(sys, claims, lasso)
	if err != nil || out.Result != NoLongerViolates {
		t.Errorf("%v, %v", out, err)
	}
	out, err = Replay(sys, claims, &Trace{Property: "starved", Steps: lasso.Steps, Endless: true, Loop: 1})
	if err != nil || out.Result != NoLongerViolates || !strings.Contains(out.Note, "does not return") {
		t.Errorf("%v, %v", out, err)
	}
	// A process that enters again and again waits in no state of the loop for ever.
	out, err = Replay(sys, []invariants.Property{invariants.FairStarvation}, &Trace{Property: "fair-starvation", Steps: lasso.Steps, Endless: true})
	if err != nil || out.Result != NoLongerViolates {
		t.Errorf("%v, %v", out, err)
	}
}

// TestReplayUnfair: a loop that leaves undone what stays possible all round is not fair; one in which
// nothing is left to be done is.
func TestReplayUnfair(t *testing.T) {
	sys := suzuki(func(c *model.Config) { c.Loss, c.Requests = 1, []int{model.Unlimited, 1} })
	for _, test := range []struct {
		stem, loop []string
		want       string
	}{
		{[]string{"request(2)"}, []string{"request(1)", "exit(1)"}, "replayed, but no longer violates fair-starvation after 3 steps"},
		{[]string{"request(2)", "lose(Request(2, 1) -> 1)"}, []string{"request(1)", "exit(1)"},
			"replayed: violates fair-starvation after 4 steps: P2 waits for ever; from step 3 on the run repeats, and it is fair"},
	} {
		out, err := Replay(sys, []invariants.Property{invariants.FairStarvation}, &Trace{
			Property: "fair-starvation", Steps: slices.Concat(test.stem, test.loop), Endless: true, Loop: len(test.stem),
		})
		if err != nil || out.String() != test.want {
			t.Errorf("%q, then again and again %q: %v, %v; want %s", test.stem, test.loop, out, err, test.want)
		}
	}
}

// TestReplayEnd: a run that ends with a process that waits violates fair-starvation, and one that can go on does not.
func TestReplayEnd(t *testing.T) {
	sys := suzuki(func(c *model.Config) { c.Loss, c.Requests = 1, []int{0, 1} })
	lost := []string{"request(2)", "lose(Request(2, 1) -> 1)"}
	for steps, want := range []string{
		"replayed, but no longer violates fair-starvation after 0 steps",
		"replayed, but no longer violates fair-starvation after 1 step",
		"replayed: violates fair-starvation after 2 steps: P2 waits, and nothing can happen",
	} {
		out, err := Replay(sys, []invariants.Property{invariants.FairStarvation}, &Trace{Property: "fair-starvation", Steps: lost[:steps]})
		if err != nil || out.String() != want {
			t.Errorf("%v, %v; want %s", out, err, want)
		}
	}
}

// TestReplayNumbers: a run shows a number, which violates what is claimed of it or not.
func TestReplayNumbers(t *testing.T) {
	for claimed, want := range map[int]Result{0: Replayed, 1: NoLongerViolates} {
		trace := &Trace{Property: "max-concurrency", Steps: served}
		out, err := Replay(suzuki(nil), []invariants.Property{invariants.MaxConcurrency(claimed)}, trace)
		if err != nil || out.Result != want || !strings.HasPrefix(out.Note, "this run shows 1; claimed: ") {
			t.Errorf("claimed %d: %v, %v", claimed, out, err)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	sys := suzuki(nil)
	for _, test := range []struct {
		trace Trace
		want  string
	}{
		{Trace{Property: "mutx"}, `no property is named "mutx" in this configuration; ` +
			`allowed is nobody, no-entry, no-end, starved or mutex; did you mean mutex?`},
		{Trace{Property: "mutex", Endless: true, Loop: 1, Steps: served[:1]}, "loop 1 of 1 steps; allowed is less than the number of steps"},
		{Trace{Model: "suzuki-kasami -n 2", Property: "mutex", Fingerprint: "0000000000000000"}, "the trace is of another model: its fingerprint is " +
			"0000000000000000, that of suzuki-kasami -n 2 is " + sys.Config.Fingerprint()},
	} {
		if _, err := Replay(sys, claims, &test.trace); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

func TestWalkDiverges(t *testing.T) {
	path, err := Walk(suzuki(nil), &Trace{Steps: []string{"request(2)", "request(2)"}})
	var diverged *Divergence
	if !errors.As(err, &diverged) || diverged.Step != 2 || path.Last() != 1 {
		t.Errorf("%v", err)
	}
}

// hashed sends what would begin a comment in a trace file.
type hashed struct{ evil }

func (hashed) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[markup]) {
	out.Send(i, "a #b")
}

// TestWalkHash: a trace with such a label takes the same steps when it has been written and read.
func TestWalkHash(t *testing.T) {
	sys := system.Compose(hashed{}, model.Config{Algorithm: "hashed", Processes: 1, Requests: []int{1}, Network: model.Bag})
	want := &Trace{Model: "hashed", Steps: []string{"request(1)", "deliver(a #b -> 1)"}}
	got, err := Parse("t", want.Format())
	if err != nil {
		t.Fatal(err)
	}
	if path, err := Walk(sys, got); err != nil || path.Last() != 2 {
		t.Errorf("%d steps: %v", path.Last(), err)
	}
}
