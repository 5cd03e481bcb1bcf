// Package where reads the expressions that flags and trace files give.
package where

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model/system"
)

// Parse reads the expression of a flag. The system must show variables.
func Parse(flag, text string, sys *system.System) (*predicate.Predicate, error) {
	p, err := predicate.New(text, sys)
	var wrong *predicate.Error
	if errors.As(err, &wrong) {
		return nil, &options.UsageError{Flag: flag, Given: text, Problem: wrong.Error(), Nearest: names.Nearest(wrong.Unknown, wrong.Known)}
	}
	return p, err
}

// Invariants are the properties that expressions of a flag say, and the kinds of message that they ask for.
func Invariants(flag string, texts []string, sys *system.System) (panel invariants.Panel, kinds []string, err error) {
	for _, text := range texts {
		text = Line(text)
		p, err := Parse(flag, text, sys)
		if err != nil {
			return nil, nil, err
		}
		name := counterexamples.Invariant + text
		if invariants.Index(panel, name) < 0 { // who asks twice gets one answer
			panel, kinds = append(panel, p.Property(name)), append(kinds, p.Kinds()...)
		}
	}
	return panel, kinds, nil
}

// Undelivered says, in a line for each kind of message that expressions ask for and of which none was ever delivered, that it may be misspelt.
func Undelivered(kinds []string, coverage map[string]int) (lines []string) {
	var known []string
	for class := range coverage {
		if kind, is := strings.CutPrefix(class, "deliver("); is {
			known = append(known, strings.TrimSuffix(kind, ")"))
		}
	}
	slices.Sort(known)
	slices.Sort(kinds)
	for _, kind := range slices.Compact(kinds) {
		if slices.Contains(known, kind) {
			continue
		}
		text := fmt.Sprintf("no message of the kind %q is ever delivered", kind)
		if len(known) > 0 {
			text += cmp.Or(names.DidYouMean(kind, known), "; there are "+names.Or(known))
		}
		lines = append(lines, text)
	}
	return lines
}

// Named is the property that a trace names, if it is one that an expression says; false if it is not.
func Named(name string, sys *system.System) (invariants.Property, bool, error) {
	text, ok := strings.CutPrefix(name, counterexamples.Invariant)
	if !ok {
		return invariants.Property{}, false, nil
	}
	p, err := predicate.New(text, sys)
	if err != nil {
		return invariants.Property{}, true, err
	}
	return p.Property(name), true, nil
}

// Begin takes up a run, and adds to the properties that which its trace names, if it is another one of all, or one that an expression says.
func Begin(t *counterexamples.Trace, sys *system.System, properties, all []invariants.Property) (*counterexamples.Begun, []invariants.Property, error) {
	p, is, err := Named(t.Property, sys)
	if err != nil {
		return nil, properties, err
	}
	if at := invariants.Index(all, t.Property); !is && at >= 0 && invariants.Index(properties, t.Property) < 0 {
		p, is = all[at], true
	}
	if is {
		properties = append(properties[:len(properties):len(properties)], p)
	}
	b, err := counterexamples.Begin(sys, properties, t)
	return b, properties, err
}
