package counterexamples

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `# gmecheck trace 1
model suzuki-kasami --variant published -n 2
fingerprint 0123456789abcdef
property mutex
loop 1
steps
request(2)
deliver(Request(2, 1) -> 1)
`

func TestParse(t *testing.T) {
	want := &Trace{
		Model: "suzuki-kasami --variant published -n 2", Fingerprint: "0123456789abcdef", Property: "mutex", Endless: true, Loop: 1,
		Steps: []string{"request(2)", "deliver(Request(2, 1) -> 1)"},
	}
	edited := strings.NewReplacer("steps\n", "\n# how it goes\nsteps # two\n", "request(2)\n", "  request(2)\t# he asks\n",
		"property mutex", " property  mutex ").Replace(sample)
	for _, text := range []string{
		sample, edited, strings.ReplaceAll(sample, "\n", "\r\n"), "\ufeff" + sample, strings.TrimSuffix(sample, "\n"),
	} {
		got, err := Parse("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	if got := string(want.Format()); got != sample {
		t.Errorf("formatted as %q", got)
	}
}

func TestHash(t *testing.T) {
	got, err := Parse("t", []byte("# gmecheck trace 1\nmodel a\nproperty p\nsteps\na#b #c\n"))
	if err != nil || got.Steps[0] != "a#b" || got.Endless {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestQuoted: a label that would not be read back as it is stands in quotes; all others stand as they are.
func TestQuoted(t *testing.T) {
	for _, x := range []struct{ label, want string }{
		{"request(2)", "request(2)"},
		{"deliver(a#b -> 1)", "deliver(a#b -> 1)"},
		{`deliver(m("") -> 1) x=2`, `deliver(m("") -> 1) x=2`},
		{`"a" b`, `"a" b`},
		{`"`, `"`},
		{`it's "a"`, `it's "a"`},
		{"`a`", "`a`"},
		{"a\tb", "a\tb"},
		{"Käse(1)", "Käse(1)"},
		{"a\ufffd", "a\ufffd"},
		{"deliver(m(a #b) -> 1)", `"deliver(m(a \x23b) -> 1)"`},
		{"a\t#b", `"a\t#b"`},
		{"#", `"#"`},
		{"", `""`},
		{" a", `" a"`},
		{"a\t", `"a\t"`},
		{"a\nb", `"a\nb"`},
		{"a\r", `"a\r"`},
		{"a\x01\x7f", `"a\x01\x7f"`},
		{"a\xff", `"a\xff"`},
		{`"a"`, `"\"a\""`},
		{`"\x41"`, `"\"\\x41\""`},
	} {
		if got := quoted(x.label); got != x.want {
			t.Errorf("%q is written as %s, not %s", x.label, got, x.want)
		}
		comesBack(t, x.label)
	}
	// A comment behind quotes, and quotes within a label, are what they have been.
	got, err := Parse("t", []byte("# gmecheck trace 1\nmodel a\nstart \"x\\ny\" # two\nsteps\n\"a\\tb\"\t#c\n\"a\" b # c\n"))
	if err != nil || got.Start != "x\ny" || got.Steps[0] != "a\tb" || got.Steps[1] != `"a" b` {
		t.Errorf("%+v, %v", got, err)
	}
}

// comesBack fails if a label, or an initial state of that name, is another one when its trace has been written and read.
func comesBack(t *testing.T, text string) {
	t.Helper()
	want := &Trace{Model: "m", Start: text, Steps: []string{text, "x", text}}
	if len(quoted(text)) > MaxTraceLine-len("start ") {
		return
	}
	if got, err := Parse("t", want.Format()); err != nil {
		t.Fatalf("%q: %v", text, err)
	} else if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%q: %s", text, diff)
	}
}

// FuzzFormat: whatever a protocol calls its steps and initial states, the trace can be read back.
func FuzzFormat(f *testing.F) {
	for _, text := range []string{"request(2)", "a #b", "#", "a\nb", "\xff", `"a"`, `"a" #b`, "\ufeff", " ", "\\", `"\`, "a\x85b\u2028"} {
		f.Add(text)
	}
	f.Fuzz(comesBack)
}

// TestWhere: an expression is the value of a keyword up to its end, and begins where it says.
func TestWhere(t *testing.T) {
	text := strings.Replace(sample, "property mutex", "\tproperty  "+Invariant+"a < 1", 1)
	if got, err := Parse("t", []byte(text)); err != nil || got.Property != Invariant+"a < 1" {
		t.Errorf("%+v, %v", got, err)
	}
	for keyword, want := range map[string][2]int{"property": {4, 12}, "model": {2, 7}, "loop": {5, 6}, "#": {1, 1}, "proper": {1, 1}, "start": {1, 1}} {
		if line, column := Where([]byte(text), keyword); line != want[0] || column != want[1] {
			t.Errorf("%s stands at %d:%d, not %v", keyword, line, column, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	replace := func(from, to string) string { return strings.Replace(sample, from, to, 1) }
	for _, test := range []struct{ text, want string }{
		{"", `t:1:1: the file is empty; allowed is a trace, whose first line is "# gmecheck trace 1"`},
		{"model x\n", `t:1:1: the first line is "model x"; allowed is "# gmecheck trace 1"`},
		{replace("trace 1", "trace 2"), `t:1:18: version "2" of the trace file; allowed is 1`},
		{replace("property mutex", "  proprty mutex"), `t:4:3: unknown word "proprty" before the steps; ` +
			`allowed is model, fingerprint, property, start, loop or steps; did you mean property?`},
		{replace("property mutex", "model x"), `t:4:1: "model" for the second time; it stands in line 2 already`},
		{replace("0123456789abcdef", "XYZ"), `t:3:13: fingerprint "XYZ"; allowed are 16 digits of 0-9a-f`},
		{replace("loop 1", "loop -1"), `t:5:6: loop "-1"; allowed is the number of steps before it, from 0`},
		{replace("loop 1", "loop 01"), `t:5:6: loop "01"; allowed is the number of steps before it, from 0`},
		{replace("loop 1", "loop 999999"), `t:5:1: loop 999999 of 2 steps; allowed is less than the number of steps`},
		{replace("loop 1", "loop 1000000"), `t:5:6: loop "1000000"; allowed is the number of steps before it, from 0`},
		{replace("0123456789abcdef", strings.Repeat("x", 60)), `t:3:13: fingerprint "` + strings.Repeat("x", 60) + `"; allowed are 16 digits of 0-9a-f`},
		{replace("0123456789abcdef", strings.Repeat("x", 61)), `t:3:13: fingerprint "` + strings.Repeat("x", 60) + `..."; allowed are 16 digits of 0-9a-f`},
		{replace("loop 1", "loop 2"), `t:5:1: loop 2 of 2 steps; allowed is less than the number of steps`},
		{replace("property mutex", "property a b"), `t:4:10: property "a b"; allowed is the name of one property, or "invariant: " with an expression`},
		{replace("model suzuki-kasami --variant published -n 2", "model"), `t:2:6: model without a text; allowed is an algorithm with its flags`},
		{replace("steps", "steps 2"), `t:6:7: "2" behind steps; allowed is one step in each line below`},
		{replace("model suzuki-kasami --variant published -n 2\n", ""), `t:8:1: no line "model" before the end; a trace needs model and steps`},
		{replace("property mutex\n", ""), `t:4:1: loop without a property; a run without end is the counterexample of one`},
		{replace("request(2)", "req\x00"), `t:7:4: "\x00" is neither text nor a tab; allowed is UTF-8 without control characters`},
		{replace("request(2)", "\xff"), `t:7:1: "\xff" is neither text nor a tab; allowed is UTF-8 without control characters`},
		{replace("request(2)", strings.Repeat("x", MaxTraceLine+1)), `t:7:65537: the line has 65537 bytes; allowed are up to 65536`},
		{strings.Repeat("\n", MaxTraceBytes+1), `t:1:1: the file has 16777217 bytes; allowed are up to 16777216`},
	} {
		got, err := Parse("t", []byte(test.text))
		if err == nil || got != nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// FuzzParse: no file makes the parser panic, and what it reads it writes as a file that it reads again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(strings.ReplaceAll(sample, "\n", "\r\n")))
	f.Add([]byte("# gmecheck trace 1\nmodel a # b\nproperty p\nsteps\na#b #c\n\tx\r\r\n"))
	f.Add([]byte("# gmecheck trace 1\nmodel a\nstart \"\"\nsteps\n\"a\\nb\"\n\"a\"b\n\"\\xff\" # c\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		trace, err := Parse("f", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || trace != nil {
				t.Fatalf("%v", err)
			}
			return
		}
		text := trace.Format()
		again, err := Parse("f", text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(trace, again); diff != "" {
			t.Fatal(diff)
		}
		if !bytes.Equal(text, again.Format()) {
			t.Fatalf("%q is written differently the second time", text)
		}
	})
}
