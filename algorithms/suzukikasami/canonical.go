package suzukikasami

import "github.com/gmecheck/gmecheck/model"

// Canon counts all request numbers from the last ones served, which the token knows. A number of a request that was served is as good as
// any other such number, and a message with one changes nothing when it arrives: an idle holder passes the token on for the number after
// LN only, and larger ones take the place of smaller.
func (p *protocol) Canon(g *model.Global[vars, message]) {
	LN := model.NewPerSite[int](p.c.Processes)
	for _, v := range g.Vars {
		if v.has {
			LN = v.token.LN
		}
	}
	for _, m := range g.Messages() {
		if t, is := (*m).(Token); is {
			LN = t.LN
			*m = Token{token{model.NewPerSite[int](p.c.Processes), t.Q}}
		}
	}
	for i := range g.Vars {
		v := &g.Vars[i]
		for j := range model.UpTo[model.Site](p.c.Processes).All() {
			v.RN = v.RN.With(j, max(0, v.RN.At(j)-LN.At(j)))
		}
		if v.has {
			v.token.LN = model.NewPerSite[int](p.c.Processes)
		}
	}
	g.Forget(func(_ model.Site, m message) bool {
		r, is := m.(Request)
		return is && r.s <= LN.At(r.j)
	})
	for _, m := range g.Messages() {
		if r, is := (*m).(Request); is {
			*m = Request{r.j, r.s - LN.At(r.j)}
		}
	}
}
