package counterexamples

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Options is how a trace is shown as text. The zero value shows what changes, without colors.
type Options struct {
	Full  bool // all variables after each step
	Color bool // ANSI colors
	// Brief leaves out the model, the property, the initial state, and what the steps' labels say. Each site that changes has one line.
	Brief bool
}

// Render shows a trace as text: for each step the variables that change, by the paper's names, the messages that enter
// and leave the network, and who is in its critical section. Where the trace diverges, it ends, and the error is a
// [*Divergence].
func Render(w io.Writer, sys *system.System, t *Trace, options Options) error {
	s, err := NewScene(sys, t)
	if len(s.path.States) == 0 {
		return err
	}
	p := &page{Writer: bufio.NewWriter(w), scene: s, options: options, width: len(fmt.Sprint(len(s.steps)))}
	if options.Brief {
		p.width = max(p.width, 4)
	}
	p.all()
	if flushed := p.Flush(); err == nil {
		err = flushed
	}
	return err
}

// page is a text being written.
type page struct {
	*bufio.Writer
	scene   *Scene
	options Options
	width   int // of a step's number
}

// The colors of a page.
const (
	bold   = "1"
	faint  = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (p *page) paint(color, text string) string {
	if !p.options.Color || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (p *page) all() {
	t := p.scene.trace
	if !p.options.Brief {
		fmt.Fprintf(p, "model    %s\n", t.Model)
		if t.Property != "" {
			fmt.Fprintf(p, "property %s\n", t.Property)
		}
		fmt.Fprintln(p)
		p.title(0, strings.TrimSpace("start "+t.Start))
		p.state(0)
		p.inside(nil, p.scene.start)
	} else if start := p.beginning(); start != "" {
		fmt.Fprintf(p, "%*s  %s\n", p.width, "", start)
	}
	for k, s := range p.scene.steps {
		if t.Endless && k == t.Loop {
			fmt.Fprintf(p, "%s\n", p.paint(faint, "--- the steps below repeat for ever ---"))
		}
		p.title(k+1, s.label)
		switch {
		case p.options.Full:
			p.state(k + 1)
		case p.options.Brief:
			p.briefly(s.changes)
		default:
			p.changes(s.changes)
		}
		p.network(s)
		before := p.scene.start
		if k > 0 {
			before = p.scene.steps[k-1].inside
		}
		p.inside(before, s.inside)
	}
	if held := p.scene.path.held(); len(held) > 0 {
		fmt.Fprintf(p, "%s\n", p.paint(faint, "--- "+strings.Join(held, ", ")+" waits for ever: something that changes nothing stays possible ---"))
	}
	if t.Endless && p.scene.path.Last() == len(t.Steps) {
		fmt.Fprintf(p, "%s\n", p.paint(faint, fmt.Sprintf("--- as after step %d ---", t.Loop)))
	}
}

// beginning tells in one line where a run begins, if there are several initial states, and who has a token there: the steps below tell
// how tokens go on, not where they were.
func (p *page) beginning() string {
	start, tokens := strings.TrimSpace("start "+p.scene.trace.Start), []string(nil)
	for site, v := range p.scene.path.Views(0) {
		if who := p.scene.sys.Places[site].Title(); v.Holds == 1 {
			tokens = append(tokens, who+" has a token")
		} else if v.Holds > 1 {
			tokens = append(tokens, fmt.Sprintf("%s has %d tokens", who, v.Holds))
		}
	}
	if len(tokens) > 0 {
		return start + ": " + strings.Join(tokens, ", ")
	}
	if p.scene.trace.Start == "" {
		return ""
	}
	return start
}

func (p *page) title(k int, label string) {
	fmt.Fprintf(p, "%s  %s\n", p.paint(faint, fmt.Sprintf("%*d", p.width, k)), p.paint(bold, label))
}

// row is one line below a step: of whom or what it tells, and what.
func (p *page) row(who, what string) {
	fmt.Fprintf(p, "%*s  %-9s %s\n", p.width+2, "", who, what)
}

// state lists all variables after the given number of steps, and the messages in flight.
func (p *page) state(steps int) {
	var flight []string
	for _, o := range p.scene.variables(p.scene.path.States[steps]) {
		who := o.owner
		for _, f := range o.fields {
			p.row(who, f.Name+" = "+f.Value)
			who = ""
		}
		for _, m := range o.inbox {
			flight = append(flight, model.Text(m.Value)+" -> "+o.owner+m.Details(p.scene.sys.Places))
		}
	}
	who := "in flight"
	for _, m := range flight {
		p.row(who, m)
		who = ""
	}
}

func (p *page) changes(all []Change) {
	last := ""
	for _, c := range all {
		who := c.Owner
		if who == last {
			who = ""
		}
		last = c.Owner
		p.row(who, c.Name+": "+p.paint(red, c.Before)+" => "+p.paint(green, c.After))
	}
}

// briefly tells of each site what changes in one line, but not what the protocol has no name for: budgets, what is counted, and
// whether a site is up.
func (p *page) briefly(all []Change) {
	var texts []string
	for k, c := range all {
		if strings.IndexAny(c.Name, "(#") != 0 && c.Owner != budgetsName {
			texts = append(texts, c.Name+": "+p.paint(red, c.Before)+" => "+p.paint(green, c.After))
		}
		if last := k+1 == len(all) || all[k+1].Owner != c.Owner; last && len(texts) > 0 {
			p.row(c.Owner, strings.Join(texts, "; "))
			texts = nil
		}
	}
}

// network tells what a step takes out of the network and puts into it.
func (p *page) network(s step) {
	verbs := map[model.EventKind]string{model.DeliverEvent: "received", model.LoseEvent: "lost", model.DropEvent: "missed"}
	if verb := verbs[s.event.Kind]; verb != "" && !p.options.Brief {
		p.row(verb, s.consumed)
	}
	if s.event.Kind == model.DuplicateEvent && !p.options.Brief {
		p.row("doubled", model.Text(s.event.Message.Value))
	}
	for _, m := range s.event.Sends {
		p.row("sent", model.Text(m.Value)+" -> "+p.scene.sys.Places[m.To-1].Title())
	}
}

// inside tells who is in its critical section, if that has changed or all is to be told.
func (p *page) inside(before, after []inside) {
	text := sitesInside(after)
	if text == sitesInside(before) && !p.options.Full {
		return
	}
	if text == "" {
		text = "nobody"
	}
	p.row("in CS", p.paint(yellow, text))
}

func sitesInside(all []inside) string {
	texts := make([]string, len(all))
	for k, i := range all {
		texts[k] = i.String()
	}
	return strings.Join(texts, ", ")
}
