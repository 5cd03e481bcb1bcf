package names

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzShown: whatever a text is, what is shown of it has no control characters and is no command, and a nearest name is one of those allowed.
func FuzzShown(f *testing.F) {
	for _, text := range []string{"suzuki", "::error::x", "a\n##vso[x]", " \t::x", "\x1b[31m\u202e\xff", "###[", ":::"} {
		f.Add(text)
	}
	allowed := []string{"suzuki-kasami", "srt-gme", "gbp"}
	f.Fuzz(func(t *testing.T, text string) {
		hidden := func(c rune) bool { return Hidden(c) && c != '\t' }
		for _, got := range []string{Shown(text), OneLine(text)} {
			if command().MatchString(got) || strings.ContainsFunc(got, hidden) || !utf8.ValidString(got) {
				t.Fatalf("%q is shown as %q", text, got)
			}
		}
		if name := Nearest(text, allowed); name != "" && !slices.Contains(allowed, name) {
			t.Fatalf("%q is near %q", text, name)
		}
	})
}
