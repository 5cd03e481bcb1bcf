package gmecheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Report is what a check has found.
type Report struct {
	Model       string // its name and options, in one line
	States      int    // distinct reachable states
	Visited     int    // those of them that were visited: with [Symmetry] fewer, if sites are alike
	Transitions int    // out of all of them; those that change nothing are not counted
	Depth       int    // steps to the farthest state
	Complete    bool   // all reachable states were visited
	Limit       string // otherwise, what ended the search
	Canonical   bool   // the states are canonical forms, which were checked: see [Model.Canonical]
	Bounded     bool   // by Within: states outside were not visited, and runs that leave are not known to the end
	Verdicts    []Verdict
	Idle        []string // events, receipts "deliver(Ask)" and timers "timeout(retry)" of the model, faults with a budget, and time's "tick", that never happened
	growing     []system.Growth
	forms       *explore.Forms // nil unless Canonical
	formless    string         // of a search that did not end: why the states are not canonical forms, which the model has
	untimed     []string       // Ticks that nobody has judged, since no time passes
}

// Verdict is what a check says of one property.
type Verdict struct {
	Property string
	Result   Result
	Start    string   // the initial state of the run: the choices of Init; empty if there is only one
	Steps    []string // the run that violates it, or of Sometimes leads to what was looked for; labels of its steps
	Endless  bool     // the run goes on for ever: after its last step it repeats those from Loop on
	Loop     int      // index into Steps
	Detail   string   // in words
	Value    string   // of a measure: "0..3"
	text     string   // the run, step by step
	trace    *counterexamples.Trace
}

// Result is what a check says of a property.
type Result = invariants.Verdict

// The results of properties.
const (
	Holds        = invariants.Holds        // in every reachable state, step or run: proved for this model
	Violated     = invariants.Refuted      // there is a run that violates it, or no reachable state is as wanted
	Vacuous      = invariants.Vacuous      // it never had anything to say
	Inconclusive = invariants.Inconclusive // the search was ended by a limit before anything was found
)

// Check searches all reachable states, and returns what is true of them. The error is a mistake in the model or in the
// options, with the run that leads to it if it was found on the way. A violated property is no error. [Golden] and [Expect] are
// options of [Model.Test], which compares.
func (p *Model[V]) Check(options ...Option) (*Report, error) {
	return p.own().checkAlone(context.Background(), options)
}

// CheckContext is [Model.Check] that ends when the context does.
func (p *Model[V]) CheckContext(ctx context.Context, options ...Option) (*Report, error) {
	return p.own().checkAlone(ctx, options)
}

// checkAlone is a check that no test looks at: it refuses the options that only a test does.
func (p *core) checkAlone(ctx context.Context, options []Option) (*Report, error) {
	var own settings
	if err := own.take(options); err == nil && (own.golden != nil || own.expect != nil) {
		return nil, fmt.Errorf("%s: Golden and Expect are options of Test, which compares; Check does not", p.name)
	}
	return p.check(ctx, options)
}

func (p *core) check(ctx context.Context, options []Option) (*Report, error) {
	if ctx == nil {
		return nil, errors.New("CheckContext has a nil context; context.Background never ends")
	}
	sys, set, err := p.checked(options)
	if err != nil {
		return nil, err
	}
	if err := set.expects(p.name, p.claims(sys.Config)); err != nil {
		return nil, err
	}
	p.checks.Add(1)
	defer p.checks.Add(-1)
	findings, r, err := explore.CheckAll(ctx, sys, invariants.Panel(p.claims(sys.Config)), explore.Options{
		Workers: set.workers, MaxStates: set.maxStates, MaxTime: set.maxTime, MaxMemory: set.maxMemory, Symmetry: set.symmetry, Partly: true,
	})
	if err != nil {
		return nil, told(err)
	}
	report := &Report{
		Model: set.line(p.name, p.sites(), &p.kinds), States: r.States, Visited: r.States, Transitions: r.Transitions, Depth: r.Depth, Complete: r.Complete, Limit: r.Limit, Bounded: r.Bounded, Canonical: r.Forms != nil, growing: r.Growing, formless: r.Formless, forms: r.Forms,
	}
	if r.Reduction != nil {
		report.States, report.Transitions = r.Reduction.States, r.Reduction.Transitions
	}
	report.Idle = set.idle(r, sys.Config)
	if set.times == nil {
		report.untimed = p.inTime
	}
	for _, f := range findings {
		report.Verdicts = append(report.Verdicts, set.verdict(sys, report.Model, f))
	}
	if set.states != nil && (*set.states != report.States || !report.Complete) {
		return report, fmt.Errorf("%s: %d states%s; States says %d", report.Model, report.States, report.unfinished(), *set.states)
	}
	return report, nil
}

