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
// nothing can be said of it.
func (r *reader) expect(c *Check, given map[string]field) error {
	x := &c.Expect
	x.Complete = true
	var listed []field
	if e, ok := given["expect"]; ok {
		fields, err := r.mapping(e.value, "expect", []string{"complete", "states", "transitions", "depth", "idle", "properties"})
		if err != nil {
			return err
		}
		for _, f := range fields {
			switch f.key {
			case "complete":
				x.CompleteAt = place(f.value)
				x.Complete, err = r.truth(f.value, f.key)
			case "states":
				x.States, err = r.number(f.value, f.key)
			case "transitions":
				x.Transitions, err = r.number(f.value, f.key)
			case "depth":
				x.Depth, err = r.number(f.value, f.key)
			case "idle":
				x.Idle, err = r.idle(f.value)
			case "properties":
				listed, err = r.mapping(f.value, "properties", nil)
			}
			if err != nil {
				return err
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
		k := indexOf(c.Panel, f.key)
		if k < 0 {
			return r.noProperty(f.at, c, f.key, c.Panel)
		}
		if err := r.property(&x.Properties[k], c.Panel[k], x.Complete, f); err != nil {
			return err
		}
	}
	return nil
}

// idle reads the faults that are expected never to happen.
func (r *reader) idle(n ast.Node) ([]string, error) {
	entries, err := r.list(n, "idle")
	if err != nil {
		return nil, err
	}
	var all []string
	for _, entry := range entries {
		name, err := r.text(entry, "an entry of idle")
		if err != nil {
			return nil, err
		}
		if !slices.Contains(faults, name) {
			return nil, r.notOneOf(entry, "no fault is named", name, faults)
		}
		all = append(all, name)
	}
	return all, nil
}

// property reads what is expected of one property: a verdict, or a mapping.
func (r *reader) property(x *Property, p invariants.Property, complete bool, f field) error {
	x.At, x.Named = place(f.at), true
	word := f.value
	if _, text := scalar(f.value); !text {
		fields, err := r.mapping(f.value, p.Name, []string{"verdict", "steps", "value"})
		if err != nil {
			return err
		}
		word = nil
		for _, g := range fields {
			switch g.key {
			case "verdict":
				word = g.value
			case "steps":
				x.Steps, err = r.number(g.value, g.key)
			case "value":
				x.Value, err = r.value(p, g)
			}
			if err != nil {
				return err
			}
		}
		if len(fields) == 0 {
			return r.at(f.value, "%s expects nothing; allowed is verdict, steps or value", p.Name)
		}
	}
	if word != nil {
		text, err := r.text(word, "verdict")
		if err != nil {
			return err
		}
		if !slices.Contains(verdicts, text) {
			return r.notOneOf(word, "verdict", text, verdicts)
		}
		x.Verdict = Word{text, place(word)}
	}
	violated := x.Verdict.Text == string(invariants.Refuted)
	switch {
	case x.Steps != nil && !violated:
		return r.at(f.at, "%s has steps; allowed is that only with verdict: violated", p.Name)
	case x.Value != nil && !violated && x.Verdict.Text != string(invariants.Holds):
		return r.at(f.at, "%s has a value; allowed is that only with verdict: holds or violated", p.Name)
	case !complete && !violated && x.Verdict.Text != string(invariants.Inconclusive):
		return r.at(f.value, "%s %s with complete: false; allowed is violated or inconclusive", p.Name, x.Verdict.Text)
	}
	return nil
}

// value reads the value of a bound or a cost.
func (r *reader) value(p invariants.Property, f field) (*Value, error) {
	if !p.Measures() {
		return nil, r.at(f.at, "%s has a value, but it is no number; allowed is that only for bounds and costs", p.Name)
	}
	fields, err := r.mapping(f.value, "value", []string{"min", "max"})
	if err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		return nil, r.at(f.value, "value is empty; allowed is min, max or both")
	}
	var v Value
	for _, g := range fields {
		text, _ := scalar(g.value)
		if g.key == "min" || text != Unbounded {
			k, err := r.number(g.value, g.key)
			if err != nil && g.key == "max" {
				return nil, r.at(g.value, "max is %s; allowed is a number from 0, or %s", clip(place(g.value).Text), Unbounded)
			}
			if err != nil {
				return nil, err
			}
			text = strconv.Itoa(k.Is)
		}
		word := &Word{text, place(g.value)}
		if g.key == "min" {
			v.Min = word
		} else {
			v.Max = word
		}
	}
	return &v, nil
}
