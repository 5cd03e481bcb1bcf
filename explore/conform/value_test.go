package conform

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestSame: a variable is logged as its text, or as JSON; numbers may be written with a point or an exponent, structs by their fields or as
// encoding/json writes them, and nothing may be missing or too much.
func TestSame(t *testing.T) {
	type pair struct {
		A int
		B string
	}
	type tagged struct {
		N int `json:"n"`
	}
	for _, test := range []struct {
		value  any
		same   []string
		others []string
	}{
		{3, []string{`3`, `"3"`, `3.0`, `3e0`, `30e-1`}, []string{`4`, `3.5`, `"4"`, `true`, `null`, `[3]`, `-0`}},
		{0, []string{`0`, `-0`, `0.0`}, []string{`1`, `""`, `null`, `false`}},
		{-1, []string{`-1`, `-1.0`}, []string{`1`}},
		{int64(1 << 53), []string{`9007199254740992`}, []string{`9007199254740993`, `9007199254740992.0`}}, // floats that are too large to tell
		{uint8(7), []string{`7`, `7.0`}, []string{`8`}},
		{true, []string{`true`, `"true"`}, []string{`false`, `1`}},
		{1.5, []string{`1.5`, `15e-1`}, []string{`1`, `[1.5]`}},
		{"x", []string{`"x"`}, []string{`"y"`, `1`}},
		{nil, []string{`null`}, []string{`0`, `[]`}},
		{[2]int{1, 2}, []string{`[1, 2]`, `[1.0, "2"]`}, []string{`[1]`, `[1, 2, 3]`, `[2, 1]`, `1`, `{}`}},
		{model.SetOf[model.Group](1, 2), []string{`[1, 2]`, `["g1", "g2"]`}, []string{`[1]`, `[2, 2]`}},
		{model.SetOf[model.Group](), []string{`[]`}, []string{`null`, `{}`}},
		{pair{1, "x"}, []string{`{"A": 1, "B": "x"}`}, []string{`{"A": 1}`, `{"A": 2, "B": "x"}`, `{"A": 1, "B": "x", "C": 0}`, `[1, "x"]`}},
		{tagged{1}, []string{`{"N": 1}`, `{"n": 1}`}, []string{`{"n": 2}`, `{"n": 1, "N": 1}`}},
	} {
		is := func(text string) bool {
			var logged any
			d := json.NewDecoder(strings.NewReader(text))
			d.UseNumber()
			if err := d.Decode(&logged); err != nil {
				t.Fatal(err)
			}
			return same(logged, test.value)
		}
		for _, text := range test.same {
			if !is(text) {
				t.Errorf("%s is not %#v", text, test.value)
			}
		}
		for _, text := range test.others {
			if is(text) {
				t.Errorf("%s is %#v", text, test.value)
			}
		}
	}
}

// TestHeaders: a log of several parts is of one algorithm; a part need not name it.
func TestHeaders(t *testing.T) {
	header := func(rest string) string { return `{"log": "gmecheck", "version": 1` + rest + "}\n" }
	event := `{"process": "1", "kind": "request"}` + "\n"
	for text, want := range map[string]string{
		header(`, "algorithm": "a"`) + event + header("") + event:                  "",
		header("") + event + header(`, "algorithm": "a"`):                          "",
		header(`, "algorithm": "a"`) + event + header(`, "algorithm": "a"`):        "",
		header(`, "algorithm": "a"`) + event + header(`, "algorithm": "b"`):        `l:3: algorithm is "b"; a header before says "a"`,
		header("") + event + strings.Replace(header(""), "gmecheck", "another", 1): `l:3: log is "another"; allowed is "gmecheck"`,
	} {
		switch l, err := Read("l", strings.NewReader(text)); {
		case want == "" && (err != nil || l.Algorithm != "a"):
			t.Errorf("%s%+v, %v", text, l, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("%s%v, want %s", text, err, want)
		}
	}
}

// TestWhat: the sender is named once, whether or not the text of the message does.
func TestWhat(t *testing.T) {
	for text, want := range map[string]string{"Rep()": "deliver Rep() from 3", "Rep() from 3": "deliver Rep() from 3", "Rep() from 13": "deliver Rep() from 13 from 3"} {
		if got := (&Event{Kind: "deliver", From: "3", Message: &Message{Text: text}}).What(); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
