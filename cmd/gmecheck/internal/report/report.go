package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Report is the answer of check, in the form that --json prints.
type Report struct {
	Schema        string     `json:"schema"`
	SchemaVersion int        `json:"schema_version"`
	Model         Model      `json:"model"`
	Search        Search     `json:"search"`
	Properties    []Property `json:"properties"`
	Coverage      []Coverage `json:"coverage"`
	Scenario      *Scenarios `json:"fault_scenario,omitempty"`
	Verdict       string     `json:"verdict"`
}

type Model struct {
	Algorithm   string            `json:"algorithm"`
	Variant     string            `json:"variant"`
	Repairs     []string          `json:"repairs"`
	Processes   int               `json:"processes"`
	Groups      int               `json:"groups"`
	Priorities  int               `json:"priorities"`
	Tokens      int               `json:"tokens,omitempty"`
	Requests    any               `json:"requests"`
	Workload    []string          `json:"workload,omitempty"`
	Network     string            `json:"network"`
	Loss        int               `json:"loss"`
	Duplicate   int               `json:"duplicate"`
	Crash       int               `json:"crash"`
	Timeouts    string            `json:"timeouts"`
	Timers      string            `json:"timers,omitempty"` // "ordered"; empty: free
	Early       int               `json:"early"`
	Params      map[string]string `json:"params,omitempty"`
	Fingerprint string            `json:"fingerprint"`
}

type Search struct {
	Mode          string   `json:"mode"`
	Complete      bool     `json:"complete"`
	Limit         string   `json:"limit,omitempty"`
	Growing       []string `json:"growing,omitempty"` // variables and inboxes that had new values up to the limit
	States        int      `json:"states"`
	Transitions   int      `json:"transitions"`
	Depth         int      `json:"depth"`
	Levels        []int    `json:"levels,omitempty"`
	Workers       int      `json:"workers"`
	Seconds       float64  `json:"seconds"`
	PeakBytes     int64    `json:"peak_bytes"`
	BytesPerState float64  `json:"bytes_per_state"`
	HandlerCalls  int      `json:"handler_calls"`
	Nodes         int      `json:"nodes"`

	Symmetry *Symmetry `json:"symmetry,omitempty"` // then all counts are of states and transitions visited
}

type Property struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Source   string   `json:"source"`
	Verdict  string   `json:"verdict"`
	Steps    *int     `json:"steps,omitempty"`
	Shortest *bool    `json:"shortest,omitempty"`
	Detail   string   `json:"detail,omitempty"`
	Value    *Value   `json:"value,omitempty"`
	Trace    []string `json:"trace,omitzero"`
	Loop     *int     `json:"loop,omitempty"`
	Least    []string `json:"trace_of_min,omitzero"`
}

// Value is a number found; max is a number or "unbounded".
type Value struct {
	Min        any  `json:"min"`
	Max        any  `json:"max"`
	Claimed    *int `json:"claimed,omitempty"`
	ClaimedMin *int `json:"claimed_min,omitempty"`

	text string
}

func NewValue(v invariants.Value) *Value {
	r := &Value{Min: v.Min, Max: v.Max, text: v.String()}
	if v.Unbounded {
		r.Max = "unbounded"
	}
	if v.Never {
		r.Min = "unbounded"
	}
	if c := v.Claimed; c != nil {
		r.Claimed = &c.Max
		if c.Min != 0 {
			r.ClaimedMin = &c.Min
		}
	}
	return r
}

type Coverage struct {
	Event string `json:"event"`
	Count int    `json:"count"`
}

func New(c model.Config, mode explore.Mode, r *explore.Result, findings []invariants.Finding) *Report {
	rep := &Report{
		Schema: "gmecheck/report", SchemaVersion: 1,
		Model: NewModel(c),
		Search: Search{
			Mode: string(mode), Complete: r.Complete, Limit: r.Limit, States: r.States, Transitions: r.Transitions,
			Depth: r.Depth, Levels: r.Levels, Workers: r.Workers, Seconds: r.Elapsed.Seconds(), PeakBytes: r.PeakBytes,
			BytesPerState: r.BytesPerState, HandlerCalls: r.Sizes.HandlerCalls, Nodes: r.Sizes.Nodes,
		},
		Coverage: []Coverage{},
		Verdict:  exit.Verdict(exit.Of(findings, r.Complete, len(IdleFaults(c, r)) > 0)),
	}
	if r.Reduction != nil {
		rep.Search.Symmetry = newSymmetry(r.Reduction)
	}
	for _, g := range r.Growing {
		rep.Search.Growing = append(rep.Search.Growing, g.String())
	}
	for _, f := range findings {
		p := Property{Name: f.Property.Name, Kind: string(f.Property.Kind), Source: f.Property.Source, Verdict: string(f.Verdict)}
		if f.Verdict == invariants.Refuted {
			p.Steps, p.Shortest, p.Detail, p.Trace = &f.Steps, &f.Shortest, f.Detail, append([]string{}, f.Trace...)
		}
		if f.Verdict == invariants.Inconclusive {
			p.Detail = f.Detail
		}
		if f.Value != nil {
			p.Value, p.Trace, p.Least = NewValue(*f.Value), f.Trace, f.Least
		}
		if f.Endless {
			p.Loop = &f.Loop
		}
		rep.Properties = append(rep.Properties, p)
	}
	counts := maps.Clone(r.Coverage)
	for event := range r.Coverage {
		for _, fate := range []string{"lose", "duplicate", "drop"} {
			if message, ok := strings.CutPrefix(event, fate+"("); ok {
				counts["deliver("+message] += 0 // such a message was there, delivered or not
			}
		}
	}
	for _, fault := range IdleFaults(c, r) {
		counts[fault] = 0
	}
	for _, event := range slices.Sorted(maps.Keys(counts)) {
		rep.Coverage = append(rep.Coverage, Coverage{event, counts[event]})
	}
	return rep
}

func NewModel(c model.Config) Model {
	m := Model{
		Algorithm: c.Algorithm, Variant: c.Variant, Repairs: append([]string{}, c.Repairs...), Processes: c.Processes,
		Groups: c.Groups, Priorities: c.Priorities, Tokens: c.Tokens, Requests: requestsJSON(c.Requests), Network: string(c.Network),
		Loss: c.Loss, Duplicate: c.Duplicate, Crash: c.Crash, Timeouts: string(c.Timeouts), Early: c.Early,
		Params: c.Params, Fingerprint: c.Fingerprint(),
	}
	if c.OrderedTimers {
		m.Timers = "ordered"
	}
	for i, allowed := range c.Workload {
		if allowed != model.UpTo[model.Group](c.Groups) {
			m.Workload = append(m.Workload, fmt.Sprintf("%d:%v", i+1, allowed))
		}
	}
	return m
}

// IdleFaults names the faults that have a budget and never happened.
func IdleFaults(c model.Config, r *explore.Result) []string {
	happened := map[string]bool{"early expiry": r.Early}
	for event, n := range r.Coverage {
		name, _, _ := strings.Cut(event, "(")
		happened[name] = happened[name] || n > 0
	}
	var idle []string
	for _, fault := range []struct {
		name   string
		budget int
	}{{"lose", c.Loss}, {"duplicate", c.Duplicate}, {"crash", c.Crash}, {"early expiry", c.Early}} {
		if fault.budget > 0 && !happened[fault.name] {
			idle = append(idle, fault.name)
		}
	}
	return idle
}

func requestsJSON(budgets []int) any {
	text := model.RequestsText(budgets)
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return text
}
