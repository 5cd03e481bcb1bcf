package mutate

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Mutant is one mistake.
type Mutant struct {
	ID       string // stays what it is while the function's name, the statement and the change do
	Operator string
	Function string // "protocol.Exit"
	File     string // of the package
	Line     int
	Before   string // what is changed
	After    string

	statement string
	file      *file
	edits     []edit
}

// edit is one change of a file.
type edit struct {
	kind     editKind
	from, to int    // what is replaced; equal for an insertion
	text     string // what stands there instead
	typ      string // of an expression
}

type editKind int

const (
	expression editKind = iota // one expression becomes another
	statement                  // a statement becomes another, or none
	before                     // a statement comes before the one that begins here
	behind                     // a statement comes behind the one that ends here
)

// plain is the file with the mistake in it.
func (m *Mutant) plain() string {
	edits := slices.Clone(m.edits)
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.Write(m.file.source[at:e.from])
		switch e.kind {
		case before:
			b.WriteString(e.text + "\n")
		case behind:
			b.WriteString("\n" + e.text)
		default:
			b.WriteString(e.text)
		}
		at = e.to
	}
	b.Write(m.file.source[at:])
	return b.String()
}

// Diff is the lines that change, "- " in front of those that go and "+ " in front of those that come.
func (m *Mutant) Diff() []string {
	old, now := lines(string(m.file.source)), lines(m.plain())
	for len(old) > 0 && len(now) > 0 && old[0] == now[0] {
		old, now = old[1:], now[1:]
	}
	a, b := len(old), len(now)
	for a > 0 && b > 0 && old[a-1] == now[b-1] {
		a, b = a-1, b-1
	}
	return diff(old[:min(a+1, len(old))], now[:min(b+1, len(now))])
}

// lines are the lines of a source that are not empty, without their indentation.
func lines(source string) []string {
	var all []string
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// diff leaves out the longest sequence of lines that both have, but for the line behind those that only come or only go.
func diff(old, now []string) []string {
	common := make([][]int, len(old)+1) // of what is left of both
	for a := range common {
		common[a] = make([]int, len(now)+1)
	}
	for a := len(old) - 1; a >= 0; a-- {
		for b := len(now) - 1; b >= 0; b-- {
			common[a][b] = max(common[a+1][b], common[a][b+1])
			if old[a] == now[b] {
				common[a][b] = common[a+1][b+1] + 1
			}
		}
	}
	var all []string
	gone, come := 0, 0 // since the last line that both have
	for a, b := 0, 0; a < len(old) || b < len(now); {
		switch {
		case a < len(old) && b < len(now) && old[a] == now[b]:
			if (gone == 0) != (come == 0) {
				all = append(all, "  "+old[a])
			}
			a, b, gone, come = a+1, b+1, 0, 0
		case b == len(now) || a < len(old) && common[a+1][b] >= common[a][b+1]:
			all = append(all, "- "+old[a])
			a, gone = a+1, gone+1
		default:
			all = append(all, "+ "+now[b])
			b, come = b+1, come+1
		}
	}
	return all
}

// Where is the file and the line, from the top of the module.
func (m *Mutant) Where() string {
	return fmt.Sprintf("algorithms/%s/%s:%d", filepath.Base(filepath.Dir(m.file.path)), m.File, m.Line)
}

// Change is what is changed, in one line.
func (m *Mutant) Change() string {
	if m.After == "" {
		return m.Before + " → nothing"
	}
	return m.Before + " → " + m.After
}

// name gives the mutants their ids: what is the same for two of them is told apart by its number.
func name(all []*Mutant) error {
	times, seen := map[string]int{}, map[string]*Mutant{}
	for _, m := range all {
		key := strings.Join([]string{m.Function, m.statement, m.Operator, m.Before, m.After}, "\x00")
		times[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, times[key]))
		_, method, ok := strings.Cut(m.Function, ".")
		if !ok {
			method = m.Function
		}
		m.ID = fmt.Sprintf("%s-%x", method, sum[:4])
		if other := seen[m.ID]; other != nil {
			return fmt.Errorf("two mutants are named %s: %s and %s", m.ID, other.Change(), m.Change())
		}
		seen[m.ID] = m
	}
	return nil
}

// oneLine is a piece of source with all its white space as single spaces.
func oneLine(source string) string { return strings.Join(strings.Fields(source), " ") }
