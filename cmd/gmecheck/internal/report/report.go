// Package report is the report on one search, and the parts of it that other answers have, too.
package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// Report is the answer of check.
type Report struct {
	Config   model.Config
	Mode     explore.Mode
	Result   *explore.Result
	Findings []invariants.Finding
	Left     []string // properties that nobody has judged, since this search, or a model without times, cannot
	// Scenarios are the fewest faults that violate each property; nil: nobody asked.
	Scenarios []assumptions.Scenario
	Traces    Traces // how the violations are shown
	Stats     bool   // tell what the search took, too
}

// Exit is the code of the findings: without any nothing was judged, which is as good as a property that had nothing to say.
func (r *Report) Exit() int {
	return exit.Of(r.Findings, r.Result.Complete, len(r.Findings) == 0 || len(invariants.IdleFaults(r.Config, r.Result)) > 0)
}

// Object is the report for programs.
func (r *Report) Object() any {
	s := r.Result
	var growing []string // variables and inboxes that had new values up to the limit
	for _, g := range s.Growing {
		growing = append(growing, g.String())
	}
	search := answer.Of("mode", r.Mode, "complete", s.Complete, "bounded?", s.Bounded, "limit?", s.Limit, "growing?", growing, "not_canonical?", s.Formless)
	if s.Spared != nil {
		search.Add("reduction", sparedObject(s))
	} else {
		search = append(search, answer.Of("states", s.States, "transitions", s.Transitions, "depth", s.Depth, "levels?", s.Levels,
			"judged_depth", s.Judged)...)
	}
	search = append(search, answer.Of("workers", s.Workers, "seconds", s.Elapsed.Seconds(), "peak_bytes", s.PeakBytes,
		"bytes_per_state", s.BytesPerState, "handler_calls", s.Sizes.HandlerCalls, "nodes", s.Sizes.Nodes)...)
	if s.Reduction != nil {
		search.Add("symmetry", reductionObject(s.Reduction))
	}
	if s.Forms != nil {
		search.Add("canonical", formsObject(s.Forms))
	}
	o := answer.Of("schema", "gmecheck/report", "schema_version", 1, "model", ModelObject(r.Config), "search", search,
		"summary", r.counts(), "properties", answer.Each(r.Findings, r.finding), "not_judged?", r.Left)
	if s.Spared == nil { // otherwise it would be that of a part
		o.Add("coverage", Coverage(r.Config, s))
	}
	if r.Scenarios != nil {
		o.Add("fault_scenario", answer.Of("properties", answer.Each(r.Scenarios, scenarioObject), "inconclusive?", r.undecided()))
	}
	if r.Stats {
		o.Add("stats", statsObject(s))
	}
	o.Add("verdict", exit.Verdict(r.Exit()))
	return o
}

// undecided are the properties that are inconclusive.
func (r *Report) undecided() (names []string) {
	for _, f := range r.Findings {
		if f.Verdict == invariants.Inconclusive {
			names = append(names, f.Property.Name)
		}
	}
	return names
}

// counts is how many properties have which verdict.
func (r *Report) counts() answer.Object {
	o := answer.Object{}
	for _, verdict := range []invariants.Verdict{invariants.Refuted, invariants.Holds, invariants.Vacuous, invariants.Inconclusive} {
		n := 0
		for _, f := range r.Findings {
			if f.Verdict == verdict {
				n++
			}
		}
		o.Add(string(verdict), n)
	}
	return o
}

func (r *Report) finding(f invariants.Finding) any {
	o := FindingObject(f, string(f.Verdict))
	o.Add("trace_file?", r.Traces.Files[f.Property.Name])
	return o
}

// ModelObject is a configuration.
func ModelObject(c model.Config) any {
	requests := any(model.RequestsText(c.Requests))
	if n, err := strconv.Atoi(model.RequestsText(c.Requests)); err == nil {
		requests = n
	}
	var workload []string
	for i, allowed := range c.Workload {
		if allowed != model.UpTo[model.Group](c.Groups) {
			workload = append(workload, fmt.Sprintf("%d:%v", i+1, allowed))
		}
	}
	timers := "" // free
	if c.OrderedTimers {
		timers = "ordered"
	}
	delay, cs, lengths := "", "", map[string]int(nil)
	if t := c.Times; t != nil {
		delay, cs, lengths = t.Delay.String(), t.CS.String(), t.Timers
	}
	return answer.Of("algorithm", c.Algorithm, "variant", c.Variant, "repairs", answer.List(c.Repairs), "processes", c.Processes,
		"groups", c.Groups, "priorities", c.Priorities, "tokens?", c.Tokens, "requests", requests, "workload?", workload,
		"network", c.Network, "loss", c.Loss, "duplicate", c.Duplicate, "crash", c.Crash, "timeouts", c.Timeouts, "timers?", timers,
		"early", c.Early, "delay?", delay, "cs?", cs, "timer?", lengths, "params?", c.Params, "fingerprint", c.Fingerprint())
}

