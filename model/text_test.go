package model

import "testing"

type named string

func (n named) String() string { return "<" + string(n) + ">" }

type (
	place int
	pair  struct{ A, B place }
	flags [2]bool
)

func (p place) String() string { return [...]string{"idle", "wants"}[p] }
func (p pair) String() string  { panic("out of ink") }
func (f flags) String() string { panic("out of ink") }

// TestText: a string that would not be seen, or would break a line, is quoted; a String method that panics is as if there were none.
func TestText(t *testing.T) {
	type message struct {
		To   string
		Name named
	}
	for _, x := range []struct {
		value any
		want  string
	}{
		{"a", "a"}, {"two words", "two words"}, {"Käse, 1", "Käse, 1"},
		{"", `""`}, {" a", `" a"`}, {"a\nb", `"a\nb"`}, {"a\x00", `"a\x00"`}, {"a\xffb", `"a\xffb"`}, {"a\ufffdb", "a\ufffdb"},
		{`""`, `"\"\""`}, {`a"b`, `a"b`}, {[2]string{"", "a\nb"}, `["" "a\nb"]`}, {[2]int{1, 2}, "[1 2]"},
		{message{"", "x"}, `message("", <x>)`}, {message{"b", ""}, "message(b, <>)"},
		{message{"a, b", "c"}, `message("a, b", <c>)`}, {message{"a (b)", ""}, `message("a (b)", <>)`}, {message{`a"b`, ""}, `message("a\"b", <>)`},
		{ListOf("a, b", "c"), `<"a, b", c>`}, {ListOf("a", "b, c"), `<a, "b, c">`}, {[2]string{"a b", "c"}, `["a b" c]`}, {NewPerSite[string](1).With(1, "a, b"), `["a, b"]`},
		{message{"b", "x\ny"}, `message(b, "<x\ny>")`}, {named("\xff"), `"<\xff>"`}, {[1]struct{ S string }{{"a\x1b"}}, `"[{a\x1b}]"`},
		{ListOf("", "a"), `<"", a>`}, {7, "7"}, {true, "true"},
		{place(1), "wants"}, {place(2), "place(2)"}, {pair{1, 3}, "pair(wants, place(3))"}, {flags{true}, "flags(model.flags{true, false})"},
	} {
		if got := Text(x.value); got != x.want {
			t.Errorf("%#v: %s, want %s", x.value, got, x.want)
		}
	}
}
