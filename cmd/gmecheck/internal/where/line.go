package where

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"

	"github.com/gmecheck/gmecheck/counterexamples"
)

// breaks is what could not stand in one line.
var breaks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\t\n\v\f\r]+`) })

// begun is what would begin a comment in a trace file.
var begun = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ \t]#`) })

// Line is an expression as a trace file has it: in one line, without comments, and without what would begin a comment there. It says the same as
// the text: what stands between words and signs may change, but a literal at most in how it is written. What is no expression stays as it is, since
// it could become one.
func Line(text string) string {
	tokens, err := lexer.Lex(file.NewSource(text))
	if err != nil || !utf8.ValidString(text) {
		return text
	}
	runes := []rune(text) // as the tokens count
	var line strings.Builder
	var last lexer.Token
	for _, t := range tokens {
		if t.Kind == lexer.EOF {
			break
		}
		between, word := string(runes[last.To:t.From]), string(runes[t.From:t.To])
		if strings.Contains(between, "/") { // a comment: to the end of its line it would take in the rest of the expression
			between = " "
		}
		if between = breaks().ReplaceAllString(between, " "); strings.HasPrefix(word, "#") {
			between = strings.TrimRight(between, " ")
		}
		if t.Kind == lexer.String || t.Kind == lexer.Bytes {
			if breaks().MatchString(word) || begun().MatchString(word) || strings.ContainsFunc(word, control) {
				word = literal(t)
			}
			if between == "" && last.Kind == lexer.Identifier { // b and a string would become one literal, of bytes
				between = " "
			}
		}
		line.WriteString(between + word)
		last = t
	}
	return strings.TrimSpace(line.String())
}

// control is what no line of a trace file can have.
func control(r rune) bool { return r < ' ' || r == 0x7f }

// literal writes the text of a token so that it can stand in a line of a trace file.
func literal(t lexer.Token) string {
	if t.Kind == lexer.String {
		return counterexamples.Quote(t.Value)
	}
	var b strings.Builder
	for k := range len(t.Value) {
		if c := t.Value[k]; c == '#' || c == '"' || c == '\\' || c < ' ' || c > '~' {
			fmt.Fprintf(&b, `\x%02x`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `b"` + b.String() + `"`
}
