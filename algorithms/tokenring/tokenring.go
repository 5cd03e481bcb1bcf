package tokenring

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// vars are the local variables of node Ni.
type vars struct {
	st          paper.Phase
	res         model.Group // the resource that Ni asks for or uses; NULL while idle
	SeqNum      int         // of the copy that Ni keeps of its own token; 0 while idle
	HSeqNumSeen int         // highest sequence number seen so far
	queue       model.List[Token]
}

// Token is a request on its way round the ring: TokenID = (SeqNum, PID), and the resource.
type Token struct {
	SeqNum     int
	PID        model.Site
	ResourceID model.Group
}

// before reports that the TokenID (s, p) has priority over (t, q): the smaller number, then the smaller process.
func before(s int, p model.Site, t int, q model.Site) bool { return s < t || s == t && p < q }

type protocol struct{ c model.Config }

func (p *protocol) Start(model.Site) vars { return vars{} }

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// next is the neighbour to which all tokens move.
func (p *protocol) next(i model.Site) model.Site { return i%model.Site(p.c.Processes) + 1 }

// Request is "when a node Ni wants to enter the critical section, CS(r), and generates a token, makes a copy of the
// token in its node and passes it to the next node". HSeqNumSeen does not count the own request.
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *model.Outbox[Token]) {
	v.st, v.res = paper.Wait, d.Group
	v.SeqNum = v.HSeqNumSeen + 1
	out.Send(p.next(i), Token{v.SeqNum, i, v.res})
}

// Receive is "any node Nj receives a token for CS(r)". First, "HSeqNumSeen = max(HSeqNumSeen, SN)".
func (p *protocol) Receive(j model.Site, v *vars, t Token, out *model.Outbox[Token]) {
	v.HSeqNumSeen = max(v.HSeqNumSeen, t.SeqNum)
	switch {
	case t.PID == j:
		p.own(v, out)
	case v.st == paper.Idle || v.res != t.ResourceID:
		p.unwanted(j, v, t, out)
	case v.st == paper.CS:
		v.queue = v.queue.Add(t) // "if Nj is now in the CS(r), it puts the incoming token in queue"
		out.Note(invariants.Arrival[Token]{Joins: t, Queue: v.queue})
	default:
		p.compare(j, v, t, out)
	}
}

// own is "if the node Ni receives the token, that is all other nodes allowed Ni to enter CS(r), then it enters the CS".
func (p *protocol) own(v *vars, out *model.Outbox[Token]) {
	if v.st == paper.Wait {
		v.st = paper.CS
		out.Enter()
	}
}

// unwanted is "if Nj has no intention to enter the CS(r), it replaces the sequence number by HSeqNumSeen and simply
// passes the token to the next node".
func (p *protocol) unwanted(j model.Site, v *vars, t Token, out *model.Outbox[Token]) {
	if !p.c.Has(KeepNumber) {
		t.SeqNum = v.HSeqNumSeen
	}
	out.Send(p.next(j), t)
}

// compare is "if Nj has already generated a token but not yet received that back": a token of higher priority passes,
// "otherwise it puts the token in queue".
func (p *protocol) compare(j model.Site, v *vars, t Token, out *model.Outbox[Token]) {
	if before(t.SeqNum, t.PID, v.SeqNum, j) {
		out.Send(p.next(j), t)
	} else {
		v.queue = v.queue.Add(t)
		out.Note(invariants.Arrival[Token]{Joins: t, Queue: v.queue})
	}
}

// Exit is "on exiting from the CS(r) it sends the queued tokens to the next node sequentially (if any) and deletes the
// associated copy and original token".
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[Token]) {
	v.st, v.res, v.SeqNum = paper.Idle, 0, 0
	for _, t := range v.queue.All() {
		out.Send(p.next(i), t)
	}
	v.queue = model.List[Token]{}
}

// Account charges a token to the node that generated it.
func (p *protocol) Account(t Token, _ model.Site) model.Site { return t.PID }

// about is what this paper's own properties ask about a node.
type about struct {
	SeqNum, HSeqNumSeen int

	queue  model.List[Token]
	owners model.List[model.Site] // of the tokens queued here or on their way here
}

func (p *protocol) Look(_ model.Site, v vars, inbox []Token) model.View {
	look := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS, Holds: v.queue.Len(), Coming: len(inbox)}
	if v.st != paper.Idle {
		look.Groups = model.SetOf(v.res)
	}
	var owners []model.Site
	for _, t := range append(v.queue.Slice(), inbox...) {
		owners = append(owners, t.PID)
	}
	slices.Sort(owners)
	look.More = about{SeqNum: v.SeqNum, HSeqNumSeen: v.HSeqNumSeen, queue: v.queue, owners: model.ListOf(owners...)}
	return look
}
