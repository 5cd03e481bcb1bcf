package gbp

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// inOrder says of equal priorities, too, who gets a lock that comes back. It is written from the texts of the repairs, not with
// what the handlers use.
func (p *protocol) inOrder() invariants.Property {
	doc := "a lock that comes back is granted to the highest priority; of equal ones "
	switch {
	case p.fair:
		doc = "a lock that comes back is granted to the request of priority z whose group's z-th last session is longest ago; then as repaired; each end of a session counts"
	case p.c.Has(Turns):
		doc += "to the group whose last session is longest ago, then to the smaller number; each end of a session counts"
	case p.c.Has(Ties):
		doc += "to the smaller number"
	default:
		doc += "to the request that came first"
	}
	granted := invariants.EachNote(func(s invariants.Step, note invariants.Decision[lock]) invariants.Opinion {
		k := p.group(s.Event.Site)
		after := p.look(s.After, k)
		if sent[RecGroup](s.Event)[RecGroup{k, note.Chosen.Gl}] == 0 || !leaving(s.Event) && note.Among != after.LG {
			return invariants.Violated
		}
		sessions := after.turns.Slice()
		var chosen []int
		var ranks [][]int
		for at, e := range note.Among.All() {
			rank := append(p.rank(sessions, e), at)
			if ranks = append(ranks, rank); e == note.Chosen && chosen == nil {
				chosen = rank
			}
		}
		return invariants.If(len(ranks) > 1, chosen != nil && slices.Compare(chosen, slices.MinFunc(ranks, slices.Compare)) == 0)
	})
	return invariants.Property{
		Name: "served-in-order", Kind: invariants.Stepwise, ByEvent: true, Doc: doc,
		Hears: func(e *model.Event) bool {
			return invariants.Noting[invariants.Decision[lock]](e) || p.c.Has(Turns) && e.Kind == model.DeliverEvent && p.group(e.Site) > 0
		},
		Step: func(s invariants.Step) invariants.Opinion {
			if p.c.Has(Turns) && !p.remembers(s) {
				return invariants.Violated
			}
			return granted(s)
		},
	}
}

// remembers: where a session is over, by a Lib-Group or because nobody that the group has let in is left, it is the last one in turns, which keeps as
// many of its group as decide; nothing else changes turns.
func (p *protocol) remembers(s invariants.Step) bool {
	k := p.group(s.Event.Site)
	before, after := p.look(s.Before, k).turns, p.look(s.After, k)
	l := k
	if m, over := invariants.Delivered[LibGroup](s.Event); over {
		l = m.Gk
	} else if !leaving(s.Event) || !after.active.Empty() {
		return after.turns == before
	}
	most := 1
	if p.fair {
		most = p.highest(l)
	}
	own := before.Where(func(s model.Group) bool { return s == l }).Len()
	for ; own >= most; own-- {
		before = before.WithoutAt(before.Index(func(s model.Group) bool { return s == l }))
	}
	return after.turns == before.Add(l)
}

// rank is what decides about a request, the first difference first; the smaller rank goes first.
func (p *protocol) rank(sessions []model.Group, e lock) []int {
	rank := []int{-e.priori}
	if p.fair {
		rank = []int{since(sessions, e.Gl, e.priori), -e.priori}
	}
	if p.c.Has(Turns) {
		rank = append(rank, since(sessions, e.Gl, 1))
	}
	if p.c.Has(Ties) {
		rank = append(rank, int(e.Gl))
	}
	return rank
}

// since is the place of the z-th last session of group l, from 1; 0 if there have been fewer.
func since(sessions []model.Group, l model.Group, z int) int {
	var own []int
	for at, s := range sessions {
		if s == l {
			own = append(own, at+1)
		}
	}
	if len(own) < z {
		return 0
	}
	return own[len(own)-z]
}
