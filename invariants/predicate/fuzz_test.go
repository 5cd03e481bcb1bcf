package predicate_test

import (
	"errors"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/predicate"
)

// FuzzNew: an expression that cannot be read is told with its place; one that can be read is judged soon, and alike each time.
func FuzzNew(f *testing.F) {
	for _, text := range []string{
		`len(cs) >= 2`, `P1.state == "HI" && inflight("request") > 2`, `any(sites, .waits && .tokens > 0)`, `any(P2.inbox, .kind == "token" && .text != "")`,
		`P1.SN[1] == 1 && len(P1.RS) == 1`, `sum(map(sites, .tokens)) == 1`, `reduce(sites, #acc + .tokens, 0) < 3`, `let x = sites; count(x, {count(x, .inside) > 1}) == 2`, `let x = 1..1000; sum(x, {sum(x, {sum(x, {# + 1})})}) == 1`, `1..9 == 2 ?? P1.X matches "g."`,
	} {
		f.Add(text)
	}
	sys := composed(f, "srt-gme -n 2")
	run := counterexamples.NewRun(sys)
	states := []invariants.Views{run.Views()}
	for _, label := range []string{"request(2, g1)", "deliver(request(2, 1, g1, 1) -> 1)", "request(1, g2)", "deliver(token(<>, NULL, 0) -> 2)"} {
		if err := run.Take(label); err != nil {
			f.Fatal(err)
		}
		states = append(states, run.Views())
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		p, err := predicate.New(text, sys)
		var wrong *predicate.Error
		if err != nil {
			if !errors.As(err, &wrong) || wrong.Column < 1 {
				t.Fatalf("an error without a place: %v", err)
			}
			_ = wrong.Error() // it marks the place
			return
		}
		for _, vs := range states {
			if first, again := holds(t, p, vs), holds(t, p, vs); first != again {
				t.Fatalf("%s is %s, then %s", text, first, again)
			}
		}
		// The longest takes a second alone on a machine; beside many programs it has taken more than five.
		if took := time.Since(start); took > time.Minute {
			t.Fatalf("%s took %v", text, took)
		}
	})
}

// holds judges a state: "true", "false", or why the expression has no value there.
func holds(t *testing.T, p *predicate.Predicate, vs invariants.Views) (said string) {
	defer func() {
		if r := recover(); r != nil {
			err, is := r.(error)
			if !is {
				t.Fatalf("%s: %v", p, r)
			}
			said = err.Error()
		}
	}()
	if p.Holds(vs) {
		return "true"
	}
	return "false"
}
