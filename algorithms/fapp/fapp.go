package fapp

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// vars are the local variables of node i.
type vars struct {
	st     paper.Phase
	parent model.Site        // a neighbour; 0: i is the root, P_hold, and has the token
	PL     model.List[entry] // priority list, in descending priority, first come first served among equals
}

// entry is <K, r>: neighbour K, or the node itself, asks with priority r.
type entry struct {
	K model.Site
	r int
}

func (e entry) String() string { return fmt.Sprintf("<%d, %d>", e.K, e.r) }

// message is one of the two kinds below.
type message any

// Req is the token request <K, r> of neighbour K with priority r.
type Req struct {
	K model.Site
	r int
}

// Token is the token, sent by src.
type Token struct{ src model.Site }

type protocol struct {
	c    model.Config
	tree model.PerSite[model.Site] // the parents at the start
	p    []int                     // base priority of process i at index i-1
}

func (p *protocol) Start(i model.Site) vars { return vars{parent: p.tree.At(i)} }

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// Request is "when a process M with priority {r} wants to enter the critical section, then insert <M, r> in PL_M ...
// and token request <M, r> to its parent process". The root serves it at once.
func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *model.Outbox[message]) {
	before := v.PL
	v.st = paper.Wait
	p.insert(v, entry{i, p.p[i-1]})
	out.Note(joined{entry{i, p.p[i-1]}, v.PL})
	out.Note(asked{entry{i, p.p[i-1]}, before, v.PL})
	if v.parent == 0 {
		p.serve(i, v, out)
		return
	}
	out.Send(v.parent, Req{i, p.p[i-1]})
}

// Receive dispatches the two receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	switch m := m.(type) {
	case Req:
		p.request(i, v, m, out)
	case Token:
		p.token(i, v, out)
	default:
		out.Unhandled()
	}
}

// request is "when a process receives a token request <K, r>", S != P_hold and J = P_hold together.
func (p *protocol) request(i model.Site, v *vars, m Req, out *model.Outbox[message]) {
	root, before := v.parent == 0, v.PL
	// "The process may stop at any intermediate node, if there is already a pending request whose priority is higher."
	stop := v.PL.Index(func(e entry) bool {
		return e.r > m.r && !(p.c.Has(StopByOthers) && e.K == v.parent)
	}) >= 0
	if root || p.c.Has(ReplaceAlways) {
		v.PL = v.PL.Where(func(e entry) bool { return e.K != m.K }) // "replace old priority of K with r"
	}
	v.PL = raised(v.PL, m.r)
	p.insert(v, entry(m))
	out.Note(joined{entry(m), v.PL})
	out.Note(heard{m, v.parent, before, v.PL})
	switch {
	case root:
		p.serve(i, v, out)
	case p.c.Has(NoEcho) && v.parent == m.K:
		// K has the token or will get it, and knows of its request; or the token is on its way here.
	case !stop:
		out.Send(v.parent, Req{i, m.r})
	}
}

// raised is Rule 1: "for all such process C in PL whose priority t is less than r, the priority of C is increased by
// 1". The list stays in order.
func raised(PL model.List[entry], r int) model.List[entry] {
	entries := PL.Slice()
	for k, e := range entries {
		if e.r < r {
			entries[k].r++
		}
	}
	return model.ListOf(entries...)
}

// insert puts e into PL "in the sorted order of descending priority", behind its equals.
func (p *protocol) insert(v *vars, e entry) {
	var before, behind []entry
	for _, x := range v.PL.All() {
		if x.r >= e.r {
			before = append(before, x)
		} else {
			behind = append(behind, x)
		}
	}
	v.PL = model.ListOf(append(append(before, e), behind...)...)
}

// token is "the newly designated root process that receives the token".
func (p *protocol) token(i model.Site, v *vars, out *model.Outbox[message]) {
	v.parent = 0
	p.serve(i, v, out)
}

// Exit is "on completing the execution of a CS".
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	v.st = paper.Idle
	p.serve(i, v, out)
}

// serve is what the root does outside its critical section: "remove the first process tuple <M, m> from PL, send
// token(M, m) and M would be the new P_hold ... if the priority queue is not null, then send dummy token request".
func (p *protocol) serve(i model.Site, v *vars, out *model.Outbox[message]) {
	if v.st == paper.CS || v.PL.Empty() {
		return
	}
	g := v.PL.Front().K
	out.Note(invariants.Decision[entry]{Chosen: v.PL.Front(), Among: v.PL})
	v.PL = v.PL.Rest()
	if g == i {
		v.st = paper.CS
		out.Enter()
		return
	}
	v.parent = g
	out.Send(g, Token{i})
	if !v.PL.Empty() {
		out.Send(g, Req{i, v.PL.Front().r})
	}
}

// What the handlers note for the rules of properties.go, beside each [invariants.Decision].
type (
	// joined: e has been put into PL.
	joined struct {
		e  entry
		PL model.List[entry]
	}
	// heard: the request m has come to a node with this parent, and made the list before into after.
	heard struct {
		m             Req
		parent        model.Site
		before, after model.List[entry]
	}
	// asked: the node's own request e has made the list before into after.
	asked struct {
		e             entry
		before, after model.List[entry]
	}
)

// more is what this paper's own properties ask about a node.
type more struct {
	p      int // base priority
	parent model.Site
	asks   model.Sites // who has an entry in PL
	twice  model.Site  // a neighbour that has two entries in PL; 0: none
	PL     model.List[entry]
}

func (p *protocol) Look(i model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS}
	if v.parent == 0 {
		look.Holds = 1
	}
	for _, m := range inbox {
		if _, ok := m.(Token); ok {
			look.Coming++
		}
	}
	about := more{p: p.p[i-1], parent: v.parent, PL: v.PL}
	for _, e := range v.PL.All() {
		if about.asks.Has(e.K) {
			about.twice = e.K
		}
		about.asks = about.asks.With(e.K)
	}
	look.More = about
	return look
}
