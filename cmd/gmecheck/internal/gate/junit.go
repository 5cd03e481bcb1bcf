package gate

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// JUnit writes a suite for every check, with a case for every expectation. An expectation that is not met is a failure,
// one that a limit kept from being decided an error.
func (r *Report) JUnit(w io.Writer) error {
	all := junit.Testsuites{Name: "gmecheck gate"}
	seconds := 0.0
	for k, x := range r.Results {
		suite := x.junit()
		suite.ID = k
		all.AddSuite(suite)
		seconds += x.Seconds
	}
	all.Time = fmt.Sprintf("%.3f", seconds)
	if _, err := io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"); err != nil {
		return err
	}
	return all.WriteXML(w)
}

func (x *Result) junit() junit.Testsuite {
	suite := junit.Testsuite{Name: x.Check.Name, Time: fmt.Sprintf("%.3f", x.Seconds), File: filepath.ToSlash(x.Check.File)}
	suite.AddProperty("model", x.Model())
	suite.AddProperty("fingerprint", x.Check.Config.Fingerprint())
	suite.AddProperty("manifest", fmt.Sprintf("%s:%d", filepath.ToSlash(x.Check.File), x.Check.At.Line))
	if x.Found != nil {
		suite.AddProperty("states", fmt.Sprint(x.Found.States))
		suite.AddProperty("transitions", fmt.Sprint(x.Found.Transitions))
	}
	for k := range x.Rows {
		row := &x.Rows[k]
		c := junit.Testcase{Name: row.Subject, Classname: x.Check.Name}
		result := &junit.Result{Message: row.Says(), Type: row.Got, Data: x.account(row)}
		switch row.Outcome {
		case NotMet:
			c.Failure = result
		case Inconclusive:
			c.Error = result
		}
		suite.AddTestcase(c)
	}
	return suite
}

// account is what there is to say of a row that is not met: where it is expected, and its trace.
func (x *Result) account(row *Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: %s\n%s\n", filepath.ToSlash(x.Check.File), row.At.Line, row.Says(), x.Model())
	if row.Violated() {
		for k, label := range row.Finding.Trace {
			fmt.Fprintf(&b, "%4d  %s\n", k+1, label)
		}
	}
	if row.File != "" {
		fmt.Fprintf(&b, "gmecheck replay %s\n", row.File)
	}
	return b.String()
}
