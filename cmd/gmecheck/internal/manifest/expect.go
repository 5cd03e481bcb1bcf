package manifest

import (
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/invariants"
)

// verdicts are the verdicts that may be expected.
var verdicts = []string{
	string(invariants.Holds), string(invariants.Refuted), string(invariants.Vacuous), string(invariants.Inconclusive),
}

// faults are the faults with a budget, by the names that reports give them where they never happen.
var faults = []string{"lose", "duplicate", "crash", "early expiry"}

// expect reads what is expected of a search. What is not named holds; in a search that is expected to hit its limit,
// nothing can be said of it. Which properties there are is known only of a model without mistakes.
func (r *reader) expect(c *Check, given map[string]field, known bool) {
	x := &c.Expect
	x.Complete = true
	var listed []field
	if e, ok := given["expect"]; ok {
		fields, _ := r.mapping(e.value, "expect", []string{"complete", "states", "transitions", "depth", "idle", "properties"})
		for _, f := range fields {
			switch f.key {
			case "complete":
				x.CompleteAt = place(f.value)
				x.Complete = r.truth(f.value, f.key)
			case "states":
				x.States = r.number(f.value, f.key)
			case "transitions":
				x.Transitions = r.number(f.value, f.key)
			case "depth":
				x.Depth = r.number(f.value, f.key)
			case "idle":
				x.Idle = r.idle(f.value)
			case "properties":
				listed, _ = r.mapping(f.value, "properties", nil)
			}
		}
	}
	usual := string(invariants.Holds)
	if !x.Complete {
		usual = string(invariants.Inconclusive)
	}
	for _, p := range c.Panel {
		x.Properties = append(x.Properties, Property{Name: p.Name, At: c.At, Verdict: Word{Text: usual}})
	}
	for _, f := range listed {
		k := invariants.Index(c.Panel, f.key)
		switch {
		case k >= 0:
			r.property(&x.Properties[k], c.Panel[k], x.Complete, f)
		case known:
			r.noProperty(f.at, c, f.key, c.Panel)
		default:
			unknown := invariants.Bypass(1) // it may have all that there is to expect
			unknown.Name = shown(f.key)
			r.property(&Property{Verdict: Word{Text: usual}}, unknown, x.Complete, f)
		}
	}
}

// idle reads the faults that are expected never to happen.
func (r *reader) idle(n ast.Node) (all []string) {
	entries, _ := r.list(n, "idle")
	for _, entry := range entries {
		name, ok := r.text(entry, "an entry of idle")
		if ok && !slices.Contains(faults, name) {
			r.notOneOf(entry, "no fault is named", name, faults)
		}
		all = append(all, name)
	}
	return all
}

// property reads what is expected of one property: a verdict, or a mapping.
func (r *reader) property(x *Property, p invariants.Property, complete bool, f field) {
	x.At, x.Named = place(f.at), true
	word := f.value
	if _, text := scalar(f.value); !text {
		fields, ok := r.mapping(f.value, p.Name, []string{"verdict", "steps", "value"})
		word = nil
		for _, g := range fields {
			switch g.key {
			case "verdict":
				word = g.value
			case "steps":
				x.Steps = r.number(g.value, g.key)
			case "value":
				x.Value = r.value(p, g)
			}
		}
		if !ok {
			return
		}
		if len(fields) == 0 {
			r.wrong(f.value, "%s expects nothing; allowed is verdict, steps or value", p.Name)
		}
	}
	if word != nil {
		text, ok := r.text(word, "verdict")
		if ok && !slices.Contains(verdicts, text) {
			r.notOneOf(word, "verdict", text, verdicts)
			ok = false
		}
		if !ok {
			return
		}
		x.Verdict = Word{text, place(word)}
	}
	violated := x.Verdict.Text == string(invariants.Refuted)
	switch {
	case x.Steps != nil && !violated:
		r.wrong(f.at, "%s has steps; allowed is that only with verdict: violated", p.Name)
	case x.Value != nil && !violated && x.Verdict.Text != string(invariants.Holds):
		r.wrong(f.at, "%s has a value; allowed is that only with verdict: holds or violated", p.Name)
	case !complete && !violated && x.Verdict.Text != string(invariants.Inconclusive):
		r.wrong(f.value, "%s %s with complete: false; allowed is violated or inconclusive", p.Name, x.Verdict.Text)
	}
}

// value reads the value of a bound or a cost.
func (r *reader) value(p invariants.Property, f field) *Value {
	if !p.Measures() {
		r.wrong(f.at, "%s has a value, but it is no number; allowed is that only for bounds and costs", p.Name)
		return nil
	}
	fields, ok := r.mapping(f.value, "value", []string{"min", "max"})
	if ok && len(fields) == 0 {
		r.wrong(f.value, "value is empty; allowed is min, max or both")
	}
	var v Value
	for _, g := range fields {
		if g.key == "min" {
			v.Min = r.end(g)
		} else {
			v.Max = r.end(g)
		}
	}
	return &v
}

// end reads an end of a value: a number, or that there is none.
func (r *reader) end(f field) *Word {
	text, _ := scalar(f.value)
	if f.key == "max" && text == Unbounded {
		return &Word{text, place(f.value)}
	}
	k := r.number(f.value, f.key)
	if k == nil {
		if f.key == "max" {
			r.mistakes[len(r.mistakes)-1].Problem += ", or " + Unbounded
		}
		return nil
	}
	return &Word{strconv.Itoa(k.Is), place(f.value)}
}
