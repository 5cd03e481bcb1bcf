package papertest

import (
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/model"
)

// The tables of algorithms' tests: each row is a model, written as on the command line without the name of the algorithm
// ("-n 3 -r 2 --net fifo"), and what must be found in it.

// countable is the number of states up to which the naive checker takes less than a second or two.
const countable = 20_000

// Counts fails the test unless the engine finds so many states, transitions and levels in each model, and, where they are
// not too many for it, the naive checker finds them, too.
func Counts[V, M comparable](
	t *testing.T, a *paper.Algorithm, protocol func(model.Config) model.Protocol[V, M], table map[string]naive.Result,
) {
	t.Helper()
	for line, c := range models(t, a, table) {
		want := table[line]
		if got := Explore(t, a, c).Counts; got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
		if want.States > countable {
			continue
		}
		if got := naive.Explore(protocol(c), c, nil); got != want {
			t.Errorf("%s: naively %+v, want %+v", line, got, want)
		}
	}
}

// Verdicts fails the test unless in each model exactly the properties named are violated, after so many steps, or
// [Vacuous], and all others hold.
func Verdicts(t *testing.T, a *paper.Algorithm, table map[string]map[string]int) {
	t.Helper()
	for line, c := range models(t, a, table) {
		Explore(t, a, c).compare(t, line, a.Properties(c), table[line])
	}
}

// Some fails the test unless in each model the properties named are violated after so many steps, are [Vacuous], or hold ([Holds]).
func Some(t *testing.T, a *paper.Algorithm, table map[string]map[string]int) {
	t.Helper()
	for line, c := range models(t, a, table) {
		found := Explore(t, a, c).Verdicts
		for _, property := range slices.Sorted(maps.Keys(table[line])) {
			if got, judged := found[property]; !judged || got != table[line][property] {
				t.Errorf("%s: %s: %s, judged %t, want %s", line, property, told(got), judged, told(table[line][property]))
			}
		}
	}
}

// Needed fails the test unless in each model, which leaves repairs out, the properties named are violated after so many
// steps, and not with all repairs.
func Needed(t *testing.T, a *paper.Algorithm, table map[string]map[string]int) {
	t.Helper()
	Some(t, a, table)
	for line, c := range models(t, a, table) {
		c.Variant, c.Repairs = model.Repaired, a.RepairNames()
		with := Explore(t, a, c).Verdicts
		for _, property := range slices.Sorted(maps.Keys(table[line])) {
			if got, judged := with[property]; judged && got >= 0 {
				t.Errorf("%s, but with all repairs: %s: %s", line, property, told(got))
			}
		}
	}
}

// Events fails the test unless exactly these classes of events, sorted, occur in the model.
func Events(t *testing.T, a *paper.Algorithm, line string, want ...string) {
	t.Helper()
	if got := Explore(t, a, Model(t, a, line)).Classes; !slices.Equal(got, want) {
		t.Errorf("%s: events %q, want %q", line, got, want)
	}
}

// Model reads a model as the tables write it.
func Model(t testing.TB, a *paper.Algorithm, line string) model.Config {
	t.Helper()
	c, err := options.Read(a, line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return c
}

// models are the rows of a table in the order of their lines.
func models[Want any](t testing.TB, a *paper.Algorithm, table map[string]Want) iter.Seq2[string, model.Config] {
	t.Helper()
	return func(yield func(string, model.Config) bool) {
		for _, line := range slices.Sorted(maps.Keys(table)) {
			if !yield(line, Model(t, a, line)) {
				return
			}
		}
	}
}
