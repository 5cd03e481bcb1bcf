package tokenring

import "github.com/gmecheck/gmecheck/model"

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, Token] { return &protocol{c} }

// WrongForms are the protocol with canonical forms that are none, by what is wrong with them.
func WrongForms(c model.Config) map[string]model.Protocol[vars, Token] {
	p := &protocol{c}
	all := map[string]model.Protocol[vars, Token]{}
	for name, edit := range map[string]func(g *model.Global[vars, Token]){
		"takes all tokens for equally old": func(g *model.Global[vars, Token]) {
			for _, t := range g.Messages() {
				t.SeqNum = 1
			}
		},
		"forgets the numbers of those that wait": func(g *model.Global[vars, Token]) {
			for k := range g.Vars {
				g.Vars[k].SeqNum = 0
			}
		},
		"forgets what one has seen": func(g *model.Global[vars, Token]) { g.Vars[2].HSeqNumSeen = 0 },
		"forgets who waits":         func(g *model.Global[vars, Token]) { g.Vars[0].queue = model.List[Token]{} },
	} {
		all[name] = wrong{p, edit}
	}
	return all
}

type wrong struct {
	*protocol
	edit func(g *model.Global[vars, Token])
}

func (w wrong) Canon(g *model.Global[vars, Token]) {
	w.protocol.Canon(g)
	w.edit(g)
}
