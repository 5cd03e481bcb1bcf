// Package layout sets text: paragraphs, tables, numbers.
package layout

import (
	"strings"
)

// longest is how long the lines of a paragraph may be where there is room.
const longest = 100

// Within is how long lines may be: in a terminal of so many columns, and at most so many; 0 columns: no terminal.
func Within(columns, most int) int {
	if columns <= 0 {
		return most
	}
	return min(columns, most)
}

// Paragraph writes a text in lines that fit a terminal of so many columns; 0: no terminal.
func Paragraph(b *strings.Builder, indent, text string, columns int) {
	for k, line := range Wrap(text, Within(columns, longest)-Width(indent)) {
		if k > 0 {
			b.WriteString("\n")
		}
		b.WriteString(indent + line)
	}
	b.WriteString("\n")
}

// Wrap breaks a text into lines of at most so many columns. A word that is longer is broken after commas; without any it has a line of
// its own.
func Wrap(text string, columns int) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		for Width(word) > columns {
			at := strings.LastIndexByte(word[:min(len(word)-1, max(columns, 0))], ',') + 1
			if at == 0 {
				break
			}
			words, word = append(words, word[:at]), word[at:]
		}
		words = append(words, word)
	}
	return fill(words, columns)
}

// fill puts words on lines.
func fill(words []string, columns int) (lines []string) {
	for _, word := range words {
		last := len(lines) - 1
		if last >= 0 && Width(lines[last])+1+Width(word) <= columns {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
