package gate_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// limits is the limit of the number of states alone.
var limits = manifest.Vocabulary{
	Algorithms: algorithms.All(),
	Keys:       []string{"max-states"},
	Options: func(given map[string]string) (explore.Options, error) {
		if given["max-states"] != "" {
			return explore.Options{MaxStates: 20}, nil
		}
		return explore.Options{}, nil
	},
}

// text is a manifest with all that can happen. Its name has what the formats mind.
const text = `version: 1
checks:
  - name: "a <b> & 'c' | 100%, d: e_f"
    model: {algorithm: srt-gme, processes: 2}
    search: {properties: [gme, one-token, deadlock, spurious]}
    expect:
      states: 76
      properties:
        gme: violated
        deadlock: {verdict: violated, steps: 9}
        spurious: violated
  - name: limit
    model: {algorithm: suzuki-kasami}
    search: {max-states: 20, properties: [mutex, deadlock, starved]}
  - name: fine
    model: {algorithm: suzuki-kasami, processes: 2}
    search: {properties: [mutex, deadlock, starved, bypass]}
`

func search(ctx context.Context, c *manifest.Check) (gate.Answer, error) {
	o := c.Search
	o.Judge, o.Questions = c.Panel, c.Panel.Questions()
	r, err := explore.Check(ctx, c.Algorithm.New(c.Config), o)
	if err != nil {
		return gate.Answer{}, err
	}
	return gate.Answer{Findings: c.Panel.Findings(r), Found: r}, nil
}

// report runs a manifest in a directory of its own.
func report(t *testing.T, text string) (*gate.Report, gate.Repository) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "gate.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	all, err := manifest.Read([]string{file}, limits)
	if err != nil {
		t.Fatal(err)
	}
	return (&gate.Runner{Program: "gmecheck", Search: search}).Run(t.Context(), all), gate.Repository{Top: dir}
}

// outcomes are the subjects that are not met, by outcome.
func outcomes(r *gate.Report) map[gate.Outcome][]string {
	all := map[gate.Outcome][]string{}
	for _, x := range r.Results {
		for _, row := range x.Rows {
			if row.Outcome != gate.Met {
				all[row.Outcome] = append(all[row.Outcome], row.Subject)
			}
		}
	}
	return all
}

func TestOutcomes(t *testing.T) {
	r, _ := report(t, text)
	want := map[gate.Outcome][]string{
		gate.NotMet:       {"states", "one-token", "deadlock", "spurious"},
		gate.Inconclusive: {"complete", "mutex", "deadlock", "starved"},
	}
	if diff := cmp.Diff(want, outcomes(r)); diff != "" || r.Outcome() != gate.NotMet {
		t.Errorf("%s\n%s", r.Outcome(), diff)
	}
}

// TestCounts: a count is exact, of a search that a limit ended at least what was found; a fault that never happens is
// expected or not met.
func TestCounts(t *testing.T) {
	const limited = "    search: {max-states: 20}\n"
	for _, test := range []struct {
		model, search, expect string
		want                  map[gate.Outcome][]string
	}{
		{"processes: 2", "", "states: 89", map[gate.Outcome][]string{gate.NotMet: {"states"}}},
		{"processes: 2", "", "states: 21", map[gate.Outcome][]string{}},
		{"processes: 2", "", "states: 20", map[gate.Outcome][]string{gate.NotMet: {"states"}}},
		{"processes: 3", limited, "states: 5", map[gate.Outcome][]string{gate.NotMet: {"states"}, gate.Inconclusive: {"complete", "mutex"}}},
		{"processes: 3", limited, "states: 726", map[gate.Outcome][]string{gate.Inconclusive: {"complete", "states", "mutex"}}},
		{"processes: 2, loss: 1", "", "idle: [lose]", map[gate.Outcome][]string{}},
		{"processes: 2, loss: 1", "", "complete: true", map[gate.Outcome][]string{gate.NotMet: {"faults"}}},
	} {
		file := filepath.Join(t.TempDir(), "gate.yaml")
		text := "version: 1\nchecks:\n  - name: counts\n    model: {algorithm: suzuki-kasami, " + test.model + "}\n" + test.search +
			"    expect: {" + test.expect + "}\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		all, err := manifest.Read([]string{file}, limits)
		if err != nil {
			t.Fatal(err)
		}
		all[0].Checks[0].Panel = invariants.Panel{invariants.Mutex}
		quiet := func(ctx context.Context, c *manifest.Check) (gate.Answer, error) { // in which no fault happens
			a, err := search(ctx, c)
			if a.Idle = nil; c.Config.Loss > 0 {
				a.Idle = []string{"lose"}
			}
			return a, err
		}
		got := outcomes((&gate.Runner{Program: "gmecheck", Search: quiet}).Run(t.Context(), all))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s, expect %s: %s", test.model, test.expect, diff)
		}
	}
}

// TestInterrupted leaves what did not run inconclusive.
func TestInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gate.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	all, err := manifest.Read([]string{file}, limits)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r := (&gate.Runner{Program: "gmecheck", Search: search}).Run(ctx, all)
	if r.Err() != nil || r.Outcome() != gate.Inconclusive || len(r.Results) != 3 {
		t.Errorf("%v, %v", r.Outcome(), r.Err())
	}
	if _, after, err := r.Update(all, limits); err != nil || after.Outcome() != gate.Inconclusive {
		t.Errorf("updated: %v, %v", after.Outcome(), err)
	}
}

