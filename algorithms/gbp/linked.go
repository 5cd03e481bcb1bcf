package gbp

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

var letInFor = invariants.Property{
	Name: "let-in-for", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a process is let in for the time that it has asked for, from the beginning of the session or from what has elapsed of it",
	Hears: func(e *model.Event) bool { return invariants.Noting[session](e) || invariants.Noting[latecomer](e) },
	Step: func(s invariants.Step) invariants.Opinion {
		after := s.After[s.Event.Site-1].More.(look)
		LP := after.LP
		for _, note := range s.Event.Notes {
			switch note := note.(type) {
			case session:
				if after.tpouse != 0 || note.gtpo != after.gtpo || note.LP.Len() != LP.Len() || LP.Index(func(e linked) bool { return e.due != e.tpodur }) >= 0 {
					return invariants.Violated
				}
			case latecomer:
				last := LP.At(LP.Len() - 1)
				if last.Pi != note.Pi || last.due > 0 && last.due != note.tpouse+note.tpodur {
					return invariants.Violated
				}
			}
		}
		return invariants.Fine
	},
}

// known goes by the processes: what they have asked for, and whether they take part.
func (p *protocol) known() invariants.Property {
	return invariants.Property{
		Name: "known", Kind: invariants.Invariant,
		Doc: "a group knows who takes part in it, and for which time",
		State: p.inside(func(i model.Site, v *model.View, _ model.Group, g look) bool {
			return g.LP.Index(func(e linked) bool { return e.Pi == i && e.due > 0 && e.tpodur == v.More.(attendance).tpodur }) >= 0
		}),
	}
}

// asksTime is what known rests on: that goes by what the process has written down.
func (p *protocol) asksTime() invariants.Property {
	return invariants.Property{
		Name: "asks-time", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "a process that has chosen a group and a time asks that group, once, for that time, and nobody else",
		Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i, d, sent := s.Event.Site, s.Event.Demand, s.Event.Sends
			about, asks := s.After[i-1].More.(attendance)
			return invariants.That(asks && about.tpodur == d.Duration && len(sent) == 1 && sent[0].To == p.site(d.Group) && sent[0].Value == any(ReqProcess{i, d.Group, d.Duration}))
		},
	}
}

// links is the converse of unlinks, which is about Rel-Process.
func (p *protocol) links() invariants.Property {
	same := func(a, b linked) bool { return a.Pi == b.Pi && a.tpodur == b.tpodur }
	return invariants.Property{
		Name: "links", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a process that asks is added to LP with its time, behind those that are there; no message of a group changes which processes are there, " +
			"nor their times",
		Hears: func(e *model.Event) bool {
			return e.Kind == model.DeliverEvent && int(e.Site) > p.c.Processes && !leaving(e)
		},
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			want := p.look(s.Before, k).LP
			m, asks := s.Event.Message.Value.(ReqProcess)
			if asks {
				want = want.Add(linked{Pi: m.Pi, tpodur: m.tpodur})
			}
			return invariants.If(asks || !want.Empty(), slices.EqualFunc(want.Slice(), p.look(s.After, k).LP.Slice(), same))
		},
	}
}

// entersAsked is the guard of figure 3: as far as messages come twice, a process may get a reply that it does not wait for.
func (p *protocol) entersAsked() invariants.Property {
	return invariants.Property{
		Name: "enters-asked", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "a Rep-Process lets a process in if it waits for that group, and has no effect otherwise",
		Hears: invariants.Delivering[RepProcess],
		Step: func(s invariants.Step) invariants.Opinion {
			m, _ := invariants.Delivered[RepProcess](s.Event)
			before, after := s.Before[s.Event.Site-1], s.After[s.Event.Site-1]
			if before.Waits && before.Groups.Has(m.Gk) {
				return invariants.That(after.InCS && s.Event.Entries == 1)
			}
			return invariants.That(s.Event.Entries == 0 && after.Waits == before.Waits && after.InCS == before.InCS && after.Groups == before.Groups)
		},
	}
}
