package comparison_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/comparison"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func search(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel) ([]invariants.Finding, *explore.Result, error) {
	r, err := explore.Check(ctx, a.New(c), explore.Options{Judge: panel, Questions: panel.Questions(), MaxStates: 20_000})
	if err != nil {
		return nil, nil, err
	}
	return panel.Findings(r), r, nil
}

func compare(t *testing.T, flags string, names ...string) *comparison.Comparison {
	t.Helper()
	var all []*paper.Algorithm
	for _, name := range names {
		a, err := algorithms.All().Find(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	c, err := comparison.Of(t.Context(), all, func(*paper.Algorithm) string { return flags }, search)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestKnown: what the papers of the classics say, and what follows from a tree by hand.
func TestKnown(t *testing.T) {
	for _, test := range []struct {
		name, flags        string
		alone, delay       invariants.Value
		most, states, runs int
	}{
		// Alone: the holder of the token needs no message, everybody else n-1 requests and the token.
		{"suzuki-kasami", "-n 3", invariants.Value{Max: 3}, invariants.Value{Min: 1, Max: 2}, 1, 726, 9},
		// On the path 1-2-3 the farthest request takes two hops to the token, and the token two back.
		{"raymond", "-n 3", invariants.Value{Max: 4}, invariants.Value{Min: 1, Max: 4}, 1, 158, 10},
		// With all fathers 1: a request, and the token.
		{"naimi-trehel", "-n 3", invariants.Value{Max: 2}, invariants.Value{Min: 1, Max: 3}, 1, 164, 7},
		// Request, token, and the token back.
		{"dynamic-priority-ring", "-n 3", invariants.Value{Min: 3, Max: 3}, invariants.Value{Min: 2, Max: 2}, 1, 183, 9},
		// With a resource for each, two can be inside; the second token may be on its way when the first is given back.
		{"dynamic-priority-ring", "-n 2 -m 2", invariants.Value{Min: 3, Max: 3}, invariants.Value{Min: 1, Max: 2}, 2, 0, 6},
	} {
		l := compare(t, test.flags, test.name).Lines[0]
		if *l.Alone.Value != test.alone || *l.Delay.Value != test.delay || l.Inside.Max != test.most || l.Contention.Max != test.runs {
			t.Errorf("%s %s: alone %v, delay %v, inside %v, all %v", test.name, test.flags, l.Alone, l.Delay, l.Inside, l.Contention)
		}
		if test.states != 0 && l.Result.States != test.states {
			t.Errorf("%s %s: %d states, want %d", test.name, test.flags, l.Result.States, test.states)
		}
	}
}

// TestEndless: runs in which a timer goes on for ever have no bound on their messages; without a budget none ends.
func TestEndless(t *testing.T) {
	l := compare(t, "-n 2", "drs-gme").Lines[0]
	if l.Config.Variant != model.Published || !l.Alone.Unbounded || l.Alone.Min != 0 {
		t.Errorf("%s: alone %v", l.Config.Variant, l.Alone)
	}
	if !l.Contention.Unbounded || l.Contention.Min != 2 {
		t.Errorf("%s: all %v", l.Config.Variant, l.Contention)
	}
	l = compare(t, "-n 2 -r inf", "raymond").Lines[0]
	if l.Contention.Value != nil || l.Requests != 0 || l.Alone.Max != 2 {
		t.Errorf("without a budget: %v for %d requests, alone %v", l.Contention, l.Requests, l.Alone)
	}
}

// TestUnserved: runs that end while somebody waits have no messages for each request.
func TestUnserved(t *testing.T) {
	l := compare(t, "-n 2 -m 1", "gbp").Lines[0]
	if l.Config.Variant != model.Published || l.Alone.Value != nil || l.Contention.Value != nil {
		t.Errorf("%s: alone %v, all %v", l.Config.Variant, l.Alone, l.Contention)
	}
	l = compare(t, "-n 3", "banerjee-chrysanthis").Lines[0]
	if l.Config.Variant != model.Published || l.Contention.Value == nil || l.Contention.Min != 6 {
		t.Errorf("%s: all %v", l.Config.Variant, l.Contention)
	}
}

// TestLimit: what was not explored to its end has no numbers.
func TestLimit(t *testing.T) {
	l := compare(t, "-n 4", "suzuki-kasami").Lines[0]
	if l.Result.Complete || l.Contention.Value != nil || l.Delay.Value != nil || l.Bypass.Value != nil || l.Inside.Value != nil {
		t.Errorf("complete %v: %v %v %v %v", l.Result.Complete, l.Contention, l.Delay, l.Bypass, l.Inside)
	}
	for _, f := range l.Common {
		if f.Verdict != invariants.Inconclusive {
			t.Errorf("%s: %s", f.Property.Name, f.Verdict)
		}
	}
}

// TestSkipped: an algorithm that cannot have the size is named with the reason.
func TestSkipped(t *testing.T) {
	c := compare(t, "-n 3", "k-mutex", "raymond")
	if len(c.Skipped) != 1 || c.Skipped[0].Algorithm.Name != "k-mutex" || !strings.Contains(c.Skipped[0].Reason, "--processes 3") {
		t.Errorf("skipped %v", c.Skipped)
	}
	if len(c.Lines) != 1 || c.Lines[0].Algorithm.Name != "raymond" {
		t.Errorf("%d lines", len(c.Lines))
	}
}

// TestLimited: a limit that is hit when all states are known leaves numbers open, which is not as if there were none.
func TestLimited(t *testing.T) {
	a, err := algorithms.All().Find("raymond")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		limited func(c model.Config, p invariants.Property) bool
		open    []string
	}{
		{"nothing", func(model.Config, invariants.Property) bool { return false }, nil},
		{"whole", func(_ model.Config, p invariants.Property) bool { return p.Name == "bypass" || p.Name == "sync-delay" }, []string{"sync_delay", "bypass"}},
		{"alone", func(c model.Config, _ invariants.Property) bool { return c.Requests[2] == 1 && c.Requests[0] == 0 }, []string{"messages_alone"}},
	} {
		c, err := comparison.Of(t.Context(), []*paper.Algorithm{a}, func(*paper.Algorithm) string { return "-n 3" },
			func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel) ([]invariants.Finding, *explore.Result, error) {
				findings, r, err := search(ctx, a, c, panel)
				for k := range findings {
					if f := &findings[k]; test.limited(c, f.Property) {
						f.Verdict, f.Value, r.Limit = invariants.Inconclusive, nil, "max-memory 1 B"
					}
				}
				return findings, r, err
			})
		if err != nil {
			t.Fatal(err)
		}
		l, open := c.Lines[0], []string(nil)
		for name, m := range l.Measures() {
			if m.Open {
				open = append(open, name)
			}
			if m.Open == (m.Value != nil) {
				t.Errorf("%s: %s is %+v", test.name, name, m)
			}
		}
		if !slices.Equal(open, test.open) || l.Limited() != (open != nil) || (l.Limit == "") != (open == nil) {
			t.Errorf("%s: open are %q, limited %t, limit %q", test.name, open, l.Limited(), l.Limit)
		}
	}
}
