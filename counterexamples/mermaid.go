package counterexamples

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Mermaid writes a trace as a sequence diagram. A dotted arrow is a message that is sent, a solid one the same message
// when it arrives, a crossed one when it is lost; a bar is a critical section. A trace that diverges is an error.
func Mermaid(w io.Writer, sys *system.System, t *Trace) error {
	s, err := NewScene(sys, t)
	if err != nil {
		return err
	}
	d := &mermaid{Writer: bufio.NewWriter(w), scene: s, active: map[int]bool{}}
	fmt.Fprintln(d, "sequenceDiagram")
	for k, p := range sys.Places {
		d.line("participant %s as %s", id(model.Site(k+1)), escape(p.Title()))
	}
	d.bars(s.start)
	for k, x := range s.steps {
		if t.Endless && k == t.Loop {
			d.line("loop for ever")
		}
		d.step(x)
	}
	if t.Endless {
		d.line("end")
	}
	return d.Flush()
}

// mermaid is a sequence diagram being written.
type mermaid struct {
	*bufio.Writer
	scene  *Scene
	flight flight
	active map[int]bool // sites with a bar
}

func (d *mermaid) line(format string, args ...any) {
	fmt.Fprintf(d, "    "+format+"\n", args...)
}

// id is a site's name within the diagram, free of everything that the syntax could mind.
func id(i model.Site) string { return fmt.Sprintf("S%d", i) }

// special are the characters that mean something within a text of a diagram, as the entities that Mermaid has for them.
var special = strings.NewReplacer("#", "#35;", ";", "#59;", "<", "#lt;", ">", "#gt;", "%", "#37;", "{", "#123;",
	"}", "#125;", "\n", " ", "\r", " ")

func escape(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) { // a message of a protocol of one's own can have any in its text
			return utf8.RuneError
		}
		return r
	}, special.Replace(text))
}

func (d *mermaid) step(x step) {
	e := x.event
	text := escape(carried(e))
	switch e.Kind {
	case model.DeliverEvent:
		d.line("%s->>%s: %s", id(d.arrives(e)), id(e.Site), text)
	case model.LoseEvent:
		d.line("%s--x%s: lost: %s", id(d.arrives(e)), id(e.Site), text)
	case model.DropEvent:
		d.line("%s-x%s: missed: %s", id(d.arrives(e)), id(e.Site), text)
	case model.DuplicateEvent:
		from := d.arrives(e)
		again := inFlight{from: from, to: e.Site, text: model.Text(e.Message.Value)}
		d.flight = append(d.flight, again, again)
		d.line("%s--)%s: doubled: %s", id(from), id(e.Site), text)
	default:
		d.line("Note over %s: %s", id(e.Site), escape(x.label))
	}
	if carried(e) != "" && len(e.Choices) > 0 {
		d.line("Note over %s: %s", id(e.Site), escape(strings.Join(e.Choices, " ")))
	}
	d.flight.send(e, 0)
	for _, m := range e.Sends {
		d.line("%s--)%s: %s", id(e.Site), id(m.To), escape(model.Text(m.Value)))
	}
	d.bars(x.inside)
}

// arrives takes the event's message out of the network and returns its sender.
func (d *mermaid) arrives(e *model.Event) model.Site {
	if m, ok := d.flight.arrive(e); ok {
		return m.from
	}
	return e.Site
}

// bars begins and ends the bars of the critical sections, so that just those inside have one.
func (d *mermaid) bars(all []inside) {
	now := map[int]inside{}
	for _, i := range all {
		now[i.site] = i
	}
	for site := range d.scene.sys.Places {
		i, in := now[site]
		if in == d.active[site] {
			continue
		}
		d.active[site] = in
		at := id(model.Site(site + 1))
		if !in {
			d.line("Note over %s: leaves its CS", at)
			d.line("deactivate %s", at)
			continue
		}
		d.line("activate %s", at)
		text := "in its CS"
		if len(i.groups) > 0 {
			text += ": " + strings.Join(i.groups, " or ")
		}
		d.line("Note over %s: %s", at, escape(text))
	}
}
