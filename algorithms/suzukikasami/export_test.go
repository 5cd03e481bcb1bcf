package suzukikasami

import "github.com/gmecheck/gmecheck/model"

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, message] { return &protocol{c} }

// WrongForms are the protocol with canonical forms that are none, by what is wrong with them.
func WrongForms(c model.Config) map[string]model.Protocol[vars, message] {
	p := &protocol{c}
	all := map[string]model.Protocol[vars, message]{}
	for name, edit := range map[string]func(g *model.Global[vars, message]){
		"forgets requests that count": func(g *model.Global[vars, message]) {
			g.Forget(func(_ model.Site, m message) bool { _, is := m.(Request); return is })
		},
		"forgets one request": func(g *model.Global[vars, message]) {
			g.Forget(func(to model.Site, m message) bool { return to == 3 && m == Request{2, model.NumberOf(1)} })
		},
		"empties the queue": func(g *model.Global[vars, message]) {
			for k := range g.Vars {
				g.Vars[k].token.Q = model.List[model.Site]{}
			}
		},
		"takes all numbers for old ones": func(g *model.Global[vars, message]) {
			g.Vars[2].RN = model.NewPerSite[model.Number](c.Processes)
		},
		"raises numbers every time": func(g *model.Global[vars, message]) {
			g.Vars[2].RN = g.Vars[2].RN.With(1, g.Vars[2].RN.At(1).Next())
		},
	} {
		all[name] = wrong{p, edit}
	}
	return all
}

type wrong struct {
	*protocol
	edit func(g *model.Global[vars, message])
}

func (w wrong) Canon(g *model.Global[vars, message]) {
	w.protocol.Canon(g)
	w.edit(g)
}
