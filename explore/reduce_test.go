package explore_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// kept are a panel's properties that a reduction keeps.
func kept(panel invariants.Panel, how explore.Reduce) (all invariants.Panel) {
	for _, p := range panel {
		if p.Needs(how == explore.Deadlock) == "" {
			all = append(all, p)
		}
	}
	return all
}

// agreeing is what a reduced search and a full one must agree on: all findings, the bytes of their traces included. A reduced
// search need not come to the states that a property speaks of.
func agreeing(findings []invariants.Finding) (all []string) {
	for _, f := range findings {
		verdict := f.Verdict
		if verdict == invariants.Vacuous || verdict == invariants.Inconclusive {
			verdict = "nothing"
		}
		all = append(all, fmt.Sprint(f.Property.Name, " ", verdict, " ", f.Shortest, " ", f.Start, " ", f.Trace, " ", f.Verdict != invariants.Inconclusive && verdict != "nothing"))
	}
	return all
}

// reducedAgrees compares a search with its reductions, and says how many states these visit.
func reducedAgrees(sys *system.System, all invariants.Panel, how explore.Reduce, limit int) (full, visited int, wrong string) {
	panel := kept(all, how)
	want, r, err := explore.CheckAll(context.Background(), sys, panel, explore.Options{MaxStates: limit})
	if err != nil || !r.Complete {
		return 0, 0, ""
	}
	for _, workers := range []int{1, 3} {
		got, few, err := explore.CheckAll(context.Background(), sys, panel, explore.Options{Reduce: how, Workers: workers})
		switch {
		case err != nil:
			return 0, 0, err.Error()
		case !few.Complete:
			return 0, 0, few.Limit
		case visited > 0 && visited != few.States:
			return 0, 0, fmt.Sprintf("%d states are visited, with more workers %d", visited, few.States)
		}
		visited = few.States
		for k := range got {
			if want[k].Verdict == invariants.Holds && got[k].Verdict == invariants.Inconclusive && got[k].Detail != "" {
				want[k].Verdict = invariants.Inconclusive
			}
		}
		if diff := cmp.Diff(agreeing(want), agreeing(got)); diff != "" {
			return 0, 0, diff
		}
	}
	return r.States, visited, ""
}

func TestReducedSearchesOfAlgorithms(t *testing.T) {
	for _, a := range algorithms.All() {
		for k, c := range smallConfigs(a) {
			if k%3 != 0 || !papertest.Drawn(fmt.Sprintf("%s %+v reduced", a.Name, c), 3) {
				continue
			}
			for _, how := range []explore.Reduce{explore.Deadlock, explore.Invariants} {
				if _, _, wrong := reducedAgrees(a.New(c), a.Properties(c), how, 1000); wrong != "" {
					t.Errorf("%s of %v: %s", how, c, wrong)
				}
			}
		}
	}
}

func TestReducedSearchesOfRandomProtocols(t *testing.T) {
	fewer := 0
	rapid.Check(t, func(t *rapid.T) {
		sys := drawChosen(t)
		for _, how := range []explore.Reduce{explore.Deadlock, explore.Invariants} {
			full, visited, wrong := reducedAgrees(sys, judgedOf(2), how, 400)
			if wrong != "" {
				t.Fatalf("%s: %s", how, wrong)
			}
			if visited < full {
				fewer++
			}
		}
	})
	if fewer < 5 && !testing.Short() { // which draws few
		t.Errorf("only %d searches leave states out", fewer)
	}
}

// TestReducedRefusals: what a reduction would make wrong is refused, and says why.
func TestReducedRefusals(t *testing.T) {
	c := suzuki(2, 1, 1)
	ends := invariants.Panel{invariants.NoDeadlock}
	for _, test := range []struct {
		panel invariants.Panel
		o     explore.Options
		want  string
	}{
		{ends, explore.Options{Reduce: "some"}, "Reduce is"},
		{ends, explore.Options{Mode: explore.DFS}, "breadth first"},
		{ends, explore.Options{Spill: &explore.Spill{Dir: t.TempDir()}}, "spilled"},
		{ends, explore.Options{Symmetry: true}, "symmetry"},
		{ends, explore.Options{MaxDepth: 3}, "MaxDepth"},
		{invariants.Panel{invariants.Mutex}, explore.Options{}, "mutex judges states"},
		{invariants.Panel{invariants.Spurious}, explore.Options{Reduce: explore.Invariants}, "spurious judges steps"},
		{invariants.Panel{invariants.Starved}, explore.Options{Reduce: explore.Invariants}, "graph of all states"},
	} {
		if test.o.Reduce == "" {
			test.o.Reduce = explore.Deadlock
		}
		_, _, err := explore.CheckAll(t.Context(), suzukikasami.Algorithm.New(c), test.panel, test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test.o, err)
		}
	}
	if _, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), explore.Options{Reduce: explore.Deadlock}); err == nil {
		t.Error("a search that nobody judges is reduced")
	}
}

