package counterexamples

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Result is what became of a trace.
type Result string

// The results.
const (
	Replayed         Result = "replayed"           // it violates its property, as it says
	Diverged         Result = "diverged"           // a step is not possible any more
	NoLongerViolates Result = "no longer violates" // every step is possible, but the property is not violated
	Taken            Result = "taken"              // every step is possible; the trace names no property
	Undecided        Result = "undecided"          // every step is possible; what can follow was too much to search
)

// Outcome is the answer to a replay.
type Outcome struct {
	Result   Result
	Property string
	Claim    string   // what the property says
	Source   string   // where its paper claims it
	Steps    int      // steps taken
	Label    string   // diverged: the step, number Steps+1, that could not be taken
	Enabled  []string // diverged: what was enabled instead, the nearest first
	Detail   string   // replayed: why the property is violated, in its own words; may be empty
	Note     string   // on what the result rests, where it does not speak for itself
}

// String is the outcome as one sentence.
func (o *Outcome) String() string {
	var text string
	switch o.Result {
	case Diverged:
		divergence := Divergence{Step: o.Steps + 1, NotEnabled: NotEnabled{Label: o.Label, Enabled: o.Enabled}}
		text = divergence.Error()
	case Taken:
		text = fmt.Sprintf("replayed: %s; the trace names no property", english.Plural(o.Steps, "step", ""))
	case Replayed:
		text = fmt.Sprintf("replayed: violates %s after %s", o.Property, english.Plural(o.Steps, "step", ""))
	case Undecided:
		text = fmt.Sprintf("replayed, but whether it violates %s after %s is not decided", o.Property, english.Plural(o.Steps, "step", ""))
	default:
		text = fmt.Sprintf("replayed, but no longer violates %s after %s", o.Property, english.Plural(o.Steps, "step", ""))
	}
	for _, more := range []string{o.Detail, o.Note} {
		if more != "" {
			text += ": " + more
		}
	}
	return text
}

// Divergence is the error of a trace that cannot be walked to its end.
type Divergence struct {
	Step int // from 1
	NotEnabled
}

func (d *Divergence) Error() string {
	return fmt.Sprintf("diverged at step %d: %s", d.Step, d.NotEnabled.Error())
}

// Path is a trace walked through its system.
type Path struct {
	States  []State  // before the first step, and after each
	Choices []Choice // the steps

	run     *Run
	outside bool // the last step leads outside of the boundary: its state is not judged
}

// Views is what the properties see of the state after the given number of steps.
func (p *Path) Views(steps int) invariants.Views { return p.run.views(p.States[steps]) }

// Begun are the lanes of a gauge whose intervals begin with the run.
func (p *Path) Begun(g *invariants.Gauge) uint64 {
	return g.Begun(func(site int) []string { return p.run.sys.Timers(site, p.States[0].Nodes[site]) })
}

// Last is the number of steps.
func (p *Path) Last() int { return len(p.Choices) }

// Enabled lists the transitions out of the last state that change it, and stay within the model's boundary; outside are the labels of those that leave it.
func (p *Path) Enabled() (all []Choice, outside []string) {
	for _, c := range p.run.Enabled() {
		if p.run.Inside(c.State) {
			all = append(all, c)
		} else {
			outside = append(outside, c.Label)
		}
	}
	return all, outside
}

// Ended reports that nothing is possible after the last step.
func (p *Path) Ended() bool { return len(p.run.Enabled()) == 0 }

// held lists what would still happen after the last step if nothing else were possible, and never does because something is that changes
// nothing; of handlers that panic it says nothing.
func (p *Path) held() (labels []string) {
	var broken error
	defer catch(&broken, func() string { return "" })
	if at := p.run.state; p.Ended() {
		for _, t := range p.run.reader.Held(append(slices.Clone(at.Nodes), at.Budget)) {
			labels = append(labels, p.run.sys.Label(t.Site, at.Nodes[t.Site], t.Move.Event))
		}
	}
	return labels
}

// Walk takes the steps of a trace. If one is not possible, the error is a [*Divergence], and the path is what came
// before it. So it is with one that leads outside of the model's boundary, unless it is the last of a counterexample: a property may judge it.
func Walk(sys *system.System, t *Trace) (path *Path, err error) {
	path = &Path{}
	if t.Endless && (t.Loop < 0 || t.Loop >= len(t.Steps)) {
		return path, fmt.Errorf("loop %d of %d steps; allowed is less than the number of steps", t.Loop, len(t.Steps))
	}
	if !t.Endless && t.Loop != 0 {
		return path, fmt.Errorf("loop %d of a run that ends", t.Loop)
	}
	if path.run, err = NewRunFrom(sys, t.Start); err != nil {
		return path, err
	}
	if !path.run.Inside(path.run.state) {
		return path, &Mismatch{"start", fmt.Sprintf("the initial state %q is outside of what Within allows", t.Start)}
	}
	defer catch(&err, func() string { return fmt.Sprintf("step %d", path.Last()+1) })
	path.States = []State{path.run.State()}
	for k, label := range t.Steps {
		choice, err := path.run.take(label)
		var stuck *NotEnabled
		if errors.As(err, &stuck) {
			return path, &Divergence{Step: k + 1, NotEnabled: *stuck}
		}
		path.Choices, path.States = append(path.Choices, choice), append(path.States, choice.State)
		if path.outside = !path.run.Inside(choice.State); path.outside && (t.Property == "" || t.Endless || k < len(t.Steps)-1) {
			return path, path.back(label)
		}
	}
	return path, nil
}

