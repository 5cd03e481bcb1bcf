package counterexamples

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"github.com/gmecheck/gmecheck/counterexamples/diagram"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

//go:embed html.tmpl
var htmlText string

//go:embed page.js
var pageScript string

var htmlTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(htmlText)) })

// HTML writes a trace as one page that needs nothing else: its space-time diagram, the state after the step that is
// selected, and a table of what each step changes, which says the same without a script. The outcome of its replay says why
// the run violates its property; nil: the page does not say. It names the command of the program that
// judges the property. A trace that diverges is an error, and nothing is written.
func HTML(w io.Writer, sys *system.System, t *Trace, o *Outcome, program string) error {
	s, err := NewScene(sys, t)
	if err != nil {
		return err
	}
	d := s.Diagram(o)
	d.Named = "space-time diagram; the table below has the same facts"
	d.Shorten() // the title has the whole reason
	parts, err := d.Parts()
	if err != nil {
		return err
	}
	p := &htmlPage{Program: program, Title: s.title(o), Model: t.Model, Property: t.Property, Diagram: parts, Loops: t.Endless, Loop: t.Loop, Outcome: o}
	var before Moment
	for k := range s.path.States {
		now := s.Moment(k)
		p.Run = append(p.Run, now.since(before))
		if before = now; k > 0 {
			p.Steps = append(p.Steps, s.told(k-1))
		}
	}
	return htmlTemplate().Execute(w, p)
}

// htmlPage is what the template shows.
type htmlPage struct {
	Program, Title, Model, Property string
	Diagram                         diagram.Parts
	Outcome                         *Outcome
	Loops                           bool
	Loop                            int // steps before the loop
	Steps                           []toldStep
	Run                             []Moment // at the start, and after each step
}

// Script is what makes the page step.
func (p *htmlPage) Script() template.JS { return template.JS(pageScript) }

// Start is the state at the start.
func (p *htmlPage) Start() Moment { return p.Run[0] }

// toldStep is a step in the table.
type toldStep struct {
	Number  int
	Label   string
	Rows    []toldRow
	Looping bool // the loop begins with it
}

// toldRow is something that a step tells of somebody.
type toldRow struct {
	Who, Name     string
	Before, After string
	Change        bool
}

// told is what step k, from 0, changes.
func (s *Scene) told(k int) toldStep {
	x := s.steps[k]
	out := toldStep{Number: k + 1, Label: x.label, Looping: s.trace.Endless && k == s.trace.Loop}
	for _, c := range x.changes {
		out.Rows = append(out.Rows, toldRow{Who: c.Owner, Name: c.Name, Before: c.Before, After: c.After, Change: true})
	}
	for _, m := range x.event.Sends {
		out.Rows = append(out.Rows, toldRow{Who: "to " + s.name(m.To), Name: "sent", After: model.Text(m.Value)})
	}
	before := s.start
	if k > 0 {
		before = s.steps[k-1].inside
	}
	if now := sitesInside(x.inside); now != sitesInside(before) {
		if now == "" {
			now = "nobody"
		}
		out.Rows = append(out.Rows, toldRow{Name: "in CS", After: now})
	}
	return out
}
