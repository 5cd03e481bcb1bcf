package invariants

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// TestKept says which values are what is claimed of them, and how both are written.
func TestKept(t *testing.T) {
	atMost4, upTo4 := &Claimed{Max: 4}, &Claimed{Max: 4, Attained: true}
	for _, test := range []struct {
		value       Value
		kept        bool
		text, claim string
	}{
		{Value{Max: 4}, true, "0..4", ""},
		{Value{Max: 4, Unbounded: true}, false, "0..unbounded", ""},
		{Value{Unbounded: true, Never: true}, false, "unbounded", ""},
		{Value{Min: 1, Max: 4, Claimed: atMost4}, true, "1..4", "at most 4"},
		{Value{Min: 3, Max: 3, Claimed: atMost4}, true, "3", "at most 4"},
		{Value{Max: 5, Claimed: atMost4}, false, "0..5", "at most 4"},
		{Value{Max: 4, Claimed: upTo4}, true, "0..4", "up to 4, attained"},
		{Value{Max: 3, Claimed: upTo4}, false, "0..3", "up to 4, attained"},
		{Value{Min: 1, Max: 3, Claimed: &Claimed{Min: 2, Max: 4}}, false, "1..3", "2..4"},
		{Value{Min: 3, Max: 3, Claimed: &Claimed{Min: 3, Max: 3}}, true, "3", "exactly 3"},
	} {
		if got := test.value.Kept(); got != test.kept {
			t.Errorf("%s: kept: %v", test.text, got)
		}
		if got := test.value.String(); got != test.text {
			t.Errorf("value %q, want %q", got, test.text)
		}
		if c := test.value.Claimed; c != nil && c.String() != test.claim {
			t.Errorf("claim %q, want %q", c, test.claim)
		}
	}
}

// TestFindings: what is complete and has spoken holds; what is not complete, or not answered, stays open.
func TestFindings(t *testing.T) {
	panel := Panel{Mutex, OneToken, Starved, FairStarvation}
	complete := &question.Result{Complete: true, Spoke: 0b0101, Answered: 0b0100, Open: map[int]string{3: "no memory"}}
	for _, test := range []struct {
		what   string
		result *question.Result
		want   [4]Verdict
	}{
		{"complete", complete, [4]Verdict{Holds, Vacuous, Holds, Inconclusive}},
		{"not complete", &question.Result{Spoke: 0b1111, Answered: 0b1111}, [4]Verdict{Inconclusive, Inconclusive, Inconclusive, Inconclusive}},
		{"not complete, but violated", &question.Result{Spoke: 1, Violations: []question.Violation{{
			Property: 0, Path: []question.Step{{Label: "a"}, {Label: "b"}}, Views: []*model.View{inside(), inside()}, Shortest: true,
		}}}, [4]Verdict{Refuted, Inconclusive, Inconclusive, Inconclusive}},
	} {
		findings := panel.Findings(test.result)
		for k, f := range findings {
			if f.Verdict != test.want[k] {
				t.Errorf("%s: %s is %s, want %s", test.what, f.Property.Name, f.Verdict, test.want[k])
			}
		}
		if f := findings[0]; f.Verdict == Refuted && (f.Steps != 2 || !f.Shortest || f.Detail != "P1 is in its CS, P2 is in its CS") {
			t.Errorf("%s: %+v", test.what, f)
		}
	}
	if f := panel.Findings(complete)[3]; f.Detail != "no memory" {
		t.Errorf("open because of %q", f.Detail)
	}
}

