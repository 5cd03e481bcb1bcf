package views

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/explore/views"
)

// object is the answer for programs.
func (x *proof) object() any {
	r := x.result
	o := answer.Of("schema", "gmecheck/views", "schema_version", 1, "model", report.ModelObject(x.config))
	o.Add("views", answer.Of("entities", r.Entities, "states", r.States, "messages", r.Messages, "views", r.Views, "credits?", r.Credits, "laws?", each(r.Laws, func(l views.Law) any { return l.String() })))
	o.Add("caps", answer.Of("queues", x.options.Queues, "numbers", x.options.Numbers, "hit", r.Capped))
	o.Add("counted?", x.counted())
	o.Add("limit?", r.Limit)
	o.Add("properties", answer.Each(r.Answers, func(a views.Answer) any {
		verdict := "not proved"
		switch {
		case a.Proved && r.Capped:
			verdict = "holds up to caps"
		case a.Vacuous:
			verdict = "vacuous"
		case a.Proved:
			verdict = "holds"
		}
		return property(a, verdict)
	}))
	return o
}

func property(a views.Answer, verdict string) any {
	return answer.Of("name", a.Name, "verdict", verdict, "why?", a.Why, "view?", each(a.View, entity), "steps?", each(a.Steps, derived))
}

func derived(s views.Derived) any {
	return answer.Of("step", s.Label, "before", entity(s.Before), "after", entity(s.After), "sends", answer.Each(s.Sends, entity))
}

func each[T any](all []T, of func(T) any) []any {
	if len(all) == 0 {
		return nil
	}
	return answer.Each(all, of)
}

func entity(s views.Shown) any {
	variables := answer.Object{}
	for _, f := range s.Fields {
		variables.Add(f.Name, f.Value)
	}
	o := answer.Of("place", s.Place, "message?", s.Message)
	if s.Message == "" {
		o.Add("variables", variables)
	}
	o.Add("down?", s.Down)
	return o
}

// write is the answer for readers.
func (x *proof) write(p answer.Page) {
	r := x.result
	p.Head(options.Line(x.algorithm, x.config), x.about())
	if r.Limit != "" {
		p.Paragraph(p.Warn("no answer") + ": " + r.Limit + "; " + layout.Grouped(r.States+r.Messages) + " entities, and there are more. Queues and numbers " +
			"that grow without end can be cut off with --queues and --numbers, which proves nothing of what is beyond.")
		return
	}
	p.Gap()
	t := &layout.Table{Head: []string{"property", "verdict"}, Prose: true}
	for k := range r.Answers {
		verdict := x.verdict(&r.Answers[k])
		if !r.Answers[k].Proved || r.Answers[k].Vacuous || r.Capped {
			verdict = p.Warn(verdict)
		}
		t.Add(r.Answers[k].Name, verdict)
	}
	p.Table(t, "")
	unproved(p, r.Answers)
	p.Notes(x.notes())
}

// about says what the answer is about.
func (x *proof) about() string {
	if x.algorithm.NoRequests {
		return fmt.Sprintf("views of %d; %s", x.options.Entities, x.events())
	}
	if _, limited := x.config.TotalRequests(); limited && x.total() > 0 {
		return fmt.Sprintf("views of %d; time stamps of requests up to %d", x.options.Entities, x.total())
	}
	return fmt.Sprintf("views of %d; any number of requests", x.options.Entities)
}

// events says how often those of a protocol of one's own happen.
func (x *proof) events() string {
	if counted := x.counted(); len(counted) > 0 {
		return "at each site " + strings.Join(counted, ", ")
	}
	return "every event any number of times"
}

// counted are the events that happen only so often.
func (x *proof) counted() []string {
	if x.algorithm.Counted == nil {
		return nil
	}
	return x.algorithm.Counted(x.config)
}

func (x *proof) total() int {
	n, _ := x.config.TotalRequests()
	return n
}

// notes say how large the closure is, and what it covers.
func (x *proof) notes() []string {
	r := x.result
	size := fmt.Sprintf("%s states of sites, %s messages", layout.Grouped(r.States), layout.Grouped(r.Messages))
	if r.Entities == 2 {
		size += fmt.Sprintf(", %s pairs of them", layout.Grouped(r.Views))
	}
	covers := "messages in any order, any of them lost"
	if x.config.Duplicate > 0 {
		covers += ", any of them twice"
	}
	if x.config.Crash > 0 {
		covers += ", crashes at any time"
	}
	if len(x.algorithm.Timers) > 0 && x.config.Timeouts != "off" {
		covers += ", timers that expire at any time"
	}
	notes := []string{size, "covered: " + covers}
	if r.Credits > 0 {
		notes = append(notes, fmt.Sprintf("law of credits: %d at the beginning, and no step that was looked at makes more of what takes part in it", r.Credits))
	}
	for _, l := range r.Laws {
		notes = append(notes, "found: "+l.String()+", and no step that was looked at makes it more")
	}
	return notes
}

// mostSteps is how many steps are told at most.
const mostSteps = 40

// unproved shows what keeps properties from being proved.
func unproved(p answer.Page, all []views.Answer) {
	for k := range all {
		if a := &all[k]; !a.Proved {
			p.Gap()
			offending(p, a)
		}
	}
}

// offending shows a view.
func offending(p answer.Page, a *views.Answer) {
	p.Paragraph(p.Strong(a.Name) + " is not proved: " + a.Why + ". It may hold all the same.")
	if len(a.View) > 0 {
		p.Line("  the view")
	}
	for _, s := range a.View {
		p.Line("    " + drawn(s))
	}
	if len(a.Steps) == 0 {
		return
	}
	p.Line("  the steps that made it, of which not all need be of one run")
	from := max(0, len(a.Steps)-mostSteps)
	if from > 0 {
		p.Line(fmt.Sprintf("    ... the first %d are left out", from))
	}
	for k, s := range a.Steps[from:] {
		p.Line(fmt.Sprintf("    %2d  %s", from+k+1, s.Label))
		p.Line("          " + drawn(s.Before))
		p.Line("       => " + drawn(s.After))
		for _, m := range s.Sends {
			p.Line("        + " + drawn(m))
		}
	}
}

// drawn is an entity as a line: "[P1 st: idle, token: true]" or "(Req(1, 1) -> P2)".
func drawn(s views.Shown) string {
	if s.Message != "" {
		return fmt.Sprintf("(%s -> %s)", s.Message, s.Place)
	}
	var fields []string
	for _, f := range s.Fields {
		fields = append(fields, f.Name+": "+f.Value)
	}
	if s.Down {
		fields = append(fields, "down")
	}
	return fmt.Sprintf("[%s  %s]", s.Place, strings.Join(fields, ", "))
}