// FindingObject is what was found of a property, with the verdict in the words of the verb.
func FindingObject(f invariants.Finding, verdict string) answer.Object {
	o := answer.Of("name", f.Property.Name, "kind", f.Property.Kind, "source", f.Property.Source, "verdict", verdict)
	var trace, least []string
	switch f.Verdict {
	case invariants.Refuted:
		if f.Shown() {
			o.Add("steps", f.Steps)
			o.Add("shortest", f.Shortest)
			trace = answer.List(f.Trace)
		}
		o.Add("detail?", f.Detail)
	case invariants.Inconclusive, invariants.Vacuous:
		o.Add("detail?", f.Detail)
	}
	if f.Witnessed() {
		o.Add("steps", f.Steps)
		o.Add("shortest", f.Shortest)
		trace = answer.List(f.Trace)
	}
	if f.Value != nil {
		o.Add("value", ValueObject(f.Value))
		trace, least = f.Trace, f.Least
	}
	if trace != nil {
		o.Add("start?", f.Start) // the initial state, if there are several
		o.Add("trace", trace)
	}
	if f.Endless {
		o.Add("loop", f.Loop)
	}
	if least != nil {
		o.Add("start_of_min?", f.LeastAt)
		o.Add("trace_of_min", least)
	}
	return o
}

// ValueObject is a number that was found; null if none was. The paper's number stands beside it.
func ValueObject(v *invariants.Value) any {
	if v == nil {
		return nil
	}
	end := func(n int, unbounded bool) any {
		if unbounded {
			return "unbounded"
		}
		return n
	}
	o := answer.Of("min", end(v.Min, v.Never), "max", end(v.Max, v.Unbounded))
	if c := v.Claimed; c != nil {
		o.Add("claimed", c.Max)
		if c.Min != math.MinInt { // values may be negative
			o.Add("claimed_min?", c.Min)
		}
	}
	return o
}

// Event is a class of events, with how often it happened.
type Event struct {
	Event string `json:"event"`
	Count int    `json:"count"`
}

// Coverage is how often each class of events happened: also those that could have and did not.
func Coverage(c model.Config, r *explore.Result) []Event {
	counts := maps.Clone(r.Coverage)
	for event := range r.Coverage {
		for _, fate := range []string{"lose", "duplicate", "drop"} {
			if message, ok := strings.CutPrefix(event, fate+"("); ok {
				counts["deliver("+message] += 0 // such a message was there, delivered or not
			}
		}
	}
	for _, fault := range invariants.IdleFaults(c, r) {
		counts[fault] = 0
	}
	all := []Event{}
	for _, event := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, Event{event, counts[event]})
	}
	return all
}

// reductionObject names the reduction of a search by symmetry. The counts of the search are of what it visited.
func reductionObject(r *explore.Reduction) any {
	return answer.Of("permutations", len(r.Group), "tried", r.Tried, // permutations: taken, the identity included
		"generators", answer.List(generators(r)), // permutations from which all that were taken follow
		"refused", answer.Each(refused(r), func(f system.Refusal) any { // exchanges of two processes or of two groups
			return answer.Of("permutation", f.Renaming.String(), "why", f.Why)
		}),
		"represented_states", r.States, "represented_transitions", r.Transitions) // what it would have counted otherwise
}

// formsObject says how the canonical forms were checked that the search has visited.
func formsObject(f *explore.Forms) any {
	return answer.Of("requests?", model.RequestsText(f.Requests), "states", f.States, "all", f.All, "states_of_random_runs", f.Walked)
}

func generators(r *explore.Reduction) (all []string) {
	for _, g := range permutation.Generators(r.Group) {
		all = append(all, g.String())
	}
	return all
}

func refused(r *explore.Reduction) (all []system.Refusal) {
	for _, f := range r.Refused {
		if f.Renaming.Exchange() {
			all = append(all, f)
		}
	}
	return all
}

// scenarioObject is the fewest faults that violate a property; complete: all with fewer were searched to their end.
func scenarioObject(s assumptions.Scenario) any {
	return answer.Of("name", s.Finding.Property.Name, "loss", s.Faults.Loss, "duplicate", s.Faults.Duplicate, "crash", s.Faults.Crash,
		"early", s.Faults.Early, "steps", s.Finding.Steps, "start?", s.Finding.Start, "trace", s.Finding.Trace, "complete", s.Complete)
}