// TestMeasured: a number is judged by what is claimed of it, and the trace is the one that shows it.
func TestMeasured(t *testing.T) {
	run := func(name string) question.Run { return question.Run{Start: name, Path: []question.Step{{Label: name}}} }
	least, most := run("least"), run("most")
	for _, test := range []struct {
		claimed   *Claimed
		min, max  int
		unbounded bool
		verdict   Verdict
		trace     string
	}{
		{nil, 0, 5, false, Holds, "most"},
		{&Claimed{Max: 5}, 0, 5, false, Holds, "most"},
		{&Claimed{Max: 4}, 0, 5, false, Refuted, "most"},
		{&Claimed{Min: 1, Max: 5}, 0, 5, false, Refuted, "least"}, // only the least is out of range
		{&Claimed{Min: 1, Max: 4}, 0, 5, false, Refuted, "most"},
		{&Claimed{Min: 1, Max: 5, Attained: true}, 0, 5, false, Refuted, "least"},
		{&Claimed{Min: 1, Max: 6, Attained: true}, 0, 5, false, Refuted, "most"}, // which is not attained
		{&Claimed{Min: 1, Max: 5}, 0, 0, true, Refuted, "most"},                  // which is as large as one likes
	} {
		p := RunMessages
		p.Claimed = test.claimed
		r := &question.Result{
			Complete: true, Spoke: 1, Answered: 1,
			Measures: map[int]*question.Measure{0: {Min: test.min, Max: test.max, Unbounded: test.unbounded, Least: least, Most: most}},
		}
		f := Panel{p}.Findings(r)[0]
		if f.Verdict != test.verdict || len(f.Trace) != 1 || f.Trace[0] != test.trace || f.Start != test.trace || f.Least[0] != "least" || f.LeastAt != "least" {
			t.Errorf("%d..%d, claimed %v: %s with %q, want %s with %q", test.min, test.max, test.claimed, f.Verdict, f.Trace,
				test.verdict, test.trace)
		}
	}
}

// TestExceeded: of a part of the runs a number is bad if it is beyond what is claimed, and otherwise nothing is known.
func TestExceeded(t *testing.T) {
	run := question.Run{Path: make([]question.Step, 4)}
	for _, test := range []struct {
		claimed  *Claimed
		min, max int
		depth    int
		verdict  Verdict
		shortest bool
	}{
		{nil, 0, 5, 4, Inconclusive, false},
		{&Claimed{Max: 5}, 0, 5, 4, Inconclusive, false},
		{&Claimed{Max: 4}, 0, 5, 4, Refuted, true},
		{&Claimed{Max: 4}, 0, 5, 3, Refuted, false},                              // a shorter run may lead through what was not explored
		{&Claimed{Min: 1, Max: 6, Attained: true}, 1, 5, 4, Inconclusive, false}, // it may be attained
		{&Claimed{Min: 1, Max: 6, Attained: true}, 0, 5, 4, Refuted, true},
	} {
		p := RunMessages
		p.Claimed = test.claimed
		r := &question.Result{Limit: "max-depth", Depth: test.depth, Spoke: 1, Answered: 1, Measures: map[int]*question.Measure{0: {Min: test.min, Max: test.max, Least: run, Most: run}}}
		f := Panel{p}.Findings(r)[0]
		if f.Verdict != test.verdict || f.Shortest != test.shortest || f.Value != nil || f.Property.Claimed != test.claimed || (f.Trace != nil) != (test.verdict == Refuted) {
			t.Errorf("%+v: %+v", test, f)
		}
	}
}

// TestPanel: a property speaks only of the steps that it hears.
func TestPanel(t *testing.T) {
	heard := 0
	p := Property{Hears: Entering, Step: func(Step) Opinion { heard++; return Violated }}
	panel := Panel{Mutex, p}
	for _, test := range []struct {
		entries         int
		heard           bool
		spoke, violated uint64
	}{{0, false, 0, 0}, {1, true, 0b10, 0b10}} {
		e := &model.Event{Entries: test.entries}
		if panel.Hears(e) != test.heard {
			t.Errorf("%d entries: heard: %v", test.entries, !test.heard)
		}
		if spoke, violated := panel.Step(nil, e, nil); spoke != test.spoke || violated != test.violated {
			t.Errorf("%d entries: spoke %b, violated %b", test.entries, spoke, violated)
		}
	}
	if heard != 1 {
		t.Errorf("asked %d times", heard)
	}
}
