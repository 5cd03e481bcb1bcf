package views

import (
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/counterexamples/diagram"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
)

// picture draws the steps that made the view that keeps the first property from being proved, if one is kept.
func (x *proof) picture(file string, places []model.Place) error {
	k := slices.IndexFunc(x.result.Answers, func(a views.Answer) bool { return !a.Proved && len(a.Steps) > 0 })
	if k < 0 {
		return nil
	}
	return disk.WriteFile(file, drawing(&x.result.Answers[k], places).SVG)
}

// drawing has the sites that take part, in their order, and an arrow for every message. One that no step takes is still under way.
func drawing(a *views.Answer, places []model.Place) *diagram.Diagram {
	var view []string
	for _, s := range a.View {
		view = append(view, drawn(s))
	}
	d := &diagram.Diagram{
		Title: a.Name + " is not proved; these steps need not be of one run", Loop: -1, Wrong: "the step that makes the view, or that the view must not allow",
	}
	for _, p := range places {
		if involved(a, p.Title()) {
			d.Lanes = append(d.Lanes, p.Title())
		}
	}
	lane := func(s views.Shown) int { return slices.Index(d.Lanes, s.Place) }
	for k, s := range a.Steps {
		number := k + 1
		d.Steps = append(d.Steps, diagram.Step{Label: s.Label, Lane: lane(s.Before)})
		if s.Takes != nil {
			at := slices.IndexFunc(d.Messages, func(m diagram.Message) bool {
				return m.Fate == diagram.Flying && m.Text == s.Takes.Message && m.To == lane(*s.Takes)
			})
			if at >= 0 {
				d.Messages[at].Arrives, d.Messages[at].Fate = number, diagram.Delivered
			}
		}
		for _, m := range s.Sends {
			name, _, _ := strings.Cut(m.Message, "(")
			d.Messages = append(d.Messages, diagram.Message{
				Name: name, Text: m.Message, From: lane(s.Before), To: lane(m), Sent: number, Arrives: len(a.Steps) + 1, Fate: diagram.Flying,
			})
		}
	}
	d.Steps[len(a.Steps)-1].Wrong = "the view: " + strings.Join(view, " and ")
	return d
}

// involved reports that a place is in the view or in a step.
func involved(a *views.Answer, place string) bool {
	at := func(s views.Shown) bool { return s.Place == place }
	return slices.ContainsFunc(a.View, at) || slices.ContainsFunc(a.Steps, func(s views.Derived) bool {
		return at(s.Before) || s.Takes != nil && at(*s.Takes) || slices.ContainsFunc(s.Sends, at)
	})
}
