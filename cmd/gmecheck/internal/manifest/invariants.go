package manifest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model/system"
)

// named is what the name of an invariant looks like.
var named = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`) })

// subjects are the rows of a report that are no properties.
var subjects = []string{"complete", "states", "transitions", "depth", "faults", "replay", "run"}

// System is the model of the check; if there are expressions to judge, its states show their variables.
func (c *Check) System() *system.System {
	sys := c.Algorithm.New(c.Config)
	if len(c.expressions) > 0 {
		sys = sys.Showing()
	}
	return sys
}

// Traced is the name of a property in a trace file, where that of an invariant says what it asks.
func (c *Check) Traced(property string) string {
	if text, ok := c.expressions[property]; ok {
		return counterexamples.Invariant + text
	}
	return property
}

// invariants reads the expressions that a check judges beside the algorithm's properties: each has a name.
func (r *reader) invariants(c *Check, n ast.Node, all invariants.Panel, known bool) (panel invariants.Panel) {
	fields, ok := r.mapping(n, "invariants", nil)
	if ok && len(fields) == 0 {
		r.wrong(n, "invariants is empty; allowed are expressions, each with a name")
	}
	c.expressions = map[string]string{}
	taken := append(invariants.Names(all), subjects...)
	var sys *system.System
	if known {
		sys = c.Algorithm.New(c.Config)
	}
	for _, f := range fields {
		text, ok := r.text(f.value, f.key)
		switch {
		case !named().MatchString(f.key):
			r.wrong(f.at, "the name of an invariant %q; allowed are letters, digits, - and _, a letter first", clip(f.key))
			continue
		case slices.Contains(taken, f.key):
			r.wrong(f.at, "an invariant %q; allowed is a name that no property and no number of the report has", f.key)
			continue
		case !ok || !known:
			continue
		}
		text = where.Line(text)
		p, err := predicate.New(text, sys)
		if err != nil {
			r.expression(f, text, err)
			continue
		}
		c.expressions[f.key] = text
		panel = append(panel, p.Property(f.key))
	}
	return panel
}

// expression notes what is wrong with an expression, at the place within it if it stands in one line as it is.
func (r *reader) expression(f field, text string, err error) {
	at := place(f.value)
	var wrong *predicate.Error
	if !errors.As(err, &wrong) {
		r.wrongAt(at, "%s: %v", f.key, err)
		return
	}
	problem := wrong.Problem
	switch at.Text {
	case text:
		at.Column += wrong.Column - 1
	case `"` + text + `"`, `'` + text + `'`:
		at.Column += wrong.Column
	default:
		problem = fmt.Sprintf("column %d of the expression: %s", wrong.Column, problem)
	}
	r.wrongAt(at, "%s: %s%s", f.key, problem, names.DidYouMean(wrong.Unknown, wrong.Known))
}
