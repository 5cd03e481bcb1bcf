package algorithms_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// TestClaims: every claim says where it stands and what it says, is decided in one way, and its configurations exist.
func TestClaims(t *testing.T) {
	for _, a := range algorithms.All() {
		if len(a.AllClaims()) == 0 {
			t.Errorf("%s has no claims", a.Name)
		}
		for k, claim := range a.AllClaims() {
			name := a.Name + ": " + claim.Source + ": " + claim.Text
			if claim.Source == "" || claim.Text == "" {
				t.Errorf("claim %d of %s is nameless: %q, %q", k, a.Name, claim.Source, claim.Text)
			}
			ways := 0
			for _, way := range []bool{claim.Property != "", claim.Measure != nil, claim.Average != nil, claim.Without != "", claim.Reason != ""} {
				if way {
					ways++
				}
			}
			if ways != 1 {
				t.Errorf("%s: has %d of property, measure, average, without and reason", name, ways)
			}
			if of := claim.Average; of != nil {
				if !slices.ContainsFunc(measures.All(), func(m measures.Measure) bool {
					return m.Name == of.Measure || strings.HasPrefix(of.Measure, m.Name+"(")
				}) || of.Load == "" || of.CS <= 0 || of.Think <= 0 || len(of.Exact)+len(of.Measured) == 0 {
					t.Errorf("%s: %+v is no average", name, *of)
				}
				for _, beside := range of.Beside {
					line := beside + " --variant published"
					if strings.HasPrefix(beside, "--variant ") {
						line = a.Name + " " + beside
					}
					if _, _, err := options.Parse(algorithms.All(), line); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
				if of.Says != "" && (of.Says != paper.Less && of.Says != paper.More || len(of.Beside) == 0) {
					t.Errorf("%s: says that it is %s than %q", name, of.Says, of.Beside)
				}
				for _, flags := range of.Exact {
					if _, _, err := options.Parse(algorithms.All(), a.Name+" "+flags); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
			if claim.Property == "" && (!claim.Figure.None() || claim.At != nil || claim.First != nil && claim.Without == "") {
				t.Errorf("%s: has a figure or configurations without a property", name)
			}
			if f := claim.Figure; !f.None() && (f.Of == nil) != (f.Form == paper.Steady) {
				t.Errorf("%s: figure %q cannot be judged", name, f.Form)
			}
			for _, variant := range claim.Variants {
				if !slices.Contains(a.AllVariants(), variant) {
					t.Errorf("%s: no variant is named %s", name, variant)
				}
			}
			for _, c := range configs(t, a, claim) {
				if claim.Property != "" && !named(a, c, claim.Property) {
					t.Errorf("%s: no property %s in %v", name, claim.Property, c)
				}
			}
		}
	}
}

// configs are the configurations that decide a claim.
func configs(t *testing.T, a *paper.Algorithm, claim paper.Claim) []model.Config {
	var all []model.Config
	at := claim.At
	if at == nil {
		at = []string{""}
	}
	for _, variant := range a.AllVariants() {
		if !claim.Speaks(variant) {
			continue
		}
		for _, flags := range slices.Concat(claim.First, at) {
			_, c, err := options.Parse(algorithms.All(), a.Name+" --variant "+variant+" "+flags)
			if err != nil {
				t.Errorf("%s: %s: %v", a.Name, claim.Text, err)
				continue
			}
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		t.Errorf("%s: %s: speaks of no variant", a.Name, claim.Text)
	}
	return all
}

func named(a *paper.Algorithm, c model.Config, property string) bool {
	for _, p := range a.AllProperties(c) {
		if p.Name == property {
			return true
		}
	}
	return false
}
