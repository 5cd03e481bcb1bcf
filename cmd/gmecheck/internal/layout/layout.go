// Package layout sets text: paragraphs, tables, numbers.
package layout

import (
	"strings"
)

// columns is how long the lines of a paragraph may be.
const columns = 100

// Paragraph writes a text in lines of at most so many columns.
func Paragraph(b *strings.Builder, indent, text string) {
	for k, line := range Wrap(text, columns-Width(indent)) {
		if k > 0 {
			b.WriteString("\n")
		}
		b.WriteString(indent + line)
	}
	b.WriteString("\n")
}

// Wrap breaks a text into lines of at most so many columns; a word that is longer has a line of its own.
func Wrap(text string, columns int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && Width(lines[last])+1+Width(word) <= columns {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
