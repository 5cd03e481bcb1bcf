package gbp

import (
	"fmt"
	"maps"
	"testing"

	"gmecheck/invariants"
	"gmecheck/model"
)

var twoDurations = param(durationsName, "2")

// TestRepaired: everything that the repairs can keep holds; what they cannot keep is listed.
func TestRepaired(t *testing.T) {
	for _, test := range []struct {
		c    model.Config
		want map[string]int
	}{
		{config(model.Repaired, 2, 1, 1, requests(2, 2)), nil},
		{config(model.Repaired, 2, 2, 1), nil},
		{config(model.Repaired, 2, 2, 1, requests(2, 1), twoDurations), nil},
		{config(model.Repaired, 3, 2, 1, fifo), nil},
		{config(model.Repaired, 3, 3, 1, workload(1, 2, 3), param(quorumsName, tri)), nil},
		{config(model.Repaired, 2, 2, 2), map[string]int{"priority-registered": 7}},
		{config(model.Repaired, 2, 2, 1, param(fixedName, "1,2")), map[string]int{"priority-registered": 7}},
		{config(model.Repaired, 2, 3, 1, param(quorumsName, tri)), map[string]int{"concurrent-entering": 7}},
		{config(model.Repaired, 2, 3, 1, param(quorumsName, grid)), map[string]int{"concurrent-entering": 7}},
	} {
		if got := verdicts(t, test.c); !maps.Equal(got, test.want) {
			t.Errorf("%v %v: %v, want %v", test.c, test.c.Params, got, test.want)
		}
	}
}

// TestPublished: nobody enters, so there is nothing else to say.
func TestPublished(t *testing.T) {
	for _, test := range []struct {
		c     model.Config
		steps int
	}{
		{config(model.Published, 1, 1, 1), 2},
		{config(model.Published, 1, 2, 1), 4},
		{config(model.Published, 2, 2, 1), 6},
		{config(model.Published, 2, 2, 2, fifo), 6},
		{config(model.Published, 2, 3, 2, param(quorumsName, tri), requests(2, 2)), 6},
		{config(model.Published, 2, 2, 2, param(upgradeName, waiting)), 6},
	} {
		want := map[string]int{"deadlock": test.steps}
		if got := verdicts(t, test.c); !maps.Equal(got, want) {
			t.Errorf("%v %v: %v, want %v", test.c, test.c.Params, got, want)
		}
	}
}

// TestEachRepair: without it, something is violated that holds with it.
func TestEachRepair(t *testing.T) {
	for _, test := range []struct {
		repair   model.Repair
		property string
		steps    int
		c        model.Config
	}{
		{OwnLock, "deadlock", 4, config(model.Repaired, 1, 2, 1)},
		{Ties, "deadlock", 8, config(model.Repaired, 2, 2, 1)},
		{OwnRelease, "deadlock", 14, config(model.Repaired, 2, 2, 1)},
		{StageOver, "session-serves", 17, config(model.Repaired, 2, 2, 1)},
		{WaitingProcesses, "session-serves", 21, config(model.Repaired, 2, 2, 1)},
		{NewOwnLock, "deadlock", 22, config(model.Repaired, 3, 2, 1, fifo, workload(1, 1, 2))},
		{NewTime, "session-covers", 23, config(model.Repaired, 3, 2, 1, fifo, workload(1, 1, 2), twoDurations)},
		{HeldOnly, "permission", 7, config(model.Repaired, 2, 2, 1)},
		{EarlyCall, "deadlock", 9, config(model.Repaired, 2, 2, 1)},
		{Alone, "concurrent-entering", 7, config(model.Repaired, 2, 2, 1)},
	} {
		if _, violated := verdicts(t, test.c)[test.property]; violated {
			t.Errorf("%v: %s is violated", test.c, test.property)
		}
		without(test.repair)(&test.c)
		if got := verdicts(t, test.c)[test.property]; got != test.steps {
			t.Errorf("%v without %s: %s is violated after %d steps, want %d", test.c, test.repair.Name, test.property, got,
				test.steps)
		}
	}
}

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
		c := config(model.Repaired, 2, 2, 1, fifo, requests(model.Unlimited, model.Unlimited), workload(1, 2),
			param(fixedName, test.priorities))
		if got := overtakings(t, c, enough); got != test.want {
			t.Errorf("priorities %s: overtaken %d times, want %d", test.priorities, got, test.want)
		}
		without(Turns)(&c)
		if got := overtakings(t, c, enough); got != test.without {
			t.Errorf("priorities %s without turns: overtaken %d times, want %d", test.priorities, got, test.without)
		}
	}
}

// verdicts are the violated properties, with the length of a shortest trace to each.
func verdicts(t *testing.T, c model.Config) map[string]int {
	violated := map[string]int{}
	properties := Algorithm.Properties(c)
	judge := func(steps int, opinion func(invariants.Property) invariants.Opinion) {
		for _, p := range properties {
			if _, already := violated[p.Name]; !already && opinion(p) == invariants.Violated {
				violated[p.Name] = steps
			}
		}
	}
	start(t, c).levels(1<<20, func(depth int, vs invariants.Views, events []*model.Event, after []invariants.Views) {
		judge(depth, func(p invariants.Property) invariants.Opinion {
			opinion := invariants.Silent
			if p.State != nil {
				opinion = p.State(vs)
			}
			if p.End != nil && len(events) == 0 {
				opinion = max(opinion, p.End(vs))
			}
			return opinion
		})
		for k, e := range events {
			judge(depth+1, func(p invariants.Property) invariants.Opinion {
				if p.Step == nil || !p.Hears(e) {
					return invariants.Silent
				}
				return p.Step(invariants.Step{Before: vs, After: after[k], Event: e})
			})
		}
	})
	return violated
}

// overtakings is the largest number, up to enough, of sessions of G_1 that begin while P2 waits, registered.
func overtakings(t *testing.T, c model.Config, enough int) int {
	p, r, most := newProtocol(c), start(t, c), 0
	registered := func(vs invariants.Views) bool {
		waits := vs[1].Waits && p.look(vs, 2).waiting.Has(2)
		for y := range p.S[1].All() {
			waits = waits && p.look(vs, y).LG.Index(func(e lock) bool { return e.Gl == 2 }) >= 0
		}
		return waits
	}
	type counted struct {
		nodes []uint32
		count int
	}
	seen := map[string]bool{}
	for queue := []counted{{r.nodes, 0}}; len(queue) > 0; queue = queue[1:] {
		r.nodes = queue[0].nodes
		_, events, next := r.moves()
		for k, to := range next {
			s := counted{to, queue[0].count}
			for _, note := range events[k].Notes {
				if note.(session).k == 1 {
					s.count = min(s.count+1, enough)
				}
			}
			if r.nodes = to; !registered(r.views()) {
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
