package main

import (
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

// columns is how long the lines of a paragraph may be.
const columns = 100

// paragraph writes a text in lines of at most so many columns.
func paragraph(b *strings.Builder, indent, text string) {
	for k, line := range wrap(text, columns-width(indent)) {
		if k > 0 {
			b.WriteString("\n")
		}
		b.WriteString(indent + line)
	}
	b.WriteString("\n")
}

// wrap breaks a text into lines of at most so many columns; a word that is longer has a line of its own.
func wrap(text string, columns int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && width(lines[last])+1+width(word) <= columns {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// pad fills a text up with spaces.
func pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-width(text)))
}

// width is the number of columns of a text.
func width(text string) int { return utf8.RuneCountInString(text) }

// grouped writes a number with commas between its thousands.
func grouped(n int) string { return humanize.Comma(int64(n)) }
