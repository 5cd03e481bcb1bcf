package where_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestInvariants: the name of an expression survives a trace file, whatever is in it.
func TestInvariants(t *testing.T) {
	sys := raymond.Algorithm.New(raymond.Algorithm.Config(model.Published)).Showing()
	texts := []string{"len(cs) < 2", "all(sites, { #.inside or not #.inside })", "len(cs)\n\t< 2", `none(cs, # == "x")`}
	panel, _, err := where.Invariants("invariant", texts, sys) // who asks twice, as by the first and the third, gets one answer
	if err != nil || len(panel) != len(texts)-1 {
		t.Fatalf("%d properties of %d expressions: %v", len(panel), len(texts), err)
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
	_, _, err = where.Invariants("invariant", []string{"P1.HOLDR == 1"}, sys)
	var usage *options.UsageError
	if !errors.As(err, &usage) || usage.Nearest != "HOLDER" || !strings.Contains(err.Error(), "column 4") {
		t.Errorf("a misspelt variable: %v", err)
	}
}

// TestBegin: the property that a trace names is asked, too, once, if it is one of all or an expression.
func TestBegin(t *testing.T) {
	c := raymond.Algorithm.Config(model.Published)
	sys := raymond.Algorithm.New(c).Showing()
	all := []invariants.Property{invariants.Mutex, invariants.NoDeadlock}
	expression, _, err := where.Invariants("invariant", []string{"len(cs) < 2"}, sys)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		named string
		asked []invariants.Property
		want  []string
	}{
		{"mutex", nil, []string{"mutex"}},
		{"mutex", all[1:], []string{"deadlock", "mutex"}},
		{"mutex", all, []string{"mutex", "deadlock"}},
		{expression[0].Name, all[:1], []string{"mutex", expression[0].Name}},
	} {
		_, got, err := where.Begin(&counterexamples.Trace{Model: "raymond", Property: test.named, Fingerprint: c.Fingerprint()}, sys, test.asked, all)
		var names []string
		for _, p := range got {
			names = append(names, p.Name)
		}
		if err != nil || fmt.Sprint(names) != fmt.Sprint(test.want) {
			t.Errorf("%s: %q, %v; want %q", test.named, names, err, test.want)
		}
	}
}
