package gate

import (
	"fmt"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// Limits of what GitHub shows.
const (
	maxAnnotation = 4000      // characters of a message, its trace included
	maxChart      = 45_000    // characters of a diagram
	maxSummary    = 1_000_000 // bytes of a step's summary
)

// Annotations writes a workflow command for every expectation that is not met, each with its trace: violations first,
// because GitHub shows no more than ten of a step.
func (r *Report) Annotations(w io.Writer, repo Repository) {
	r.annotateMistakes(w, repo)
	for _, violations := range []bool{true, false} {
		for _, x := range r.Results {
			rows, undecided := x.Open()
			for _, row := range rows {
				if row.Unexpected() == violations {
					x.annotate(w, repo, row, undecided)
				}
			}
		}
	}
}

func (x *Result) annotate(w io.Writer, repo Repository, row *Row, undecided []string) {
	at, text := repo.blame(x, row), x.account(row)
	if row.Outcome == Inconclusive && len(undecided) > 0 {
		text += "undecided: " + strings.Join(undecided, ", ") + "\n"
	}
	if len(text) > maxAnnotation {
		text = strings.ToValidUTF8(text[:maxAnnotation], "") + "\n..."
	}
	fmt.Fprintf(w, "::error file=%s,line=%d,title=%s::%s\n", inProperty(at.file), at.line,
		inProperty(x.Check.Name+": "+row.Subject), inData(strings.TrimSuffix(text, "\n")))
}

// inData escapes the message of a workflow command.
func inData(text string) string {
	return escaped(text, "%", "%25", "\r", "%0D", "\n", "%0A")
}

// inProperty escapes a property of one.
func inProperty(text string) string {
	return escaped(text, "%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
}

// escaped is a text in which nothing is a command of its own: the form with brackets is read anywhere in a line.
func escaped(text string, pairs ...string) string {
	return strings.NewReplacer(append(pairs, "##[", "# #[")...).Replace(text)
}

// Summary writes a step's summary: the table of checks, and for everything that is not met what it is, violations with
// a sequence chart.
func (r *Report) Summary(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s gate: %s\n\n", r.Program, r.Outcome())
	r.summaryMistakes(&b)
	if len(r.Results) > 0 {
		b.WriteString("| check | model | states | expectations met | outcome |\n| --- | --- | ---: | ---: | --- |\n")
	}
	for _, x := range r.Results {
		states := ""
		if x.Found != nil {
			states = fmt.Sprint(x.Found.States)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %d of %d | %s |\n", cell(x.Check.Name), x.Model(), states, x.Met(), len(x.Rows), bold(x.Outcome()))
	}
	for _, x := range r.Results {
		rows, undecided := x.Open()
		for _, row := range rows {
			part := x.part(row)
			if b.Len()+len(part) > maxSummary {
				b.WriteString("\nMore is not met than fits here.\n")
				_, err := io.WriteString(w, b.String())
				return err
			}
			b.WriteString(part)
		}
		if len(undecided) > 0 {
			fmt.Fprintf(&b, "\n%s: undecided: %s\n", cell(x.Check.Name), cell(strings.Join(undecided, ", ")))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// part is the part of the summary on one row that is not met.
func (x *Result) part(row *Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s: `%s`\n\n%s (%s:%d)\n", cell(x.Check.Name), row.Subject, cell(row.Says()), cell(names.Shown(x.Check.File)), row.At.Line)
	if !row.Traced() {
		return b.String()
	}
	b.WriteString("\n```text\n")
	for k, label := range row.Finding.Trace {
		fmt.Fprintf(&b, "%4d  %s\n", k+1, label)
	}
	b.WriteString("```\n")
	var chart strings.Builder
	switch err := counterexamples.Mermaid(&chart, x.Check.Algorithm.New(x.Check.Config), x.Trace(row)); {
	case err != nil:
		fmt.Fprintf(&b, "\nNo chart: %s\n", cell(err.Error()))
	case chart.Len() > maxChart:
		fmt.Fprintf(&b, "\nThe chart is larger than what is shown here; `%s replay --format mermaid` draws it.\n", x.Program)
	default:
		fmt.Fprintf(&b, "\n```mermaid\n%s```\n", chart.String())
	}
	return b.String()
}

func bold(o Outcome) string {
	if o == Met {
		return string(o)
	}
	return "**" + string(o) + "**"
}

// cell is text within Markdown, with nothing in it that Markdown or HTML would read.
func cell(text string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", ">", "&gt;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[").Replace(text)
}
