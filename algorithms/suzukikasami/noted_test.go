package suzukikasami

import (
	"maps"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestReceives: what P_1 of three does at a receipt, and what it must not do.
func TestReceives(t *testing.T) {
	numbers := func(all ...int) model.PerSite[model.Number] {
		a := model.NewPerSite[model.Number](3)
		for k, n := range all {
			a = a.With(model.Site(k+1), model.NumberOf(n))
		}
		return a
	}
	sends := func(to model.Site, t token) map[model.Site]message { return map[model.Site]message{to: Token{t}} }
	none := token{}
	fresh, queued := token{LN: numbers(0, 0, 0)}, token{numbers(0, 1, 0), model.ListOf[model.Site](3)}
	idleWith := func(RN model.PerSite[model.Number], t token) vars { return vars{has: true, RN: RN, token: t} }
	without := func(ph phase, RN model.PerSite[model.Number]) vars { return vars{phase: ph, RN: RN} }
	inside := func(t token) vars { return vars{phase: cs, has: true, RN: numbers(1, 1, 0), token: t} }
	for name, test := range map[string]struct {
		before  vars
		comes   message
		after   vars
		sent    map[model.Site]message
		entries int
		good    bool
	}{
		"the next request":                    {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(1)}, without(idle, numbers(0, 1, 0)), sends(2, fresh), 0, true},
		"it keeps the token":                  {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(1)}, idleWith(numbers(0, 1, 0), fresh), nil, 0, false},
		"it loses the token":                  {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(1)}, without(idle, numbers(0, 1, 0)), nil, 0, false},
		"the token goes elsewhere":            {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(1)}, without(idle, numbers(0, 1, 0)), sends(3, fresh), 0, false},
		"another token goes":                  {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(1)}, without(idle, numbers(0, 1, 0)), sends(2, queued), 0, false},
		"the number is not heard":             {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(1)}, without(idle, numbers(0, 0, 0)), sends(2, fresh), 0, false},
		"an old request":                      {idleWith(numbers(0, 1, 0), queued), Request{2, model.NumberOf(1)}, idleWith(numbers(0, 1, 0), queued), nil, 0, true},
		"an old request is answered":          {idleWith(numbers(0, 1, 0), queued), Request{2, model.NumberOf(1)}, without(idle, numbers(0, 1, 0)), sends(2, queued), 0, false},
		"a request too early":                 {idleWith(numbers(0, 0, 0), fresh), Request{2, model.NumberOf(2)}, idleWith(numbers(0, 2, 0), fresh), nil, 0, true},
		"a smaller number":                    {without(waiting, numbers(1, 2, 0)), Request{2, model.NumberOf(1)}, without(waiting, numbers(1, 2, 0)), nil, 0, true},
		"a smaller number is taken":           {without(waiting, numbers(1, 2, 0)), Request{2, model.NumberOf(1)}, without(waiting, numbers(1, 1, 0)), nil, 0, false},
		"the holder is inside":                {inside(fresh), Request{3, model.NumberOf(1)}, vars{phase: cs, has: true, RN: numbers(1, 1, 1), token: fresh}, nil, 0, true},
		"the request joins its queue at once": {inside(none), Request{3, model.NumberOf(1)}, vars{phase: cs, has: true, RN: numbers(1, 1, 1), token: token{Q: model.ListOf[model.Site](3)}}, nil, 0, false},
		"the token":                           {without(waiting, numbers(1, 1, 0)), Token{queued}, inside(queued), nil, 1, true},
		"with another queue":                  {without(waiting, numbers(1, 1, 0)), Token{queued}, inside(token{LN: queued.LN}), nil, 1, false},
		"with other numbers":                  {without(waiting, numbers(1, 1, 0)), Token{queued}, inside(token{numbers(1, 1, 0), queued.Q}), nil, 1, false},
		"it does not enter":                   {without(waiting, numbers(1, 1, 0)), Token{queued}, inside(queued), nil, 0, false},
		"it forwards the token":               {without(waiting, numbers(1, 1, 0)), Token{queued}, inside(queued), sends(3, queued), 1, false},
		"it forgets whom it has heard of":     {without(waiting, numbers(1, 1, 0)), Token{queued}, vars{phase: cs, has: true, RN: numbers(1, 0, 0), token: queued}, nil, 1, false},
		"it enters with a request of another": {without(waiting, numbers(1, 0, 0)), Request{2, model.NumberOf(1)}, without(waiting, numbers(1, 1, 0)), nil, 1, false},
	} {
		e := &model.Event{Kind: model.DeliverEvent, Site: 1, Entries: test.entries}
		e.Notes = []any{receiptOf(test.before, test.comes).compared(test.after, maps.All(test.sent))}
		if got := receives.Step(invariants.Step{Event: e}); (got == invariants.Fine) != test.good {
			t.Errorf("%s: opinion %d", name, got)
		}
	}
}
