package gbp

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// locks lists what section III says of a group and the other groups (figure 6). The variant fair has another order.
func (p *protocol) locks() []invariants.Property {
	all := []invariants.Property{
		p.addressed().From("figures 3 to 6"),
		available.From("section III, Req-Group: the group grants the lock if available"),
		p.callsHolder().From("section III, Req-Group (b)"),
		yields.From("section III, Rel-Group"),
		givesItsOwn.From("section III, Rep-Rel-Group"),
		p.grantsBack().From("section III, Rep-Rel-Group and Lib-Group; figure 5: SelectGroup in Rel-Process"),
		givesCalled.From("section III, Rel-Group; figure 6: conj - {G_l}, send Rep-Rel-Group(G_k, G_l)"),
		needs[invariants.Decision[lock]](p.inOrder(), goesOn).From("section III, Rep-Rel-Group and Lib-Group; theorem 4.2 and the repairs ties and turns where priorities are equal"),
	}
	if !p.fair {
		all = append(all,
			calls.From("section III, Req-Group (a) and (b)"),
			invariants.ServedFirst("by priority", func(_ invariants.Step, a, b lock) bool { return a.priori > b.priori }).
				From("section III, Rep-Rel-Group and Lib-Group: the highest priority"),
		)
	}
	if p.c.Has(EarlyCall) {
		all = append(all, p.earlyCalls().From("the repair early-call"))
	}
	if p.upgrades {
		all = append(all, needs[asked](p.upgraded(), asksLock).From("figure 6: upgrade(priori), which the paper does not explain"))
	} else {
		all = append(all, needs[asked](p.registers(), asksLock).From("figure 6: AddListGroup"), p.listKept().From("figures 5 and 6: AddListGroup and DeleListGroup"))
	}
	return all
}

var available = invariants.Property{
	Name: "available", Kind: invariants.Stepwise,
	Doc:     "a lock that nobody has or waits for is granted to the group that asks for it",
	Hears:   invariants.Noting[asked],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, note asked) invariants.Opinion {
		granted := false
		for m := range sent[RecGroup](s.Event) {
			granted = granted || m.Gl == note.Gl
		}
		return invariants.If(note.LG.Empty(), granted)
	}),
}

// calls leaves open what equal priorities do: the text speaks of less and greater.
var calls = invariants.Property{
	Name: "calls", Kind: invariants.Stepwise,
	Doc:     "a lock is called back, once, and from a group of the highest priority in LG, if that of the new request is greater, and not if it is less",
	Hears:   invariants.Noting[asked],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, note asked) invariants.Opinion {
		if note.LG.Empty() {
			return invariants.Silent
		}
		high := 0
		for _, e := range note.LG.All() {
			high = max(high, e.priori)
		}
		called := sent[RelGroup](s.Event)
		for m, times := range called {
			if times > 1 || note.LG.Index(func(e lock) bool { return e == lock{m.Gl, high} }) < 0 {
				return invariants.Violated
			}
		}
		switch {
		case note.priori > high:
			return invariants.That(len(called) == 1)
		case note.priori < high:
			return invariants.That(len(called) == 0)
		}
		return invariants.Fine
	}),
}

