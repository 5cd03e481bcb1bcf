package gbp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestTurns: how often G_1 can overtake P2, which stands in the LP of G_2, and G_2 in the LGs of its quorum;
// without a request budget.
func TestTurns(t *testing.T) {
	const enough = 6
	for _, test := range []struct {
		priorities    string
		want, without int
	}{
		{"1,1", 1, enough},
		{"1,2", 1, 0},
		{"2,1", 2, enough},
		{"3,1", 3, enough},
	} {
		c := Algorithm.With(model.Repaired, func(c *model.Config) {
			c.Network, c.Requests = model.FIFO, []int{model.Unlimited, model.Unlimited}
			c.Workload = []model.Groups{model.SetOf[model.Group](1), model.SetOf[model.Group](2)}
			c.Params = map[string]string{fixedName: test.priorities}
		})
		if got := overtakings(c, enough); got != test.want {
			t.Errorf("priorities %s: overtaken %d times, want %d", test.priorities, got, test.want)
		}
		c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == Turns.Name })
		if got := overtakings(c, enough); got != test.without {
			t.Errorf("priorities %s without turns: overtaken %d times, want %d", test.priorities, got, test.without)
		}
	}
}

// overtakings is the largest number, up to enough, of sessions of G_1 that begin while P2 waits, registered.
func overtakings(c model.Config, enough int) int {
	p, r, most := newProtocol(c), counterexamples.NewRun(Algorithm.New(c)), 0
	registered := func(vs invariants.Views) bool {
		waits := vs[1].Waits && p.look(vs, 2).waiting.Has(2)
		for y := range p.S[1].All() {
			waits = waits && p.look(vs, y).LG.Index(func(e lock) bool { return e.Gl == 2 }) >= 0
		}
		return waits
	}
	type counted struct {
		counterexamples.State
		count int
	}
	seen := map[string]bool{}
	for queue := []counted{{r.State(), 0}}; len(queue) > 0; queue = queue[1:] {
		r.GoTo(queue[0].State)
		for _, choice := range r.Enabled() {
			s := counted{choice.State, queue[0].count}
			for _, note := range choice.Event.Notes {
				if note.(session).k == 1 {
					s.count = min(s.count+1, enough)
				}
			}
			if r.GoTo(choice.State); !registered(r.Views()) {
				s.count = 0
			}
			if key := fmt.Sprint(s); !seen[key] {
				seen[key] = true
				queue = append(queue, s)
				most = max(most, s.count)
			}
		}
	}
	return most
}
