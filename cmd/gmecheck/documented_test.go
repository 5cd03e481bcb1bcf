package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/ladder"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/counterexamples/corpus"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// documentBudget is how many states the ledgers of the documents explore, each, if nothing is stored of the algorithm.
const documentBudget = 200_000

// The documents show what is stored in docs/ledger: a file for an algorithm with all that its ledgers explored.
var (
	exploreNames  = flag.String("explore", "", "explore the ledgers of these algorithms anew, or of all, and write docs/ledger")
	averageNames  = flag.String("averages", "", "find the averages of these algorithms anew, or of all, and write docs/ledger")
	exploreBudget = flag.String("states", "2M", "the states for each ladder that is explored anew")
)

// Budgets of what is explored again in every test.
const (
	againStates   = 300    // of a configuration that is compared
	againBudget   = 10_000 // of each algorithm's ladder
	refutedStates = 20_000 // of a configuration that refutes
)

// root is the folder of the module, as seen from the folder of the package.
var root = filepath.Join("..", "..")

func exploredFile(name string) string { return filepath.Join("docs", "ledger", name+".json") }

// documentedStores and documentedLedgers are those of all algorithms, as far as tests have asked for them.
var (
	documentedStores  = map[string]*ledger.Explored{}
	documentedLedgers = map[string]*ledger.Ledger{}
)

// store is what is stored of an algorithm; nil: nothing.
func store(t *testing.T, a *paper.Algorithm) *ledger.Explored {
	t.Helper()
	if e := documentedStores[a.Name]; e != nil {
		return e
	}
	data, err := os.ReadFile(exploredFile(a.Name))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	e := &ledger.Explored{}
	if err := json.Unmarshal(data, e); err != nil {
		t.Fatalf("%s: %v", exploredFile(a.Name), err)
	}
	documentedStores[a.Name] = e
	return e
}

func averagesCommand(a *paper.Algorithm) string {
	return "go test ./cmd/gmecheck -run TestExplored -averages " + a.Name + " -timeout 0"
}

func exploreCommand(a *paper.Algorithm) string {
	return "go test ./cmd/gmecheck -run TestExplored -explore " + a.Name + " -timeout 0"
}

// documented is the ledger of an algorithm that the documents show.
func documented(t *testing.T, a *paper.Algorithm) *ledger.Ledger {
	t.Helper()
	l := documentedLedgers[a.Name]
	if l == nil {
		l = decided(t, a, nil)
		documentedLedgers[a.Name] = l
	}
	return l
}

// decided is a ledger of what is stored, and of nothing else; or, if nothing is, a small one.
func decided(t *testing.T, a *paper.Algorithm, only []string) *ledger.Ledger {
	t.Helper()
	e := store(t, a)
	if e == nil {
		return decide(t, a, ledger.Options{Budget: documentBudget, Only: only, Search: exploring, Store: ladder.NewShelf(t.Errorf)})
	}
	l := decide(t, a, ledger.Options{Budget: e.Budget, Only: only, Store: e, Search: func(_ context.Context, _ *paper.Algorithm, c model.Config, panel invariants.Panel, _ int) ([]invariants.Finding, *explore.Result, error) {
		return nil, nil, fmt.Errorf("%s says nothing of %s there; %s writes it anew", exploredFile(a.Name), strings.Join(invariants.Names(panel), ", "), exploreCommand(a))
	}})
	for _, m := range l.Averages {
		if !m.Stored {
			t.Errorf("%s says nothing of the averages of %s; %s writes them", exploredFile(a.Name), m.Line, averagesCommand(a))
		}
	}
	return l
}

