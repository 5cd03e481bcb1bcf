package mean

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// group is the ends of one kind.
type group struct {
	probability    float64
	parts, states  int
	entries, waits bool
}

// ends sums the ends up by kind.
func ends(all []mean.End) (groups []group) {
	for _, e := range all {
		k := 0
		for k < len(groups) && (groups[k].entries != e.Entries || groups[k].waits != e.Waits) {
			k++
		}
		if k == len(groups) {
			groups = append(groups, group{entries: e.Entries, waits: e.Waits})
		}
		g := &groups[k]
		g.probability, g.parts, g.states = g.probability+e.Probability, g.parts+1, g.states+e.States
	}
	return groups
}

// object is the answer for programs.
func (s *solution) object() any {
	r, c := s.result, s.clocks
	o := answer.Of("schema", "gmecheck/mean", "schema_version", 1, "model", report.ModelObject(s.config),
		"clocks", answer.Of("latency", c.Latency, "cs", c.CS, "think", c.Think, "internal", c.Internal, "timer?", c.Timer, "recovery?", c.Recovery,
			"loss_rate?", c.Loss, "duplicate_rate?", c.Duplicate, "crash_rate?", c.Crash,
			"events?", eventObjects(c)))
	if r.Limit != "" {
		o.Add("limit", r.Limit)
		return o
	}
	o.Add("chain", answer.Of("states", r.States, "represented", r.Represented, "transitions", r.Transitions, "at_once", r.AtOnce,
		"iterations", r.Iterations, "residual", r.Residual))
	o.Add("runs", answer.Of("endless", r.Endless, "duration?", r.Duration, "stuck", r.Stuck, "fault", r.Fault))
	o.Add("ends", answer.Each(ends(r.Ends), func(g group) any {
		return answer.Of("probability", g.probability, "parts", g.parts, "states", g.states, "entries", g.entries, "waits", g.waits)
	}))
	o.Add("measures", answer.Each(r.Measures, func(m mean.Measure) any {
		return answer.Of("name", m.Name, "unit", measures.Unit(m.Name), "mean", m.Value)
	}))
	all := []any{}
	for k, p := range s.panel {
		all = append(all, answer.Of("name", p.Name, "violated", r.Violated[k]))
	}
	o.Add("properties", all)
	return o
}

func eventObjects(c mean.Clocks) []any {
	return answer.Each(slices.Sorted(maps.Keys(c.Events)), func(name string) any { return answer.Of("name", name, "mean", c.Events[name]) })
}

// write is the answer for readers.
func (s *solution) write(p answer.Page) {
	r := s.result
	p.Head(options.Line(s.algorithm, s.config), s.about())
	if r.Limit != "" {
		if r.Unsolved {
			p.Paragraph(p.Warn("no averages") + ": " + r.Limit + "; all " + layout.Grouped(r.States) + " states are known.")
			return
		}
		p.Paragraph(p.Warn("no averages") + ": " + r.Limit + "; " + layout.Grouped(r.States) + " states, and there are more.")
		if _, limited := s.config.TotalRequests(); !limited {
			p.Paragraph("Where numbers grow with every request, the states have no end, and no limit is enough: a budget, such as -r 2, gives them one, and " +
				p.Code(s.program+" load "+s.algorithm.Name) + " estimates the averages of the long run at any size.")
		}
		return
	}
	p.Gap()
	when, lasts := "of all that happens until a run ends", "its mean duration"
	if slices.ContainsFunc(r.Ends, func(e mean.End) bool { return e.States > 1 }) { // it goes round in a circle
		when, lasts = "of all that happens until nobody enters any more", "its mean duration until then"
	}
	if r.Endless {
		when = "in the long run"
	}
	p.Caption(when)
	t := &layout.Table{Head: []string{"measure", "mean", "unit"}}
	for _, m := range r.Measures {
		t.Add(m.Name, number(m.Value), measures.Unit(m.Name))
	}
	p.Table(t, "")
	if len(s.panel) > 0 || r.Fault > 0 || r.Stuck > 0 || !r.Endless {
		p.Gap()
		p.Caption("runs")
		t := &layout.Table{Head: []string{"of a run", "value"}, Prose: true}
		if !r.Endless {
			t.Add(lasts, number(r.Duration))
		}
		if r.Stuck > 0 {
			t.Add("probability that a process waits for ever", number(r.Stuck))
		}
		if r.Fault > 0 {
			t.Add("probability of a fault", number(r.Fault))
		}
		for k, property := range s.panel {
			t.Add("probability that it violates "+property.Name, number(r.Violated[k]))
		}
		p.Table(t, "")
	}
	p.Notes(s.notes())
}

// about says in which times runs pass.
func (s *solution) about() string {
	c := s.clocks
	var parts []string
	add := func(name string, value float64) {
		if value != 0 {
			parts = append(parts, fmt.Sprintf("%s %v", name, value))
		}
	}
	add("mean latency", c.Latency)
	add("critical section", c.CS)
	add("thinking", c.Think)
	add("internal event", c.Internal)
	for _, name := range slices.Sorted(maps.Keys(c.Events)) {
		add(name, c.Events[name])
	}
	add("timer", c.Timer)
	add("recovery", c.Recovery)
	add("rate of loss", c.Loss)
	add("of duplicates", c.Duplicate)
	add("of crashes", c.Crash)
	return strings.Join(parts, ", ")
}

// notes say how the numbers came about.
func (s *solution) notes() (all []string) {
	r := s.result
	states := layout.Grouped(r.States) + " states"
	if r.Represented > r.States {
		states += " that stand for " + layout.Grouped(r.Represented)
	}
	all = append(all, fmt.Sprintf("%s, %s transitions; %s iterations, residual below %.0e", states, layout.Grouped(r.Transitions), layout.Grouped(r.Iterations), above(r.Residual)))
	if r.AtOnce > 0 {
		all = append(all, "what happens at once: something in "+layout.Grouped(r.AtOnce)+" states")
	}
	if r.Forms {
		all = append(all, "states are canonical forms, which were compared with states before")
	}
	if r.Chooses {
		all = append(all, "handlers choose, each choice being equally likely")
	}
	if s.config.Network == model.FIFO {
		all = append(all, "fifo: states say which messages have come, and wait for those ahead of them")
	}
	if r.Stuck > 0 {
		until := "until the run ends, "
		if r.Endless {
			until = ""
		}
		all = append(all, "waiting-time and response-time: what all have waited, over entries; waits that have no end count "+until+"and have no entry")
	}
	groups := ends(r.Ends)
	for _, g := range groups {
		switch {
		case len(groups) == 1 && (g.parts == 1 || !r.Endless): // all runs do the same
		case g.entries:
			part, others := "a part", ""
			if g.parts > 1 {
				part = fmt.Sprintf("one of %d parts", g.parts)
			}
			if g.waits {
				others = ", and another one waits for ever"
			}
			all = append(all, fmt.Sprintf("with probability %s a run comes to %s of the graph that it does not leave, where processes enter for ever%s", number(g.probability), part, others))
		case g.waits:
			all = append(all, fmt.Sprintf("with probability %s a run comes to where nobody enters any more, and a process waits", number(g.probability)))
		default:
			all = append(all, fmt.Sprintf("with probability %s a run comes to where nobody enters any more, and nobody waits", number(g.probability)))
		}
	}
	return all
}

func number(x float64) string { return fmt.Sprintf("%.6g", x) }

// above is a power of ten above a residual, which is not the same to the last digit on every machine.
func above(residual float64) float64 {
	return max(1e-12, math.Pow(10, math.Floor(math.Log10(residual))+1))
}
