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
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
)

// TestSARIF is valid by the standard's schema, and has a result for everything that is not met: violations with their traces, and
// numbers. That a limit was hit is a notification.
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
	var rules []string
	for _, result := range run.Results {
		rules = append(rules, *result.RuleID)
		if *run.Tool.Driver.Rules[result.RuleIndex].ID != *result.RuleID {
			t.Errorf("rule %d is another than %s", result.RuleIndex, *result.RuleID)
		}
		if at := result.Locations[0].PhysicalLocation; *at.ArtifactLocation.URI != "gate.yaml" || *at.Region.StartLine < 3 {
			t.Errorf("%s is at %s:%d", *result.RuleID, *at.ArtifactLocation.URI, *at.Region.StartLine)
		}
	}
	if diff := cmp.Diff([]string{"gate/states", "srt-gme/one-token", "srt-gme/deadlock", "srt-gme/spurious"}, rules); diff != "" {
		t.Fatal(diff)
	}
	if text := *run.Results[0].Message.Text; !strings.HasSuffix(text, "states: expected 76, found 75") || *run.Results[0].Locations[0].PhysicalLocation.Region.StartLine != 7 {
		t.Errorf("the number of states says %q", text)
	}
	result := run.Results[1]
	at := result.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "gate.yaml" || *at.Region.StartLine != 3 {
		t.Errorf("a violation of a protocol that is elsewhere is at %s:%d", *at.ArtifactLocation.URI, *at.Region.StartLine)
	}
	flow := result.CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != 2 || *flow[1].Location.Message.Text != "deliver(request(2, 1, g1, 1) -> 1)" {
		t.Errorf("%d steps in the flow", len(flow))
	}
	if n := len(run.Invocations[0].ToolExecutionNotifications); n != 1 {
		t.Errorf("%d notifications, want one for the limit", n)
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
	if diff := cmp.Diff(result.PartialFingerprints, moved.Runs[0].Results[1].PartialFingerprints); diff != "" {
		t.Errorf("the fingerprints depend on the line:\n%s", diff)
	}

	result.WithLevel("fatal")
	if doc.Validate() == nil {
		t.Error("a level that SARIF does not have is valid")
	}
}

// TestMistakes: what is wrong with manifests is in all reports, at its place.
func TestMistakes(t *testing.T) {
	r := &gate.Report{Program: "gmecheck", Mistakes: manifest.Errors{
		{File: "/top/a/gate.yaml", Line: 3, Column: 7, Problem: "unknown key \"x\", 100% <b>"}, {File: "/top/a/gate.yaml", Line: 4, Column: 1, Problem: "b\n::error::c"},
		{File: "/top/gate.yaml", Line: 1, Column: 1, Problem: "d"},
	}}
	if r.Outcome() != gate.Wrong {
		t.Errorf("the outcome is %s", r.Outcome())
	}
	repo := gate.Repository{Top: "/top"}
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
	if len(run.Results) != 3 || len(run.Tool.Driver.Rules) != 1 || *run.Invocations[0].ExecutionSuccessful {
		t.Fatalf("%d results, %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	if at := run.Results[0].Locations[0].PhysicalLocation; *at.ArtifactLocation.URI != "a/gate.yaml" || *at.Region.StartLine != 3 || *at.Region.StartColumn != 7 {
		t.Errorf("the first mistake is at %s:%d:%d", *at.ArtifactLocation.URI, *at.Region.StartLine, *at.Region.StartColumn)
	}
	b.Reset()
	if err := r.JUnit(&b); err != nil {
		t.Fatal(err)
	}
	var f junitFile
	if err := xml.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	if len(f.Suites) != 2 || f.Suites[0].Name != "/top/a/gate.yaml" || f.Suites[0].Tests != 2 || f.Suites[0].Errors != 2 || f.Suites[0].Cases[0].Error == nil {
		t.Errorf("suites %+v", f.Suites)
	}
	b.Reset()
	r.Annotations(&b, repo)
	want := "::error file=a/gate.yaml,line=3,col=7,title=manifest::unknown key \"x\", 100%25 <b>\n" +
		"::error file=a/gate.yaml,line=4,col=1,title=manifest::b\\n::error::c\n::error file=gate.yaml,line=1,col=1,title=manifest::d\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	b.Reset()
	if err := r.Summary(&b); err != nil {
		t.Fatal(err)
	}
	if want := "## gmecheck gate: wrong manifest\n\n- /top/a/gate.yaml:3:7: unknown key \"x\", 100% &lt;b&gt;\n"; !strings.HasPrefix(b.String(), want) || strings.Contains(b.String(), "| check |") {
		t.Errorf("the summary is\n%s", &b)
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

// junitOf is the file of a report, read and as it is.
func junitOf(t *testing.T, r *gate.Report) (f junitFile, text string) {
	t.Helper()
	var b bytes.Buffer
	if err := r.JUnit(&b); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	return f, b.String()
}

func TestJUnit(t *testing.T) {
	r, _ := report(t, text)
	f, _ := junitOf(t, r)
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

// TestJUnitLabels: the file is XML, whatever the labels of a protocol of one's own have in them.
func TestJUnitLabels(t *testing.T) {
	r, _ := report(t, text)
	for k := range r.Results[0].Rows {
		if row := &r.Results[0].Rows[k]; row.Subject == "one-token" {
			row.Finding.Trace[1] = "a\x01\n\xff\x1b\uffff]]>b"
		}
	}
	if _, all := junitOf(t, r); !strings.Contains(all, "   2  a\ufffd\n\ufffd\ufffd\ufffd]]") {
		t.Errorf("the label is not there:\n%s", all)
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
