package manifest

import (
	"bytes"
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
	maxNesting = 64 // brackets open at once, and blanks and dashes in front of a line's text
)

// Vocabulary says which algorithms a manifest may name, and turns the keys of a search into its options, as the command line's
// flags of the same names do.
type Vocabulary struct {
	Algorithms paper.List
	Keys       []string
	// Options reads the given keys; its error is an [options.UsageError] with the key as its flag.
	Options func(given map[string]string) (explore.Options, error)
}

// Parse reads a manifest. The name of the file is for the errors, and traces are found beside it. The error is [Errors].
func Parse(file string, data []byte, words Vocabulary) (*Manifest, error) {
	r := &reader{file: file, words: words}
	m := &Manifest{File: file}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(data) > MaxBytes {
		r.mistakes = Errors{tooLarge(file, int64(len(data)))}
	} else if r.shallow(string(data)) {
		if tree := r.tree(data); tree != nil {
			r.manifest(m, tree)
		}
	}
	if len(r.mistakes) > 0 {
		return nil, r.mistakes.sorted()
	}
	return m, nil
}

func tooLarge(file string, bytes int64) *Error {
	return &Error{file, 1, 1, fmt.Sprintf("the file has %d bytes; allowed are up to %d", bytes, MaxBytes)}
}

// start is where a file begins.
var start = Place{Line: 1, Column: 1}

// shallow refuses what is nested so deep that reading it would hurt.
func (r *reader) shallow(text string) bool {
	open, line := 0, 0
	for s := range strings.Lines(text) {
		line++
		if indent := len(s) - len(strings.TrimLeft(s, " \t-?:!&*|>")); indent > maxNesting {
			r.wrongAt(Place{Line: line, Column: 1}, "the line begins with %d blanks and dashes; allowed are up to %d", indent, maxNesting)
			return false
		}
		for k, c := range s {
			switch c {
			case '[', '{':
				open++
			case ']', '}':
				open--
			}
			if open > maxNesting {
				r.wrongAt(Place{Line: line, Column: k + 1}, "%d brackets are open; allowed are up to %d", open, maxNesting)
				return false
			}
		}
	}
	return true
}

// tree is the only document of a YAML file; nil if there is none.
func (r *reader) tree(data []byte) (body ast.Node) {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) // after a comment the parser takes the two for two ends of lines
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.mistakes = append(r.mistakes, r.syntax(err))
		return nil
	}
	for _, d := range file.Docs {
		switch {
		case d.Body == nil:
		case body != nil:
			r.wrong(d.Body, "a second document; allowed is one manifest in a file")
		default:
			body = d.Body
		}
	}
	if body == nil {
		r.wrongAt(start, "the file is empty; allowed is a manifest: version: 1, and checks, a list")
	}
	return body
}

func (r *reader) manifest(m *Manifest, n ast.Node) {
	fields, ok := r.mapping(n, "the manifest", []string{"version", "checks"})
	versioned, listed := false, false
	for _, f := range fields {
		switch f.key {
		case "version":
			versioned = true
			if v := r.number(f.value, "version"); v != nil && v.Is != Version {
				r.wrong(f.value, "version %d; allowed is %d", v.Is, Version)
			}
		case "checks":
			listed = true
			m.Checks = r.checks(f)
		}
	}
	switch {
	case !ok: // what is missing may be what is misspelt
	case !versioned:
		r.wrong(n, "no version; allowed is version: %d", Version)
	case !listed:
		r.wrong(n, "no checks; a manifest that checks nothing proves nothing")
	}
}

func (r *reader) checks(f field) (all []*Check) {
	entries, ok := r.list(f.value, "checks")
	if ok && len(entries) == 0 {
		r.wrong(f.value, "checks is empty; a manifest that checks nothing proves nothing")
	}
	lines := map[string]int{}
	for _, entry := range entries {
		c := r.check(entry)
		if line := lines[c.Name]; line > 0 {
			r.wrongAt(c.At, "a second check with the name %q; the first stands in line %d", clip(c.Name), line)
		} else if c.Name != "" {
			lines[c.Name] = c.At.Line
		}
		all = append(all, c)
	}
	return all
}

// check reads one entry of checks.
func (r *reader) check(n ast.Node) *Check {
	c := &Check{File: r.file, At: place(n)}
	fields, ok := r.mapping(n, "a check", []string{"name", "model", "invariants", "search", "replay", "expect"})
	given := map[string]field{}
	for _, f := range fields {
		given[f.key] = f
	}
	if name, is := given["name"]; is {
		c.At = place(name.value)
		c.Name, _ = r.text(name.value, "the name of a check")
	} else if ok {
		r.wrong(n, "a check without a name")
	}
	_, searched := given["model"]
	replay, replayed := given["replay"]
	switch {
	case searched && replayed:
		r.wrong(replay.at, "check %q has both model and replay; allowed is one of them", clip(c.Name))
	case replayed:
		r.replay(c, given)
	case searched:
		r.search(c, given)
	case ok:
		r.wrong(n, "check %q has nothing to check; allowed is model or replay", clip(c.Name))
	}
	return c
}
