package kmutex

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", file, got)
	}
}

// TestFormulas lays section IV beside executions of the model under its assumptions. The table says where they agree.
func TestFormulas(t *testing.T) {
	var table strings.Builder
	row := func(cells ...any) {
		line := fmt.Sprintf("%-29s %3v %-12v %-10s %-18v %-18v %-9s %9v %9v %s", cells...)
		fmt.Fprintln(&table, strings.TrimRight(line, " "))
	}
	row("formula", "K", "N", "variant", "time: paper", "measured", "", "messages", "measured", "")
	lay := func(formulas []Formula, loads []Load) {
		for _, f := range formulas {
			for _, l := range loads {
				variants := []string{f.Variant}
				if f.Variant == model.Published {
					variants = proposed
				}
				for _, variant := range variants {
					c := Algorithm.Config(variant)
					got := Measure(variant, c.Repairs, l, 1, 10)
					time, messages := f.Time(l), f.Messages(l)
					row(f.Name, l.K, fmt.Sprint(l.N), variant,
						time, got.Time, agree(time.near(got.Time)),
						fmt.Sprintf("%.4g", messages), got.Messages, agree(near(messages, float64(got.Messages))))
				}
			}
		}
	}
	lay(Case1, loads1)
	lay(Case2, loads2)
	golden(t, "formulas.txt", table.String())
}

func agree(same bool) string {
	if same {
		return "agrees"
	}
	return "differs"
}

// TestMeasureServesAll: every request of a load is served, in every variant.
func TestMeasureServesAll(t *testing.T) {
	for _, variant := range Algorithm.AllVariants() {
		l := Load{K: 6, N: []int{1, 3, 5}}
		if got := Measure(variant, Algorithm.Config(variant).Repairs, l, 2, 3); got.Entries != 9 {
			t.Errorf("%s: %d critical sections for 9 requests", variant, got.Entries)
		}
	}
}

// TestBaselineMessages: section IV counts the messages of Chaudhuri and Edward's algorithm exactly, and forgets one
// message's time, the one that brings the token from the last node back to its LRC.
func TestBaselineMessages(t *testing.T) {
	for _, l := range []Load{{2, []int{1}, true}, {5, []int{3, 3, 3}, false}, {9, []int{1, 2, 4, 8}, true}} {
		f := Case2[1]
		got := Measure(Baseline, nil, l, 1, 10)
		if float64(got.Messages) != f.Messages(l) || got.Time != f.Time(l).Plus(Time{M: 1}) {
			t.Errorf("%v: %d messages in %v, the paper says %v in %v", l, got.Messages, got.Time, f.Messages(l), f.Time(l))
		}
	}
}

// TestMeasureParts: the parts of the time of a load, of which each group has its own, add up; with one token each group takes one more M than the
// paper says, which brings the token back to the LRC.
func TestMeasureParts(t *testing.T) {
	l := Load{K: 4, N: []int{2, 4}, Own: true}
	got := Measure(Baseline, nil, l, M, E)
	want := Outcome{Delivered: Time{M: 3}, Finished: Time{M: 4, E: 4}, InGroup: Time{M: 5, E: 4}, Back: Time{M: 6, E: 4}, Latest: Time{M: 8, E: 4}, Time: Time{M: 9, E: 4}}
	for _, part := range []struct {
		name      string
		got, want Time
	}{
		{"delivered", got.Delivered, want.Delivered}, {"finished", got.Finished, want.Finished}, {"in group", got.InGroup, want.InGroup}, {"back", got.Back, want.Back},
		{"latest", got.Latest, want.Latest}, {"time", got.Time, want.Time},
	} {
		if part.got != part.want {
			t.Errorf("%s: %v, and it takes %v", part.name, part.got, part.want)
		}
	}
	if _, took, same := returned(l, Outcome{Latest: Time{M: 7, E: 4}, Time: want.Time}); same {
		t.Errorf("the last token is back at the GRC %s after it was sent, and that is one M", took)
	}
	l.N = []int{4, 2} // the last group is not the last to give its token back
	if got := Measure(Baseline, nil, l, M, E); got.Delivered.Plus(got.InGroup) == got.Latest || got.Latest != want.Latest {
		t.Errorf("the larger group first: %+v", got)
	}
}

// TestMeasureCounts: every message is of one kind, and none is of a kind that the load does not have.
func TestMeasureCounts(t *testing.T) {
	for _, variant := range Algorithm.AllVariants() {
		for _, l := range append(slices.Clone(loads1), loads2...) {
			got := Measure(variant, Algorithm.Config(variant).Repairs, l, M, E)
			if sum := got.Requests + got.Asked + got.Given + got.Circled + got.Returned; sum != got.Messages || float64(got.Requests) != l.sum(0) || got.Asked != l.Q() {
				t.Errorf("%s, K = %d, N = %v: %+v", variant, l.K, l.N, got)
			}
			if value(got.Response) <= 0 || value(got.Response) >= value(got.Time) {
				t.Errorf("%s, K = %d, N = %v: response time %v of %v", variant, l.K, l.N, got.Response, got.Time)
			}
		}
	}
}