// idle lists what never happened.
func (s settings) idle(r *explore.Result, c model.Config) []string {
	all := invariants.IdleFaults(c, r)
	for class, n := range r.Coverage {
		if fault, _, of := strings.Cut(class, "("); n == 0 && !(of && slices.Contains([]string{"lose", "duplicate", "drop"}, fault)) {
			all = append(all, class)
		}
	}
	if s.times != nil && r.Coverage["tick"] == 0 {
		all = append(all, "tick")
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (r *Report) within() string {
	if r.Bounded {
		return ", within the boundary"
	}
	return ""
}

func (r *Report) unfinished() string {
	if r.Complete {
		return ""
	}
	return ", and not all of them (" + r.Limit + ")"
}

// told is an error with the run that leads to it.
func told(err error) error {
	var broken *explore.Broken
	if !errors.As(err, &broken) || len(broken.Trace) == 0 {
		return err
	}
	return fmt.Errorf("%w\nafter the steps\n  %s", err, strings.Join(broken.Trace, "\n  "))
}

// checked makes the system that is searched.
func (p *core) checked(options []Option) (*system.System, settings, error) {
	if p == nil {
		return nil, settings{}, errors.New("the model is nil; New and NewShared make one")
	}
	set := p.settings
	if err := set.take(options); err != nil {
		return nil, set, fmt.Errorf("%s: %w", p.name, err)
	}
	if err := p.err(); err != nil {
		return nil, set, err
	}
	if p.memory > 0 {
		switch {
		case set.symmetry:
			return nil, set, fmt.Errorf("%s: Symmetry: a shared memory is one site, and there is none to exchange it with", p.name)
		case set.network != "":
			return nil, set, fmt.Errorf("%s: Network is %q; a shared memory has none", p.name, set.network)
		case set.times != nil:
			return nil, set, fmt.Errorf("%s: Times are for messages and sites; a shared memory has none", p.name)
		case !reflect.DeepEqual(set.faults, Faults{}):
			return nil, set, fmt.Errorf("%s: Faults are for messages and sites; a shared memory has none", p.name)
		}
	}
	c, err := set.config(p.name, p.sites(), &p.kinds, p.memory > 0)
	if err != nil {
		return nil, set, fmt.Errorf("%s: %w", p.name, err)
	}
	sys, err := p.system(set, c)
	return sys, set, err
}

// System is the model with its options as other packages take it: [the package run] runs its handlers on a network.
//
// [the package run]: https://pkg.go.dev/github.com/gmecheck/gmecheck/run
func (p *Model[V]) System(options ...Option) (*system.System, error) {
	sys, _, err := p.own().checked(options)
	return sys, err
}

// system composes the model, which has nothing wrong.
func (p *core) system(set settings, c model.Config) (*system.System, error) {
	x := newProtocol(p, set)
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	if err := p.lengths(x, c); err != nil {
		return nil, err
	}
	if p.within != nil {
		if err := p.inside(set, c); err != nil {
			return nil, err
		}
		return system.New(bounded{x}, c)
	}
	if p.canonical != nil {
		return system.New(canonical{x}, c)
	}
	return system.New(x, c)
}

// line is the model with its options, as the command line takes it.
func (s settings) line(name string, n int, known *kinds) string {
	text := fmt.Sprintf("%s -n %d", name, n)
	if s.network == FIFO {
		text += " --net fifo"
	}
	for _, f := range []struct {
		flag   string
		budget int
	}{{"--loss", s.faults.Loss}, {"--duplicate", s.faults.Duplicate}, {"--crash", s.faults.Crash}} {
		if f.budget > 0 {
			text += fmt.Sprintf(" %s %d", f.flag, f.budget)
		}
	}
	if s.times != nil {
		t := s.times.told(known)
		text += fmt.Sprintf(" --delay %v", t.Delay)
		if known.lasting {
			text += fmt.Sprintf(" --cs %v", t.CS)
		}
		if len(t.Timers) > 0 {
			text += " --timer " + (&model.Times{Timers: t.Timers}).Lengths()
		}
	}
	params, usual := s.faults.params(known), Faults{}.params(known)
	for _, flag := range []string{lossyFlag, crashingFlag, finalFlag} {
		if params[flag] != usual[flag] {
			text += fmt.Sprintf(" --%s %s", flag, params[flag])
		}
	}
	return text
}

// verdict is a finding in the words of this package.
func (s settings) verdict(sys *system.System, line string, f invariants.Finding) Verdict {
	v := Verdict{Property: f.Property.Name, Result: f.Verdict, Start: f.Start, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop, Detail: f.Detail}
	if f.Value != nil {
		v.Value = f.Value.String()
	}
	if f.Trace == nil && f.Verdict != Violated || f.Property.Witness != nil && f.Verdict == Violated {
		return v
	}
	v.trace = &counterexamples.Trace{
		Model: line, Property: v.Property, Fingerprint: sys.Config.Fingerprint(), Start: f.Start, Steps: v.Steps, Endless: v.Endless, Loop: v.Loop,
	}
	var b strings.Builder
	if err := counterexamples.Render(&b, sys, v.trace, counterexamples.Options{}); err != nil {
		v.text = err.Error()
	} else {
		v.text = b.String()
	}
	return v
}

// Run is the run of the verdict as text: for each step the variables that change and the messages that are sent and received.
// It is empty if there is none.
func (v Verdict) Run() string { return v.text }

// Verdict returns the verdict on the property of this name; without a Result if there is none.
func (r *Report) Verdict(property string) Verdict {
	for _, v := range r.Verdicts {
		if v.Property == property {
			return v
		}
	}
	if slices.Contains(r.untimed, property) {
		return Verdict{Property: property, Detail: "it is judged with Times only"}
	}
	var all []string
	for _, v := range r.Verdicts {
		all = append(all, v.Property)
	}
	return Verdict{Property: property, Detail: noProperty(property, all)}
}

// noProperty says that there is no property of a name, and which there are.
func noProperty(name string, all []string) string {
	const none = "there is no property of this name"
	if len(all) == 0 {
		return none
	}
	return none + cmp.Or(names.DidYouMean(name, all), "; allowed is "+names.Or(all))
}

// vain are the faults with a budget that never happened, though all states were visited. No event of a model has their names.
func (r *Report) vain() (all []string) {
	for _, fault := range []string{"crash", "duplicate", "lose"} {
		if r.Complete && slices.Contains(r.Idle, fault) {
			all = append(all, fault)
		}
	}
	return all
}

// Ok reports that all states were visited and every property holds. It is false if there is a vacuous one, or none at all, or if a fault with a budget
// never happened: then nothing was proved of it.
func (r *Report) Ok() bool {
	return r.Complete && len(r.Verdicts) > 0 && len(r.vain()) == 0 && !slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Result != Holds })
}

