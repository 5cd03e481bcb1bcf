package kmutex

import (
	"iter"

	"github.com/gmecheck/gmecheck/model"
)

// protocol is the algorithm in a configuration.
type protocol struct {
	c model.Config
	m int // nodes of a group, and number of groups
	k int // tokens
}

func newProtocol(c model.Config) *protocol {
	return &protocol{c: c, m: root(c.Processes), k: c.Tokens}
}

// root is the largest m with m*m <= n.
func root(n int) int {
	m := 0
	for (m+1)*(m+1) <= n {
		m++
	}
	return m
}

// theGRC is the global request collector at the beginning: the first node, id (0, 1).
const theGRC model.Site = 1

// group is id[0], from 0.
func (p *protocol) group(i model.Site) int { return (int(i) - 1) / p.m }

// index is id[1], from 1.
func (p *protocol) index(i model.Site) int { return (int(i)-1)%p.m + 1 }

// collector is the LRC of i's group (or the GRC).
func (p *protocol) collector(i model.Site) model.Site { return model.Site(p.group(i)*p.m + 1) }

// collectors yields the first node of every group.
func (p *protocol) collectors() iter.Seq[model.Site] {
	return func(yield func(model.Site) bool) {
		for g := range p.m {
			if !yield(model.Site(g*p.m + 1)) {
				return
			}
		}
	}
}

// Start is Init: the first node of every group is its LRC, the first of all the GRC.
func (p *protocol) Start(i model.Site) vars {
	switch {
	case i == theGRC:
		return vars{typ: GRC, grc: theGRC, tokens: model.ListOf(make([]queue, p.k)...)}
	case p.index(i) == 1:
		return vars{typ: LRC, grc: theGRC}
	default:
		return vars{typ: NORMAL}
	}
}

// MayRequest: one request at a time.
func (p *protocol) MayRequest(_ model.Site, v vars) bool { return !v.requested }

// InCS: the critical section is where mutex is set.
func (p *protocol) InCS(_ model.Site, v vars) bool { return v.mutex }

// node is one node while it handles an event: its variables by the paper's names, and its outbox.
type node struct {
	*vars
	p   *protocol
	i   model.Site // id
	out *outbox
}

func (n node) has(r model.Repair) bool { return n.p.c.Has(r) || n.p.bundled() }

func (p *protocol) at(i model.Site, v *vars, out *outbox) node { return node{v, p, i, out} }

// Request is Request_CS, up to run_CS.
func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *outbox) {
	n := p.at(i, v, out)
	n.requested = true
	if n.typ == NORMAL {
		out.Send(p.collector(i), NODE_LRC_REQ_CS{i})
		return
	}
	if !n.p.bundled() || n.tokens.Empty() {
		n.LRQ = n.LRQ.Add(entry(i)) // nothing removes it when the node enters below
		n.out.Note(arrival{Joins: i, Queue: processes(n.LRQ.Slice())})
	}
	if !n.tokens.Empty() {
		n.takeToken()
		n.run_CS(own, none)
	} else if n.typ == LRC && !(n.has(AskOnce) && n.requestSent) {
		n.ask()
	}
}

// Exit is release_CS and what follows its call.
func (p *protocol) Exit(i model.Site, v *vars, out *outbox) {
	n := p.at(i, v, out)
	from, held := n.mode, n.held
	n.requested, n.mutex, n.mode, n.held = false, false, outside, none
	switch from {
	case own: // in Request_CS
		if n.has(TokenBackFirst) {
			n.tokens = n.tokens.Add(queue{})
			n.send_token()
		} else {
			n.send_token()
			n.tokens = n.tokens.Add(queue{}) // published: "numOfTokens += 1" comes last
		}
	case front: // in Recieve_Token
		n.send_token() // published: the token has been in hand all the time
	case byQueue:
		n.pass(held)
	}
}

// Receive dispatches the two receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *outbox) {
	n := p.at(i, v, out)
	switch m := m.(type) {
	case NODE_LRC_REQ_CS:
		n.recieve_request(m.from)
	case LRC_GRC_REQ_CS:
		n.recieve_request(m.from)
	case TOKEN:
		n.recieve_Token(m)
	case NEW_GRC:
		n.recieve_New_GRC(m)
	default:
		out.Unhandled()
	}
}

// recieve_request is Recieve_request(fromNode).
func (n node) recieve_request(fromNode model.Site) {
	switch n.typ {
	case LRC:
		n.LRQ = n.LRQ.Add(entry(fromNode))
		n.out.Note(arrival{Joins: fromNode, Queue: processes(n.LRQ.Slice())})
		if !n.requestSent {
			n.ask()
		}
	case GRC:
		if n.p.index(fromNode) == 1 {
			n.GRQ = n.GRQ.Add(fromNode)
			n.out.Note(arrival{Joins: fromNode, Queue: n.GRQ})
		} else {
			n.LRQ = n.LRQ.Add(entry(fromNode))
			n.out.Note(arrival{Joins: fromNode, Queue: processes(n.LRQ.Slice())})
		}
		n.send_token()
	default:
		n.out.Unhandled()
	}
}

// recieve_Token is Recieve_Token(tokenQueue), up to run_CS.
func (n node) recieve_Token(m TOKEN) {
	sameLocalGroup := n.p.group(m.from) == n.p.group(n.i)
	for range m.more {
		n.tokens = n.tokens.Add(queue{})
	}
	if n.typ != LRC || sameLocalGroup {
		n.pass(token{m.inner, m.outer})
		return
	}
	n.tokens = n.tokens.Add(asRequests(m.inner, m.outer)) // inner is empty, unless the GRC moves
	n.LRQ = n.LRQ.Add(MARKER)
	if !m.spare {
		n.requestSent = false
	}
	if !n.has(InTurn) && n.requested && !n.mutex && n.LRQ.Front() == entry(n.i) {
		n.LRQ = n.LRQ.Rest()
		n.run_CS(front, none) // published: without "numOfTokens -= 1"
	} else {
		n.send_token()
	}
}

// run_CS enters the critical section, with the token held if it has a queue.
func (n node) run_CS(from mode, held token) {
	n.mutex, n.mode, n.held = true, from, held
	n.out.Enter()
}

// ask is "Msg <- LRC_GRC_REQ_CS; requestSent <- True".
func (n node) ask() {
	n.out.Send(n.grc, LRC_GRC_REQ_CS{n.i})
	n.requestSent = true
}

// takeToken is "numOfTokens -= 1": the last token in hand.
func (n node) takeToken() { n.tokens = n.tokens.WithoutAt(n.tokens.Len() - 1) }
