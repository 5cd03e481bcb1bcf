package kmutex

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// about is what the properties ask of a node beside what every protocol tells.
type about struct {
	typ      nodeType
	mode     mode
	inHand   int // tokens in hand; those in modes own and byQueue are not
	held     token
	LRQ, GRQ queue             // without MARKERs
	marked   model.List[entry] // the LRQ with them
	longest  int               // entries of the longest queue here and in the messages on their way here
	queues   int               // those here that are not empty; the two of a token are one
	asking   model.Sites
	listed   model.Sites // processes in the queues of tokens here and on their way here
	asks     model.Sites // LRCs that wait for an answer here: their requests are on their way, in the GRQ or in a token's queue
	twice    model.Sites // those with several such requests
	named    model.Site  // the GRC that a message on its way here names
	grc      model.Site  // the GRC that a collector knows
	answers  int         // tokens on their way here that set requestSent to False
	given    int         // tokens on their way here from another group
}

// Look: a token in hand, in use by mode own or byQueue or on its way counts; in mode front it is still in hand.
func (p *protocol) Look(i model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.requested && !v.mutex, InCS: v.mutex, Holds: v.tokens.Len()}
	if v.mode == own || v.mode == byQueue {
		look.Holds++
	}
	a := about{
		typ: v.typ, mode: v.mode, inHand: v.tokens.Len(), held: v.held, grc: v.grc,
		LRQ: processes(v.LRQ.Slice()), GRQ: v.GRQ, marked: v.LRQ, asking: asking(inbox),
	}
	ask := func(from model.Site) {
		if a.asks.Has(from) {
			a.twice = a.twice.With(from)
		}
		a.asks = a.asks.With(from)
	}
	queue := func(q queue) {
		a.longest = max(a.longest, q.Len())
		if !q.Empty() {
			a.queues++
		}
	}
	queue(a.LRQ)
	queue(a.GRQ)
	for _, from := range a.GRQ.All() {
		ask(from)
	}
	carry := func(t token) {
		a.longest = max(a.longest, t.inner.Len(), t.outer.Len())
		a.listed = a.listed.Union(members(t.inner))
		for _, from := range t.outer.All() {
			ask(from)
		}
	}
	here := []token{v.held}
	for _, outer := range v.tokens.All() {
		here = append(here, token{outer: outer})
	}
	for _, t := range here {
		carry(t)
		if t != none {
			a.queues++
		}
	}
	for _, m := range inbox {
		switch m := m.(type) {
		case LRC_GRC_REQ_CS:
			ask(m.from)
		case NEW_GRC:
			if m.GRCId == i {
				a.named = i
			}
		case TOKEN:
			carry(token{m.inner, m.outer})
			look.Coming += 1 + m.more
			if p.group(m.from) != p.group(i) {
				a.given += 1 + m.more
				if !m.spare {
					a.answers++
				}
			}
		}
	}
	look.More = a
	return look
}

// asking are the senders of the requests in flight to a node.
func asking(inbox []message) (from model.Sites) {
	for _, m := range inbox {
		switch m := m.(type) {
		case NODE_LRC_REQ_CS:
			from = from.With(m.from)
		case LRC_GRC_REQ_CS:
			from = from.With(m.from)
		}
	}
	return from
}

// members are the processes in a queue.
func members(q queue) (all model.Sites) {
	for _, i := range q.All() {
		all = all.With(i)
	}
	return all
}

// of is what the properties ask of site i.
func of(vs invariants.Views, i model.Site) about { return vs[i-1].More.(about) }
