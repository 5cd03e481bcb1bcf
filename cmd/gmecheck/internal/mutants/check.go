package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/mutation/mutant"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// check is a search, and what the properties are to say.
type check struct {
	name     string
	system   func() *system.System
	panel    invariants.Panel
	options  explore.Options
	complete bool
	states   int // expected, 0: not known
	expect   []expected

	// Of models.
	algorithm *paper.Algorithm
	config    model.Config
}

// expected is a verdict, and the ends of a value as manifests write them; "" where they say nothing.
type expected struct{ verdict, least, most string }

func (x expected) String() string { return words(x.verdict, x.least, x.most) }

func words(verdict, least, most string) string {
	if least != "" {
		verdict += ", min " + least
	}
	if most != "" {
		verdict += ", max " + most
	}
	return verdict
}

// ofGate lists the searches of a manifest.
func ofGate(file string) ([]*check, error) {
	keys := []string{"canonical", "max-depth", "max-states"}
	read := func(given map[string]string) (o explore.Options, err error) {
		for key, text := range given {
			if key == "canonical" {
				o.Canonical = explore.Canonical(text)
				continue
			}
			target := map[string]*int{"max-depth": &o.MaxDepth, "max-states": &o.MaxStates}[key]
			if *target, err = options.Number(text); err != nil {
				return o, &options.UsageError{Flag: key, Given: text, Allowed: "a number"}
			}
		}
		return o, nil
	}
	manifests, err := manifest.Read([]string{file}, manifest.Vocabulary{Algorithms: algorithms.All(), Keys: keys, Options: read})
	if err != nil {
		return nil, err
	}
	var all []*check
	for _, c := range manifests[0].Checks {
		if c.Replay != nil {
			continue
		}
		x := &check{
			name: options.Line(c.Algorithm, c.Config), system: c.System, panel: c.Panel,
			options: c.Search, complete: c.Expect.Complete,
		}
		if c.Expect.States != nil {
			x.states = c.Expect.States.Is
		}
		for _, p := range c.Expect.Properties {
			e := expected{verdict: p.Verdict.Text}
			if p.Value != nil && p.Value.Min != nil {
				e.least = p.Value.Min.Text
			}
			if p.Value != nil && p.Value.Max != nil {
				e.most = p.Value.Max.Text
			}
			x.expect = append(x.expect, e)
		}
		all = append(all, x)
	}
	return all, nil
}

// ofModels lists the models; what they find without a mutant is expected.
func (w *worker) ofModels(models []string) ([]*check, error) {
	var all []*check
	for _, line := range models {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			return nil, err
		}
		x := &check{name: line, system: func() *system.System { return a.New(c) }, panel: a.Properties(c), complete: true, algorithm: a, config: c}
		findings, r, err := x.search(0, trial.Limit{})
		if err != nil {
			return nil, err
		}
		x.complete = r.Complete
		for _, f := range findings {
			e := expected{verdict: string(f.Verdict)}
			if f.Value != nil {
				e.least, e.most = manifest.Ends(f.Value)
			}
			x.expect = append(x.expect, e)
		}
		all = append(all, x)
	}
	return all, nil
}

// quick is the part of a check that ends with the first violation: it judges the properties of states and steps that are
// not expected to be violated. Most mutants die there, near the first state; traces, numbers and endless runs need the whole
// graph.
func (x *check) quick() *check {
	part := *x
	part.panel, part.expect, part.options.StopAtFirst = nil, nil, true
	for k, p := range x.panel {
		if !p.OnGraph() && x.expect[k].verdict != string(invariants.Refuted) {
			part.panel, part.expect = append(part.panel, p), append(part.expect, x.expect[k])
		}
	}
	return &part
}

// search explores the model with a mutant switched on. No handler runs longer than the watchdog allows.
func (x *check) search(number int, limit trial.Limit) ([]invariants.Finding, *explore.Result, error) {
	mutant.Choose(number)
	defer mutant.Choose(0)
	o := x.options
	o.Workers, o.MaxMemory = 1, maxBytes
	if limit.States > 0 && (o.MaxStates == 0 || limit.States < o.MaxStates) {
		o.MaxStates = limit.States
	}
	o.MaxTime = time.Duration(limit.Seconds * float64(time.Second))
	return explore.CheckAll(context.Background(), x.system(), x.panel, o)
}

// during has the watchdog say this if it must end the process, until the function that is returned is called.
func (w *worker) during(a trial.Answer, limit trial.Limit) (over func()) {
	w.mu.Lock()
	w.current = a
	w.mu.Unlock()
	if limit.Seconds > 0 {
		w.deadline.Store(time.Now().Add(time.Duration(limit.Seconds*float64(time.Second)) + patience).UnixNano())
	}
	return func() { w.deadline.Store(0) }
}

// check runs one check and says what became of it.
func (w *worker) check(x *check, number int, limit trial.Limit) (a trial.Answer) {
	a = trial.Answer{Mutant: number, Check: limit.Check, Name: x.name}
	defer w.during(a, limit)()
	start := time.Now()
	defer func() {
		if p := recover(); p != nil {
			a.Broken, _, _ = strings.Cut(fmt.Sprint(p), "\n")
		}
		a.Seconds = time.Since(start).Seconds()
	}()
	findings, r, err := x.search(number, limit)
	if err != nil {
		a.Broken, _, _ = strings.Cut(err.Error(), "\n")
		var broken *explore.Broken
		if !errors.As(err, &broken) {
			a.Broken = "the search fails: " + a.Broken
		}
		return a
	}
	coverage, _ := json.Marshal(r.Coverage) // a map of numbers
	a.States, a.Transitions = r.States, r.Transitions
	a.Counts = fmt.Sprintf("%d states, %d transitions, depth %d, %s", r.States, r.Transitions, r.Depth, coverage)
	if stopped := x.options.StopAtFirst && len(r.Violations) > 0; x.complete && !r.Complete && !stopped {
		a.Limit = r.Limit
	}
	for k := range findings {
		a.Properties = append(a.Properties, x.judge(k, &findings[k]))
	}
	return a
}

// judge lays what a property says beside what it is to say. That a search which should be complete has left it open is no
// contradiction.
func (x *check) judge(k int, f *invariants.Finding) trial.Says {
	want, got := x.expect[k], expected{verdict: string(f.Verdict)}
	s := trial.Says{Property: f.Property.Name, Want: want.String(), Detail: f.Detail}
	if f.Value != nil {
		got.least, got.most = manifest.Ends(f.Value)
	}
	s.Got = got.String()
	open := x.complete && f.Verdict == invariants.Inconclusive
	s.Kills = !open && got.verdict != want.verdict ||
		f.Value != nil && (want.least != "" && want.least != got.least || want.most != "" && want.most != got.most)
	if s.Kills {
		s.Trace = f.Trace
	}
	return s
}
