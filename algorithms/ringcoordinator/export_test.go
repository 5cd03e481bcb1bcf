package ringcoordinator

import "github.com/gmecheck/gmecheck/model"

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, message] { return &protocol{c} }

// WrongForms are the protocol with canonical forms that are none, by what is wrong with them.
func WrongForms(c model.Config) map[string]model.Protocol[vars, message] {
	p := &protocol{c}
	all := map[string]model.Protocol[vars, message]{}
	for name, edit := range map[string]func(g *model.Global[vars, message]){
		"makes all time stamps equal": func(g *model.Global[vars, message]) {
			for k := range g.Vars {
				g.Vars[k].ts = min(1, g.Vars[k].ts)
			}
		},
		"gives time stamps twice": func(g *model.Global[vars, message]) { g.Tickets = 0 },
		"forgets that a token comes back": func(g *model.Global[vars, message]) {
			g.Forget(func(_ model.Site, m message) bool { _, is := m.(Back); return is })
		},
		"forgets the queue": func(g *model.Global[vars, message]) { g.Vars[len(g.Vars)-1].Q = model.List[request]{} },
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
