package diagram

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSpans: what is so from one time to the next without a break is one span; the same again later is another.
func TestSpans(t *testing.T) {
	var s Spans
	a, b := Span{Kind: Inside, Lane: 0, Text: "g1", Color: 1}, Span{Kind: Inside, Lane: 0, Text: "g2", Color: 2}
	down := Span{Kind: Down, Lane: 1}
	for time, now := range [][]Span{{a}, {a, down}, {b, down}, {}, {a}} {
		s.See(time, now)
	}
	s.See(5, nil)
	span := func(x Span, from, to int) Span { x.From, x.To = from, to; return x }
	want := []Span{span(a, 0, 2), span(b, 2, 3), span(down, 1, 3), span(a, 4, 5)}
	for _, all := range [][]Span{s.All, want} {
		slices.SortFunc(all, func(x, y Span) int { return 10*(x.From-y.From) + x.Lane - y.Lane })
	}
	if !slices.Equal(s.All, want) {
		t.Errorf("%v, want %v", s.All, want)
	}
}

// TestContrast: what is written faintly, as names and "was" in rows that have changed, can be read on every ground that it stands on: the
// ratio is 4.5 to 1 at least, as the WCAG have it.
func TestContrast(t *testing.T) {
	luminance := func(color string) float64 {
		var sum float64
		for k, weight := range []float64{.2126, .7152, .0722} {
			n, err := strconv.ParseUint(color[1+2*k:3+2*k], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			if x := float64(n) / 255; x <= .04045 {
				sum += weight * x / 12.92
			} else {
				sum += weight * math.Pow((x+.055)/1.055, 2.4)
			}
		}
		return sum
	}
	readable := func(scheme, name, on, ground string) {
		t.Helper()
		a, b := luminance(on), luminance(ground)
		if ratio := (max(a, b) + .05) / (min(a, b) + .05); ratio < 4.5 {
			t.Errorf("%s: %s is %s on %s, %.2f to 1", scheme, name, on, ground, ratio)
		}
	}
	for k, scheme := range []string{"light", "dark"} {
		state := map[string]string{}
		for _, m := range regexp.MustCompile(`--(\w+): (#\w{6});`).FindAllStringSubmatch(strings.Split(stateStyle, "@media")[k], -1) {
			state[m[1]] = m[2]
		}
		for _, text := range []string{"text", "faint", "bad", "good", "focus"} {
			readable(scheme, text, state[text], state["paper"])
		}
		readable(scheme, "faint", state["faint"], state["new"])
		readable(scheme, "text", state["text"], state["new"])
		drawn := map[string]string{}
		for _, c := range palette {
			drawn[c[0]] = c[1+k]
		}
		for _, ground := range []string{"$paper", "$pick", "$band"} {
			readable(scheme, "$faint", drawn["$faint"], drawn[ground])
			readable(scheme, "$text", drawn["$text"], drawn[ground])
		}
		readable(scheme, "$bad", drawn["$bad"], drawn["$band"])
	}
}

// TestLegend: the legend explains the signs that occur, and no others.
func TestLegend(t *testing.T) {
	d := &Diagram{
		Lanes: []string{"P1", "P2"}, Loop: -1,
		Steps:    []Step{{Label: "request(1)"}, {Label: "lose(hello -> 2)", Lane: 1, Fault: true}},
		Messages: []Message{{Name: "hello", Text: "hello", To: 1, Sent: 1, Arrives: 2, Fate: Lost}},
	}
	signs := func() (all []string) {
		for _, k := range newLayout(d, true).Keys {
			all = append(all, k.Sign)
		}
		return all
	}
	if got, want := signs(), []string{"lost", "fault"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	d.Loop, d.Steps[1].Wrong = 0, "for a reason"
	d.Spans = []Span{{Kind: Timer, To: 2, Text: "T1"}}
	if got, want := signs(), []string{"timer", "lost", "fault", "wrong", "loop"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLayout: nothing overlaps that need not, a reason has a line of its own, and all is within the picture.
func TestLayout(t *testing.T) {
	d := &Diagram{Lanes: []string{"P1", "P2"}, Loop: -1, Title: strings.Repeat("long ", 40)}
	for k := range 4 {
		d.Steps = append(d.Steps, Step{Label: "step"})
		d.Messages = append(d.Messages, Message{Name: "request", From: k % 2, To: 1 - k%2, Sent: 1, Arrives: 2 + k, Fate: Delivered})
	}
	d.Messages = append(d.Messages, Message{Name: "self", From: 1, To: 1, Sent: 1, Arrives: 3, Fate: Delivered})
	d.Spans = []Span{{Kind: Waiting, Lane: 1, From: 1, To: 4, Text: "g1"}, {Kind: Timer, Lane: 1, From: 1, To: 4, Text: "T1"}}
	d.Steps[1].Wrong = strings.Repeat("why ", 30)
	l := newLayout(d, true)
	for k := range l.Lines {
		here := l.Lines[k].words()
		if slices.ContainsFunc(l.Lines[:k], func(b line) bool { return here.covers(b.words()) }) || slices.ContainsFunc(l.Boxes, func(b box) bool { return here.covers(b.words()) }) {
			t.Errorf("the name of message %d covers another, or that of a span", k+1)
		}
	}
	if first, second := l.Rows[1].Y-l.Rows[0].Y, l.Rows[2].Y-l.Rows[1].Y; second != first+reason {
		t.Errorf("%d below a step without a reason, %d below one with", first, second)
	}
	if right := l.LabelX + letter*len(d.Steps[1].Wrong); right > l.Width || l.Width < letter*len(d.Title) {
		t.Errorf("the picture is %d wide; the reason ends at %d", l.Width, right)
	}
}

// TestShorten: a long reason keeps its beginning, and a short one is as it was.
func TestShorten(t *testing.T) {
	d := &Diagram{Steps: []Step{{Wrong: strings.Repeat("why ", 30)}, {Wrong: "for a reason"}}}
	d.Shorten()
	if long := d.Steps[0].Wrong; !strings.HasPrefix(long, "why why") || !strings.HasSuffix(long, "…") || d.Steps[1].Wrong != "for a reason" {
		t.Errorf("%q and %q", long, d.Steps[1].Wrong)
	}
}

// TestText: messages to the right and to the left, one that is lost, one that arrives at a site that is down, and a long label.
func TestText(t *testing.T) {
	d := &Diagram{
		Lanes: []string{"P1", "P2"}, Loop: 1,
		Steps: []Step{
			{Label: "ask(1)"}, {Label: "deliver(hello -> 2)", Lane: 1, Wrong: "for a reason"}, {Label: "lose(no -> 1)", Fault: true},
			{Label: "drop(yes -> 1)", Fault: true},
		},
		Messages: []Message{
			{Name: "hello", From: 0, To: 1, Sent: 1, Arrives: 2, Fate: Delivered}, {Name: "no", From: 1, To: 0, Sent: 2, Arrives: 3, Fate: Lost},
			{Name: "yes", From: 1, To: 0, Sent: 2, Arrives: 4, Fate: Missed},
		},
		Spans: []Span{{Kind: Waiting, Lane: 0, From: 1, To: 3, Text: "g1"}, {Kind: Inside, Lane: 1, From: 2, To: 5, Text: "g2"}, {Kind: Down, Lane: 0, From: 3, To: 5}},
	}
	want := []string{
		"  P1      P2",
		"  │       │",
		"1 ●g1?    │       ask(1)  sends hello to P2",
		"  -- what follows repeats for ever --",
		"2 ┊─hello>●g2     deliver(hello -> 2)  sends no to …",
		"                  ! for a reason",
		"3 ○x╌no╌╌╌█       lose(no -> 1)",
		"4 ○|─yes──█       drop(yes -> 1)",
	}
	if got := d.Text(52); !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