func (p *protocol) callsHolder() invariants.Property {
	return invariants.Property{
		Name: "calls-holder", Kind: invariants.Stepwise,
		Doc:   "a lock is called back from a group that has it, to which it is on its way, or from which it is coming back",
		Hears: func(e *model.Event) bool { return len(sent[RelGroup](e)) > 0 },
		Step: func(s invariants.Step) invariants.Opinion {
			y := p.group(s.Event.Site)
			for m := range sent[RelGroup](s.Event) {
				if holder := p.look(s.After, m.Gl).locks.Has(y) || p.look(s.After, y).returning.Has(m.Gl); !holder {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
	}
}

var yields = invariants.Property{
	Name: "yields", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a group that is called on for a lock that it has gives it back if it is not in CS, and keeps it if it is",
	Hears: invariants.Delivering[RelGroup],
	Step: func(s invariants.Step) invariants.Opinion {
		state, had := calledOn(s)
		return invariants.If(had && state != Inactive, givesBack(s.Event) == (state != CS))
	},
}

// calledOn is the state of the group from which a lock is called back, and whether it has that.
func calledOn(s invariants.Step) (state, bool) {
	g := s.Before[s.Event.Site-1].More.(look)
	return g.state, g.conj.Has(s.Event.Message.Value.(RelGroup).Gk)
}

// givesBack hears where a group gives back a lock.
func givesBack(e *model.Event) bool { return len(sent[RepRelGroup](e)) > 0 }

var givesItsOwn = invariants.Property{
	Name: "gives-its-own", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a group gives back only a lock that it has",
	Hears: givesBack,
	Step: func(s invariants.Step) invariants.Opinion {
		if !invariants.Delivering[RelGroup](s.Event) {
			return invariants.Fine // it has come with this message
		}
		state, had := calledOn(s)
		return invariants.That(had && state == Active)
	},
}

// givesCalled says which lock, where gives-its-own says that there is one. With early-call a lock is given back when it comes.
var givesCalled = invariants.Property{
	Name: "gives-called", Kind: invariants.Stepwise,
	Doc:     "a group gives back the lock of the group that calls for it, once, and no other; with early-call the lock that comes after its call",
	Hears:   givesBack,
	ByEvent: true,
	Step: func(s invariants.Step) invariants.Opinion {
		var l model.Group
		switch m := s.Event.Message.Value.(type) {
		case RelGroup:
			l = m.Gk
		case RecGroup:
			l = m.Gk
		}
		for m, times := range sent[RepRelGroup](s.Event) {
			if m.Gl != l || times != 1 {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// grantsBack asks that a lock that comes back goes on at once; inOrder says to whom. Where a group begins a new stage with its own LG empty its own
// request gets the lock.
func (p *protocol) grantsBack() invariants.Property {
	return invariants.Property{
		Name: "grants-back", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "where a lock comes back, by a Rep-Rel-Group, by a Lib-Group, or because nobody that the group has let in is left, it is granted, once, if there " +
			"is a request in LG, and otherwise not",
		Hears: func(e *model.Event) bool {
			return invariants.Delivering[RepRelGroup](e) || invariants.Delivering[LibGroup](e) || leaving(e)
		},
		Step: func(s invariants.Step) invariants.Opinion {
			after, granted := p.look(s.After, p.group(s.Event.Site)), 0
			if leaving(s.Event) && !after.active.Empty() {
				return invariants.Silent
			}
			for _, times := range sent[RecGroup](s.Event) {
				granted += times
			}
			if after.LG.Empty() {
				return invariants.That(granted == 0)
			}
			return invariants.That(granted == 1)
		},
	}
}

// addressed is what the arguments of figures 5 and 6 are read for.
func (p *protocol) addressed() invariants.Property {
	return invariants.Property{
		Name: "addressed", Kind: invariants.Stepwise,
		Doc:     "a message goes to the process or the group that it names, and names its sender",
		Hears:   func(e *model.Event) bool { return len(e.Sends) > 0 },
		ByEvent: true,
		Step: func(s invariants.Step) invariants.Opinion {
			for _, m := range s.Event.Sends {
				from, to := p.ends(m.Value)
				if m.To != to || s.Event.Site != from {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
	}
}

// ends are the sender and the receiver that a message names.
func (p *protocol) ends(m message) (from, to model.Site) {
	switch m := m.(type) {
	case ReqProcess:
		return m.Pi, p.site(m.Gk)
	case RelProcess:
		return m.Pi, p.site(m.Gk)
	case RepProcess:
		return p.site(m.Gk), m.Pi
	case ReqGroup:
		return p.site(m.Gk), p.site(m.Gl)
	case RecGroup:
		return p.site(m.Gk), p.site(m.Gl)
	case RelGroup:
		return p.site(m.Gk), p.site(m.Gl)
	case RepRelGroup:
		return p.site(m.Gk), p.site(m.Gl)
	case LibGroup:
		return p.site(m.Gk), p.site(m.Gl)
	}
	panic("no message of this protocol")
}

// earlyCalls is yields for locks that come after the call for them: without held-only they have been given back before.
func (p *protocol) earlyCalls() invariants.Property {
	return invariants.Property{
		Name: "early-calls", Kind: invariants.Invariant,
		Doc:    "a group remembers calls for locks only while it waits for locks: those for locks that it has not got, which it gives back when they come",
		BySite: true,
		State: func(vs invariants.Views) invariants.Opinion {
			return every(vs, func(_ model.Group, g look) invariants.Opinion {
				return invariants.If(!g.early.Empty(), g.state == Active)
			})
		},
		Hears:   func(e *model.Event) bool { return e.Kind == model.DeliverEvent && int(e.Site) > p.c.Processes },
		ByEvent: true,
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			before, after := p.look(s.Before, k), p.look(s.After, k)
			switch m := s.Event.Message.Value.(type) {
			case RecGroup:
				if before.early.Has(m.Gk) {
					return invariants.That(givesBack(s.Event) && after.conj == before.conj && after.early == before.early.Without(m.Gk))
				}
			case RelGroup:
				if before.state == Active && !before.conj.Has(m.Gk) && p.c.Has(HeldOnly) {
					return invariants.That(!givesBack(s.Event) && after.early == before.early.With(m.Gk))
				}
			}
			return invariants.If(!before.early.Empty() || !after.early.Empty(), after.early == before.early)
		},
	}
}

// registers has no equal with --upgrade waiting, see upgraded.
func (p *protocol) registers() invariants.Property {
	return invariants.Property{
		Name: "registers", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "a group that asks for a lock is added to LG with its priority, behind those that are there, which stay as they are",
		Hears: invariants.Noting[asked],
		Step: invariants.EachNote(func(s invariants.Step, note asked) invariants.Opinion {
			return invariants.That(p.found(s, note) && p.look(s.After, p.group(s.Event.Site)).LG == note.LG.Add(note.lock))
		}),
	}
}

// found reports that the list and the request of a note are those that the group found. Where its session has just ended, its own request may have left the list.
func (p *protocol) found(s invariants.Step, note asked) bool {
	k := p.group(s.Event.Site)
	before := p.look(s.Before, k).LG
	switch m := s.Event.Message.Value.(type) {
	case ReqGroup:
		return note == asked{lock{m.Gk, m.priori}, before}
	case RelProcess:
		others := func(e lock) bool { return e.Gl != k }
		return note.LG.Where(others) == before.Where(others)
	}
	return note.LG == before
}

// listKept is the converse of registers. The own entry of a group may come and go at a release, the others' may not.
func (p *protocol) listKept() invariants.Property {
	return invariants.Property{
		Name: "list-kept", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "LG changes only where a group asks for the lock, which registers is about, and where a session is over: then the oldest entry of that " +
			"group leaves it; no other entry is added, removed, moved or changed",
		Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent && int(e.Site) > p.c.Processes },
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			before, after := p.look(s.Before, k).LG, p.look(s.After, k).LG
			without := func(l model.Group) model.List[lock] {
				if at := before.Index(func(e lock) bool { return e.Gl == l }); at >= 0 {
					return before.WithoutAt(at)
				}
				return before
			}
			others := func(e lock) bool { return e.Gl != k }
			switch m := s.Event.Message.Value.(type) {
			case LibGroup:
				return invariants.That(after == without(m.Gk))
			case RecGroup, RelGroup, RepRelGroup:
				return invariants.That(after == before)
			case RelProcess:
				own := after.Where(func(e lock) bool { return e.Gl == k }).Len() - before.Where(func(e lock) bool { return e.Gl == k }).Len()
				return invariants.That(after.Where(others) == before.Where(others) && own >= -1 && own <= 1)
			case ReqProcess:
				return invariants.That(after.Where(others) == before.Where(others))
			}
			return invariants.Silent
		},
	}
}

// upgraded is the reading that --upgrade waiting chooses.
func (p *protocol) upgraded() invariants.Property {
	return invariants.Property{
		Name: "upgraded", Kind: invariants.Stepwise,
		Doc:   "when a lock is called back, the priorities below that of the new request rise by one, but for the group that it is called back from",
		Hears: invariants.Noting[asked],
		Step: invariants.EachNote(func(s invariants.Step, note asked) invariants.Opinion {
			want := note.LG
			for m := range sent[RelGroup](s.Event) {
				for at, e := range want.All() {
					if e.Gl != m.Gl && e.priori < note.priori {
						want = want.With(at, lock{e.Gl, e.priori + 1})
					}
				}
			}
			return invariants.That(p.found(s, note) && p.look(s.After, p.group(s.Event.Site)).LG == want.Add(note.lock))
		}),
	}
}
