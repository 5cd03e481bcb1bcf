package gate_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"gmecheck/algorithms"
	"gmecheck/cmd/gmecheck/internal/gate"
	"gmecheck/cmd/gmecheck/internal/manifest"
	"gmecheck/counterexamples"
	"gmecheck/explore"
	"gmecheck/invariants"
)

// limits is the limit of the number of states alone.
var limits = manifest.Limits{
	Keys: []string{"max-states"},
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
	return (&gate.Runner{Search: search}).Run(t.Context(), all), gate.Repository{Top: dir}
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
	r := (&gate.Runner{Search: search}).Run(ctx, all)
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
	r := (&gate.Runner{Search: broken}).Run(t.Context(), all)
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

// TestSARIF is valid by the standard's schema, and has one result: the only violation where none is expected.
func TestSARIF(t *testing.T) {
	r, repo := report(t, text)
	var b bytes.Buffer
	if err := r.SARIF(&b, repo, "test"); err != nil {
		t.Fatal(err)
	}
	doc, err := sarif.FromBytes(b.Bytes(), sarif.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Error(err)
	}
	run := doc.Runs[0]
	if len(run.Results) != 1 || *run.Results[0].RuleID != "srt-gme/one-token" {
		t.Fatalf("%d results", len(run.Results))
	}
	result := run.Results[0]
	if *run.Tool.Driver.Rules[result.RuleIndex].ID != *result.RuleID {
		t.Errorf("rule %d is another", result.RuleIndex)
	}
	at := result.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "gate.yaml" || *at.Region.StartLine != 3 {
		t.Errorf("a violation of a protocol that is elsewhere is at %s:%d", *at.ArtifactLocation.URI, *at.Region.StartLine)
	}
	flow := result.CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != 2 || *flow[1].Location.Message.Text != "deliver(request(2, 1, g2, 1) -> 1)" {
		t.Errorf("%d steps in the flow", len(flow))
	}
	if n := len(run.Invocations[0].ToolExecutionNotifications); n != 4 {
		t.Errorf("%d notifications, want one for each of the other expectations that are not met, and one for the limit", n)
	}

	again, repo := report(t, strings.Replace(text, "checks:", "# a line more\nchecks:", 1))
	var c bytes.Buffer
	if err := again.SARIF(&c, repo, "test"); err != nil {
		t.Fatal(err)
	}
	moved, err := sarif.FromBytes(c.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(result.PartialFingerprints, moved.Runs[0].Results[0].PartialFingerprints); diff != "" {
		t.Errorf("the fingerprints depend on the line:\n%s", diff)
	}

	result.WithLevel("fatal")
	if doc.Validate() == nil {
		t.Error("a level that SARIF does not have is valid")
	}
}

// TestSource points at the handler where the protocol's source is in the repository.
func TestSource(t *testing.T) {
	r, _ := report(t, text)
	repo, err := gate.FindRepository(filepath.Join("..", "..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	r.Annotations(&b, repo)
	for _, want := range []string{
		"::error file=algorithms/srtgme/events.go,line=",
		",title=a <b> & 'c' | 100%25%2C d%3A e_f%3A one-token::",
		"%0A   2  deliver(request(2, 1, g2, 1) -> 1)",
		"found not complete: max-states 20%0Asuzuki-kasami --variant published -n 3%0Aundecided: mutex, deadlock, starved\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if first, _, _ := strings.Cut(b.String(), "\n"); !strings.Contains(first, "one-token") {
		t.Errorf("the violation that is not expected is not the first: %s", first)
	}
	if n := strings.Count(b.String(), "::error "); n != 5 || strings.Count(b.String(), "\n") != n {
		t.Errorf("%d annotations, want 5, each in a line:\n%s", n, &b)
	}
}

// junitFile is what a reader of JUnit files expects.
type junitFile struct {
	XMLName xml.Name `xml:"testsuites"`
	Suites  []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Errors   int    `xml:"errors,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
			Error *struct{} `xml:"error"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnit(t *testing.T) {
	r, _ := report(t, text)
	var b bytes.Buffer
	if err := r.JUnit(&b); err != nil {
		t.Fatal(err)
	}
	var f junitFile
	if err := xml.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	if len(f.Suites) != 3 {
		t.Fatalf("%d suites", len(f.Suites))
	}
	s := f.Suites[0]
	if s.Name != "a <b> & 'c' | 100%, d: e_f" || s.Tests != 6 || s.Failures != 4 || s.Errors != 0 || len(s.Cases) != s.Tests {
		t.Errorf("suite %+v", s)
	}
	for _, c := range s.Cases {
		if c.Name == "one-token" && (c.Failure == nil || !strings.Contains(c.Failure.Message, "expected holds, found violated, 2 steps") ||
			!strings.Contains(c.Failure.Text, "   2  deliver(request(2, 1, g2, 1) -> 1)\n")) {
			t.Errorf("case %+v", c)
		}
	}
	if s := f.Suites[1]; s.Errors != s.Tests || s.Failures != 0 {
		t.Errorf("suite of an inconclusive check: %+v", s)
	}
	if s := f.Suites[2]; s.Errors+s.Failures != 0 || s.Tests == 0 {
		t.Errorf("suite of a check that is met: %+v", s)
	}
}

func TestSummary(t *testing.T) {
	r, _ := report(t, text)
	var b bytes.Buffer
	if err := r.Summary(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"## gmecheck gate: not met\n",
		"| a &lt;b&gt; & 'c' \\| 100%, d: e\\_f | `srt-gme --variant published -n 2 -m 2` | 75 | 2 of 6 | **not met** |\n",
		"| fine | `suzuki-kasami --variant published -n 2` | 21 | 5 of 5 | met |\n",
		"```mermaid\nsequenceDiagram\n",
		"\nlimit: undecided: mutex, deadlock, starved\n",
		"   2  deliver(request(2, 1, g2, 1) -> 1)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if n := strings.Count(b.String(), "```mermaid"); n != 2 {
		t.Errorf("%d charts, want one for each violation that is not as expected", n)
	}
}

// TestValue compares the value of a bound, and rewrites what the manifest names of it.
func TestValue(t *testing.T) {
	a, err := algorithms.Find("suzuki-kasami")
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
		runner := gate.Runner{Search: func(context.Context, *manifest.Check) (gate.Answer, error) { return answer, nil }}
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
}
