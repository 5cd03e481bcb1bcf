package manifest

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
)

// Limits of a manifest: far above what anybody writes, far below what hurts.
const (
	MaxBytes   = 256 << 10
	MaxNesting = 64 // brackets open at once, and blanks and dashes in front of a line's text
)

// Vocabulary says which algorithms a manifest may name, and turns the keys of a search into its options, as the command line's
// flags of the same names do.
type Vocabulary struct {
	Algorithms paper.List
	Keys       []string
	// Options reads the given keys; its error is an [options.UsageError] with the key as its flag.
	Options func(given map[string]string) (explore.Options, error)
}

// Parse reads a manifest. The name of the file is for the errors, and traces are found beside it.
func Parse(file string, data []byte, words Vocabulary) (m *Manifest, err error) {
	r := &reader{file: file, words: words}
	if len(data) > MaxBytes {
		return nil, &Error{file, 1, 1, fmt.Sprintf("the file has %d bytes; allowed are up to %d", len(data), MaxBytes)}
	}
	if err := r.shallow(string(data)); err != nil {
		return nil, err
	}
	tree, err := r.tree(data)
	if err != nil {
		return nil, err
	}
	return r.manifest(tree)
}

// shallow refuses what is nested so deep that reading it would hurt.
func (r *reader) shallow(text string) error {
	open, line := 0, 0
	for s := range strings.Lines(text) {
		line++
		if indent := len(s) - len(strings.TrimLeft(s, " \t-?:!&*|>")); indent > MaxNesting {
			return &Error{r.file, line, 1, fmt.Sprintf("the line begins with %d blanks and dashes; allowed are up to %d", indent, MaxNesting)}
		}
		for k, c := range s {
			switch c {
			case '[', '{':
				open++
			case ']', '}':
				open--
			}
			if open > MaxNesting {
				return &Error{r.file, line, k + 1, fmt.Sprintf("%d brackets are open; allowed are up to %d", open, MaxNesting)}
			}
		}
	}
	return nil
}

// tree is the only document of a YAML file.
func (r *reader) tree(data []byte) (body ast.Node, err error) {
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, r.syntax(err)
	}
	for _, d := range file.Docs {
		switch {
		case d.Body == nil:
		case body != nil:
			return nil, r.at(d.Body, "a second document; allowed is one manifest in a file")
		default:
			body = d.Body
		}
	}
	if body == nil {
		return nil, &Error{r.file, 1, 1, "the file is empty; allowed is a manifest: version: 1, and checks, a list"}
	}
	return body, nil
}

func (r *reader) manifest(n ast.Node) (*Manifest, error) {
	fields, err := r.mapping(n, "the manifest", []string{"version", "checks"})
	if err != nil {
		return nil, err
	}
	m := &Manifest{File: r.file}
	versioned, listed := false, false
	for _, f := range fields {
		switch f.key {
		case "version":
			versioned = true
			v, err := r.number(f.value, "version")
			if err != nil {
				return nil, err
			}
			if v.Is != Version {
				return nil, r.at(f.value, "version %d; allowed is %d", v.Is, Version)
			}
		case "checks":
			listed = true
			if m.Checks, err = r.checks(f); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case !versioned:
		return nil, r.at(n, "no version; allowed is version: %d", Version)
	case !listed:
		return nil, r.at(n, "no checks; a manifest that checks nothing proves nothing")
	}
	return m, nil
}

func (r *reader) checks(f field) ([]*Check, error) {
	entries, err := r.list(f.value, "checks")
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, r.at(f.value, "checks is empty; a manifest that checks nothing proves nothing")
	}
	var all []*Check
	lines := map[string]int{}
	for _, entry := range entries {
		c, err := r.check(entry)
		if err != nil {
			return nil, err
		}
		if line := lines[c.Name]; line > 0 {
			return nil, &Error{r.file, c.At.Line, c.At.Column,
				fmt.Sprintf("a second check with the name %q; the first stands in line %d", clip(c.Name), line)}
		}
		lines[c.Name] = c.At.Line
		all = append(all, c)
	}
	return all, nil
}

// check reads one entry of checks.
func (r *reader) check(n ast.Node) (*Check, error) {
	fields, err := r.mapping(n, "a check", []string{"name", "model", "search", "replay", "expect"})
	if err != nil {
		return nil, err
	}
	given := map[string]field{}
	for _, f := range fields {
		given[f.key] = f
	}
	name, ok := given["name"]
	if !ok {
		return nil, r.at(n, "a check without a name")
	}
	c := &Check{File: r.file, At: place(name.value)}
	if c.Name, err = r.text(name.value, "the name of a check"); err != nil {
		return nil, err
	}
	_, searched := given["model"]
	replay, replayed := given["replay"]
	switch {
	case searched && replayed:
		return nil, r.at(replay.at, "check %q has both model and replay; allowed is one of them", clip(c.Name))
	case replayed:
		return c, r.replay(c, given)
	case searched:
		return c, r.search(c, given)
	}
	return nil, r.at(n, "check %q has nothing to check; allowed is model or replay", clip(c.Name))
}
