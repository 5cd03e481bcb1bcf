package drsgme

import (
	"sync"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// rule is what the paper says of the steps of one process: of its variables before and after, and of what it sends.
type rule struct {
	name, source, doc string
	judge             func(p *protocol, s *step) invariants.Opinion
}

// step is what one process does, handler by handler.
type step struct {
	i             model.Site
	before, after vars
	asks          want   // of Event 1: what for
	exits         bool   // Event 4
	m             any    // Events 2, 3, 5, 6, 8 and 10: the message
	timer         string // Events 7 and 9
	sends         []sent
	restarts      []string // the timers that are set anew, whether they run already or not
}

type sent struct {
	to model.Site
	m  message
}

// remark is the note that every step leaves.
type remark struct {
	spoke  uint64 // the rules that say something of it, by their places among those of the protocol
	broken uint64 // those of them that it breaks
	counts int    // by how much token.session grows
}

// steps keeps room for steps: one is looked at after every call of a handler.
var steps = sync.Pool{New: func() any { return new(step) }}

// remark looks back at a step that has been made.
func (p *protocol) remark(made step, out *outbox) remark {
	s := steps.Get().(*step)
	defer steps.Put(s)
	made.sends = s.sends[:0]
	*s = made
	for to, m := range out.Sent() {
		s.sends = append(s.sends, sent{to, m})
	}
	s.restarts = out.Effect().Restarts
	all := remark{counts: s.counts()}
	for k, r := range p.rules {
		switch r.judge(p, s) {
		case invariants.Violated:
			all.broken |= 1 << k
			fallthrough
		case invariants.Fine:
			all.spoke |= 1 << k
		}
	}
	return all
}

// remarked is the remark on an event; the zero value where no handler was called.
func remarked(e *model.Event) (r remark) {
	for x := range invariants.Notes[remark](e) {
		return x
	}
	return r
}

// counts is by how much token.session grows while the process has the token, receipt and sending included.
func (s *step) counts() int {
	before, after := s.before.token.session, s.after.token.session
	if t, opens := s.opens(); opens {
		before = t.session
	} else if !s.before.state.holder() {
		return 0
	}
	if tokens, _ := sentOf[token](s); len(tokens) > 0 {
		after = tokens[0].session
	} else if !s.after.state.holder() {
		return 0
	}
	return after - before
}

// property is the rule as a property; k is its place.
func (r rule) property(k int) invariants.Property {
	return invariants.Property{
		Name: r.name, Kind: invariants.Stepwise, Source: r.source, Doc: r.doc,
		ByEvent: true,
		Hears:   func(e *model.Event) bool { return remarked(e).spoke>>k&1 != 0 },
		Step:    func(s invariants.Step) invariants.Opinion { return invariants.That(remarked(s.Event).broken>>k&1 == 0) },
	}
}

// sentOf lists the messages of one kind that the step sends, and to whom.
func sentOf[M any](s *step) (all []M, to []model.Site) {
	for _, x := range s.sends {
		if m, ok := x.m.(M); ok {
			all, to = append(all, m), append(to, x.to)
		}
	}
	return all, to
}

// sendsOnly reports that the step sends exactly one message, m to k.
func (s *step) sendsOnly(k model.Site, m message) bool {
	return len(s.sends) == 1 && s.sends[0] == sent{k, m}
}

// changesNothing reports that the step leaves the variables as they are, and sends nothing.
func (s *step) changesNothing() bool { return s.after == s.before && len(s.sends) == 0 }

// hears reports that the step is the arrival of a request or gen_token, or of a token, with what the receiver has heard.
func (s *step) hears() bool {
	switch s.m.(type) {
	case request, genToken, token:
		return true
	}
	return false
}

// heard is the request that the message makes known to the process: one that it has not heard of, of another process.
func (s *step) heard() (m request, ok bool) {
	if m, ok = s.m.(request); !ok {
		var g genToken
		if g, ok = s.m.(genToken); ok {
			m = g.request()
		}
	}
	return m, ok && m.j != s.i && m.SN > s.before.SN.At(m.j)
}

// opens reports that the step is the receipt of a valid token.
func (s *step) opens() (token, bool) {
	t, ok := s.m.(token)
	return t, ok && s.before.oldToken.session < t.session
}

// stands reports that j waits in the queue for group x.
func stands(q queue, j model.Site, x model.Group) bool {
	for _, e := range q.All() {
		if e.group == x && e.index(j) >= 0 {
			return true
		}
	}
	return false
}

// standsForAll reports that j waits in the queue for each group that it asked for.
func standsForAll(q queue, j model.Site, X want) bool {
	for x := range model.Groups(X).All() {
		if !stands(q, j, x) {
			return false
		}
	}
	return true
}