// TestReducedWithoutEnd: where states have no end, limits end the search, also while it looks for what can arrive.
func TestReducedWithoutEnd(t *testing.T) {
	c := suzuki(3, model.Unlimited, model.Unlimited, model.Unlimited)
	for _, limit := range []int{1, 20, 1000} {
		r, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), explore.Options{Judge: invariants.Panel{invariants.NoDeadlock}, Reduce: explore.Deadlock, MaxStates: limit})
		if err != nil || r.Complete || r.Limit == "" {
			t.Errorf("%d states: %+v %v", limit, r, err)
		}
	}
}

var (
	updateReductions  = flag.Bool("reductions", false, "write the table of docs/reduction.md: minutes")
	reductionsPage    = "../docs/reduction.md"
	reductionsBetween = []byte("<!-- reductions -->\n")
)

// TestReductionTable compares the table of docs/reduction.md with what searches visit, as far as that takes no time; with
// -reductions it writes all of it.
func TestReductionTable(t *testing.T) {
	page, err := os.ReadFile(reductionsPage)
	if err != nil {
		t.Fatal(err)
	}
	parts := bytes.Split(page, reductionsBetween)
	if len(parts) != 3 {
		t.Fatal("the page has no place for the table")
	}
	table := fmt.Sprintf("| algorithm | n | states | visited for deadlock | times fewer | visited for invariants | times fewer |\n|%s\n", strings.Repeat(" --- |", 7))
	for _, n := range []int{3, 4} {
		for _, a := range algorithms.All() {
			small := n == 3 && slices.Contains([]string{"suzuki-kasami", "raymond", "k-mutex", "gbp"}, a.Name)
			if a.Processes.Max < n || a.Processes.Min > n || !small && !*updateReductions {
				continue
			}
			row := reductionRow(t, a, n)
			table += row
			if !*updateReductions && !bytes.Contains(parts[1], []byte(row)) {
				t.Errorf("the table has no row %s", row)
			}
		}
	}
	if *updateReductions {
		parts[1] = []byte(table)
		if err := disk.WriteBytes(reductionsPage, bytes.Join(parts, reductionsBetween)); err != nil {
			t.Fatal(err)
		}
	}
}

// mostOfTable is how many states a row of the table may have.
const mostOfTable = 4_000_000

func reductionRow(t *testing.T, a *paper.Algorithm, n int) string {
	c := a.With(model.Published, func(c *model.Config) { c.Processes = n })
	count := func(how explore.Reduce) (int, bool) {
		panel := kept(a.Properties(c), explore.Deadlock)
		if how == explore.Invariants {
			panel = exclusionOf(a.Properties(c))
		}
		r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel, Reduce: how, MaxStates: mostOfTable, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.States, r.Complete
	}
	full, complete := count("")
	if !complete {
		return fmt.Sprintf("| %s | %d | more than %d | | | | |\n", a.Name, n, mostOfTable)
	}
	row := fmt.Sprintf("| %s | %d | %d |", a.Name, n, full)
	for _, how := range []explore.Reduce{explore.Deadlock, explore.Invariants} {
		visited, complete := count(how)
		if !complete {
			row += " | |"
			continue
		}
		row += fmt.Sprintf(" %d | %.1f |", visited, float64(full)/float64(visited))
	}
	return row + "\n"
}

// exclusionOf are the algorithm's properties of exclusion and deadlock.
func exclusionOf(all []invariants.Property) (panel invariants.Panel) {
	for _, p := range all {
		if p.Needs(false) == "" && (p.Deaf || p.State == nil || p.AtEnds) {
			panel = append(panel, p)
		}
	}
	return panel
}