// back takes back the last step, which leads outside of the boundary, and is the error that it does.
func (p *Path) back(label string) error {
	k := p.Last() - 1
	p.Choices, p.States, p.outside = p.Choices[:k], p.States[:k+1], false
	p.run.GoTo(p.States[k])
	inside, _ := p.Enabled()
	d := &Divergence{Step: k + 1, NotEnabled: NotEnabled{Label: label, Outside: true}}
	for _, c := range inside {
		d.Enabled = append(d.Enabled, c.Label)
	}
	return d
}

// catch turns the panic of a protocol's handler into an error that says where in the trace it happened.
func catch(err *error, where func() string) {
	switch r := recover().(type) {
	case nil:
	case *model.Broken:
		*err = fmt.Errorf("%s: %w", where(), r)
	default:
		panic(r)
	}
}

// Mismatch is the error of a trace that is not one of its system.
type Mismatch struct {
	Keyword string // of the line of the file that says so
	Problem string
}

func (m *Mismatch) Error() string { return m.Problem }

// Of is nil if the trace is of a model, otherwise a [*Mismatch].
func (t *Trace) Of(c model.Config) error {
	if ours := c.Fingerprint(); t.Fingerprint != "" && t.Fingerprint != ours {
		return &Mismatch{"fingerprint", fmt.Sprintf("the trace is of another model: its fingerprint is %s, that of %s is %s",
			t.Fingerprint, t.Model, ours)}
	}
	return nil
}

// Replay walks the trace through the system and says what became of it. The errors are those of the trace: it is of
// another model, or the property that it names is none of props, both a [*Mismatch].
func Replay(sys *system.System, props []invariants.Property, t *Trace) (out *Outcome, err error) {
	if err := t.Of(sys.Config); err != nil {
		return nil, err
	}
	var property invariants.Property
	if t.Property != "" {
		if property, err = find(props, t.Property); err != nil {
			return nil, err
		}
	}
	path, err := Walk(sys, t)
	if err == nil && path.outside && property.Step == nil {
		err = path.back(t.Steps[path.Last()-1])
	}
	var diverged *Divergence
	if errors.As(err, &diverged) {
		out = &Outcome{Result: Diverged, Property: t.Property, Claim: property.Doc, Source: property.Source, Steps: path.Last(), Label: diverged.Label,
			Enabled: diverged.Enabled}
		if diverged.Outside {
			out.Note = "it " + outside
		}
		if diverged.Same > 1 {
			out.Note = fmt.Sprintf("its label may mean %d transitions", diverged.Same)
		}
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	if t.Property == "" {
		return &Outcome{Result: Taken, Steps: path.Last()}, nil
	}
	defer catch(&err, func() string { return "after the last step" })
	return judge(property, t, path)
}

func find(props []invariants.Property, name string) (invariants.Property, error) {
	if k := invariants.Index(props, name); k >= 0 {
		return props[k].Guarded(), nil
	}
	return invariants.Property{}, &Mismatch{"property", fmt.Sprintf("no property is named %q in this configuration; %s", name, allowed(name, invariants.Names(props)))}
}

func judge(p invariants.Property, t *Trace, path *Path) (*Outcome, error) {
	out := &Outcome{Result: NoLongerViolates, Property: p.Name, Claim: p.Doc, Source: p.Source, Steps: path.Last()}
	if t.Endless && !path.returns(t.Loop) {
		out.Note = fmt.Sprintf("the last step does not return to the state after step %d", t.Loop)
		return out, nil
	}
	if p.OnGraph() {
		out.Result, out.Note = onGraph(p, t, path, furthest)
	} else if violates(p, path, path.Last()) {
		out.Result = Replayed
	}
	if out.Result == NoLongerViolates {
		for k := range path.Last() {
			if violates(p, path, k) {
				out.Result, out.Steps, out.Note = Replayed, k, "the run goes on for "+english.Plural(path.Last()-k, "step", "")
				break
			}
		}
	}
	switch last := path.Last(); {
	case out.Result != Replayed, t.Endless, p.Measures() != (out.Steps < last): // the note says it, or the words are about the last step
	case p.StepDetail != nil && last > 0:
		out.Detail = p.StepDetail(path.Choices[last-1].Event)
	case p.Detail != nil:
		out.Detail = p.Detail(path.Views(out.Steps))
	}
	return out, nil
}

// returns reports that the last step leads to the state after so many steps, or to one with the same canonical form: then the steps in
// between can be repeated for ever, but for the numbers in them.
func (p *Path) returns(steps int) bool {
	from, to := p.States[steps], p.States[p.Last()]
	return from.Equal(to) || p.run.sys.HasCanon() && p.run.form(from).Equal(p.run.form(to))
}

// violates reports whether step k violates the property, or leads to a state, or an end, that does.
func violates(p invariants.Property, path *Path, k int) bool {
	var before invariants.Views
	var event *model.Event
	if k > 0 {
		before, event = path.Views(k-1), path.Choices[k-1].Event
	}
	return violatedBy([]invariants.Property{p}, before, path.Views(k), event, k == path.Last() && path.Ended()) != nil
}
