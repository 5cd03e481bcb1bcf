package manifest

import (
	"errors"
	"fmt"
	"regexp"
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
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// at is an error at a node.
func (r *reader) at(n ast.Node, format string, args ...any) error {
	p := place(n)
	return &Error{r.file, p.Line, p.Column, fmt.Sprintf(format, args...)}
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

// notOneOf is the error of a name that is none of those allowed.
func (r *reader) notOneOf(n ast.Node, what, given string, allowed []string) error {
	problem := fmt.Sprintf("%s %q; allowed is %s", what, clip(given), names.Or(allowed))
	if near := names.Nearest(given, allowed); near != "" {
		problem += fmt.Sprintf("; did you mean %s?", near)
	}
	return r.at(n, "%s", problem)
}

// usage is the error of a flag, said of the key that stands for it.
func (r *reader) usage(n ast.Node, key string, err error) error {
	var usage *options.UsageError
	if !errors.As(err, &usage) || usage.Flag == "" {
		return r.at(n, "%v", err)
	}
	plain := *usage
	plain.Flag = ""
	return r.at(n, "%s %s: %v", key, clip(usage.Given), &plain)
}

// place of a syntax error, as the library writes it in front of its message.
var positioned = regexp.MustCompile(`^\[(\d+):(\d+)\] `)

// syntax is the error of text that is not YAML.
func (r *reader) syntax(err error) error {
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

// clip shortens what an error quotes.
func clip(text string) string {
	if len(text) <= 60 {
		return text
	}
	return strings.ToValidUTF8(text[:60], "") + "..."
}
