package answer_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
)

// TestObject: keys keep their order, a key with a question mark is left out where there is nothing, and nothing is escaped.
func TestObject(t *testing.T) {
	var none *int
	o := answer.Of("z", 1, "a", "<x & y>", "gone?", 0, "empty?", []string{}, "nil?", none, "void?", nil, "kept?", true, "null", nil,
		"list", answer.List[string](nil), "each", answer.Each([]int{1, 2}, func(n int) any { return answer.Of("n", n) }))
	o.Add("last", answer.Each([]int(nil), func(int) any { return nil }))
	var b bytes.Buffer
	if err := answer.JSON(&b, o); err != nil {
		t.Fatal(err)
	}
	want := `{
 "z": 1,
 "a": "<x & y>",
 "kept": true,
 "null": null,
 "list": [],
 "each": [
  {
   "n": 1
  },
  {
   "n": 2
  }
 ],
 "last": []
}
`
	if b.String() != want {
		t.Errorf("%s, want\n%s", &b, want)
	}
}

// write is a page with every kind of block.
func write(p answer.Page) {
	p.Head("raymond -n 2", "no faults")
	p.Paragraph("It " + p.Code("holds") + ".")
	p.Gap()
	p.Caption("what was found")
	t := &layout.Table{Head: []string{"property", "verdict"}}
	t.Add("mutex", p.Strong("violated"))
	p.Table(t, "  ")
	p.Notes([]string{"a note", p.Warn("open")})
	p.Terminal(func() { p.Line("at a terminal") })
	p.Records([]string{"published", "repaired"}, []answer.Record{
		{Name: "mutex", Where: "section 1", Says: "one | at a time", Cells: []answer.Cell{{Verdict: "refuted", Rest: "4 steps", Mood: answer.Bad}, {}}},
		{Where: "section 2", Says: "nothing", Cells: []answer.Cell{{Verdict: "not decided", Mood: answer.Open}, {}}},
	})
	p.Remarks([]string{"x is left out"})
	p.Ending("explored: 2 states")
}

// TestPage writes one page in both forms.
func TestPage(t *testing.T) {
	var text strings.Builder
	if err := answer.Print(&text, false, false, nil, write); err != nil {
		t.Fatal(err)
	}
	for form, test := range map[string]struct{ got, want string }{
		"text": {text.String(), `raymond -n 2
no faults
It holds.

what was found
  property  verdict
  mutex     violated

a note
open
at a terminal

mutex: section 1
  one | at a time
  published  refuted: 4 steps

section 2
  nothing
  published  not decided
x is left out
explored: 2 states
`},
		"Markdown": {answer.Markdown(write), "`raymond -n 2`, no faults\n" + `
It ` + "`holds`" + `.

What was found:

| property | verdict |
| --- | --- |
| ` + "`mutex`" + ` | **violated** |

- a note
- open

| where | claim | property | published |
| --- | --- | --- | --- |
| section 1 | one \| at a time | ` + "`mutex`" + ` | **refuted**: 4 steps |
| section 2 | nothing |  | not decided |

x is left out

explored: 2 states.
`},
	} {
		if test.got != test.want {
			t.Errorf("as %s:\n%s\nwant\n%s", form, test.got, test.want)
		}
	}
}
