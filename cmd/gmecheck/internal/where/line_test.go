package where_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// TestLine: what stands between words may change, a literal only in how it is written.
func TestLine(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"a  <  b", "a  <  b"},
		{"a\n\t< b\r\n", "a < b"},
		{"a\v<\fb", "a < b"},
		{"all(sites, { #.x == # })", "all(sites, {#.x ==# })"},
		{"all(sites,\n\t #.x)", "all(sites,#.x)"},
		{`P1.x != "a #b"`, `P1.x != "a \x23b"`},
		{`P1.x != 'a #b "c" #'`, `P1.x != "a \x23b \"c\" \x23"`},
		{"P1.x != `a #b\\`", `P1.x != "a \x23b\\"`},
		{"P1.x != `a\n\t``#`", "P1.x != \"a\\n\\t`#\""},
		{`P1.x != b"a #\xff"`, `P1.x != b"a \x23\xff"`},
		{"P1.x != \"a\tb\"", `P1.x != "a\tb"`},
		{"P1.x != \"a\x01\x7f #\"", `P1.x != "a\x01\x7f \x23"`},
		{`P1.x != "a  b" && P1.y != 'a#  "b'`, `P1.x != "a  b" && P1.y != 'a#  "b'`},
		{`P1.x != "\" #" && # > 1`, `P1.x != "\" \x23" &&# > 1`},
		{"a < b // not more #1\n && c", "a < b && c"},
		{"a /* \" #1 */ < b // two", "a < b"},
		{`P1.x != "a // b" && P1.y != "/* a */"`, `P1.x != "a // b" && P1.y != "/* a */"`},
		{"b`a #`", `b "a \x23"`}, // no expression, and b"a #" were one
		// What cannot be read must not become an expression.
		{"P1.x != \"a\nb\"", "P1.x != \"a\nb\""},
		{"P1.x != \"a\xff #\"", "P1.x != \"a\xff #\""},
	} {
		if got := where.Line(x.text); got != x.want {
			t.Errorf("%q becomes\n%q, not\n%q", x.text, got, x.want)
		}
		same(t, x.text)
	}
}

// same fails if the line of a text is not the same expression, or does not survive a trace file.
func same(t *testing.T, text string) {
	t.Helper()
	line := where.Line(text)
	want, bad := parser.Parse(text)
	got, err := parser.Parse(line)
	if (bad == nil) != (err == nil) {
		t.Fatalf("%q: %v; its line %q: %v", text, bad, line, err)
	}
	if err != nil || strings.ToValidUTF8(text, "") != text {
		return
	}
	if want, got := ast.Dump(want.Node), ast.Dump(got.Node); got != want {
		t.Fatalf("%q becomes %q:\n%s, not\n%s", text, line, got, want)
	}
	if again := where.Line(line); again != line {
		t.Fatalf("%q becomes %q, and then %q", text, line, again)
	}
	trace := &counterexamples.Trace{Model: "x", Property: counterexamples.Invariant + line}
	back, err := counterexamples.Parse("t", trace.Format())
	if err != nil || back.Property != trace.Property {
		t.Fatalf("%q comes back as %+v, %v", trace.Property, back, err)
	}
}

var pieces = []string{
	`"`, `'`, "`", "``", `\`, `\"`, `\x23`, "#", " #", "##", " ", "  ", "\t", "\n", "\r\n", "\v", "\u00a0", "\x01", "\x7f", "\xff", "\ufffd", "//", "/*", "*/", "/", "a", "b", "P1.x", "==", "!=",
	"&&", "not", "in", "[", "]", "{", "}", "(", ")", ",", "1", ".", "?", ":", "all(sites, {", "})", `"a #b"`, "'a\t#b'", "`a\n #b`", `b"a #b"`, "P1.x == ",
}

// TestLineDrawn: the line of any text is the same expression.
func TestLineDrawn(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 50_000 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		same(t, text.String())
		if _, err := parser.Parse(text.String()); err == nil {
			read++
		}
	}
	if read < 1000 {
		t.Errorf("%d expressions are too few", read)
	}
}

func FuzzLine(f *testing.F) {
	for _, piece := range pieces {
		f.Add(`P1.x != "a #b" && ` + piece)
	}
	f.Fuzz(same)
}
