package gate

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jstemmer/go-junit-report/v2/junit"

	answers "github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
)

// JUnit writes a suite for every check, with a case for every expectation. An expectation that is not met is a failure,
// one that a limit kept from being decided an error, and so is a mistake in a manifest. The file is valid by both schemas that are in use, Ant's and
// Jenkins': hence totals are left to the suites, and a case, which has no time of its own, has one of 0.
func (r *Report) JUnit(w io.Writer) error {
	var all junit.Testsuites
	all.Suites = r.junitMistakes()
	for _, x := range r.Results {
		all.Suites = append(all.Suites, x.junit())
	}
	for k := range all.Suites {
		all.Suites[k].ID = k
	}
	if _, err := io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := all.WriteXML(&b); err != nil {
		return err
	}
	_, err := w.Write(bytes.Map(inXML, bytes.ToValidUTF8(b.Bytes(), []byte("\ufffd"))))
	return err
}

// inXML is a character, or another one where XML has no way to write it: the labels of a protocol of one's own can have any in them.
func inXML(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
		return utf8.RuneError
	}
	return r
}

func (x *Result) junit() junit.Testsuite {
	suite := suite(x.Check.Name, x.Check.Algorithm.Name, x.Start)
	suite.Time = fmt.Sprintf("%.3f", x.Seconds)
	suite.AddProperty("model", x.Model())
	suite.AddProperty("fingerprint", x.Check.Config.Fingerprint())
	suite.AddProperty("manifest", fmt.Sprintf("%s:%d", filepath.ToSlash(x.Check.File), x.Check.At.Line))
	if x.Found != nil {
		suite.AddProperty("states", fmt.Sprint(x.Found.States))
		suite.AddProperty("transitions", fmt.Sprint(x.Found.Transitions))
	}
	for k := range x.Rows {
		row := &x.Rows[k]
		c := junit.Testcase{Name: row.Subject, Classname: x.Check.Name, Time: "0"}
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

// suite is one without cases.
func suite(name, of string, start time.Time) junit.Testsuite {
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "localhost"
	}
	return junit.Testsuite{
		Name: name, Package: of, Hostname: host, Timestamp: start.UTC().Format("2006-01-02T15:04:05"),
		SystemOut: &junit.Output{}, SystemErr: &junit.Output{},
	}
}

// account is what there is to say of a row that is not met: where it is expected, and its trace.
func (x *Result) account(row *Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: %s\n%s\n", filepath.ToSlash(x.Check.File), row.At.Line, row.Says(), x.Model())
	if row.Traced() {
		for k, label := range row.Finding.Trace {
			fmt.Fprintf(&b, "%4d  %s\n", k+1, label)
		}
	}
	if x.Err != nil {
		fmt.Fprintln(&b, x.Err)
	}
	if row.File != "" {
		fmt.Fprintln(&b, answers.Replaying(x.Program, row.File))
	}
	return b.String()
}
