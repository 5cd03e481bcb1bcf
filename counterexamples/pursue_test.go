package counterexamples

import (
	"errors"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// A counterexample of the published algorithm is followed where other repairs change the messages, and by the run that
// is found there the property is violated, too. With the repair that forbids it nothing is found.
func TestPursue(t *testing.T) {
	a := &srtgme.Algorithm
	steps := []string{
		"request(2, g1)", "deliver(request(2, 1, g1, 1) -> 1)", "deliver(token(<>, NULL, 0) -> 2)", "request(1, g2)",
	}
	for _, tt := range []struct {
		repairs []string
		want    string // the property found
	}{
		{nil, "one-token"},
		{[]string{"numbered-token", "remember"}, "one-token"},
		{[]string{"give-away", "numbered-token"}, "type-match"},
		{a.RepairNames(), ""},
	} {
		c := a.With(model.Published, func(c *model.Config) { c.Processes = 2 })
		c.Repairs = tt.repairs
		found, err := Pursue(a.New(c), a.Properties(c), steps)
		if err != nil {
			t.Fatal(err)
		}
		if tt.want == "" {
			if found != nil {
				t.Errorf("%v: %+v", tt.repairs, found)
			}
			continue
		}
		if found == nil || found.Property.Name != tt.want {
			t.Errorf("%v: %+v, want %s", tt.repairs, found, tt.want)
			continue
		}
		trace := &Trace{Property: tt.want, Steps: found.Steps}
		if out, err := Replay(a.New(c), a.Properties(c), trace); err != nil || out.Result != Replayed {
			t.Errorf("%v: %v, %v", tt.repairs, out, err)
		}
	}
}

// A step that has nothing like it is left out.
func TestPursueLeavesOut(t *testing.T) {
	a := &drsgme.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes, c.Groups = 2, 1 })
	steps := []string{"crash(1)", "request(2, g1)", "deliver(request(2, 7, g1) -> 1)", "lose(token() -> 2)", "deliver(token(NULL) -> 2 from 1)"}
	found, err := Pursue(a.New(c), a.Properties(c), steps)
	if err != nil || found == nil || found.Property.Name != "token-kept" ||
		!slices.Equal(found.Steps, []string{"request(2, g1)", "deliver(request(2, 1, g1) -> 1)"}) {
		t.Errorf("%+v, %v", found, err)
	}
}

// Violations of the first state, of a step and of an end are all seen.
func TestPursueJudges(t *testing.T) {
	sys := func() *system.System { return suzuki(nil) }
	always := func(invariants.Views) invariants.Opinion { return invariants.Violated }
	entering := func(s invariants.Step) invariants.Opinion {
		return invariants.That(s.Before[1].InCS == s.After[1].InCS)
	}
	all := append(slices.Clone(served), "exit(2)", "request(1)", "deliver(Request(1, 1) -> 2)", "deliver(Token([0, 1], <>) -> 1)", "exit(1)")
	for _, tt := range []struct {
		property invariants.Property
		want     int // steps; -1: nothing is found
	}{
		{invariants.Property{Name: "state", State: always}, 0},
		{invariants.Property{Name: "step", Step: entering}, len(served)},
		{invariants.Property{Name: "heard", Step: entering, Hears: func(*model.Event) bool { return false }}, -1},
		{invariants.Property{Name: "end", End: always}, len(all)},
		{invariants.Property{Name: "graph", Pending: func(invariants.Views) uint64 { return 1 }, Goal: func(invariants.Views) uint64 { return 0 }}, -1},
	} {
		found, err := Pursue(sys(), []invariants.Property{tt.property}, all)
		switch {
		case err != nil:
			t.Errorf("%s: %v", tt.property.Name, err)
		case found == nil && tt.want >= 0, found != nil && len(found.Steps) != tt.want:
			t.Errorf("%s: %+v, want %d steps", tt.property.Name, found, tt.want)
		}
	}
}

func TestPursueBroken(t *testing.T) {
	_, err := Pursue(newFragile(), nil, []string{"request(1) color=1", "request(1) color=1", "request(1) color=1"})
	var broken *model.Broken
	if !errors.As(err, &broken) {
		t.Errorf("%v", err)
	}
}

// From fifo to bag and back the channels in the labels do not matter.
func TestPursueNetworks(t *testing.T) {
	a := &suzukikasami.Algorithm
	for _, nets := range [][2]model.Network{{model.FIFO, model.Bag}, {model.Bag, model.FIFO}} {
		c := a.With(model.Published, func(c *model.Config) { c.Processes, c.Duplicate, c.Network = 2, 1, nets[1] })
		steps := []string{"request(2)", "deliver(Request(2, 1) -> 1)", "duplicate(Token([0, 0], <>) -> 2)"}
		if nets[0] == model.FIFO {
			steps[2] = "duplicate(Token([0, 0], <>) -> 2 from 1 at 1)"
		}
		found, err := Pursue(a.New(c), a.Properties(c), steps)
		if err != nil || found == nil || found.Property.Name != "one-token" || len(found.Steps) != 3 {
			t.Errorf("%v: %+v, %v", nets, found, err)
		}
	}
}

func TestOutline(t *testing.T) {
	for label, want := range map[string]string{
		"request(1, g2)":                                "request(1, g2)",
		"deliver(token(<>, NULL, 0) -> 2)":              "deliver(token -> 2)",
		"lose(token(<(1, 2)>, g1, 0) -> 2 from 1 at 3)": "lose(token -> 2)",
		"deliver(A(1) -> P2 from Q) z=2":                "deliver(A -> P2) z=2",
		"deliver(ping -> 1)":                            "deliver(ping -> 1)",
		"timeout(2, T1)":                                "timeout(2, T1)",
		"strange -> from":                               "strange -> from",
	} {
		if got := outlineOf(label); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
}

// TestMostLike: a step is followed by the one with its label, or else by the nearest of those that differ in a message's fields or channel only.
func TestMostLike(t *testing.T) {
	for _, test := range []struct {
		label string
		all   []string
		want  string
	}{
		{"deliver(a(1) -> 2)", []string{"deliver(a(1) -> 1)", "deliver(a(2) -> 2)", "deliver(a(1) -> 2)"}, "deliver(a(1) -> 2)"},
		{"deliver(a(12) -> 2)", []string{"deliver(a(34) -> 2)", "deliver(a(14) -> 2)", "deliver(a(56) -> 2)"}, "deliver(a(14) -> 2)"},
		{"deliver(a(12) -> 2)", []string{"deliver(a(13) -> 2)", "deliver(a(14) -> 2)"}, "deliver(a(13) -> 2)"},
		{"deliver(a(1) -> 2 from 1)", []string{"deliver(b(1) -> 2 from 1)", "lose(a(1) -> 2 from 1)", "deliver(a(1) -> 2 from 3)"}, "deliver(a(1) -> 2 from 3)"},
		{"deliver(a(1) -> 2 from 1)", []string{"deliver(a(1) -> 3 from 1)"}, ""},
		{"deliver(a -> 2)", []string{"deliver(b -> 2)", "deliver(a -> 2 from 1)"}, "deliver(a -> 2 from 1)"},
		{"request(1)", []string{"request(2)"}, ""},
		{"a) -> 2 from 1", []string{"a) -> 2 from 3"}, ""}, // no label: the outline is all of it
	} {
		var all []Choice
		for _, label := range test.all {
			all = append(all, Choice{Label: label})
		}
		got := ""
		if like := mostLike(test.label, all); like != nil {
			got = like.Label
		}
		if got != test.want {
			t.Errorf("like %s is %q, not %q", test.label, got, test.want)
		}
	}
}
