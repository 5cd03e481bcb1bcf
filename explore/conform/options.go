package conform

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Which steps have to be tried at a place: all that fit what each site has logged next, or those of one site alone, if they can
// as well happen at once. The latter is so if nothing that others do can add to them or take one away, and if the order
// matters to nobody: see [searcher.settled]. In a log that says which messages were delivered it is so nearly everywhere, and
// the search is a replay.

// options lists the steps to try, the most promising first. None: what was logged cannot go on from here.
func (s *searcher) options(p *place) []option {
	var all []option
	best, dead := -1, false
	var own [][]option
	for k := range s.sites {
		fitting, settled := s.fitting(p, k)
		own = append(own, fitting)
		switch {
		case !settled || s.partial && len(fitting) > 0 && !s.lasting(p, k, fitting):
		case len(fitting) == 0:
			dead = !s.partial
		case best < 0 || s.rank(p, k) < s.rank(p, best):
			best = k
		}
	}
	if dead {
		return nil
	}
	if best >= 0 {
		return own[best]
	}
	order := make([]int, len(s.sites))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.rank(p, a), s.rank(p, b)) })
	for _, k := range order {
		all = append(all, own[k]...)
	}
	slices.SortStableFunc(all, func(a, b option) int { return a.unlikely() - b.unlikely() })
	if s.waitsForQuiet(p) {
		all = append(all, s.quieting(p)...)
	}
	for _, k := range order {
		if s.mayHide(p, k) {
			all = append(all, s.hiding(p, k)...)
		}
	}
	return all
}

// unlikely sorts options: what was logged and costs nothing, early expiries, the network's.
func (o *option) unlikely() int {
	switch {
	case o.event == nil:
		return 2
	case o.early:
		return 1
	}
	return 0
}

// rank is that of the next event of a site; the last of all if there is none.
func (s *searcher) rank(p *place, k int) float64 {
	if n := int(p.done[k]); n < len(s.sites[k].events) {
		return s.sites[k].ranks[n]
	}
	return 1e300
}

// next is the event that a site has logged next; nil if there is none.
func (s *searcher) next(p *place, k int) (e *Event, from model.Site) {
	if n := int(p.done[k]); n < len(s.sites[k].events) {
		return s.sites[k].events[n], s.sites[k].froms[n]
	}
	return nil, 0
}

// fitting lists the steps of a site that fit what it has logged next, and those of the network that make such steps possible.
// settled: whatever others do, these are all that there will be, and they can as well happen before the others go on.
func (s *searcher) fitting(p *place, k int) (all []option, settled bool) {
	e, from := s.next(p, k)
	if e == nil {
		return nil, false
	}
	hides := s.mayHide(p, k)
	if !s.filled(p, k, e) {
		return nil, p.hidden == 0
	}
	if e.Kind == enter {
		if p.entered>>k&1 != 0 && e.fieldsAfter(s.sys, k, p.nodes[k]) == "" {
			all = []option{{site: k, event: e, budget: s.budget(p)}}
		}
		return all, !hides
	}
	x := s.reader.Expand(k, p.nodes[k], s.budget(p))
	known := false // it could happen but for the variables afterwards, the time or a budget
	drawn, patient := false, false
	ambiguous := e.Kind != "recover" && s.fifo && from == 0 && s.sys.Config.Loss > 0
	for n := range x.Moves {
		m := &x.Moves[n]
		if !e.fits(m.Event, from, s.sys.Places) {
			continue
		}
		senders, more := s.from(p, k, m.Event, from)
		if len(senders) == 0 {
			continue
		}
		known = true
		if m.Event.Message.Value != nil && !(e.whole(m.Event.Message, from) && !more) {
			ambiguous = true
		}
		patient = patient || m.Cost >= system.WhenQuiet
		drawn = drawn || m.Cost == system.OneTicket
		if e.fieldsAfter(s.sys, k, m.Next) != "" {
			continue
		}
		if m.Event.Message.Value != nil && s.sys.Config.Duplicate > 0 {
			if _, needed := s.copying(p, k, m.Event.Message); needed {
				continue
			}
		}
		if budget, early, possible := s.pay(p, m); possible {
			for _, sender := range senders {
				all = append(all, option{site: k, move: merged(x, n), event: e, budget: budget, from: sender, early: early})
			}
		}
	}
	if e.Kind == "deliver" || e.Kind == "drop" || e.Kind == "recover" {
		all = append(all, s.network(p, k, e, from, x)...)
	}
	// The order of requests matters where they draw tickets.
	return all, !hides && !ambiguous && !patient && !(drawn && (p.hidden > 0 || s.others(p, k, func(t *site) []int { return t.requests }))) && s.settled(p, k, e, known, all)
}

