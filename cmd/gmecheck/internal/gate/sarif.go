package gate

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// SARIF writes the violations that are not expected as results of SARIF 2.1.0: each at the handler in which it happens
// (or at the manifest's line, if that source is not in the repository), with its trace as a code flow. Expectations that
// are not met for another reason are no finding in anybody's code: they are notifications of the tool's.
func (r *Report) SARIF(w io.Writer, repo Repository, version string) error {
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("gmecheck").WithVersion(version)))
	run.WithAutomationDetails(sarif.NewRunAutomationDetails().WithID("gmecheck/gate/"))
	call := sarif.NewInvocation().WithExecutionSuccessful(true)
	for _, x := range r.Results {
		rows, _ := x.Open()
		for _, row := range rows {
			if row.Unexpected() {
				run.AddResult(x.sarif(repo, run, row))
			} else {
				call.AddToolExecutionNotification(sarif.NewNotification().WithLevel("error").
					WithMessage(sarif.NewTextMessage(x.says(row))).
					WithLocations([]*sarif.Location{physical(repo.manifest(x, row), "")}))
			}
		}
	}
	run.AddInvocation(call)
	doc := sarif.NewReport()
	doc.AddRun(run)
	if err := doc.PrettyWrite(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// sarif is the result of one violation, whose rule is added to the run.
func (x *Result) sarif(repo Repository, run *sarif.Run, row *Row) *sarif.Result {
	p := row.Finding.Property
	id := x.Check.Algorithm.Name + "/" + p.Name
	rule := run.AddRule(id).WithName(p.Name).WithDescription(p.Doc)
	rule.WithFullDescription(sarif.NewMultiformatMessageString().WithText(p.Doc + " (" + p.Source + ")"))
	rule.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarif.LevelError))

	var flow []*sarif.ThreadFlowLocation
	text := x.says(row) + "\n"
	for k, s := range x.steps(row) {
		at, ok := repo.source(s.at)
		if !ok {
			at = repo.manifest(x, row)
		}
		flow = append(flow, sarif.NewThreadFlowLocation().WithExecutionOrder(k+1).WithLocation(physical(at, s.label)))
		text += fmt.Sprintf("\n%d. %s", k+1, s.label)
	}
	result := sarif.NewRuleResult(id).WithRuleIndex(run.GetRuleIndex(id)).WithLevel(sarif.LevelError).
		WithMessage(sarif.NewTextMessage(text)).
		WithLocations([]*sarif.Location{physical(repo.blame(x, row), "")}).
		WithRelatedLocations([]*sarif.Location{physical(repo.manifest(x, row), "expected here").WithID(1)}).
		WithPartialFingerprints(x.fingerprints(row))
	if len(flow) > 0 {
		result.WithCodeFlows([]*sarif.CodeFlow{sarif.NewCodeFlow().
			WithThreadFlows([]*sarif.ThreadFlow{sarif.NewThreadFlow().WithLocations(flow)})})
	}
	return result
}

// fingerprints identify a violation whatever becomes of lines and traces: by check, model and property.
func (x *Result) fingerprints(row *Row) map[string]string {
	h := sha256.Sum256([]byte(strings.Join([]string{x.Check.Name, x.Check.Config.Fingerprint(), row.Subject}, "\x00")))
	return map[string]string{
		"gmecheckViolation/v1":    fmt.Sprintf("%x", h[:16]),
		"primaryLocationLineHash": fmt.Sprintf("%x:1", h[:8]), // the one that code scanning knows
	}
}

// says is the row in one sentence, with its check.
func (x *Result) says(row *Row) string { return fmt.Sprintf("check %q: %s", x.Check.Name, row.Says()) }

// physical is a location, with a message unless that is empty.
func physical(at location, message string) *sarif.Location {
	file := sarif.NewArtifactLocation()
	if path.IsAbs(at.file) {
		file.WithURI((&url.URL{Scheme: "file", Path: at.file}).String())
	} else {
		file.WithURI((&url.URL{Path: at.file}).String()).WithURIBaseID("%SRCROOT%")
	}
	l := sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(file).
		WithRegion(sarif.NewRegion().WithStartLine(at.line)))
	if message != "" {
		l.WithMessage(sarif.NewTextMessage(message))
	}
	return l
}
