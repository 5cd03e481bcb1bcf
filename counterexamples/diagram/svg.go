package diagram

import (
	"cmp"
	"embed"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed diagram.tmpl
var files embed.FS

//go:embed diagram.css
var css string

//go:embed state.css
var stateStyle string

//go:embed state.js
var stateScript string

// palette gives the colors of the style their values on light and on dark paper. Pictures stand alone, too, and what shows
// them may not know variables of CSS.
var palette = [][3]string{
	{"$text", "#1b1f24", "#e6e9ee"}, {"$faint", "#5b6570", "#98a2b0"}, {"$paper", "#ffffff", "#14171c"}, {"$life", "#c8ced6", "#454d59"},
	{"$wire", "#0b63c5", "#6cb0ff"}, {"$bad", "#b42318", "#ff8a80"}, {"$band", "#fde7e4", "#47211f"}, {"$pick", "#e8f0fb", "#1f2c40"},
	{"$1", "#e39b2d", "#c98720"}, {"$2", "#4c8dff", "#4a7fe0"}, {"$3", "#35a063", "#2f8f58"}, {"$4", "#a765e8", "#9a5fd6"},
	{"$5", "#17a2a2", "#159090"}, {"$6", "#e0569b", "#c94d8a"}, {"$7", "#8fae1b", "#7f9a1a"}, {"$8", "#7c8896", "#8793a2"},
}

// style is the style sheet: once for light paper, and once more for dark.
var style = sync.OnceValue(func() string {
	var light, dark []string
	for _, c := range palette {
		light, dark = append(light, c[0], c[1]), append(dark, c[0], c[2])
	}
	return strings.NewReplacer(light...).Replace(css) + "@media (prefers-color-scheme: dark) {\n" + strings.NewReplacer(dark...).Replace(css) + "}\n"
})

var templates = sync.OnceValue(func() *template.Template { return template.Must(template.New("").ParseFS(files, "*.tmpl")) })

// SVG writes the diagram as a picture that needs nothing else, with title and legend.
func (d *Diagram) SVG(w io.Writer) error {
	return templates().ExecuteTemplate(w, "svg", newLayout(d, true))
}

// Parts are the diagram as parts of a page, and the style that all of them need: the names of the lanes and the drawing as
// svg elements of the same width, the legend as a list.
type Parts struct {
	Style                  template.CSS
	StateStyle             template.CSS // of the state panel: colors as variables, cards
	StateScript            template.JS  // the state panel: cards(now, before, pinned, repin)
	Lanes, Drawing, Legend template.HTML
}

// Parts returns the diagram for a page.
func (d *Diagram) Parts() (Parts, error) {
	l := newLayout(d, false)
	var err error
	part := func(name string) string {
		var b strings.Builder
		if e := templates().ExecuteTemplate(&b, name, l); e != nil {
			err = e
		}
		return b.String()
	}
	// The templates have escaped what comes from the run.
	return Parts{
		Style: template.CSS(style()), StateStyle: template.CSS(stateStyle), StateScript: template.JS(stateScript),
		Lanes: template.HTML(part("lanes")), Drawing: template.HTML(part("page")), Legend: template.HTML(part("legend")),
	}, err
}

// Shorten leaves of the reasons beside steps as much as has room there.
func (d *Diagram) Shorten() {
	const most = 60
	for k := range d.Steps {
		if runes := []rune(d.Steps[k].Wrong); len(runes) > most {
			d.Steps[k].Wrong = string(runes[:most-1]) + "…"
		}
	}
}

// Measures of the picture, in pixels.
const (
	left    = 70  // of the first lane
	widest  = 110 // from one lane to the next
	least   = 64
	room    = 440 // of lanes that are nearer to each other, so that the labels beside them need no scrolling
	row     = 28
	reason  = 18 // below the violating step, for its reason
	bar     = 12
	outline = 16
	hatched = 30
	edge    = 11 // from the lane
	letter  = 8  // of a label
	small   = 7  // a letter of a name
)

// layout is a diagram with its measures.
type layout struct {
	*Diagram
	Top, Bottom, Width, Height int
	Column                     int // from one lane to the next
	LabelX                     int // of the labels
	Wide                       int // of a band across all lanes
	Columns                    []laneAt
	Rows                       []rowAt
	Lines                      []line
	Boxes                      []box
	Loops                      bool
	LoopY, LoopEnd, LoopMiddle int
	Keys                       []key
}

type laneAt struct {
	Name string
	X    int
}

// rowAt is a step in its place.
type rowAt struct {
	Step
	Number, X, Y       int
	BandY, Height, Why int // Why is the height of the reason
}

// line is a message in its place.
type line struct {
	Message
	X1, Y1, X2, Y2, NameX, NameY int
	Self                         bool
	Bend                         int // of a message to itself: how far its path swings out
}

// box is a span in its place.
type box struct {
	Span
	X, Y, W, H, TextX, TextY int
}

// key is a line of the legend.
type key struct {
	Sign, Text string
	Y          int // in a picture
}

func newLayout(d *Diagram, alone bool) *layout {
	l := &layout{Diagram: d, Top: row / 2, Column: min(widest, max(least, room/max(1, len(d.Lanes))))}
	if alone {
		l.Top = 36
		if d.Title != "" {
			l.Top += 26
		}
	}
	for k, name := range d.Lanes {
		l.Columns = append(l.Columns, laneAt{name, left + l.Column*k})
	}
	l.LabelX = left + l.Column*len(d.Lanes) - l.Column/3
	l.Bottom = l.y(len(d.Steps) + 1)
	letters := 0
	for k, s := range d.Steps {
		y := l.y(k + 1)
		r := rowAt{Step: s, Number: k + 1, X: l.x(s.Lane), Y: y, BandY: y - row/2, Height: row}
		if s.Wrong != "" {
			r.Height, r.Why = row+reason, y+reason
		}
		l.Rows = append(l.Rows, r)
		letters = max(letters, utf8.RuneCountInString(s.Label), utf8.RuneCountInString(s.Wrong))
	}
	l.Wide = l.LabelX + letter*(letters+5)
	l.Width = l.Wide
	if alone {
		l.Width = max(l.Width, letter*(utf8.RuneCountInString(d.Title)+4))
	}
	for _, s := range d.Spans {
		l.Boxes = append(l.Boxes, l.box(s))
	}
	for _, m := range d.Messages {
		l.Lines = append(l.Lines, l.line(m))
	}
	if d.Loop >= 0 {
		l.Loops, l.LoopY, l.LoopEnd = true, l.y(d.Loop+1)-row/2+3, l.Bottom-row/2
		l.LoopMiddle = (l.LoopY + l.LoopEnd) / 2
	}
	l.Height = l.Bottom + row/2
	l.Keys = l.legend(l.Height)
	if alone {
		l.Height += 22*len(l.Keys) + 6
		for _, k := range l.Keys {
			l.Width = max(l.Width, 76+letter*utf8.RuneCountInString(k.Text))
		}
	}
	return l
}

// y is the height of a time.
func (l *layout) y(time int) int {
	y := l.Top + row*time
	for k, s := range l.Steps {
		if s.Wrong != "" && k+1 < time {
			y += reason
		}
	}
	return y
}

func (l *layout) x(lane int) int { return l.Columns[lane].X }

func (l *layout) line(m Message) line {
	a := line{
		Message: m, X1: l.x(m.From), Y1: l.y(m.Sent), X2: l.x(m.To), Y2: l.y(m.Arrives), Self: m.From == m.To, Bend: l.x(m.To) + l.Column/3,
	}
	l.name(&a)
	return a
}

// name finds a place for a message's name where no other name stands, if there is one: near to where the message comes
// from, because lines cross in the middle; of one to the sender itself in the middle.
func (l *layout) name(a *line) {
	percents := []int{40, 52, 30, 62, 22, 72, 40}
	if a.Self {
		percents = []int{50, 38, 62, 26, 74, 14, 86, 0, 100, 50}
	}
	for _, percent := range percents {
		a.NameX, a.NameY = a.X1+(a.X2-a.X1)*percent/100, a.Y1+(a.Y2-a.Y1)*percent/100
		if a.Self {
			a.NameX += l.Column / 4
		}
		here := a.words()
		if !slices.ContainsFunc(l.Lines, func(b line) bool { return here.covers(b.words()) }) &&
			!slices.ContainsFunc(l.Boxes, func(b box) bool { return b.Text != "" && here.covers(b.words()) }) {
			return
		}
	}
}

// words is where a name stands: its middle, and its width.
type words struct{ x, y, width int }

func (a *line) words() words {
	return words{a.NameX, a.NameY, small * utf8.RuneCountInString(a.Name)}
}

func (b box) words() words {
	width := small * (utf8.RuneCountInString(b.Text) + 1)
	return words{b.TextX + width/2, b.TextY, width}
}

// covers reports whether two names overlap.
func (w words) covers(v words) bool {
	return abs(w.x-v.x) < (w.width+v.width)/2 && abs(w.y-v.y) < 11
}

func abs(x int) int { return max(x, -x) }

func (l *layout) box(s Span) box {
	b := box{Span: s, X: l.x(s.Lane), Y: l.y(s.From), H: l.y(s.To) - l.y(s.From)}
	switch s.Kind {
	case Inside:
		b.W = bar
	case Waiting:
		b.W = outline
	case Down:
		b.W = hatched
	case Holding:
		b.X -= edge
	case Timer:
		b.X += edge
	}
	b.X -= b.W / 2
	b.TextX, b.TextY = l.x(s.Lane)+bar, b.Y+row-8
	if s.Kind == Timer {
		b.TextX, b.TextY = b.TextX+4, b.TextY+row/2
	}
	return b
}

// legend explains the signs that occur, from a height on.
func (l *layout) legend(top int) []key {
	occurs := map[string]bool{}
	for _, m := range l.Messages {
		occurs[string(m.Fate)] = true
		occurs["copy"] = occurs["copy"] || m.Copy
	}
	for _, s := range l.Spans {
		occurs[string(s.Kind)] = true
	}
	for _, s := range l.Steps {
		occurs["fault"] = occurs["fault"] || s.Fault
		occurs["tick"] = occurs["tick"] || s.Tick
		occurs["wrong"] = occurs["wrong"] || s.Wrong != ""
	}
	occurs["loop"] = l.Loops
	var keys []key
	for _, k := range []key{
		{Sign: "inside", Text: "in its critical section, with its group if there are groups"},
		{Sign: "waiting", Text: "has asked for its critical section and waits"},
		{Sign: "holding", Text: "has a token"},
		{Sign: "timer", Text: "a timer runs"},
		{Sign: "down", Text: "is down"},
		{Sign: "delivered", Text: "a message, from the step that sends it to the step that receives it"},
		{Sign: "copy", Text: "a copy that the network makes of a message"},
		{Sign: "flying", Text: "a message still in flight at the end"},
		{Sign: "lost", Text: "a message that is lost"},
		{Sign: "missed", Text: "a message that arrives at a site that is down"},
		{Sign: "tick", Text: "time passes by one, everywhere"},
		{Sign: "fault", Text: "a fault, not a step of the protocol"},
		{Sign: "wrong", Text: cmp.Or(l.Diagram.Wrong, "the step with which the property is violated")},
		{Sign: "loop", Text: "the steps that repeat for ever"},
	} {
		if occurs[k.Sign] {
			k.Y = top + 22*len(keys) + 11
			keys = append(keys, k)
		}
	}
	return keys
}

// Style is the style sheet.
func (l *layout) Style() template.CSS { return template.CSS(style()) }

// FirstX and LastX are where the first and the last lane are.
func (l *layout) FirstX() int { return l.x(0) }
func (l *layout) LastX() int  { return l.x(len(l.Lanes) - 1) }

// NameY is the height of the lanes' names.
func (l *layout) NameY() int { return l.Top - 16 }

// Class is the classes of a message's path.
func (a line) Class() string {
	class := "message " + string(a.Fate)
	if a.Copy {
		class += " copy"
	}
	return class
}

// Title says what a message is and what becomes of it.
func (a line) Title() string {
	switch a.Fate {
	case Lost:
		return a.Text + ": lost"
	case Missed:
		return a.Text + ": arrives while the site is down"
	case Flying:
		return a.Text + ": still in flight"
	}
	return a.Text
}

// Title says what is so during a span.
func (b box) Title() string {
	what := map[Kind]string{
		Inside: "in its critical section", Waiting: "waits for its critical section", Holding: "has a token", Down: "is down", Timer: "timer",
	}[b.Kind]
	if b.Text != "" {
		what += ": " + b.Text
	}
	return what
}

// End is where a span ends.
func (b box) End() int { return b.Y + b.H }

// Drawn reports whether a span is of a kind, or drawn as a line.
func (b box) Drawn(how string) bool {
	return how == string(b.Kind) || how == "line" && (b.Kind == Holding || b.Kind == Timer)
}
