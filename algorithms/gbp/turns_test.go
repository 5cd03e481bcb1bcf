package gbp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestTurns: how often G_1 can overtake P2, which stands in the LP of G_2, and G_2 in the LGs of its quorum; without a
// request budget, with all repairs, without turns, and in the variant fair.
func TestTurns(t *testing.T) {
	const enough = 6
	for _, test := range []struct {
		priorities              string
		repaired, without, fair int
	}{
		{"1,1", 1, enough, 1},
		{"1,2", 0, 0, 1},
		{"2,1", enough, enough, 2},
		{"3,1", enough, enough, 3},
	} {
		for _, of := range []struct {
			name, variant string
			want          int
			without       bool
		}{
			{"repaired", model.Repaired, test.repaired, false},
			{"without turns", model.Repaired, test.without, true},
			{"fair", Fair, test.fair, false},
		} {
			c := Algorithm.With(of.variant, func(c *model.Config) {
				c.Network, c.Requests = model.FIFO, []int{model.Unlimited, model.Unlimited}
				c.Workload = []model.Groups{model.SetOf[model.Group](1), model.SetOf[model.Group](2)}
				c.Params = map[string]string{fixedName: test.priorities}
			})
			if of.without {
				c.Repairs = c.Repairs[:len(c.Repairs)-1] // turns is the last
			}
			if got := overtakings(c, enough); got != of.want {
				t.Errorf("priorities %s, %s: overtaken %d times, want %d", test.priorities, of.name, got, of.want)
			}
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
				if opened, ok := note.(session); ok && opened.k == 1 {
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

// TestOwnTurn: the group whose session ends goes behind another of its priority that waits for its lock, whoever has its own release in its list.
func TestOwnTurn(t *testing.T) {
	behind := invariants.Property{
		Name: "behind", Kind: invariants.Stepwise,
		Step: invariants.EachNote(func(s invariants.Step, note invariants.Decision[lock]) invariants.Opinion {
			m, is := s.Event.Message.Value.(RelProcess)
			others := note.Among.Index(func(e lock) bool { return e.Gl != m.Gk && e.priori == note.Chosen.priori }) >= 0
			return invariants.If(is && others, note.Chosen.Gl != m.Gk)
		}),
	}
	for _, without := range []string{"", OwnRelease.Name} {
		c := Algorithm.With(model.Repaired, func(c *model.Config) {
			c.Network, c.Requests = model.FIFO, []int{2, 1}
			c.Repairs = slices.DeleteFunc(slices.Clone(c.Repairs), func(name string) bool { return name == without })
		})
		panel := invariants.Panel{behind}
		r, err := explore.Check(t.Context(), Algorithm.New(c), explore.Options{Judge: panel})
		if err != nil || !r.Complete {
			t.Fatal(r, err)
		}
		if got := panel.Findings(r)[0].Verdict; got != invariants.Holds {
			t.Errorf("without %q: %s (%d states)", without, got, r.States)
		}
	}
}