func decide(t *testing.T, a *paper.Algorithm, o ledger.Options) *ledger.Ledger {
	t.Helper()
	o.Least, o.Others = ladder.LeastCharge, algorithms.All()
	known, err := corpus.Of(a.Name)
	if err != nil {
		t.Fatal(err)
	}
	o.Known, o.Replay = ladder.Known(known), ladder.Replay
	l, err := ledger.Decide(t.Context(), a, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exploring is a ledger's search.
func exploring(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
	return search.Run(ctx, a, c, panel, explore.Options{Workers: 2, MaxStates: states})
}

// under is the algorithm with its properties as claims under the faults of flags, as VERDICTS.md has them.
func under(a *paper.Algorithm, flags string) *paper.Algorithm {
	return a.Claiming(ledger.PropertyClaims(a, flags))
}

// TestExplored explores the ledgers anew with -explore, and otherwise a part of what is stored: the smallest configurations,
// and those that refute a claim.
func TestExplored(t *testing.T) {
	t.Chdir(root)
	for _, a := range algorithms.All() {
		switch chosen := func(names string) bool { return names == "all" || slices.Contains(strings.Split(names, ","), a.Name) }; {
		case chosen(*exploreNames):
			exploreAnew(t, a)
		case chosen(*averageNames):
			averagesAnew(t, a)
		case *exploreNames == "" && *averageNames == "" && store(t, a) != nil:
			t.Run(a.Name, func(t *testing.T) { exploreAgain(t, a) })
		}
	}
}

// exploreAnew writes the file of an algorithm. What was explored before by the same build is taken from the user's cache,
// so that it may be interrupted.
func exploreAnew(t *testing.T, a *paper.Algorithm) {
	budget, _, err := ladder.ParseBudget(*exploreBudget)
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := os.ReadFile("docs/VERDICTS.md")
	if err != nil {
		t.Fatal(err)
	}
	cache := ladder.NewShelf(t.Errorf)
	e := &ledger.Explored{Algorithm: a.Name, Budget: budget, Version: build(t)}
	ladders := []*ledger.Ledger{decide(t, a, ledger.Options{Budget: budget, Search: exploring, Store: cache})}
	for _, m := range section.FindAllSubmatch(verdicts, -1) {
		if name, flags, ok := strings.Cut(string(m[2]), " "); ok && string(m[1]) == "verdicts" && name == a.Name {
			ladders = append(ladders, decide(t, under(a, flags), ledger.Options{Budget: budget, Only: []string{}, Search: exploring, Store: cache}))
		}
	}
	for _, l := range ladders {
		if err := e.Add(l); err != nil {
			t.Fatal(err)
		}
	}
	writeExplored(t, e)
	fmt.Printf("%s: %d configurations, averages of %d models\n", a.Name, len(e.Lines()), len(e.Loads()))
}

// averagesAnew writes the averages of an algorithm into its file.
func averagesAnew(t *testing.T, a *paper.Algorithm) {
	e := store(t, a)
	if e == nil {
		t.Fatalf("%s is not there; %s writes it", exploredFile(a.Name), exploreCommand(a))
	}
	e.DropAverages()
	if err := e.Add(decide(t, a, ledger.Options{Budget: e.Budget, Store: e, Search: exploring})); err != nil {
		t.Fatal(err)
	}
	writeExplored(t, e)
	fmt.Printf("%s: averages of %d models\n", a.Name, len(e.Loads()))
}

func writeExplored(t *testing.T, e *ledger.Explored) {
	data, err := e.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(exploredFile(e.Algorithm)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(exploredFile(e.Algorithm), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// notDrawn is the stored averages that are not drawn to be found again, and no runs.
type notDrawn struct{ *ledger.Explored }

func (notDrawn) Get(string) []ledger.StoredRun { return nil }

func (s notDrawn) Averages(line string) *ledger.Averages {
	if papertest.Drawn(line, 8) {
		return nil
	}
	return s.Explored.Averages(line)
}

// build is the commit of the checkout; what is explored is no part of it.
func build(t *testing.T) string {
	text := ""
	for _, command := range [][]string{{"rev-parse", "--short", "HEAD"}, {"status", "--porcelain", "--", ":!docs/ledger"}} {
		out, err := exec.Command("git", command...).Output()
		if err != nil {
			t.Fatal(err)
		}
		if command[0] == "rev-parse" {
			text = strings.TrimSpace(string(out))
		} else if len(out) > 0 {
			text += "-dirty"
		}
	}
	return text
}

// exploreAgain explores every stored configuration of at most againStates states that was explored to its end, and finds all averages again, and compares
// what it finds with what is stored, as it does with configurations that refute; with SAMPLE it does a part of that, and a small ledger of a fifth of the
// algorithms. What that decides does not contradict the documents.
func exploreAgain(t *testing.T, a *paper.Algorithm) {
	e, large := store(t, a), documented(t, a)
	configurations, answers := 0, 0
	for _, line := range e.Lines() {
		for _, stored := range e.Get(line) {
			if was := &stored.Run; was.Complete() && was.States <= againStates && papertest.Drawn(line, 8) {
				configurations++
				answers += len(was.Answers)
				compareAgain(t, a, was)
			}
		}
	}
	t.Logf("%d configurations with %d answers are explored again: all that are stored with at most %d states", configurations, answers, againStates)
	if answers == 0 && !papertest.Sampled() {
		t.Errorf("no configuration of at most %d states is stored; %s writes them", againStates, exploreCommand(a))
	}
	for _, row := range slices.Concat(large.Rows, large.Properties) {
		for _, was := range row.Cells {
			for _, r := range []*ledger.Refutation{was.Refutation, was.Shortest} {
				if r != nil && row.Claim.Figure.None() && papertest.Drawn(r.Line+" "+r.Property, 8) {
					refuteAgain(t, a, e, r)
				}
			}
		}
	}
	if papertest.Drawn("small ledger of "+a.Name, 5) {
		decideSmall(t, a, e, large)
	}
}

// decideSmall decides a small ledger, with averages found again, which does not contradict the documents.
func decideSmall(t *testing.T, a *paper.Algorithm, e *ledger.Explored, large *ledger.Ledger) {
	small := decide(t, a, ledger.Options{Budget: againBudget, Search: exploring, Store: notDrawn{e}})
	averages := 0
	for _, m := range small.Averages {
		if m.Stored {
			continue
		}
		if averages++; !cmp.Equal(m, e.Averages(m.Line)) {
			t.Errorf("averages of %s are not as they are stored: %s; %s writes them anew", m.Line, cmp.Diff(e.Averages(m.Line), m), averagesCommand(a))
		}
	}
	t.Logf("averages of %d models are as they are stored", averages)
	if asked, stored := len(small.Averages), len(e.Loads()); asked != stored {
		t.Errorf("averages of %d models are asked for, those of %d are stored; %s writes them anew", asked, stored, averagesCommand(a))
	}
	for k, row := range slices.Concat(large.Rows, large.Properties) {
		for col, was := range row.Cells {
			is := slices.Concat(small.Rows, small.Properties)[k].Cells[col]
			if denied(is.Verdict) && !denied(was.Verdict) {
				t.Errorf("%s, %s: %s with %d states, and %s in the documents", row.Claim.Property, large.Columns[col].Variant, is.Verdict, againBudget, was.Verdict)
			}
		}
	}
}

// compareAgain explores a stored configuration, and compares all that is stored of it.
func compareAgain(t *testing.T, a *paper.Algorithm, was *ledger.Run) {
	c, err := options.Read(a, strings.TrimPrefix(was.Line, a.Name))
	if err != nil {
		t.Fatal(err)
	}
	panel := slices.DeleteFunc(invariants.Panel(a.AllProperties(c)), func(p invariants.Property) bool {
		return !slices.ContainsFunc(was.Answers, func(a ledger.Answer) bool { return a.Property == p.Name })
	})
	if len(panel) != len(was.Answers) {
		t.Errorf("%s: %d properties are stored, of which the algorithm has %d; %s writes it anew", was.Line, len(was.Answers), len(panel), exploreCommand(a))
	}
	findings, r, err := search.Run(t.Context(), a, c, panel, explore.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if was.States != r.States || was.Transitions != r.Transitions || was.Depth != r.Depth {
		t.Fatalf("%s: %d states, %d transitions, depth %d; stored are %d, %d, %d", was.Line, r.States, r.Transitions, r.Depth, was.States, was.Transitions, was.Depth)
	}
	for _, f := range findings {
		if err := differs(was, ledger.NewAnswer(f)); err != nil {
			t.Errorf("%s: %v; %s writes it anew", was.Line, err, exploreCommand(a))
		}
	}
}

// denied reports that a verdict stays what it is, whatever else is explored.
func denied(v ledger.Verdict) bool {
	return v == ledger.Refuted || v == ledger.HoldsOnly || v == ledger.Breaks
}

// differs says what an answer has other than what is stored.
func differs(was *ledger.Run, is ledger.Answer) error {
	for _, a := range was.Answers {
		if a.Property != is.Property {
			continue
		}
		text := func(a ledger.Answer) string {
			value := ""
			if v := a.Value; v != nil {
				value = fmt.Sprintf(", %d..%d %v %v", v.Min, v.Max, v.Unbounded, v.Never)
			}
			return fmt.Sprintf("%s %s%s in %d and %d steps, %v from %d", a.Property, a.Verdict, value, a.Steps, a.LeastSteps, a.Endless, a.Loop)
		}
		if text(a) != text(is) {
			return fmt.Errorf("%s; stored is %s", text(is), text(a))
		}
	}
	return nil
}

// refuteAgain explores a configuration that refutes, no deeper than its trace where single states and steps show it.
func refuteAgain(t *testing.T, a *paper.Algorithm, e *ledger.Explored, r *ledger.Refutation) {
	if r.Known {
		return // it was replayed
	}
	if slices.ContainsFunc(e.Get(r.Line), func(s ledger.StoredRun) bool { return s.Run.States > refutedStates }) {
		return
	}
	panel := slices.DeleteFunc(invariants.Panel(a.AllProperties(r.Config)), func(p invariants.Property) bool { return p.Name != r.Property })
	o := explore.Options{Workers: 2}
	if e.Complete(r.Line, r.Property) == nil {
		o.MaxDepth = r.Steps
	}
	findings, _, err := search.Run(t.Context(), a, r.Config, panel, o)
	switch {
	case err != nil:
		t.Error(err)
	case findings[0].Verdict != invariants.Refuted || len(findings[0].Trace) != r.Steps:
		t.Errorf("%s: %s is %s in %d steps; stored is that it is refuted in %d", r.Line, r.Property, findings[0].Verdict, len(findings[0].Trace), r.Steps)
	}
}

// TestRefuting: the configurations that claims explores first are those that refute what the stored ledgers say is refuted. Of one with too many
// states for that a trace is stored, so that no budget is too small to show it.
func TestRefuting(t *testing.T) {
	t.Chdir(root)
	text := ""
	for _, a := range algorithms.All() {
		few := documented(t, a).Refuting
		for _, r := range few {
			if r.States > ledger.MostRefuting {
				t.Errorf("%s refutes %s after %d states; allowed are %d, or a trace in counterexamples/corpus", r.Line, strings.Join(r.Properties, ", "), r.States, ledger.MostRefuting)
			}
		}
		text += ledger.FormatRefuting(few)
	}
	const file = "counterexamples/corpus/refuting.txt"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if text != corpus.Refuting {
		t.Errorf("%s is not what is stored in docs/ledger: go test ./cmd/gmecheck -run TestRefuting -update writes it", file)
	}
}
