package suzukikasami

import "github.com/gmecheck/gmecheck/model"

// Canon counts all request numbers from the last ones served, which the token knows. A number of a request that was served is as good as
// any other such number, and a message with one changes nothing when it arrives: an idle holder passes the token on for the number after
// LN only, and larger ones take the place of smaller. Where the token is lost no number matters any more.
func (p *protocol) Canon(g *model.Global[vars, message]) {
	all, none := model.UpTo[model.Site](p.c.Processes), model.NewPerSite[model.Number](p.c.Processes)
	LN, lost := none, true
	for k := range g.Vars {
		if v := &g.Vars[k]; v.has {
			LN, lost = v.token.LN, false
			v.token.LN = none
		}
	}
	for _, m := range g.Messages() {
		if t, is := (*m).(Token); is {
			LN, lost = t.LN, false
			*m = Token{token{none, t.Q}}
		}
	}
	beyond := func(j model.Site, number model.Number) model.Number {
		if lost {
			return model.Number{}
		}
		return model.NumberOf(max(0, number.Since(LN.At(j))))
	}
	for k := range g.Vars {
		v := &g.Vars[k]
		for j := range all.All() {
			v.RN = v.RN.With(j, beyond(j, v.RN.At(j)))
		}
	}
	g.Forget(func(_ model.Site, m message) bool {
		r, is := m.(Request)
		return is && beyond(r.j, r.s).Is(model.Number{})
	})
	for _, m := range g.Messages() {
		if r, is := (*m).(Request); is {
			*m = Request{r.j, beyond(r.j, r.s)}
		}
	}
}
