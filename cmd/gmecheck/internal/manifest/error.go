package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
)

// Error is the user's mistake in a manifest.
type Error struct {
	File         string
	Line, Column int // from 1
	Problem      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", names.Shown(e.File), e.Line, e.Column, names.OneLine(e.Problem))
}

// Errors are all mistakes in manifests, in the order in which they stand there.
type Errors []*Error

// maxShown is how many mistakes a message tells.
const maxShown = 50

func (all Errors) Error() string {
	var lines []string
	for k, e := range all {
		if k == maxShown {
			lines = append(lines, fmt.Sprintf("and %d more mistakes", len(all)-k))
			break
		}
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap are the mistakes one by one.
func (all Errors) Unwrap() []error {
	var each []error
	for _, e := range all {
		each = append(each, e)
	}
	return each
}

// sorted are the mistakes by their places.
func (all Errors) sorted() Errors {
	slices.SortStableFunc(all, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return all
}

// wrong notes a mistake at a node.
func (r *reader) wrong(n ast.Node, format string, args ...any) {
	r.wrongAt(place(n), format, args...)
}

func (r *reader) wrongAt(p Place, format string, args ...any) {
	r.mistakes = append(r.mistakes, &Error{r.file, p.Line, p.Column, fmt.Sprintf(format, args...)})
}

// place is where a node begins.
func place(n ast.Node) Place {
	p := Place{Line: 1, Column: 1}
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		n = m.Values[0].Key // a block mapping's own token is the first colon
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		p.Line, p.Column, p.Text = t.Position.Line, t.Position.Column, strings.TrimSpace(t.Origin)
	}
	return p
}

// notOneOf notes a name that is none of those allowed.
func (r *reader) notOneOf(n ast.Node, what, given string, allowed []string) {
	r.wrong(n, "%s %q; allowed is %s%s", what, clip(given), names.Or(allowed), names.DidYouMean(given, allowed))
}

// usage notes a flag's error at the key that stands for it, or at n where none does; "" is the flag of that.
func (r *reader) usage(n ast.Node, places map[string]field, err error) (flag string) {
	var usage *options.UsageError
	if errors.As(err, &usage) {
		if f, ok := places[usage.Flag]; ok {
			plain := *usage
			plain.Flag = ""
			r.wrong(f.value, "%s %s: %v", f.key, shown(usage.Given), &plain)
			return usage.Flag
		}
	}
	r.wrong(n, "%v", err)
	return ""
}

// place of a syntax error, as the library writes it in front of its message.
var positioned = regexp.MustCompile(`^\[(\d+):(\d+)\] `)

// syntax is the error of text that is not YAML.
func (r *reader) syntax(err error) *Error {
	e := &Error{File: r.file, Line: 1, Column: 1, Problem: err.Error()}
	var syntax yaml.Error
	if errors.As(err, &syntax) {
		e.Problem = syntax.GetMessage()
		if t := syntax.GetToken(); t != nil && t.Position != nil {
			e.Line, e.Column = max(1, t.Position.Line), max(1, t.Position.Column)
		}
	} else if m := positioned.FindStringSubmatch(e.Problem); m != nil {
		fmt.Sscan(m[1], &e.Line)
		fmt.Sscan(m[2], &e.Column)
		e.Problem = strings.TrimPrefix(e.Problem, m[0])
	}
	e.Problem, _, _ = strings.Cut(e.Problem, "\n")
	e.Problem = "not YAML: " + e.Problem
	return e
}

// shown is what an error repeats, shortened and in quotation marks where it needs them.
func shown(text string) string { return names.Shown(clip(text)) }

// clip shortens what an error quotes.
func clip(text string) string {
	if len(text) <= 60 {
		return text
	}
	return strings.ToValidUTF8(text[:60], "") + "..."
}
