package layout_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
)

// TestTable: what has no room is broken between words, then left out from the right; nothing is longer than the terminal.
func TestTable(t *testing.T) {
	table := layout.Table{Head: []string{"property", "verdict", "source"}}
	table.Add("gme", "\x1b[31mviolated\x1b[0m", "section V.A: at most one session is attended at any time")
	table.Add("deadlock", "holds", "section V.B")
	for columns, want := range map[int]string{
		0: "property  verdict   source\n" +
			"gme       \x1b[31mviolated\x1b[0m  section V.A: at most one session is attended at any time\n" +
			"deadlock  holds     section V.B\n",
		52: "property  verdict   source\n" +
			"gme       \x1b[31mviolated\x1b[0m  section V.A: at most one session\n" +
			"                    is attended at any time\n" +
			"deadlock  holds     section V.B\n",
		40: "property  verdict\ngme       \x1b[31mviolated\x1b[0m\ndeadlock  holds\n(no room here for: source)\n",
		12: "property\ngme\ndeadlock\n(no room\nhere for:\nverdict,\nsource)\n",
	} {
		var b strings.Builder
		without := table.Text(&b, "", columns)
		if b.String() != want || (without > 0) != strings.Contains(want, "no room") {
			t.Errorf("%d columns, without %d:\n%s, want\n%s", columns, without, &b, want)
		}
		for line := range strings.Lines(b.String()) {
			if columns > 0 && layout.Width(strings.TrimSuffix(line, "\n")) > columns {
				t.Errorf("%d columns: %q has %d", columns, line, layout.Width(line))
			}
		}
	}
}

// TestSqueezed: the first column is made narrower, too, before another one is left out.
func TestSqueezed(t *testing.T) {
	table := layout.Table{Head: []string{"what", "number"}, Least: 10}
	table.Add("a sentence of several words", "1")
	var b strings.Builder
	if without, want := table.Text(&b, "", 22), "what            number\na sentence of   1\nseveral words\n"; b.String() != want || without != 0 {
		t.Errorf("without %d:\n%s, want\n%s", without, &b, want)
	}
}

// TestMarkdown: the first column is code, unless it is prose or empty, and what would end a cell does not.
func TestMarkdown(t *testing.T) {
	for prose, want := range map[bool]string{
		false: "| option | says |\n| --- | --- |\n| `a\\|b` | x\\|y |\n|  | z |\n",
		true:  "| option | says |\n| --- | --- |\n| a\\|b | x\\|y |\n|  | z |\n",
	} {
		table := layout.Table{Head: []string{"option", "says"}, Prose: prose}
		table.Add("a|b", "x|y")
		table.Add("", "z")
		var b strings.Builder
		if table.Markdown(&b); b.String() != want {
			t.Errorf("prose %t:\n%swant\n%s", prose, &b, want)
		}
	}
}

// TestFold: what is broken off begins below the text of its line, and words are as they were.
func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"one two three four\n":                  "one two three\nfour\n",
		"  P1  x: 1 => 2; y: 3\n":               "  P1  x: 1 => 2;\n      y: 3\n",
		"in CS  P1 (g1) and P2\n":               "in CS  P1 (g1)\n       and P2\n",
		"\x1b[2m 1\x1b[0m  aa bb cc dd ee ff\n": "\x1b[2m 1\x1b[0m  aa bb cc dd\n    ee ff\n",
		"a b c  ee ff gg hh\n":                  "a b c  ee ff gg\n       hh\n",
		"short\n\nunended":                      "short\n\nunended",
		"averyveryverylongword ends\n":          "averyveryverylongword\nends\n",
		"at -w 1:g1,2:g2,3:g3,4:g4 ends\n":      "at -w\n1:g1,2:g2,3:g3,\n4:g4 ends\n",
	} {
		if got := layout.Fold(text, 16); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := layout.Fold(text, 0); got != text {
			t.Errorf("%q without a limit: %q", text, got)
		}
	}
	if got, want := layout.Command("  gmecheck replay a b", 18), "  gmecheck \\\n    replay a b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := layout.Command("gmecheck 0,1,1,2,2,3,3", 12), "gmecheck \\\n  0,1,1,2,2,3,3"; got != want { // which a shell takes as one word
		t.Errorf("%q, want %q", got, want)
	}
}
