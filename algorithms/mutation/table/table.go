// Package table keeps what was found of mutants: a record beside each algorithm, and the document made of all of them.
package table

import (
	"fmt"
	"strings"
)

// File is the document, from the top of the module.
const File = "docs/mutation.md"

// Section is what was found of the algorithms of one package.
type Section struct {
	Title string // "drs-gme, drs-gme-extended"
	Found *Found
	Lines []Line
}

// Line is one mutant that survives.
type Line struct {
	ID, Where, Change string
	SameCounts        bool
	Equivalent        bool
	Reason            string // "" if nobody has written one
}

// numbers are the columns of the table.
type numbers struct{ mutants, killed, endless, broken, survive, same, unexplained, equivalent int }

func (s *Section) numbers() numbers {
	n := numbers{mutants: s.Found.Mutants, killed: s.Found.Killed, endless: s.Found.Endless, broken: s.Found.Broken}
	for _, l := range s.Lines {
		switch {
		case l.Equivalent:
			n.equivalent++
			continue
		case l.Reason == "":
			n.unexplained++
		}
		n.survive++
		if l.SameCounts {
			n.same++
		}
	}
	return n
}

// rate is killed / (mutants - equivalent), in percent, rounded down.
func (n numbers) rate() string {
	of := n.mutants - n.equivalent
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d.%d %%", n.killed*1000/of/10, n.killed*1000/of%10)
}

func (n *numbers) add(m numbers) {
	n.mutants += m.mutants
	n.killed += m.killed
	n.endless += m.endless
	n.broken += m.broken
	n.survive += m.survive
	n.same += m.same
	n.unexplained += m.unexplained
	n.equivalent += m.equivalent
}

// String is the numbers in words.
func (s *Section) String() string {
	n := s.numbers()
	return fmt.Sprintf("%s: %d mutants, %d killed (%d endless, %d broken), %d survive (%d with the same counts, %d unexplained), %d equivalent: %s",
		s.Title, n.mutants, n.killed, n.endless, n.broken, n.survive, n.same, n.unexplained, n.equivalent, n.rate())
}

const head = `# Mutation: what the properties catch

Only ` + "`go run ./algorithms/mutation --update ALGORITHM`" + ` and ` + "`go test ./algorithms/mutation -update`" + ` write this page.

A mutant is an algorithm with one small mistake in the handlers of its protocol. A property *kills* a mutant if its verdict or its
value differs from the expectation in the algorithm's ` + "`gate.yaml`" + `; another number of states or steps kills nothing. A mutant is also
killed if its search does not end (*endless*: not within twenty times the states of the algorithm, and 100,000 at least), or if it panics
(*broken*). A mutant that survives with the *same counts* of states, transitions and events at every size of the gate may
be the same algorithm. It is *equivalent*, and left out of the rate, only if ` + "`mutants.yaml`" + ` beside the algorithm gives the reason.

`

const columns = "| algorithm | mutants | killed | endless | broken | survive | same counts | unexplained | equivalent | killed / (mutants - equivalent) |\n" +
	"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"

func row(title string, n numbers) string {
	if n.mutants == 0 {
		return fmt.Sprintf("| %s | not run yet | | | | | | | | |\n", title)
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %s |\n",
		title, n.mutants, n.killed, n.endless, n.broken, n.survive, n.same, n.unexplained, n.equivalent, n.rate())
}

// Document is the whole document.
func Document(sections []*Section, operators string) string {
	var b strings.Builder
	b.WriteString(head + columns)
	var all numbers
	for _, s := range sections {
		n := s.numbers()
		all.add(n)
		b.WriteString(row(s.Title, n))
	}
	b.WriteString(row("all", all))
	b.WriteString("\n## Mistakes\n\n" + operators)
	for _, s := range sections {
		b.WriteString("\n" + s.text())
	}
	return b.String()
}

func (s *Section) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", s.Title)
	if s.Found.Mutants == 0 {
		b.WriteString("Not run yet.\n")
		return b.String()
	}
	if len(s.Lines) == 0 {
		b.WriteString("None survives.\n")
		return b.String()
	}
	b.WriteString("| id | where | change | counts | why it survives |\n| --- | --- | --- | --- | --- |\n")
	for _, l := range s.Lines {
		counts, reason := "differ", l.Reason
		if l.SameCounts {
			counts = "same"
		}
		switch {
		case l.Equivalent:
			reason = "equivalent: " + reason
		case reason == "":
			reason = "unexplained"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", l.ID, l.Where, cell("`"+l.Change+"`"), counts, cell(reason))
	}
	return b.String()
}

// cell keeps a text in its cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