// String is the report in a few lines: the counts, and a line for each property.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d states, %d transitions, depth %d%s\n", r.Model, r.States, r.Transitions, r.Depth, r.within()+r.unfinished())
	if r.Visited != r.States {
		fmt.Fprintf(&b, "  with symmetry, %d of the states were visited\n", r.Visited)
	}
	if r.forms != nil {
		fmt.Fprintf(&b, "  canonical forms, %s\n", r.forms)
	}
	for _, g := range r.growing {
		fmt.Fprintf(&b, "  %s\n", g)
	}
	if r.formless != "" {
		fmt.Fprintf(&b, "  the states are not canonical forms: %s\n", r.formless)
	}
	for _, v := range r.Verdicts {
		fmt.Fprintf(&b, "  %s\n", v)
	}
	for _, remark := range r.remarks() {
		fmt.Fprintf(&b, "  %s\n", remark)
	}
	return b.String()
}

// remarks say of what the verdicts say nothing.
func (r *Report) remarks() (all []string) {
	if len(r.untimed) > 0 {
		all = append(all, "not judged without Times: "+strings.Join(r.untimed, ", "))
	}
	if len(r.Idle) > 0 {
		all = append(all, "never happened: "+strings.Join(r.Idle, ", "))
	}
	return all
}

// String is the verdict in one line.
func (v Verdict) String() string {
	text := v.Property + " " + string(v.Result)
	if v.Value != "" {
		text += ", " + v.Value
	}
	if v.trace != nil {
		text += " (" + english.Plural(len(v.Steps), "step", "")
		if v.Endless {
			text += fmt.Sprintf(", from step %d on for ever", v.Loop+1)
		}
		text += ")"
	}
	if v.Detail != "" {
		text += ": " + v.Detail
	}
	return text
}