// TestBroken runs the other checks where a protocol breaks, and keeps what it said.
func TestBroken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gate.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	all, err := manifest.Read([]string{file}, limits)
	if err != nil {
		t.Fatal(err)
	}
	broken := func(ctx context.Context, c *manifest.Check) (gate.Answer, error) {
		if c.Name == "limit" {
			return gate.Answer{}, errors.New("index out of range\nafter\n  request(1)")
		}
		return search(ctx, c)
	}
	r := (&gate.Runner{Program: "gmecheck", Search: broken}).Run(t.Context(), all)
	if len(r.Results) != 3 || r.Results[1].Outcome() != gate.NotMet || r.Results[2].Outcome() != gate.Met ||
		r.Err() == nil || !strings.Contains(r.Err().Error(), ":12: check \"limit\": index out of range\nafter\n  request(1)") {
		t.Errorf("%v, %v", outcomes(r), r.Err())
	}
	var b bytes.Buffer
	r.Annotations(&b, gate.Repository{})
	if !strings.Contains(b.String(), "title=limit%3A run::") || !strings.Contains(b.String(), "%0A  request(1)") {
		t.Errorf("the annotations do not have it:\n%s", &b)
	}
}

// TestValue compares the value of a bound, and rewrites what the manifest names of it.
func TestValue(t *testing.T) {
	a, err := algorithms.All().Find("suzuki-kasami")
	if err != nil {
		t.Fatal(err)
	}
	word := func(text string, column int) *manifest.Word {
		return &manifest.Word{Text: text, At: manifest.Place{Line: 7, Column: column, Text: text}}
	}
	for _, test := range []struct {
		want  manifest.Value
		found *invariants.Value
		is    gate.Outcome
		edits int
	}{
		{manifest.Value{Max: word("3", 9)}, &invariants.Value{Min: 1, Max: 3}, gate.Met, 0},
		{manifest.Value{Min: word("0", 5), Max: word("3", 9)}, &invariants.Value{Min: 1, Max: 3}, gate.NotMet, 1},
		{manifest.Value{Min: word("0", 5), Max: word("2", 9)}, &invariants.Value{Min: 1, Max: 3}, gate.NotMet, 2},
		{manifest.Value{Max: word("3", 9)}, &invariants.Value{Min: 1, Max: 3, Unbounded: true}, gate.NotMet, 1},
		{manifest.Value{Max: word("unbounded", 9)}, &invariants.Value{Max: 3, Unbounded: true}, gate.Met, 0},
		{manifest.Value{Max: word("3", 9)}, nil, gate.NotMet, 0},
	} {
		f := invariants.Finding{Property: invariants.Bypass(2), Verdict: invariants.Holds, Value: test.found}
		if test.found == nil {
			f.Verdict = invariants.Vacuous
		}
		c := &manifest.Check{Name: "bound", Algorithm: a, Config: a.Config("published"), Expect: manifest.Expect{
			Complete:   true,
			Properties: []manifest.Property{{Name: "bypass", Verdict: manifest.Word{Text: "holds"}, Value: &test.want}},
		}}
		answer := gate.Answer{Findings: []invariants.Finding{f}, Found: &explore.Result{Complete: true}}
		runner := gate.Runner{Program: "gmecheck", Search: func(context.Context, *manifest.Check) (gate.Answer, error) { return answer, nil }}
		r := runner.Run(t.Context(), []*manifest.Manifest{{Checks: []*manifest.Check{c}}})
		row := r.Results[0].Rows[1]
		if row.Outcome != test.is || len(row.Edits) != test.edits {
			t.Errorf("%s: %s, %d edits, want %s and %d", row.Says(), row.Outcome, len(row.Edits), test.is, test.edits)
		}
	}
}

// TestTraces writes files that replay.
func TestTraces(t *testing.T) {
	r, repo := report(t, text+strings.ReplaceAll(strings.TrimPrefix(text[:strings.Index(text, "  - name: limit")], "version: 1\nchecks:\n"), "a <b>", "a (b)"))
	if err := r.WriteTraces(repo.Top); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(repo.Top, "*.trace"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := counterexamples.Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		c := r.Results[0].Check
		out, err := counterexamples.Replay(c.Algorithm.New(c.Config), c.Algorithm.Properties(c.Config), trace)
		if err != nil || out.Result != counterexamples.Replayed {
			t.Errorf("%s: %v, %v", file, out, err)
		}
	}
	want := []string{
		"a-b-c-100-d-e-f-deadlock-2.trace", "a-b-c-100-d-e-f-deadlock.trace",
		"a-b-c-100-d-e-f-one-token-2.trace", "a-b-c-100-d-e-f-one-token.trace",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	r, _ = report(t, strings.ReplaceAll(text, `"a <b> & 'c' | 100%, d: e_f"`, "名前"))
	if err := r.WriteTraces(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Results[0].Rows {
		if name := filepath.Base(row.File); row.Traced() && name != row.Subject+".trace" {
			t.Errorf("%s of a check whose name has none of the letters: %s", row.Subject, name)
		}
	}
}
