package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Edit is a change to one scalar of a manifest.
type Edit struct {
	At     Place
	Text   string // that stands there afterwards
	Remove bool   // instead: the key and its value go
}

// Change is an edit that was made, as the file shows it.
type Change struct {
	Line    int
	Was, Is string // the line; Is is "" where it went
}

// Rewrite makes the edits in the text of a manifest, and leaves everything else, comments and layout, as it is.
func Rewrite(file string, data []byte, edits []Edit) ([]byte, []Change, error) {
	lines := strings.SplitAfter(string(data), "\n")
	before := slices.Clone(lines)
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b Edit) int { // from the end, so that earlier places stay where they are
		if a.At.Line != b.At.Line {
			return b.At.Line - a.At.Line
		}
		return b.At.Column - a.At.Column
	})
	for _, e := range edits {
		if err := e.make(file, lines); err != nil {
			return nil, nil, err
		}
	}
	var changes []Change
	for k := range lines {
		if lines[k] != before[k] {
			changes = append(changes, Change{k + 1, strings.TrimRight(before[k], "\r\n"), strings.TrimRight(lines[k], "\r\n")})
		}
	}
	return []byte(strings.Join(lines, "")), changes, nil
}

// make edits one line.
func (e Edit) make(file string, lines []string) error {
	wrong := func() error {
		return &Error{file, e.At.Line, e.At.Column, fmt.Sprintf("%q does not stand here as one word, and is not rewritten", clip(e.At.Text))}
	}
	if e.At.Line < 1 || e.At.Line > len(lines) {
		return wrong()
	}
	line := []rune(lines[e.At.Line-1])
	from, text := e.At.Column-1, []rune(e.At.Text)
	if from < 0 || from+len(text) > len(line) || len(text) == 0 || string(line[from:from+len(text)]) != e.At.Text {
		return wrong()
	}
	head, tail := string(line[:from]), string(line[from+len(text):])
	if !e.Remove {
		quote := ""
		if text[0] == '"' || text[0] == '\'' {
			quote = string(text[:1])
		}
		lines[e.At.Line-1] = head + quote + e.Text + quote + tail
		return nil
	}
	key := lastKey.FindStringIndex(head)
	if key == nil {
		return wrong()
	}
	head = head[:key[0]]
	switch {
	case strings.TrimSpace(head) == "" && alone.MatchString(tail): // a line of its own
		lines[e.At.Line-1] = ""
	case after.MatchString(tail): // another key follows in the braces
		lines[e.At.Line-1] = head + after.ReplaceAllString(tail, "")
	default:
		lines[e.At.Line-1] = comma.ReplaceAllString(head, "") + tail
	}
	return nil
}

var (
	lastKey = regexp.MustCompile(`["']?[a-z]+["']?\s*:\s*$`) // the key in front of a scalar
	alone   = regexp.MustCompile(`^\s*(#.*)?\r?\n?$`)        // nothing but a comment
	after   = regexp.MustCompile(`^\s*,[ \t]*`)              // the comma behind a scalar
	comma   = regexp.MustCompile(`\s*,\s*$`)                 // the comma in front of a key
)
