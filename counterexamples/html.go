package counterexamples

import (
	_ "embed"
	"html/template"
	"io"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/counterexamples/diagram"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

//go:embed html.tmpl
var htmlText string

//go:embed page.js
var pageScript string

var htmlTemplate = template.Must(template.New("page").Parse(htmlText))

// HTML writes a trace as one page that needs nothing else: its space-time diagram, the state after the step that is
// selected, and a table of what each step changes, which says the same without a script. The outcome of its replay says why
// the run violates its property; nil: the page does not say. A trace that diverges is an error, and nothing is written.
func HTML(w io.Writer, sys *system.System, t *Trace, o *Outcome) error {
	s, err := newScene(sys, t)
	if err != nil {
		return err
	}
	parts, err := s.diagram(o).Parts()
	if err != nil {
		return err
	}
	p := &htmlPage{Title: s.title(o), Model: t.Model, Property: t.Property, Diagram: parts, Loops: t.Endless, Loop: t.Loop, Outcome: o}
	var before moment
	for k := range s.path.States {
		now := s.moment(k)
		p.Run = append(p.Run, now.since(before))
		if before = now; k > 0 {
			p.Steps = append(p.Steps, s.told(k-1))
		}
	}
	return htmlTemplate.Execute(w, p)
}

// htmlPage is what the template shows.
type htmlPage struct {
	Title, Model, Property string
	Diagram                diagram.Parts
	Outcome                *Outcome
	Loops                  bool
	Loop                   int // steps before the loop
	Steps                  []toldStep
	Run                    []moment // at the start, and after each step
}

// Script is what makes the page step.
func (p *htmlPage) Script() template.JS { return template.JS(pageScript) }

// Start is the state at the start.
func (p *htmlPage) Start() moment { return p.Run[0] }

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

// moment is a state, as the page's script shows it.
type moment struct {
	Label  string   `json:"label"`  // of the step that leads there; empty at the start
	Owners []*owner `json:"owners"` // nil: as before
	Inside []string `json:"inside"`
}

// owner is a site, or the budgets.
type owner struct {
	Name   string      `json:"name"`
	Fields [][2]string `json:"fields"` // names and values
	Inbox  []string    `json:"inbox"`
}

// moment is the state after the given number of steps.
func (s *scene) moment(steps int) moment {
	m := moment{Owners: []*owner{}, Inside: []string{}}
	in := s.start
	if steps > 0 {
		m.Label, in = s.steps[steps-1].label, s.steps[steps-1].inside
	}
	for _, i := range in {
		m.Inside = append(m.Inside, i.String())
	}
	for _, o := range s.variables(s.path.States[steps]) {
		x := &owner{Name: o.owner, Fields: [][2]string{}, Inbox: []string{}}
		for _, f := range o.fields {
			x.Fields = append(x.Fields, [2]string{f.Name, f.Value})
		}
		for _, message := range o.inbox {
			text := model.Text(message.Value)
			if message.From != 0 {
				text += " from " + s.name(message.From)
			}
			x.Inbox = append(x.Inbox, text)
		}
		m.Owners = append(m.Owners, x)
	}
	return m
}

// since is the state without the owners that are as they were before.
func (m moment) since(before moment) moment {
	m.Owners = slices.Clone(m.Owners)
	for k, o := range before.Owners {
		if reflect.DeepEqual(o, m.Owners[k]) {
			m.Owners[k] = nil
		}
	}
	return m
}

// told is what step k, from 0, changes.
func (s *scene) told(k int) toldStep {
	x := s.steps[k]
	out := toldStep{Number: k + 1, Label: x.label, Looping: s.trace.Endless && k == s.trace.Loop}
	for _, c := range x.changes {
		out.Rows = append(out.Rows, toldRow{Who: c.owner, Name: c.name, Before: c.before, After: c.after, Change: true})
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
