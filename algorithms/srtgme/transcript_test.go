package srtgme

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
)

// one is a published model in which every process asks once.
func one(n, m, K int) model.Config {
	return Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Groups, c.Priorities = n, m, K })
}

// walk runs a system along labels and returns the variables of every process at the end.
func walk(t *testing.T, c model.Config, labels ...string) []vars {
	t.Helper()
	sys := Algorithm.New(c)
	run := counterexamples.NewRun(sys)
	for k, label := range labels {
		if err := run.Take(label); err != nil {
			t.Fatalf("step %d: %v", k+1, err)
		}
	}
	var all []vars
	for k, n := range run.State().Nodes {
		all = append(all, sys.Describe(k, n).Vars.(vars))
	}
	return all
}

// TestSession follows section IV with three processes and two priorities: P_1 enters with the idle token, P_3 asks with
// a higher priority than P_2 and overtakes it in the queue, and the token goes round.
func TestSession(t *testing.T) {
	steps := []string{
		"request(1, g1, 1)",
		"request(2, g2, 1)",
		"deliver(request(2, 1, g2, 1) -> 1)",
		"request(3, g1, 2)",
		"deliver(request(3, 1, g1, 2) -> 1)",
	}
	c := one(3, 2, 2)
	P1 := walk(t, c, steps...)[0]
	if want := q(e(1, 2, 3), e(2, 1, 2)); P1.token.queue != want || P1.state != EC || P1.token.followers != 0 {
		t.Errorf("P1 holds %v in %v, want the queue %v: with a queue not even g1 is let in", P1.token, P1.state, want)
	}

	steps = append(steps,
		"exit(1)",
		"deliver(token(<(g2, 2, <2>)>, g1, 0) -> 3)",
		"exit(3)",
		"deliver(token(<>, g2, 0) -> 2)",
	)
	all := walk(t, c, steps...)
	if all[0].state != R || all[0].RS != model.SetOf[model.Site](2, 3) {
		t.Errorf("P1 is in %v with RS = %v, want R (as printed) and {2, 3}", all[0].state, all[0].RS)
	}
	if P2 := all[1]; P2.state != EC || !P2.RS.Empty() || P2.pend {
		t.Errorf("P2 = %+v, want it in its CS, with an empty request set", P2)
	}
}

// TestFollowers lets P_2 in at once and counts it out again.
func TestFollowers(t *testing.T) {
	steps := []string{
		"request(1, g1)",
		"request(2, g1)",
		"deliver(request(2, 1, g1, 1) -> 1)",
		"exit(1)",
		"deliver(start(1) -> 2)",
	}
	c := one(3, 2, 1)
	all := walk(t, c, steps...)
	if P1, P2 := all[0], all[1]; P1.state != HS || P1.token.followers != 1 || P2.state != EF || P2.captain != 1 {
		t.Errorf("P1 = %+v, P2 = %+v, want HS with one follower, and EF with captain 1", P1, P2)
	}
	all = walk(t, c, append(steps, "exit(2)", "deliver(complete(2) -> 1)")...)
	if P1, P2 := all[0], all[1]; P1.state != HI || P1.token.typ != 1 || P2.state != N || P2.captain != 0 {
		t.Errorf("P1 = %+v, P2 = %+v, want HI with the type left as it was, and N without captain", P1, P2)
	}
}

// TestMessageTexts: messages are written with the paper's fields.
func TestMessageTexts(t *testing.T) {
	for m, want := range map[message]string{
		request{2, 1, 1, 3}:                    "request(2, 1, g1, 3)",
		start{2}:                               "start(2)",
		complete{3}:                            "complete(3)",
		token{}:                                "token(<>, NULL, 0)",
		token{queue: q(e(2, 1, 3, 2)), typ: 1}: "token(<(g2, 1, <3, 2>)>, g1, 0)",
		token{SN: model.NewPerSite[int](2)}:    "token(<>, NULL, 0, [0, 0])",
		token{followers: -1}:                   "token(<>, NULL, -1)",
	} {
		if got := model.Text(m); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestMayRequest: one outstanding request, and none from within the CS.
func TestMayRequest(t *testing.T) {
	c := one(2, 1, 1)
	c.Requests = []int{2, 2}
	run := counterexamples.NewRun(Algorithm.New(c))
	for _, c := range []struct {
		label   string
		i       model.Site
		enabled bool
	}{
		{"request(2, g1)", 2, false},
		{"request(1, g1)", 1, false},
		{"exit(1)", 1, true},
	} {
		if err := run.Take(c.label); err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(run.Enabled(), func(x counterexamples.Choice) bool {
			return x.Event.Kind == model.RequestEvent && x.Event.Site == c.i
		})
		if got != c.enabled {
			t.Errorf("after %s: request of P%d enabled: %v, want %v", c.label, c.i, got, c.enabled)
		}
	}
}

// TestTypeFromIdle: the repair assigns token.type, so without give-away the copy that stays behind has it, too.
func TestTypeFromIdle(t *testing.T) {
	c := one(2, 2, 1)
	c.Repairs = []string{TypeFromIdle.Name}
	all := walk(t, c, "request(2, g2)", "deliver(request(2, 1, g2, 1) -> 1)", "deliver(token(<>, g2, 0) -> 2)")
	if P1, P2 := all[0], all[1]; P1.state != HI || P1.token.typ != 2 || P2.token.typ != 2 {
		t.Errorf("P1 = %+v, P2 = %+v, want two tokens of type g2", P1, P2)
	}
}
