package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestNever lists what never happened: messages that were there and never delivered, faults with a budget.
func TestNever(t *testing.T) {
	c := model.Config{Loss: 1, Duplicate: 1, Crash: 1, Early: 1}
	r := &explore.Result{Complete: true, Coverage: map[string]int{"lose(a)": 1, "drop(b)": 2, "deliver(b)": 3, "duplicate(b)": 0}}
	var never []string
	for _, event := range Coverage(c, r) {
		if event.Count == 0 {
			never = append(never, event.Event)
		}
	}
	if want := []string{"crash", "deliver(a)", "duplicate", "duplicate(b)", "early expiry"}; !slices.Equal(never, want) {
		t.Errorf("never happened: %q, want %q", never, want)
	}
	r.Early = true
	if idle := IdleFaults(c, r); !slices.Equal(idle, []string{"duplicate", "crash"}) {
		t.Errorf("idle: %q", idle)
	}
}

// TestBoundedFromOneOfSeveral: text and JSON say that a search was bounded, and in which initial state a run begins.
func TestBoundedFromOneOfSeveral(t *testing.T) {
	write := func(bounded bool, start string) (text, object string) {
		f := invariants.Finding{Property: invariants.Property{Name: "p"}, Verdict: invariants.Refuted, Start: start, Trace: []string{"a(1)"}, Steps: 1}
		r := Report{Result: &explore.Result{Complete: true, Bounded: bounded, States: 2, Transitions: 1, Depth: 1}, Findings: []invariants.Finding{f}}
		r.Scenarios = []assumptions.Scenario{{Finding: f, Complete: true}}
		var b, j strings.Builder
		r.Text(&b, "model", terminal.Screen{})
		if err := answer.JSON(&j, r.Object()); err != nil {
			t.Fatal(err)
		}
		return b.String(), j.String()
	}
	text, object := write(true, "turn=2")
	if !strings.Contains(text, "complete: 2 states, 1 transition, depth 1, within the boundary\n") || !strings.Contains(text, "start turn=2\n") {
		t.Error(text)
	}
	if !strings.Contains(object, `"bounded": true,`) || strings.Count(object, `"start": "turn=2",`) != 2 {
		t.Error(object)
	}
	measured := invariants.Finding{Value: &invariants.Value{}, Start: "most", Trace: []string{"a"}, LeastAt: "least", Least: []string{"b"}}
	var j strings.Builder
	if err := answer.JSON(&j, FindingObject(measured, "holds")); err != nil || !strings.Contains(j.String(), `"start_of_min": "least",`) || !strings.Contains(j.String(), `"start": "most",`) {
		t.Error(j.String(), err)
	}
	text, object = write(false, "")
	if strings.Contains(text, "boundary") || strings.Contains(text, "start") || strings.Contains(object, "bounded") || strings.Contains(object, "start") {
		t.Errorf("%s%s", text, object)
	}
}

// TestOpen: what is left open, or vacuous for a reason of its own, is named with it, in text and JSON; what never had anything to say is not.
func TestOpen(t *testing.T) {
	var all []invariants.Finding
	for k, why := range []string{"", "leaves", "leaves", "leaves"} {
		f := invariants.Finding{Property: invariants.Property{Name: string(rune('a' + k))}, Verdict: invariants.Vacuous, Detail: why}
		if k == 3 {
			f.Verdict = invariants.Inconclusive
		}
		all = append(all, f)
	}
	if got, want := open(all), []string{"vacuous: b, c: leaves", "inconclusive: d: leaves"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var j strings.Builder
	if err := answer.JSON(&j, FindingObject(all[1], "vacuous")); err != nil || !strings.Contains(j.String(), `"detail": "leaves"`) {
		t.Error(j.String(), err)
	}
}

// TestNumbersUnknown: a search on disk that leaves nothing open but numbers says so, and does not call properties inconclusive.
func TestNumbersUnknown(t *testing.T) {
	for verdict, want := range map[invariants.Verdict]string{invariants.Holds: "numbers are not known: on disk\n", invariants.Inconclusive: "some properties are inconclusive: on disk\n"} {
		r := Report{Result: &explore.Result{Complete: true, Limit: "on disk"}, Findings: []invariants.Finding{{Property: invariants.Property{Name: "p"}, Verdict: verdict}}}
		var b strings.Builder
		if r.Text(&b, "model", terminal.Screen{}); !strings.Contains(b.String(), want) {
			t.Errorf("%s: %s", verdict, b.String())
		}
	}
}

// TestStats: what is known of a search is told in lines that fit, levels share bars where there are many, and the rest is left out.
func TestStats(t *testing.T) {
	levels := make([]int, 60)
	for k := range levels {
		levels[k] = 1 + k*k
	}
	r := Report{Stats: true, Result: &explore.Result{
		Complete: true, States: 8, Transitions: 20, Depth: 59, Levels: levels, Elapsed: 2 * time.Second, Workers: 2, PeakBytes: 4096, BytesPerState: 512,
		Coverage: map[string]int{"request": 15, "deliver(a)": 5, "lose(a)": 0},
	}}
	var b strings.Builder
	if err := r.Text(&b, "model", terminal.Screen{Columns: 50}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := layout.Width(strings.TrimSuffix(line, "\n")); n > 50 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, want := range []string{
		"2s, 4 states/s,", "512 bytes", "2.50 on average", "   0..2       8  #\n", "\n  57..59  10,0", "  15  75.0 %  request\n   5  25.0 %  deliver(a)\n", "never happened: lose(a)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	b.Reset()
	r.Result = &explore.Result{Limit: "interrupted", Judged: -1}
	if r.Text(&b, "model", terminal.Screen{}) != nil || strings.Contains(b.String(), "time") || strings.Contains(b.String(), "degree") || strings.Contains(b.String(), "levels") {
		t.Errorf("what is not known:\n%s", &b)
	}
}

// TestViolations: a trace that violates several properties is shown once, one with another loop on its own; of several violations of a
// search that ended there the one that decides the exit code is shown.
func TestViolations(t *testing.T) {
	finding := func(name string, kind invariants.Kind, loop int, steps ...string) invariants.Finding {
		return invariants.Finding{
			Property: invariants.Property{Name: name, Kind: kind, Doc: "it is so"}, Verdict: invariants.Refuted, Trace: steps, Steps: len(steps), Endless: loop > 0, Loop: loop,
		}
	}
	all := []invariants.Finding{
		finding("a", invariants.Liveness, 0, "x", "y"), finding("b", invariants.Invariant, 0, "x", "y"), finding("c", invariants.Liveness, 1, "x", "y"),
		finding("d", invariants.Invariant, 0, "x"),
	}
	var b strings.Builder
	Traces{Program: "p", Files: map[string]string{"b": "b's file"}}.Write(&b, all, terminal.Screen{})
	want := `
a is violated: it says that it is so
b is violated: it says that it is so
   1  x
   2  y
      p replay 'b'\''s file'
      p explore --trace 'b'\''s file'

c is violated: it says that it is so
   1  x
   2  y

d is violated: it says that it is so
   1  x
`
	if b.String() != want {
		t.Errorf("%s, want %s", &b, want)
	}
	one := first(all[:3], exit.Safety)
	if len(one) != 1 || one[0].Property.Name != "b" || unshown(all[:3], one) != "also violated: a, c" {
		t.Errorf("%+v, %s", one, unshown(all[:3], one))
	}
}
