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

// SARIF writes what is not met as results of SARIF 2.1.0: a violation that is not expected at the handler in which it happens (or at
// the manifest's line, if that source is not in the repository), with its trace as a code flow; everything else at the line of
// the manifest that expects it, and so the mistakes in manifests. What a limit kept from being decided is no finding in anybody's code: it is
// a notification of the tool's.
func (r *Report) SARIF(w io.Writer, repo Repository, version string) error {
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("gmecheck").WithVersion(version)))
	run.WithAutomationDetails(sarif.NewRunAutomationDetails().WithID("gmecheck/gate/"))
	call := sarif.NewInvocation().WithExecutionSuccessful(len(r.Mistakes) == 0)
	r.sarifMistakes(run, repo)
	for _, x := range r.Results {
		rows, _ := x.Open()
		for _, row := range rows {
			if row.Outcome == NotMet {
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
	id := "gate/" + row.Subject
	if row.Finding == nil {
		rule(run, id, row.Subject, "What a manifest expects of "+row.Subject+" is not what was found.")
	} else {
		p := row.Finding.Property
		id = x.Check.Algorithm.Name + "/" + p.Name
		rule(run, id, p.Name, p.Doc)
		if p.Source != "" {
			run.Tool.Driver.Rules[run.GetRuleIndex(id)].WithFullDescription(sarif.NewMultiformatMessageString().WithText(p.Doc + " (" + p.Source + ")"))
		}
	}
	var flow []*sarif.ThreadFlowLocation
	text := x.says(row)
	for k, s := range x.steps(row) {
		at, ok := repo.source(s.at)
		if !ok {
			at = repo.manifest(x, row)
		}
		flow = append(flow, sarif.NewThreadFlowLocation().WithExecutionOrder(k+1).WithLocation(physical(at, s.label)))
		if k == 0 {
			text += "\n"
		}
		text += fmt.Sprintf("\n%d. %s", k+1, s.label)
	}
	result := sarif.NewRuleResult(id).WithRuleIndex(run.GetRuleIndex(id)).WithLevel(sarif.LevelError).
		WithMessage(sarif.NewTextMessage(text)).
		WithLocations([]*sarif.Location{physical(repo.blame(x, row), "")}).
		WithRelatedLocations([]*sarif.Location{physical(repo.manifest(x, row), "expected here").WithID(1)}).
		WithPartialFingerprints(fingerprints(x.Check.Name, x.Check.Config.Fingerprint(), row.Subject))
	if len(flow) > 0 {
		result.WithCodeFlows([]*sarif.CodeFlow{sarif.NewCodeFlow().
			WithThreadFlows([]*sarif.ThreadFlow{sarif.NewThreadFlow().WithLocations(flow)})})
	}
	return result
}

// rule adds a rule to the run, unless it has it.
func rule(run *sarif.Run, id, name, doc string) {
	r := run.AddRule(id).WithName(name).WithDescription(doc)
	r.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarif.LevelError))
}

// fingerprints identify a finding whatever becomes of lines and traces: a violation by check, model and property.
func fingerprints(parts ...string) map[string]string {
	h := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
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
