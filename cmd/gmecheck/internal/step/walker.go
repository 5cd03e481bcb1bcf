package step

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model/system"
)

// walker is a run in somebody's hands.
type walker struct {
	line       string // the model
	start      string // the initial state; empty if there is only one
	sys        *system.System
	properties []invariants.Property
	begun      *counterexamples.Begun // the run with which it began

	steps   []string
	ahead   []string // steps that were taken back, the next first
	scene   *counterexamples.Scene
	outcome *counterexamples.Outcome // of the whole run, if it is that with which it began
	enabled []counterexamples.Choice
	outside string // which steps lead outside of the boundary; empty: none does
}

// newWalker takes up the run of a trace.
func newWalker(t *flags.TraceFile) (*walker, error) {
	w := &walker{line: options.Line(t.Algorithm, t.Config), start: t.Start, sys: t.Algorithm.New(t.Config).Showing()} // invariants ask for variables
	var err error
	if w.begun, w.properties, err = where.Begin(t.Trace, w.sys, t.Algorithm.Properties(t.Config), t.Algorithm.AllProperties(t.Config)); err != nil {
		return nil, err
	}
	return w, w.walk(t.Steps)
}

// walk shows the run of these steps. If one is not possible the run is that before it, and the error says so.
func (w *walker) walk(steps []string) error {
	trace, outcome := w.begun.Of(w.line, w.start, steps)
	scene, err := counterexamples.NewScene(w.sys, trace)
	var diverged *counterexamples.Divergence
	if err != nil && !errors.As(err, &diverged) {
		return err
	}
	if diverged != nil {
		steps = steps[:scene.Path().Last()]
		if err := w.walk(steps); err != nil {
			return err
		}
		return diverged
	}
	w.outcome = outcome
	w.steps, w.scene = steps, scene
	enabled, outside := scene.Path().Enabled()
	w.enabled, w.outside = enabled, counterexamples.Outside(outside)
	return nil
}

// nothing says that no step can be taken.
func (w *walker) nothing() string {
	if w.outside != "" {
		return "nothing within the boundary is possible any more"
	}
	return "nothing is possible any more"
}

// take takes a step.
func (w *walker) take(label string) error {
	rest := w.ahead
	if len(rest) > 0 && rest[0] == label {
		rest = rest[1:]
	} else {
		rest = nil
	}
	if err := w.walk(append(append([]string{}, w.steps...), label)); err != nil {
		return err
	}
	w.ahead = rest
	return nil
}

// back takes the last step back, forward takes it again; each is false if there is none.
func (w *walker) back() bool {
	if len(w.steps) == 0 {
		return false
	}
	last := len(w.steps) - 1
	w.ahead = append([]string{w.steps[last]}, w.ahead...)
	return w.walk(w.steps[:last:last]) == nil
}

func (w *walker) forward() bool { return len(w.ahead) > 0 && w.take(w.ahead[0]) == nil }

// matching lists the possible steps whose labels contain a text, with their numbers among all.
func (w *walker) matching(text string) (numbers []int) {
	for k, c := range w.enabled {
		if strings.Contains(strings.ToLower(c.Label), strings.ToLower(text)) {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// verdicts says of each property what it says here; violated ones come first, then those that were violated on the way.
func (w *walker) verdicts() (violated, rest []string) {
	all, err := w.scene.Verdicts(w.properties, w.outcome)
	if err != nil {
		return []string{err.Error()}, nil
	}
	var earlier []string
	for _, v := range all {
		switch {
		case v.Opinion == invariants.Violated:
			violated = append(violated, v.Reason())
		case v.Opinion == invariants.Fine && v.First < 0:
			rest = append(rest, v.Property.Name+" holds here")
		}
		if v.First >= 0 && v.First < len(w.steps) {
			earlier = append(earlier, fmt.Sprintf("%s was violated first after step %d", v.Property.Name, v.First))
		}
	}
	return violated, append(earlier, rest...)
}

// state lists the variables of all sites and the messages on their way, or only what the last step has changed.
func (w *walker) state(all bool) []string {
	last := len(w.steps)
	now := w.scene.Moment(last)
	before := now
	if last > 0 {
		before = w.scene.Moment(last - 1)
	}
	var lines []string
	for j, o := range now.Owners {
		title := o.Name
		for _, in := range now.Inside {
			if in == o.Name || strings.HasPrefix(in, o.Name+" (") {
				title = o.Name + " inside" + strings.TrimPrefix(in, o.Name)
			}
		}
		var part []string
		for _, f := range o.Fields {
			was := before.Owners[j].Value(f[0])
			switch {
			case was != f[1]:
				part = append(part, fmt.Sprintf("  %s: %s => %s", f[0], was, f[1]))
			case all:
				part = append(part, fmt.Sprintf("  %s = %s", f[0], f[1]))
			}
		}
		for _, m := range o.Inbox {
			part = append(part, "  <- "+m)
		}
		if len(part) > 0 || all {
			lines = append(append(lines, title), part...)
		}
	}
	return lines
}

// diagram is the run in characters.
func (w *walker) diagram(width int) []string {
	d := w.scene.Diagram(w.outcome)
	if violated, _ := w.verdicts(); len(violated) > 0 && len(d.Steps) > 0 {
		d.Steps[len(d.Steps)-1].Wrong = violated[0]
	}
	return d.Text(width)
}

// write writes the run as a trace file.
func (w *walker) write(file string) error {
	all, err := w.scene.Verdicts(w.properties, w.outcome)
	if err != nil {
		return err
	}
	return disk.WriteBytes(file, w.scene.Saved(all).Format())
}
