package layout

import (
	"regexp"
	"strings"
)

// Fold breaks lines that are longer than so many columns between their words; 0: none. What is broken off is indented as the text
// of the line is: below its last part in the left half that two blanks set off, or else as the line begins.
func Fold(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if Width(strings.TrimRight(line, "\n")) <= columns {
			b.WriteString(line)
			continue
		}
		head := hanging.FindString(line)
		if Width(head) > columns/2 {
			head = head[:len(head)-len(strings.TrimLeft(head, " "))]
		}
		for k, part := range Wrap(line[len(head):], columns-Width(head)) {
			if k == 0 {
				b.WriteString(head + part + "\n")
			} else {
				b.WriteString(Pad("", Width(head)) + part + "\n")
			}
		}
	}
	return b.String()
}

// hanging is what stands before the text of a line: blanks, a number or words, and two blanks or more.
var hanging = regexp.MustCompile("^(\x1b\\[[0-9;]*m)? *(\\S+( \\S+)*? {2,})?")

// Command breaks a command line, so that a shell still takes it as one.
func Command(text string, columns int) string {
	if columns <= 0 || Width(text) <= columns {
		return text
	}
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	return indent + strings.Join(fill(strings.Fields(text), columns-len(indent)-4), " \\\n"+indent+"  ")
}

// painted is what a terminal takes for colours.
var painted = regexp.MustCompile("\x1b\\[[0-9;]*m")
