package gate_test

import (
	"bytes"
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"
)

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
	if len(flow) != 2 || *flow[1].Location.Message.Text != "deliver(request(2, 1, g1, 1) -> 1)" {
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
		"%0A   2  deliver(request(2, 1, g1, 1) -> 1)",
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
			!strings.Contains(c.Failure.Text, "   2  deliver(request(2, 1, g1, 1) -> 1)\n")) {
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
		"   2  deliver(request(2, 1, g1, 1) -> 1)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if n := strings.Count(b.String(), "```mermaid"); n != 2 {
		t.Errorf("%d charts, want one for each violation that is not as expected", n)
	}
}
