package system

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// EndsOnForms reports that a search of canonical forms can have an end where one of all states has none: requests have no budget, and
// the protocol has forms. A message that a form forgets could be lost or doubled, so there is no budget for that.
func (s *System) EndsOnForms() bool {
	c := s.Config
	return s.HasCanon() && c.Loss+c.Duplicate == 0 && slices.Contains(c.Requests, model.Unlimited)
}

// Requesting returns the same system, as [System.Fresh] does, with other request budgets.
func (s *System) Requesting(requests []int) *System {
	t := s.fresh(requests)
	t.Most, t.showing = s.Most, s.showing
	return t
}

// form is a state and its canonical form.
type form struct{ of, is []uint32 }

// formsBits is the number of forms that a reader remembers.
const formsBits = 14

// Canon returns the canonical form of a state: the node of every site, then the budgets. It may be the state itself. Neither may be
// changed.
func (r *Reader) Canon(state []uint32) []uint32 {
	if r.forms == nil {
		r.forms = make([]form, 1<<formsBits)
	}
	h := uint64(0)
	for _, x := range state {
		h = (h ^ uint64(x)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	known := &r.forms[h>>(64-formsBits)]
	if !slices.Equal(known.of, state) {
		own := slices.Clone(state)
		*known = form{own, r.sys.space.canon(own)}
	}
	return known.is
}

func (s *space[V, M]) canon(state []uint32) []uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sites := len(s.sites)
	g := &model.Global[V, M]{
		Vars: make([]V, sites), InFlight: make([][]model.InFlight[M], sites), Tickets: s.sys.budgets.left[state[sites]].Tickets,
	}
	selves := make([]self, sites)
	for k, sp := range s.sites {
		own, box := sp.node(state[k])
		selves[k], g.Vars[k] = own, sp.locals.at(own.local)
		for n, in := 0, sp.boxes.at(box); n < in.len(); n++ {
			e := in.at(n)
			g.InFlight[k] = append(g.InFlight[k], model.InFlight[M]{From: e.from, Message: s.messages.at(e.message)})
		}
	}
	if broken := s.edit(g); broken != nil {
		panic(broken)
	}
	is := make([]uint32, sites+1)
	for k, sp := range s.sites {
		s.reserve(k)
		own, in := selves[k], inbox("")
		own.local = sp.locals.number(g.Vars[k])
		for _, m := range g.InFlight[k] {
			in = in.put(envelope{from: m.From, message: s.messages.number(m.Message)})
		}
		is[k] = sp.number(own, sp.boxes.number(in))
	}
	is[sites] = state[sites]
	if left := s.sys.budgets.left[state[sites]]; left.Tickets != g.Tickets {
		left.Tickets = g.Tickets
		is[sites] = uint32(slices.Index(s.sys.budgets.left, left))
	}
	return is
}

// edit calls the protocol, and says what is wrong with what it does.
func (s *space[V, M]) edit(g *model.Global[V, M]) (broken *model.Broken) {
	wrong := func(problem string, args ...any) *model.Broken {
		b := s.mistaken(1, model.CanonicalForm, problem, args...)
		b.Place = "a global state"
		return b
	}
	defer panicked(&broken, wrong)
	tickets := g.Tickets
	s.canonical.Canon(g)
	switch {
	case len(g.Vars) != len(s.sites) || len(g.InFlight) != len(s.sites):
		return wrong("leaves variables of %d sites and messages to %d; there are %d", len(g.Vars), len(g.InFlight), len(s.sites))
	case g.Tickets < 0 || g.Tickets > tickets:
		return wrong("leaves %d tickets drawn of %d", g.Tickets, tickets)
	}
	for k := range g.Vars {
		if found := s.caller.types.Wrong(&g.Vars[k]); found != "" && !s.settled {
			return wrong("leaves variables that are no value: %v", found)
		}
	}
	for to, m := range g.Messages() {
		if found := s.caller.types.Wrong(m); found != "" && s.openMessages {
			return wrong("leaves a message to site %d that is no value: %v", to, found)
		}
	}
	return nil
}
