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
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
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
	if idle := invariants.IdleFaults(c, r); !slices.Equal(idle, []string{"duplicate", "crash"}) {
		t.Errorf("idle: %q", idle)
	}
}

// TestRepresented: a level that was left is counted among the states, and not among what they represent.
func TestRepresented(t *testing.T) {
	r := &explore.Result{States: 5, Transitions: 4, Levels: []int{1, 1, 3}, Depth: 2, Judged: 2, Limit: "max-depth 2"}
	r.Reduction = &question.Reduction{Group: make([]*permutation.Permutation, 2), States: 9, Transitions: 7}
	for judged, want := range map[int]string{
		2: "5 states that represent 9, 4 transitions that represent 7, depth 2",
		1: "5 states, of which those looked at represent 9, 4 transitions that represent 7, depth 2",
	} {
		if r.Judged = judged; counts(r) != want {
			t.Errorf("judged to depth %d: %s, want %s", judged, counts(r), want)
		}
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
	if strings.Contains(b.String(), "0.0 %") {
		t.Errorf("what never happened has a share in\n%s", &b)
	}
	b.Reset()
	if writeLevels(&b, []int{1, 2, 4}, 16); b.String() != "\nstates of each level\n  0  1  ##\n  1  2  ####\n  2  4  ########\n" {
		t.Error(b.String())
	}
	b.Reset()
	r.Result = &explore.Result{Limit: "interrupted", Judged: -1}
	if r.Text(&b, "model", terminal.Screen{}) != nil || strings.Contains(b.String(), "time") || strings.Contains(b.String(), "memory") || strings.Contains(b.String(), "degree") || strings.Contains(b.String(), "levels") {
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

// TestExit: without a finding, or with a fault that has a budget and never happened, nothing is known, as with a property that is vacuous.
func TestExit(t *testing.T) {
	holds := []invariants.Finding{{Verdict: invariants.Holds}}
	happened := map[string]int{"lose(a)": 1}
	for _, x := range []struct {
		findings []invariants.Finding
		loss     int
		coverage map[string]int
		complete bool
		want     int
	}{
		{holds, 0, nil, true, exit.Of(holds, true, false)}, {holds, 1, happened, true, exit.Of(holds, true, false)},
		{nil, 0, nil, true, exit.Vacuous}, {holds, 1, nil, true, exit.Vacuous}, {holds, 0, nil, false, exit.Inconclusive},
	} {
		r := Report{Config: model.Config{Loss: x.loss}, Result: &explore.Result{Complete: x.complete, Coverage: x.coverage}, Findings: x.findings}
		if got := r.Exit(); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
}

// TestObject: the report for programs counts the verdicts, and says how long a violation is and which timers expire in order.
func TestObject(t *testing.T) {
	r := Report{Config: model.Config{OrderedTimers: true}, Result: &explore.Result{}, Findings: []invariants.Finding{
		{Verdict: invariants.Refuted, Trace: []string{"x", "y"}, Steps: 2, Shortest: true},
		{Verdict: invariants.Holds}, {Verdict: invariants.Holds}, {Verdict: invariants.Vacuous},
		{Verdict: invariants.Holds, Property: invariants.Property{Witness: func(invariants.Views) bool { return true }}, Trace: []string{"x", "y", "z"}, Steps: 3},
	}}
	var j strings.Builder
	if err := answer.JSON(&j, r.Object()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"timers": "ordered"`, `"violated": 1`, `"holds": 3`, `"vacuous": 1`, `"inconclusive": 0`, `"steps": 2`, `"shortest": true`, `"steps": 3`, `"shortest": false`,
	} {
		if !strings.Contains(j.String(), want) {
			t.Errorf("no %s in\n%s", want, &j)
		}
	}
}

// TestLengths: of a trace it is told how long it is, whether it goes on for ever, and whether a shorter one may exist.
func TestLengths(t *testing.T) {
	for _, x := range []struct {
		f    invariants.Finding
		want string
	}{
		{invariants.Finding{Steps: 1, Shortest: true}, "1 step"},
		{invariants.Finding{Steps: 3}, "3 steps (perhaps not shortest)"},
		{invariants.Finding{Steps: 0}, "0 steps"},
		{invariants.Finding{Steps: 3, Endless: true, Loop: 1}, "3 steps, then again from 2"},
	} {
		if x.f.Verdict = invariants.Refuted; steps(x.f) != x.want {
			t.Errorf("%q, want %q", steps(x.f), x.want)
		}
	}
	sought := invariants.Property{Witness: func(invariants.Views) bool { return true }}
	if text := steps(invariants.Finding{Verdict: invariants.Holds, Property: sought, Steps: 3}); text != "after 3 steps (perhaps not shortest)" {
		t.Error(text)
	}
	if steps(invariants.Finding{Verdict: invariants.Holds, Steps: 3}) != "" {
		t.Error("what holds has no trace")
	}
	if a, b := ValueText(nil), ValueText(&invariants.Value{Min: 2, Max: 5}); a != "not decided" || b != "2..5" {
		t.Errorf("%q, %q", a, b)
	}
}

// TestText: what the text says of a search in which there is more, or less, than usual.
func TestText(t *testing.T) {
	refuted := func(name string, steps int) invariants.Finding {
		return invariants.Finding{Property: invariants.Property{Name: name}, Verdict: invariants.Refuted, Trace: make([]string, steps), Steps: steps, Shortest: true}
	}
	holds := invariants.Finding{Property: invariants.Property{Name: "h"}, Verdict: invariants.Holds}
	for _, x := range []struct {
		says        string
		result      explore.Result
		findings    []invariants.Finding
		scenarios   []assumptions.Scenario
		want, never string
	}{
		{"a complete search has no limit", explore.Result{Complete: true}, []invariants.Finding{holds}, nil, "verdict: holds\n", "numbers are not known"},
		{"one verdict needs no sum", explore.Result{Complete: true}, []invariants.Finding{holds}, nil, "verdict: holds\n", "1 property holds"},
		{"several have one", explore.Result{Complete: true}, []invariants.Finding{holds, holds}, nil, "2 properties hold\n", "nothing was judged"},
		{"a violation ended it", explore.Result{Limit: stopAtFirst, Judged: -1}, []invariants.Finding{refuted("long", 2), refuted("short", 1), {Property: invariants.Property{Name: "o"}, Verdict: invariants.Inconclusive}},
			nil, "also violated: long; 1 property is left open\n", "\nlong is violated"},
		{"all of it is shown", explore.Result{Complete: true}, []invariants.Finding{refuted("p", 1)}, nil, "p is violated", "left open"},
		{"none was tried", explore.Result{Complete: true, Reduction: &explore.Reduction{Tried: 1}}, nil, nil, "symmetry: the model has no sites or groups", "none of the"},
		{"none is one", explore.Result{Complete: true, Reduction: &explore.Reduction{Tried: 6, Group: make([]*permutation.Permutation, 1)}}, nil, nil, "symmetry: none of the 5 permutations tried", "the model has no sites or groups"},
		{"faults do not help", explore.Result{Complete: true}, nil, []assumptions.Scenario{}, "\nsmallest fault scenarios: no run violates anything\n", "none is known"},
	} {
		var b strings.Builder
		r := Report{Result: &x.result, Findings: x.findings, Scenarios: x.scenarios}
		if err := r.Text(&b, "model", terminal.Screen{}); err != nil || !strings.Contains(b.String(), x.want) || strings.Contains(b.String(), x.never) {
			t.Errorf("%s: %v\n%s", x.says, err, &b)
		}
	}
	second := Report{Result: &explore.Result{Complete: true, Spared: &explore.Spared{For: "deadlock", Second: &explore.Result{Depth: 4, Judged: 3, States: 9}}}}
	var text, object strings.Builder
	if second.Text(&text, "model", terminal.Screen{}); !strings.Contains(text.String(), "shortest traces: a search of all states to depth 4, 9 states\n") {
		t.Error(text.String())
	}
	if err := answer.JSON(&object, second.Object()); err != nil || !strings.Contains(object.String(), `"complete_to_depth": 3`) {
		t.Error(object.String(), err)
	}
	if got := Nothing([]string{"p"}) + "; " + Nothing(nil); got != "nothing was judged; nothing was judged: the model has no properties" {
		t.Error(got)
	}
	unshown := invariants.Finding{Property: invariants.Property{Name: "w", Witness: func(invariants.Views) bool { return true }}, Verdict: invariants.Refuted}
	var b strings.Builder
	Traces{Program: "p"}.Write(&b, []invariants.Finding{unshown}, terminal.Screen{})
	if b.String() != "\nw is violated\n" { // and no command to open what there is not
		t.Errorf("%q", b.String())
	}
}
