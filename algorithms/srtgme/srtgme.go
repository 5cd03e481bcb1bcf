package srtgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
)

// state is state_i, section III of the paper.
type state uint8

const (
	N  state = iota // not requesting
	R               // requesting for a session
	EC              // executing in its CS as captain
	EF              // executing in its CS as follower
	HI              // holding the token because no pending request is there
	HS              // holding the token because some followers are still in their CS
)

func (s state) String() string { return [...]string{"N", "R", "EC", "EF", "HI", "HS"}[s] }

// holds reports whether a process in this state has the token.
func (s state) holds() bool { return s == EC || s == HI || s == HS }

// vars are the local variables of P_i.
type vars struct {
	state   state
	RS      model.Sites        // to whom P_i sends its request
	SN      model.PerSite[int] // SN[j]: P_i knows about that many requests of P_j
	captain model.Site         // who started us as a follower; 0 is NULL

	// Not in the paper's list, but used by it: the latest request, and whether it still has to lead into the CS.
	X    model.Group
	Z    int
	pend bool

	token token // meaningful while state is EC, HI or HS; otherwise zero

	// Of repairs only.
	early int                  // completes that came before the token
	heard model.PerSite[claim] // heard[j]: the latest request of P_j that came while we had no token
}

// claim is what a request asks for.
type claim struct {
	X model.Group
	Z int
}

func (c claim) String() string { return fmt.Sprintf("(%v, %d)", c.X, c.Z) }

// entry is the requests for one session that wait in token.queue.
type entry struct {
	X     model.Group
	level int                    // the paper's X.priority
	who   model.List[model.Site] // in order of arrival
}

func (e entry) String() string { return fmt.Sprintf("(%v, %d, %v)", e.X, e.level, e.who) }

// queue is token.queue, its head first: at most one entry per session.
type queue = model.List[entry]

// message is one of the four kinds below.
type message any

// request is request(i, SN, X, Z): P_i makes its SN-th request.
type request struct {
	i  model.Site
	SN int
	X  model.Group
	Z  int
}

// start is start(i): enter as a follower of P_i. It is the captain's name, not the sender's.
type start struct{ i model.Site }

// complete is complete(i): the follower P_i has left its CS.
type complete struct{ i model.Site }

// token is token(token.queue, token.type, token.followers).
type token struct {
	queue     queue
	typ       model.Group // session in progress; 0 is NULL
	followers int         // still in their CS; nothing in the paper keeps it from becoming negative
	// SN[j], of a repair only: the number of the latest request of P_j that the token has queued or granted.
	SN model.PerSite[int]
}

func (t token) String() string {
	if t.SN == (model.PerSite[int]{}) {
		return fmt.Sprintf("token(%v, %v, %d)", t.queue, t.typ, t.followers)
	}
	return fmt.Sprintf("token(%v, %v, %d, %v)", t.queue, t.typ, t.followers, t.SN)
}

type protocol struct{ c model.Config }

type outbox = model.Outbox[message]

// Start is the code for initialization. P_1 has the token; the printed code leaves that index out.
func (p *protocol) Start(i model.Site) vars {
	n := p.c.Processes
	v := vars{RS: model.UpTo[model.Site](n).Without(i), SN: model.NewPerSite[int](n)}
	if p.c.Has(Remember) {
		v.heard = model.NewPerSite[claim](n)
	}
	if i == 1 {
		v.state, v.RS = HI, model.Sites{}
		if p.c.Has(NumberedToken) {
			v.token.SN = model.NewPerSite[int](n)
		}
	}
	return v
}

// MayRequest: "Once a process has requested for a session, it will not make new requests unless the old request is
// serviced", that is, until it has left its CS.
func (p *protocol) MayRequest(_ model.Site, v vars) bool { return !v.pend && !inCS(v) }

func (p *protocol) InCS(_ model.Site, v vars) bool { return inCS(v) }

func inCS(v vars) bool { return v.state == EC || v.state == EF }

// enter is "Enter CS".
func (v *vars) enter(out *outbox) {
	v.pend = false
	out.Enter()
}