// merged is the move that stands for one of an expansion where those of one event that do the same are one: the first of them.
func merged(x *system.Expansion, n int) *system.Move {
	m := &x.Moves[n]
	if len(m.Event.Choices) == 0 {
		return m
	}
	return &x.Moves[slices.IndexFunc(x.Moves, func(o system.Move) bool {
		return o.Next == m.Next && slices.Equal(o.Sends, m.Sends) && o.Event.Kind == m.Event.Kind && o.Event.Name == m.Event.Name &&
			o.Event.Demand == m.Event.Demand && o.Event.Message == m.Event.Message
	})]
}

// settled decides that for an event of which so much was logged that no message can be taken for another, and that need not
// wait for quiet.
func (s *searcher) settled(p *place, k int, e *Event, known bool, all []option) bool {
	unknown := !known && len(all) == 0
	switch e.Kind {
	case "deliver", "drop":
		if !known && !(s.fifo && s.sites[k].froms[p.done[k]] != 0) {
			return false
		}
		// While a message can be delivered, no timer expires: so it can as well be delivered at once. What is not there yet may come.
		return !unknown
	case "recover":
		return unknown || !s.misses(p, k)
	case "request", "exit", "internal":
		busy := len(all) > 0
		for n := range all {
			e := all[n].move.Event
			busy = busy && (e.Kind == model.ExitEvent || e.Kind == model.InternalEvent && !e.Optional)
		}
		if busy {
			return true // while it is possible, no timer expires
		}
	}
	// What needs not happen may have happened only after a timer had expired somewhere else, which waits for quiet.
	return unknown || !s.patientAhead(p, k)
}

// lasting reports that the next event of a site, which is settled, can happen at the end of every prefix that does without it: then the longest
// prefix has it, and it can as well come first. It must cost nothing, and nobody may gain by losing the message.
func (s *searcher) lasting(p *place, k int, fitting []option) bool {
	free := slices.ContainsFunc(fitting, func(o option) bool { return o.event != nil && o.budget == s.budget(p) })
	switch e, _ := s.next(p, k); e.Kind {
	case "deliver", "drop":
		return free && (s.sys.Budget(s.budget(p)).Loss == 0 || !s.patientAhead(p, k))
	case "crash", "recover":
		return free && !s.patientAhead(p, k)
	}
	return free
}

// misses reports that it matters whether a site that is down has missed what is on its way to it, or gets it later, and that it
// logs nothing of this: under fifo a message keeps those behind it waiting, and what is on its way keeps timers from expiring.
func (s *searcher) misses(p *place, k int) bool {
	return !s.sites[k].drops && (s.fifo || s.sites[k].timeouts[p.done[k]] > 0 || s.patient && s.sites[k].inners[p.done[k]] > 0 || s.patientAhead(p, k))
}

// others reports that there are such events at other sites.
func (s *searcher) others(p *place, k int, counts func(*site) []int) bool {
	for j := range s.sites {
		if j != k && counts(&s.sites[j])[p.done[j]] > 0 {
			return true
		}
	}
	return false
}

// patientAhead reports that other sites may still do something that waits for quiet.
func (s *searcher) patientAhead(p *place, k int) bool {
	return p.hidden > 0 && (s.patient || s.sys.Config.Timeouts != model.Off) ||
		s.others(p, k, func(t *site) []int { return t.timeouts }) ||
		s.patient && s.others(p, k, func(t *site) []int { return t.inners })
}

// from lists the senders that a message may have: the one it tells, or 0, or those in flight; more reports that a message
// like it may come from others, and that this matters.
func (s *searcher) from(p *place, k int, e *model.Event, from model.Site) (all []model.Site, more bool) {
	if e.Message.Value == nil || e.Message.From != 0 || !s.senders || s.tells(e.Message.Value) {
		return []model.Site{0}, false
	}
	all = p.flight.senders(model.Site(k+1), s.value(e.Message.Value))
	switch {
	case from != 0 && slices.Contains(all, from):
		return []model.Site{from}, false
	case from != 0:
		return nil, false
	case s.sites[k].named[p.done[k]] == 0:
		return all[:min(1, len(all))], false // nobody will ask
	}
	return all, true
}

// anyone lists the senders that a message may have of which nothing was logged.
func (s *searcher) anyone(p *place, k int, e *model.Event) []model.Site {
	all, _ := s.from(p, k, e, 0)
	return all
}

