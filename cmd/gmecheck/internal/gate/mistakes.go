package gate

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// What manifests have that nobody can run is reported like what is not met, wherever that is: in the same files, with the same commands.

// mistakeRule is the rule of mistakes in manifests.
const mistakeRule = "gate/manifest"

func (r *Report) annotateMistakes(w io.Writer, repo Repository) {
	for _, e := range r.Mistakes[:min(len(r.Mistakes), maxMistakes)] {
		fmt.Fprintf(w, "::error file=%s,line=%d,col=%d,title=manifest::%s\n", inProperty(repo.file(e.File)), e.Line, e.Column, inData(names.OneLine(e.Problem)))
	}
}

func (r *Report) sarifMistakes(run *sarif.Run, repo Repository) {
	for _, e := range r.Mistakes {
		rule(run, mistakeRule, "manifest", "A manifest of checks says something that cannot be checked.")
		at := physical(location{repo.file(e.File), e.Line}, "")
		at.PhysicalLocation.Region.WithStartColumn(e.Column)
		run.AddResult(sarif.NewRuleResult(mistakeRule).WithRuleIndex(run.GetRuleIndex(mistakeRule)).WithLevel(sarif.LevelError).
			WithMessage(sarif.NewTextMessage(names.OneLine(e.Problem))).WithLocations([]*sarif.Location{at}).
			WithPartialFingerprints(fingerprints(repo.file(e.File), e.Problem)))
	}
}

// junitMistakes are a suite for each manifest with mistakes.
func (r *Report) junitMistakes() (all []junit.Testsuite) {
	at := map[string]int{}
	for _, e := range r.Mistakes {
		k, ok := at[e.File]
		if !ok {
			k = len(all)
			at[e.File] = k
			all = append(all, suite(names.Shown(filepath.ToSlash(e.File)), "manifest", r.Start))
			all[k].Time = "0.000"
		}
		all[k].AddTestcase(junit.Testcase{
			Name: fmt.Sprintf("line %d, column %d", e.Line, e.Column), Classname: "manifest", Time: "0",
			Error: &junit.Result{Message: names.OneLine(e.Problem), Type: "manifest", Data: e.Error() + "\n"},
		})
	}
	return all
}

func (r *Report) summaryMistakes(w io.Writer) {
	for k, e := range r.Mistakes {
		if k == maxMistakes {
			fmt.Fprintf(w, "- and %d more\n", len(r.Mistakes)-k)
			return
		}
		fmt.Fprintf(w, "- %s\n", cell(e.Error()))
	}
}

// maxMistakes is how many mistakes a summary and annotations tell.
const maxMistakes = 100
