package invariants

import (
	"cmp"
	"strings"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Verdict is what an exploration says of a property.
type Verdict string

// The verdicts.
const (
	Holds        Verdict = "holds"        // in every reachable state and step: proved at this size
	Refuted      Verdict = "violated"     // there is a trace
	Vacuous      Verdict = "vacuous"      // the exploration is complete, and the property never had anything to say
	Inconclusive Verdict = "inconclusive" // a limit was hit before anything was found
)

// Finding is the verdict on one property, with the trace that refutes it.
type Finding struct {
	Property Property
	Verdict  Verdict
	Steps    int    // length of the trace
	Detail   string // why the last state is bad, in words; why it is open, or vacuous, although the search is complete
	Start    string // the name of the initial state of the trace; empty if there is only one
	Trace    []string
	Shortest bool // no trace of this violation is shorter; of a bound or a cost: none with this value

	Value   *Value   // of a bound or a cost, if the exploration is complete
	Least   []string // of a bound or a cost: a run on which it is Value.Min; Trace is one on which it is Value.Max
	LeastAt string   // the name of the initial state of Least, as Start is that of Trace
	Endless bool     // the trace ends with a loop: after its last step it goes on at step Loop
	Loop    int      // index into Trace
}

// Shown reports that there is a run that violates the property. None shows that a state is not reachable.
func (f *Finding) Shown() bool { return f.Verdict == Refuted && f.Property.Witness == nil }

// Witnessed reports that there is a run to what the property looks for.
func (f *Finding) Witnessed() bool { return f.Verdict == Holds && f.Property.Witness != nil }

// Findings gives the verdict on every property of the panel, in its order.
func (ps Panel) Findings(r *question.Result) []Finding {
	all := make([]Finding, len(ps))
	for k, p := range ps {
		all[k] = Finding{Property: p, Verdict: Inconclusive}
		switch {
		case !r.Complete:
		case !p.Shows() && r.Answered>>k&1 == 0:
			all[k].Detail = cmp.Or(r.Open[k], r.Limit, "a depth-first search does not answer it")
		case p.Witness != nil:
			all[k].Verdict, all[k].Detail = Refuted, "it is true of no reachable state"
		case r.Spoke>>k&1 == 0 && r.Spared != nil && p.State != nil:
			all[k].Detail = "the states visited say nothing of it; those left out may"
		case r.Spoke>>k&1 == 0:
			all[k].Verdict, all[k].Detail = Vacuous, r.Open[k]
		default:
			all[k].Verdict = Holds
		}
	}
	for _, v := range r.Violations {
		f := &all[v.Property]
		f.Verdict, f.Steps, f.Shortest = Refuted, len(v.Path), v.Shortest
		f.Start, f.Trace, f.Endless, f.Loop = v.Start, labels(v.Path), v.Endless, v.Loop
		if f.Property.Witness != nil {
			f.Verdict, f.Detail = Holds, ""
			continue
		}
		f.Detail = f.Property.Guarded().explain(&v)
	}
	for k, m := range r.Measures {
		if r.Complete {
			all[k].measured(m)
		} else {
			all[k].exceeded(m, r.Depth)
		}
	}
	return all
}

// exceeded judges a number of a part of the runs, explored to a depth: it is bad if it is beyond what is claimed, otherwise nothing is known.
func (f *Finding) exceeded(m *question.Measure, depth int) {
	part := *f
	if c := f.Property.Claimed; c != nil {
		part.Property.Claimed = &Claimed{Min: c.Min, Max: c.Max} // it may still be attained
	}
	if part.measured(m); part.Verdict != Refuted {
		return
	}
	part.Property, part.Value, part.Least, part.LeastAt = f.Property, nil, nil, ""
	part.Detail += "; more may be found beyond what was explored"
	part.Shortest = part.Shortest && part.Steps <= depth
	*f = part
}

// explain says in words why it is a violation; if the property panics at that, this.
func (p Property) explain(v *question.Violation) (text string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *model.Broken:
			text = r.Error()
		default:
			panic(r)
		}
	}()
	switch {
	case p.Vain != nil && v.Unreached != 0:
		return p.Vain(v.Views, v.Unreached)
	case p.StepDetail != nil && len(v.Path) > 0:
		return p.StepDetail(v.Path[len(v.Path)-1].Event)
	case p.Detail != nil:
		return p.Detail(v.Views)
	}
	return ""
}

// measured judges a number that was found.
func (f *Finding) measured(m *question.Measure) {
	v := Value{Min: m.Min, Max: m.Max, Unbounded: m.Unbounded, Never: m.Never, Claimed: f.Property.Claimed}
	f.Value, f.Least, f.Trace = &v, labels(m.Least.Path), labels(m.Most.Path)
	f.Start, f.LeastAt = m.Most.Start, m.Least.Start
	f.Endless, f.Loop, f.Shortest = m.Most.Endless, m.Most.Loop, !m.Most.Endless && !m.Most.Longer
	if f.Steps = len(f.Trace); v.Kept() {
		return
	}
	f.Verdict, f.Detail = Refuted, "found "+v.String()
	if c := v.Claimed; c != nil {
		f.Detail += "; claimed: " + c.String()
		if !v.Unbounded && v.Min < c.Min && v.Max <= c.Max && (v.Max == c.Max || !c.Attained) {
			f.Start, f.Trace, f.Steps, f.Endless, f.Shortest = m.Least.Start, f.Least, len(f.Least), false, !m.Least.Longer
		}
	}
}

func labels(path []question.Step) []string {
	all := make([]string, len(path))
	for k, s := range path {
		all[k] = s.Label
	}
	return all
}

// IdleFaults names the faults that have a budget and never happened in a search, in the order of the budgets.
func IdleFaults(c model.Config, r *question.Result) []string {
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
