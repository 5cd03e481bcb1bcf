package kmutex

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestDequeuedAtExit: no variant keeps a node in the queue while it is inside; the property would say so of one that did.
func TestDequeuedAtExit(t *testing.T) {
	for _, test := range []struct {
		node about
		want invariants.Opinion
	}{
		{about{}, invariants.Silent},
		{about{mode: own}, invariants.Silent},
		{about{mode: byQueue, held: token{inner: model.ListOf[model.Site](1, 2)}}, invariants.Fine},
		{about{mode: byQueue, held: token{inner: model.ListOf[model.Site](2)}}, invariants.Violated},
	} {
		if got := dequeuedAtExit.State(invariants.Views{{More: test.node}, {More: about{}}}); got != test.want {
			t.Errorf("P1 has %+v: opinion %d, want %d", test.node, got, test.want)
		}
	}
}

// TestGRQServed: a run that ends with an LRC in the GRQ leaves it there for ever.
func TestGRQServed(t *testing.T) {
	for _, test := range []struct {
		GRQ  queue
		want invariants.Opinion
	}{{queue{}, invariants.Silent}, {model.ListOf[model.Site](3), invariants.Violated}} {
		vs := invariants.Views{{More: about{GRQ: test.GRQ}}}
		if got, waits := grqServed.End(vs), grqServed.Fair(vs); got != test.want || (waits != 0) != (test.want == invariants.Violated) {
			t.Errorf("GRQ %v at the end: opinion %d, want %d; pending %b", test.GRQ, got, test.want, waits)
		}
	}
}

// TestAnotherLRC: a token comes from the LRC P_4 to the GRC P_1, which sends it on.
func TestAnotherLRC(t *testing.T) {
	for name, test := range map[string]struct {
		k, inHand int
		from      model.Site
		to        []model.Site
		want      invariants.Opinion
	}{
		"to another":                     {2, 0, 4, []model.Site{7}, invariants.Fine},
		"back":                           {2, 0, 4, []model.Site{4}, invariants.Violated},
		"back, beside another":           {3, 0, 4, []model.Site{7, 4}, invariants.Violated},
		"to its own group":               {2, 0, 4, []model.Site{2}, invariants.Silent},
		"to nobody":                      {2, 0, 4, nil, invariants.Silent},
		"it has another one, and either": {3, 1, 4, []model.Site{4}, invariants.Silent},
		"it has all, and divides":        {1, 0, 4, []model.Site{4}, invariants.Silent},
		"from a node of its own group":   {2, 0, 2, []model.Site{4}, invariants.Silent},
	} {
		p := newProtocol(Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Tokens = 9, test.k }))
		vs := make(invariants.Views, 9)
		for k := range vs {
			a := about{typ: NORMAL}
			switch k + 1 {
			case 1:
				a = about{typ: GRC, inHand: test.inHand}
			case 4, 7:
				a.typ = LRC
			}
			vs[k] = &model.View{More: a}
		}
		e := model.Event{Kind: model.DeliverEvent, Site: 1, Message: model.Message{Value: TOKEN{from: test.from}}}
		for _, to := range test.to {
			e.Sends = append(e.Sends, model.Send{To: to, Value: TOKEN{from: 1}})
		}
		if got := p.anotherLRC().Step(invariants.Step{Before: vs, After: vs, Event: &e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", name, got, test.want)
		}
	}
}

// TestHeldKept: a request, or a token, comes to P_1.
func TestHeldKept(t *testing.T) {
	inUse := about{mode: byQueue, held: token{inner: model.ListOf[model.Site](2), outer: model.ListOf[model.Site](4)}}
	asked, left := inUse, inUse
	asked.LRQ = model.ListOf[model.Site](3)
	left.mode = outside
	for name, test := range map[string]struct {
		before, after about
		want          invariants.Opinion
	}{
		"who asks waits in the LRQ":      {inUse, asked, invariants.Fine},
		"who asks waits in the token":    {inUse, about{mode: byQueue, held: token{inner: model.ListOf[model.Site](2, 3), outer: inUse.held.outer}}, invariants.Violated},
		"the outer queue is lost":        {inUse, about{mode: byQueue, held: token{inner: inUse.held.inner}}, invariants.Violated},
		"it is no longer in its turn":    {inUse, left, invariants.Violated},
		"inside with a token of its own": {about{mode: own}, about{mode: own, held: inUse.held}, invariants.Silent},
		"outside":                        {about{}, inUse, invariants.Silent},
	} {
		e := model.Event{Kind: model.DeliverEvent, Site: 1}
		if got := heldKept.Step(invariants.Step{Before: invariants.Views{{More: test.before}}, After: invariants.Views{{More: test.after}}, Event: &e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", name, got, test.want)
		}
	}
}
