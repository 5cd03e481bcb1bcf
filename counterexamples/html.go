package counterexamples

import (
	"embed"
	"html/template"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

//go:embed html.tmpl diagram.tmpl
var htmlFiles embed.FS

var htmlTemplates = template.Must(template.ParseFS(htmlFiles, "*.tmpl"))

// HTML writes a trace as one page that needs nothing else: a sequence diagram and a table of what each step changes. In
// the diagram time runs down; an arrow is a message, from the step that sends it to the step that takes it out of the
// network, a bar a critical section. A trace that diverges is an error, and nothing is written.
func HTML(w io.Writer, sys *system.System, t *Trace) error {
	return writePage(w, sys, t, "html.tmpl")
}

// SVG writes the diagram of HTML alone, as a picture. A trace that diverges is an error, and nothing is written.
func SVG(w io.Writer, sys *system.System, t *Trace) error {
	return writePage(w, sys, t, "svg")
}

func writePage(w io.Writer, sys *system.System, t *Trace, template string) error {
	s, err := newScene(sys, t)
	if err != nil {
		return err
	}
	return htmlTemplates.ExecuteTemplate(w, template, newHTMLPage(s))
}

// htmlPage is what the template shows; lengths are in pixels of the diagram.
type htmlPage struct {
	Model, Property string
	Loops           bool
	Loop            int // steps before the loop
	Start           []htmlRow
	Steps           []htmlStep

	Width, Height, Top, Bottom, LabelX int
	Sites                              []htmlSite
	Arrows                             []htmlArrow
	Bars                               []htmlBar
}

type htmlSite struct {
	Name string
	X    int
}

type htmlStep struct {
	Number  int
	Label   string
	X, Y    int // of its dot
	Rows    []htmlRow
	Looping bool // the loop begins with it
}

// htmlRow is something that a step tells of somebody.
type htmlRow struct {
	Who, Name     string
	Before, After string
	Change        bool
}

// htmlArrow is a message; on its way to the end of the diagram if nothing took it.
type htmlArrow struct {
	Text, Class    string
	Name           string // the text up to its fields
	X1, Y1, X2, Y2 int
	NameX, NameY   int
	Self           bool
	Bend           int // of a message to itself: how far its path swings out
}

// htmlBar is a critical section.
type htmlBar struct {
	Text            string
	X, Y, W, Height int
	TextX, TextY    int
}

// Measures of the diagram.
const (
	htmlLeft     = 60
	htmlColumn   = 110
	htmlTop      = 40
	htmlRowSize  = 28
	htmlBarWidth = 10
)

func newHTMLPage(s *scene) *htmlPage {
	p := &htmlPage{
		Model: s.trace.Model, Property: s.trace.Property, Loops: s.trace.Endless, Loop: s.trace.Loop, Top: htmlTop,
	}
	for k, place := range s.sys.Places {
		p.Sites = append(p.Sites, htmlSite{place.Title(), htmlLeft + htmlColumn*k})
	}
	p.LabelX = htmlLeft + htmlColumn*len(p.Sites) - htmlColumn/2
	p.Bottom = p.y(len(s.steps) + 1)
	p.Height = p.Bottom + htmlRowSize/2
	longest := 0
	for k, x := range s.steps {
		p.Steps = append(p.Steps, p.step(s, k, x))
		longest = max(longest, len([]rune(x.label)))
	}
	p.Width = p.LabelX + 40 + 8*longest
	p.Start = startRows(s)
	p.messages(s)
	p.sections(s)
	return p
}

// y is the height of a step, from 1.
func (p *htmlPage) y(step int) int { return htmlTop + htmlRowSize*step }

func (p *htmlPage) x(i model.Site) int { return p.Sites[i-1].X }

func startRows(s *scene) []htmlRow {
	var rows []htmlRow
	for _, o := range s.variables(s.path.States[0]) {
		for _, f := range o.fields {
			rows = append(rows, htmlRow{Who: o.owner, Name: f.Name, After: f.Value})
		}
	}
	return rows
}

// step tells of step k, from 0.
func (p *htmlPage) step(s *scene, k int, x step) htmlStep {
	out := htmlStep{Number: k + 1, Label: x.label, X: p.x(x.event.Site), Y: p.y(k + 1), Looping: s.trace.Endless && k == s.trace.Loop}
	for _, c := range x.changes {
		out.Rows = append(out.Rows, htmlRow{Who: c.owner, Name: c.name, Before: c.before, After: c.after, Change: true})
	}
	for _, m := range x.event.Sends {
		out.Rows = append(out.Rows, htmlRow{Who: "to " + s.name(m.To), Name: "sent", After: model.Text(m.Value)})
	}
	before := s.start
	if k > 0 {
		before = s.steps[k-1].inside
	}
	if now := sitesInside(x.inside); now != sitesInside(before) {
		if now == "" {
			now = "nobody"
		}
		out.Rows = append(out.Rows, htmlRow{Name: "in CS", After: now})
	}
	return out
}

// messages draws the messages.
func (p *htmlPage) messages(s *scene) {
	var f flight
	arrow := func(m inFlight, step int, class string) {
		name, _, _ := strings.Cut(m.text, "(")
		a := htmlArrow{
			Text: m.text, Name: name, Class: class, X1: p.x(m.from), Y1: p.y(m.step), X2: p.x(m.to), Y2: p.y(step), Self: m.from == m.to,
			Bend: p.x(m.to) + htmlColumn/3,
		}
		a.NameX, a.NameY = (3*a.X1+2*a.X2)/5, (3*a.Y1+2*a.Y2)/5 // nearer to where it comes from: lines cross in the middle
		p.Arrows = append(p.Arrows, a)
	}
	for k, x := range s.steps {
		classes := map[model.EventKind]string{
			model.DeliverEvent: "message", model.LoseEvent: "message lost", model.DropEvent: "message lost", model.DuplicateEvent: "message",
		}
		if class := classes[x.event.Kind]; class != "" {
			m, ok := f.arrive(x.event)
			if ok {
				arrow(m, k+1, class)
			}
			if x.event.Kind == model.DuplicateEvent {
				copied := inFlight{x.event.Site, x.event.Site, model.Text(x.event.Message.Value), k + 1}
				if ok {
					copied.from = m.from
				}
				f = append(f, copied, copied)
			}
		}
		f.send(x.event, k+1)
	}
	for _, m := range f {
		arrow(m, len(s.steps)+1, "message flying")
	}
}

// sections draws the critical sections.
func (p *htmlPage) sections(s *scene) {
	since, text := map[int]int{}, map[int]string{}
	see := func(step int, all []inside) {
		now := map[int]string{}
		for _, i := range all {
			now[i.site] = strings.Join(i.groups, " or ")
		}
		for site := range p.Sites {
			what, in := now[site]
			if from, open := since[site]; open && (!in || what != text[site]) {
				p.bar(site, from, step, text[site])
				delete(since, site)
			}
			if _, open := since[site]; in && !open {
				since[site], text[site] = step, what
			}
		}
	}
	see(0, s.start)
	for k, x := range s.steps {
		see(k+1, x.inside)
	}
	see(len(s.steps)+1, nil)
}

func (p *htmlPage) bar(site, from, to int, text string) {
	p.Bars = append(p.Bars, htmlBar{
		Text: text, X: p.Sites[site].X - htmlBarWidth/2, Y: p.y(from), W: htmlBarWidth, Height: p.y(to) - p.y(from),
		TextX: p.Sites[site].X + htmlBarWidth, TextY: p.y(to) - htmlRowSize/4,
	})
}