// pay is the budget after a move, whether it is an early expiry, and whether it is possible.
func (s *searcher) pay(p *place, m *system.Move) (budget uint32, early, possible bool) {
	calm := system.Busy
	if m.Cost >= system.WhenQuiet {
		s.patient = s.patient || m.Cost == system.WhenQuiet
		calm = s.calm(p)
	}
	budget, possible = s.sys.Pay(s.budget(p), m.Cost, calm)
	return budget, m.Cost.Early(calm), possible
}

func (s *searcher) budget(p *place) uint32 { return p.nodes[len(p.nodes)-1] }

// calm is how little can happen in a state.
func (s *searcher) calm(p *place) system.Calm {
	if !p.calmed {
		p.calm, p.calmed = system.Still, true
		for k := range s.sites {
			p.calm = min(p.calm, s.reader.Expand(k, p.nodes[k], s.budget(p)).Calm)
		}
	}
	return p.calm
}

// network lists what the network may do so that the next event of a site becomes possible, or possible once more: no site
// logs that. A message is copied right before it is delivered, and lost when it is the oldest of its channel, since neither
// can be noticed before.
func (s *searcher) network(p *place, k int, e *Event, from model.Site, x *system.Expansion) (all []option) {
	left := s.sys.Budget(s.budget(p))
	for n := range x.Moves {
		m := &x.Moves[n]
		wanted := false
		switch m.Event.Kind {
		case model.DuplicateEvent:
			wanted = left.Duplicate > 0 && e.Kind != "recover" && m.Event.Message.Position <= 1 && e.carries(m.Event.Message, from)
			if wanted {
				wanted, _ = s.copying(p, k, m.Event.Message)
			}
		case model.LoseEvent:
			wanted = left.Loss > 0 && e.Kind != "recover" && m.Event.Message.Position == 1 && (from == 0 || from == m.Event.Message.From)
		case model.DropEvent:
			wanted = e.Kind == "recover" && s.misses(p, k)
		}
		if senders, _ := s.from(p, k, m.Event, from); wanted && len(senders) > 0 {
			all = s.unlogged(all, p, k, m, senders)
		}
	}
	return all
}

// unlogged appends a step of the network, for each sender that the message may have.
func (s *searcher) unlogged(all []option, p *place, k int, m *system.Move, senders []model.Site) []option {
	budget, _, possible := s.pay(p, m)
	if !possible {
		return all
	}
	for _, sender := range senders {
		all = append(all, option{site: k, move: m, budget: budget, from: sender})
	}
	return all
}

// waitsForQuiet reports that a site has logged an event that waits for quiet.
func (s *searcher) waitsForQuiet(p *place) bool {
	for k := range s.sites {
		e, from := s.next(p, k)
		if e == nil || e.Kind != "timeout" && e.Kind != "internal" {
			continue
		}
		x := s.reader.Expand(k, p.nodes[k], s.budget(p))
		for n := range x.Moves {
			if m := &x.Moves[n]; m.Cost >= system.WhenQuiet && !m.Cost.Due(s.calm(p)) && e.fits(m.Event, from, s.sys.Places) {
				return true
			}
		}
	}
	return false
}

// quieting lists what the network may do so that nothing is on its way any more.
func (s *searcher) quieting(p *place) (all []option) {
	left := s.sys.Budget(s.budget(p))
	for k := range s.sites {
		x := s.reader.Expand(k, p.nodes[k], s.budget(p))
		for n := range x.Moves {
			m := &x.Moves[n]
			if m.Event.Kind == model.LoseEvent && left.Loss > 0 || m.Event.Kind == model.DropEvent && !s.sites[k].drops {
				all = s.unlogged(all, p, k, m, s.anyone(p, k, m.Event))
			}
		}
	}
	return all
}

// gap is how many events are missing before the next one of a site.
func (s *searcher) gap(p *place, k int) int {
	t := &s.sites[k]
	if n := int(p.done[k]); n < len(t.events) {
		return t.gaps[n]
	}
	return 0
}

// filled reports that as many lines as are missing before the next event of a site can be those of steps that nobody has logged, and of entries of
// these and of the event before them.
func (s *searcher) filled(p *place, k int, e *Event) bool {
	missing := s.gap(p, k)
	if missing == 0 || p.gaps == nil {
		return missing == 0
	}
	lines := int(p.gaps[k] + p.enters[k])
	if e.Kind != enter && p.entered>>k&1 != 0 {
		lines++
	}
	return lines >= missing
}
