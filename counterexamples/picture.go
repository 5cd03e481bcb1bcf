package counterexamples

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/counterexamples/diagram"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// SVG writes the space-time diagram of a trace as a picture that needs nothing else. The outcome of its replay says why the
// run violates its property; nil: the picture does not say. A trace that diverges is an error, and nothing is written.
func SVG(w io.Writer, sys *system.System, t *Trace, o *Outcome) error {
	s, err := NewScene(sys, t)
	if err != nil {
		return err
	}
	d := s.Diagram(o)
	d.Title = s.title(o)
	return d.SVG(w)
}

// title is what the run shows, in one sentence.
func (s *Scene) title(o *Outcome) string {
	steps := english.Plural(len(s.steps), "step", "")
	if s.trace.Endless {
		steps += ", of which " + english.Plural(len(s.steps)-s.trace.Loop, "repeats", "repeat") + " for ever"
	}
	if s.trace.Property == "" && (o == nil || o.Result == Taken) {
		return steps
	}
	if o == nil {
		return s.trace.Property + ": " + steps
	}
	text := ""
	switch o.Result {
	case Replayed:
		text = fmt.Sprintf("%s is violated in %s", o.Property, steps)
	case Diverged:
		text = fmt.Sprintf("the trace diverges after %s", steps)
	case Undecided:
		text = fmt.Sprintf("whether %s is violated after %s is not decided", o.Property, steps)
	default:
		text = fmt.Sprintf("%s is not violated after %s", o.Property, steps)
	}
	if why := o.why(); why != "" {
		text += ": " + why
	}
	return text
}

// why is why the property is violated, as far as it has words for it.
func (o *Outcome) why() string {
	var parts []string
	for _, text := range []string{o.Detail, o.Note} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "; ")
}

// Diagram is the run as the diagram shows it.
func (s *Scene) Diagram(o *Outcome) *diagram.Diagram {
	d := &diagram.Diagram{Loop: -1}
	for _, place := range s.sys.Places {
		d.Lanes = append(d.Lanes, place.Title())
	}
	for _, x := range s.steps {
		d.Steps = append(d.Steps, diagram.Step{Label: x.label, Lane: int(x.event.Site) - 1, Fault: IsFault(x.event), Tick: x.event.Kind == model.TickEvent})
	}
	if s.trace.Endless {
		d.Loop = s.trace.Loop
	}
	if last := len(d.Steps); last > 0 && o != nil && o.Result == Replayed {
		why := o.why()
		if why == "" {
			why = o.Property + " is violated"
		}
		d.Steps[last-1].Wrong = why
	}
	d.Messages = s.messages()
	d.Spans = s.spans()
	return d
}

// IsFault reports whether no protocol makes the event, but the network or what lets sites crash and recover.
func IsFault(e *model.Event) bool {
	switch e.Kind {
	case model.LoseEvent, model.DuplicateEvent, model.CrashEvent, model.DropEvent, model.RecoverEvent:
		return true
	default:
		return false
	}
}

// messages are all messages of the run.
func (s *Scene) messages() []diagram.Message {
	var all []diagram.Message
	var f flight
	add := func(m inFlight, step int, fate diagram.Fate) {
		name, _, _ := strings.Cut(m.text, "(")
		all = append(all, diagram.Message{
			Name: name, Text: m.text, From: int(m.from) - 1, To: int(m.to) - 1, Sent: m.step, Arrives: step, Fate: fate, Copy: m.copied,
		})
	}
	fates := map[model.EventKind]diagram.Fate{
		model.DeliverEvent: diagram.Delivered, model.LoseEvent: diagram.Lost, model.DropEvent: diagram.Missed, model.DuplicateEvent: diagram.Delivered,
	}
	for k, x := range s.steps {
		if fate := fates[x.event.Kind]; fate != "" {
			m, ok := f.arrive(x.event)
			if x.event.Kind == model.DuplicateEvent {
				// The message is on its way as before, and the copy branches off where it is duplicated.
				copied := inFlight{x.event.Site, x.event.Site, model.Text(x.event.Message.Value), k + 1, true}
				if ok {
					copied.from = m.from
					f = append(f, m)
				}
				f = append(f, copied)
			} else if ok {
				add(m, k+1, fate)
			}
		}
		f.send(x.event, k+1)
	}
	for _, m := range f {
		add(m, len(s.steps)+1, diagram.Flying)
	}
	slices.SortStableFunc(all, func(a, b diagram.Message) int { return a.Sent - b.Sent })
	return all
}

// spans are what is so at the sites for some time.
func (s *Scene) spans() []diagram.Span {
	var all diagram.Spans
	for time := range s.path.States {
		all.See(time, s.now(time))
	}
	all.See(len(s.path.States), nil)
	return all.All
}

// now is what is so at the sites after the given number of steps.
func (s *Scene) now(time int) []diagram.Span {
	var all []diagram.Span
	nodes := s.path.States[time].Nodes
	for site, v := range s.path.Views(time) {
		note := func(kind diagram.Kind, text string, color int) {
			all = append(all, diagram.Span{Kind: kind, Lane: site, Text: text, Color: color})
		}
		if v.Down {
			note(diagram.Down, "", 0)
		}
		if v.Holds > 0 {
			note(diagram.Holding, "", 0)
		}
		switch text, color := groupsOf(v); {
		case s.sys.Inside(site, nodes[site], v):
			note(diagram.Inside, text, max(color, 1))
		case v.Waits:
			note(diagram.Waiting, text, 0)
		}
		for _, timer := range s.sys.Timers(site, nodes[site]) {
			note(diagram.Timer, timer, 0)
		}
	}
	return all
}

// groupsOf is the groups that a site attends or asks for, and the color of the first of them.
func groupsOf(v *model.View) (text string, color int) {
	var names []string
	for g := range v.Groups.All() {
		if names = append(names, g.String()); color == 0 {
			color = (int(g)+diagram.Colors-1)%diagram.Colors + 1
		}
	}
	return strings.Join(names, " or "), color
}
