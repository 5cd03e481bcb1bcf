package where_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
)

// TestInvariants: the name of an expression survives a trace file, whatever is in it.
func TestInvariants(t *testing.T) {
	sys := raymond.Algorithm.New(raymond.Algorithm.Config(model.Published)).Showing()
	texts := []string{"len(cs) < 2", "all(sites, { #.inside or not #.inside })", "len(cs)\n\t< 2", `none(cs, # == "x")`}
	panel, err := where.Invariants("invariant", texts, sys)
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range panel {
		file := (&counterexamples.Trace{Model: "raymond", Property: p.Name}).Format()
		back, err := counterexamples.Parse("trace", file)
		if err != nil || back.Property != p.Name {
			t.Errorf("%q: %v, %v", texts[k], back, err)
			continue
		}
		if q, is, err := where.Named(back.Property, sys); !is || err != nil || q.Name != p.Name {
			t.Errorf("%q comes back as %q, %v", p.Name, q.Name, err)
		}
	}
	if _, is, _ := where.Named("mutex", sys); is {
		t.Error("mutex is taken for an expression")
	}
	_, err = where.Invariants("invariant", []string{"P1.HOLDR == 1"}, sys)
	var usage *options.UsageError
	if !errors.As(err, &usage) || usage.Nearest != "HOLDER" || !strings.Contains(err.Error(), "column 4") {
		t.Errorf("a misspelt variable: %v", err)
	}
}
