package ledger

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// propertyClaims are the algorithm's properties as claims of their own, of all variants: each begins at the smallest
// configuration without faults, or where the paper's claims do, and grows as the first of them does, if it is not judged there.
func propertyClaims(a *paper.Algorithm, only []string) []paper.Claim {
	var all []paper.Claim
	for _, variant := range a.AllVariants() {
		for _, p := range a.Properties(a.Config(variant)) {
			all = add(all, a, p, paper.Claim{})
		}
	}
	for _, claim := range a.AllClaims() {
		if claim.Property != "" {
			all = add(all, a, invariants.Property{Name: claim.Property, Doc: claim.Text, Source: claim.Source}, claim)
		}
	}
	if only != nil {
		all = slices.DeleteFunc(all, func(c paper.Claim) bool { return !slices.Contains(only, c.Property) })
	}
	return all
}

// PropertyClaims are properties of an algorithm, or all if none are named, as claims that begin at a configuration's flags. Where the paper's
// claims look first for what refutes a property, without faults and times, they do, too.
func PropertyClaims(a *paper.Algorithm, at string, names ...string) []paper.Claim {
	all := propertyClaims(a, names)
	for k := range all {
		all[k].At = []string{at}
		for _, claim := range a.AllClaims() {
			for _, flags := range claim.First {
				c, err := options.Read(a, flags)
				if err == nil && claim.Property == all[k].Property && claim.Figure.None() && asUsual(c, a.Config(c.Variant)) {
					all[k].First = withAll(all[k].First, []string{flags})
				}
			}
		}
	}
	return all
}

// Sizes are the configurations of a protocol of one's own that differ in the number of its processes alone: in each step that claims climb to, or in that of
// the flags, which stand in all of them. The error is a mistake in the protocol of one size.
func Sizes(a *paper.Algorithm, flags string) (all []model.Config, err error) {
	given, err := parseWords(a, flags)
	if err != nil {
		return nil, options.Usage(err)
	}
	steps := []words{{}}
	for _, d := range a.Directions() {
		if _, is := given[d.Flag]; d.Flag == "processes" && !is {
			steps = nil
			for _, n := range d.Steps {
				steps = append(steps, words{d.Flag: n})
			}
		}
	}
	unchecked := *a
	unchecked.Check = nil
	for _, step := range steps {
		c, err := options.Read(&unchecked, step.with(given).String())
		if err == nil && a.Check != nil {
			err = a.Check(c)
		}
		switch usage := new(options.UsageError); {
		case err == nil:
			all = append(all, c)
		case !errors.As(err, &usage): // of a flag: there is no such configuration
			return nil, options.Usage(fmt.Errorf("%s: %w", options.Line(a, c), err))
		}
	}
	return all, nil
}

// SizeClaims are [PropertyClaims] with the properties that only some of these sizes have: they begin at the first that has them.
func SizeClaims(a *paper.Algorithm, sizes []model.Config, names ...string) []paper.Claim {
	all := PropertyClaims(a, "", names...)
	for _, c := range sizes {
		for _, p := range a.Properties(c) {
			known := slices.ContainsFunc(all, func(claim paper.Claim) bool { return claim.Property == p.Name })
			if !known && (len(names) == 0 || slices.Contains(names, p.Name)) {
				all = add(all, a, p, paper.Claim{At: []string{fmt.Sprintf("-n %d", c.Processes)}})
			}
		}
	}
	return all
}

func add(all []paper.Claim, a *paper.Algorithm, p invariants.Property, as paper.Claim) []paper.Claim {
	if k := slices.IndexFunc(all, func(c paper.Claim) bool { return c.Property == p.Name }); k >= 0 {
		if c := &all[k]; c.At != nil && slices.Equal(c.Fixed, as.Fixed) {
			c.At, c.First = withAll(c.At, as.At), withAll(c.First, as.First)
		}
		return all
	}
	return append(all, paper.Claim{Source: p.Source, Text: p.Doc, Property: p.Name, First: as.First, At: as.At, Fixed: as.Fixed, Alone: as.Alone, Variants: a.AllVariants()})
}

// withAll is all, and behind it what more has besides.
func withAll(all, more []string) []string {
	for _, flags := range more {
		if !slices.Contains(all, flags) {
			all = append(slices.Clip(all), flags)
		}
	}
	return all
}
