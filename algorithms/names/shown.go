package names

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// command is what a CI may read as a command: of GitHub's at the beginning of a line, of Azure's and the old form of GitHub's
// anywhere.
var command = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*::|##[A-Za-z]*\[`) })

// Shown is a text that somebody gave as messages repeat it: in quotation marks if it has control characters, or what a CI would
// read as a command.
func Shown(text string) string {
	if !command().MatchString(text) && utf8.ValidString(text) && !strings.ContainsFunc(text, Hidden) {
		return text
	}
	return disarmed(strconv.Quote(text))
}

// OneLine is a message in one line, whatever it repeats, without what a CI would read as a command within it.
func OneLine(message string) string {
	var b strings.Builder
	for _, c := range message {
		if Hidden(c) && c != '\t' {
			quoted := strconv.QuoteRune(c)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(c)
		}
	}
	return disarmed(b.String())
}

// Hidden reports whether a character would be seen as something else than itself: a line end, an escape, a change of direction.
func Hidden(c rune) bool { return c != ' ' && !unicode.IsGraphic(c) }

func disarmed(text string) string {
	return command().ReplaceAllStringFunc(text, func(found string) string {
		return strings.NewReplacer("##", `#\x23`, "::", `:\x3a`).Replace(found)
	})
}
