package counterexamples

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/counterexamples/diagram"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// parsed is a page taken apart: how often each element occurs, with its class if it has one, and what is written.
type parsed struct {
	elements map[string]int
	texts    []string
}

// parsePage reads the page as XML, which is stricter than HTML: every element is closed, every text escaped.
func parsePage(t *testing.T, page []byte) parsed {
	t.Helper()
	p := parsed{elements: map[string]int{}}
	d := xml.NewDecoder(bytes.NewReader(page))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, page)
		}
		switch x := token.(type) {
		case xml.CharData:
			p.texts = append(p.texts, strings.TrimSpace(string(x)))
		case xml.StartElement:
			name := x.Name.Local
			for _, a := range x.Attr {
				switch a.Name.Local {
				case "class":
					name += "." + a.Value
				case "src", "href", "onload", "onclick":
					t.Errorf("<%s %s=%q>: the page needs something else", name, a.Name.Local, a.Value)
				}
			}
			p.elements[name]++
		}
	}
}

func TestHTML(t *testing.T) {
	sys, trace := faulty()
	var b bytes.Buffer
	why := &Outcome{Result: Replayed, Property: "nobody", Claim: "nobody is inside", Source: "section 1", Detail: "somebody is"}
	if err := HTML(&b, sys, trace, why, "myprogram"); err != nil {
		t.Fatal(err)
	}
	p := parsePage(t, b.Bytes())
	for name, want := range map[string]int{
		"circle.dot": 4, "circle.dot fault": 3 + 1, // one of them in the legend
		"tr.step": len(trace.Steps), "line.life": 2,
		"path.message delivered": 3, "path.message delivered copy": 0, // the copy is lost
		"path.message lost copy": 1, "path.message lost": 1, // in the legend
		"rect.span inside c1": 1, "rect.band": 1 + 1, "script": 1, "g.step wrong": 1, "text.why": 1,
	} {
		if p.elements[name] != want {
			t.Errorf("%d %s, want %d", p.elements[name], name, want)
		}
	}
	title := "nobody is violated in 7 steps: somebody is"
	for _, want := range append(slices.Clone(trace.Steps), title, "somebody is", ": nobody is inside", "(section 1)", "(down)", "myprogram check "+trace.Model+" --property nobody") {
		if !slices.Contains(p.texts, want) {
			t.Errorf("%q stands nowhere in %q", want, p.texts)
		}
	}
	if !strings.Contains(b.String(), "prefers-color-scheme: dark") {
		t.Error("no colours for dark screens")
	}
	if strings.Contains(strings.ReplaceAll(b.String(), `xmlns="http://www.w3.org/2000/svg"`, ""), "http") {
		t.Error("the page has an address of something else")
	}
	if err := HTML(&b, sys, &Trace{Steps: []string{"fly(1)"}}, nil, "gmecheck"); err == nil {
		t.Error("a trace that diverges has a page")
	}
}

func TestSVG(t *testing.T) {
	sys, trace := faulty()
	var picture, page bytes.Buffer
	if err := errors.Join(SVG(&picture, sys, trace, nil), HTML(&page, sys, trace, nil, "gmecheck")); err != nil {
		t.Fatal(err)
	}
	alone, inPage := parsePage(t, picture.Bytes()), parsePage(t, page.Bytes())
	for _, name := range []string{"circle.dot", "line.life", "path.message delivered", "path.message lost copy", "rect.span inside c1", "text.name"} {
		if alone.elements[name] == 0 || alone.elements[name] != inPage.elements[name] {
			t.Errorf("%d %s, and %d in the page", alone.elements[name], name, inPage.elements[name])
		}
	}
	if alone.elements["html"] != 0 || strings.Contains(picture.String(), "var(") {
		t.Error("the picture needs a page around it")
	}
	if !slices.Contains(alone.texts, "nobody: 7 steps") || alone.elements["rect.band"] != 0 {
		t.Error("the picture of a trace that was not judged has no title, or a verdict")
	}
}

// evil sends messages whose text would be markup.
type evil struct{ fragile }

type markup string

func (evil) Receive(model.Site, *int, markup, *model.Outbox[markup]) {}
func (evil) Look(model.Site, int, []markup) model.View               { return model.View{} }
func (evil) Exit(model.Site, *int, *model.Outbox[markup])            {}
func (evil) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[markup]) {
	out.Send(i, "</td></svg><script>alert(1)</script>\"'&amp;")
}

func TestHTMLEscapes(t *testing.T) {
	sys := system.Compose(evil{}, model.Config{Algorithm: "evil", Processes: 1, Requests: []int{1}, Network: model.Bag})
	run := NewRun(sys)
	var steps []string
	for len(run.Enabled()) > 0 {
		steps = append(steps, run.Enabled()[0].Label)
		if err := run.Take(steps[len(steps)-1]); err != nil {
			t.Fatal(err)
		}
	}
	trace := &Trace{Model: `<b>"model"</b> & {{.}}`, Property: "</title><script>", Steps: steps}
	var b bytes.Buffer
	if err := HTML(&b, sys, trace, nil, "gmecheck"); err != nil {
		t.Fatal(err)
	}
	p := parsePage(t, b.Bytes())
	for name := range p.elements {
		if name == "b" || name == "script" && p.elements[name] > 1 {
			t.Errorf("<%s> has come from a text", name)
		}
	}
	for _, want := range append(steps, "gmecheck check "+trace.Model+" --property "+trace.Property) {
		if !slices.Contains(p.texts, want) {
			t.Errorf("%q stands nowhere in %q", want, p.texts)
		}
	}
	if len(steps) != 2 || p.elements["circle.dot"] != 2 || p.elements["path.message delivered"]-1 != 1 {
		t.Errorf("%q: %v", steps, p.elements)
	}
}

// TestTimerRuns: with times, a timer is drawn from when it is set, and not only when it is due.
func TestTimerRuns(t *testing.T) {
	sys := drsgme.Algorithm.New(drsgme.Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Groups, c.Timeouts = 2, 1, model.ByClock
		c.Times = &model.Times{Delay: model.Interval{Lo: 1, Hi: 1}, CS: model.Interval{Lo: 1, Hi: 1}}
	}))
	s, err := NewScene(sys, &Trace{Steps: []string{"request(2, g1)", "tick"}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(s.spans(), func(s diagram.Span) bool {
		return s.Kind == diagram.Timer && s.Text == "T1" && s.Lane == 1 && s.From == 1
	}) {
		t.Errorf("T1 of P2 does not run from its request on: %v", s.spans())
	}
}
