package gbp

import "github.com/gmecheck/gmecheck/model"

// The operations on LP and LG that the figures use.

func addLp(LP model.List[linked], m ReqProcess) model.List[linked] {
	return LP.Add(linked{Pi: m.Pi, tpodur: m.tpodur})
}

// deleLp removes the oldest entry of P_i.
func deleLp(LP model.List[linked], i model.Site) model.List[linked] {
	if at := oldest(LP, i); at >= 0 {
		return LP.WithoutAt(at)
	}
	return LP
}

// oldest is the place of the oldest entry of P_i, or -1.
func oldest(LP model.List[linked], i model.Site) int {
	return LP.Index(func(e linked) bool { return e.Pi == i })
}

// activeempty: none of the processes has been let in.
func activeempty(LP model.List[linked]) bool {
	return LP.Index(func(e linked) bool { return e.due > 0 }) < 0
}

// addLG is AddLG and AddListGroup.
func addLG(LG model.List[lock], l model.Group, priori int) model.List[lock] {
	return LG.Add(lock{l, priori})
}

// deleListGroup removes the oldest entry of G_l, if there is one.
func deleListGroup(LG model.List[lock], l model.Group) model.List[lock] {
	if at := LG.Index(func(e lock) bool { return e.Gl == l }); at >= 0 {
		return LG.WithoutAt(at)
	}
	return LG
}

// longest is the time of the process in LP that asked for most.
func longest(LP model.List[linked]) int {
	d := 0
	for _, e := range LP.All() {
		d = max(d, e.tpodur)
	}
	return d
}

// best is SelectGroup, findHigh and findHigher: the first to arrive of those with the highest priority.
func (p *protocol) best(v *group) lock {
	high := v.LG.Front()
	for _, e := range v.LG.All() {
		if p.before(v, e, high) {
			high = e
		}
	}
	return high
}

// higherPriori is HigherPriori: the priority is above that of all in LG.
func (p *protocol) higherPriori(v *group, e lock) bool { return p.before(v, e, p.best(v)) }

// before: e goes before s, no matter which of them has arrived first.
func (p *protocol) before(v *group, e, s lock) bool {
	if p.fair {
		if a, b := v.turn(e.Gl, e.priori), v.turn(s.Gl, s.priori); a != b {
			return a < b
		}
	}
	if e.priori != s.priori {
		return e.priori > s.priori
	}
	if p.c.Has(Turns) {
		if a, b := v.turn(e.Gl, 1), v.turn(s.Gl, 1); a != b {
			return a < b
		}
	}
	return p.c.Has(Ties) && e.Gl < s.Gl
}

// turn says when G_l had its last session but z-1: the place in turns, -1 if it has not had that many.
func (v *group) turn(l model.Group, z int) int {
	sessions := v.turns.Slice()
	for at, left := len(sessions)-1, z; at >= 0; at-- {
		if sessions[at] == l {
			if left--; left == 0 {
				return at
			}
		}
	}
	return -1
}

// noteTurn appends a session of G_l to turns, which remembers as many of each group as before asks for: the last one, and
// where it is fair as many as its priority can be.
func (p *protocol) noteTurn(v *group, l model.Group) {
	most := 1
	if p.fair {
		most = p.highest(l)
	}
	v.turns = v.turns.Add(l)
	if own := v.turns.Where(func(s model.Group) bool { return s == l }); own.Len() > most {
		v.turns = v.turns.WithoutAt(v.turns.Index(func(s model.Group) bool { return s == l }))
	}
}

// upgrade is upgrade(priori) as a change: those that wait with a lower priority than that of the request for which the lock is called back, priori,
// rise by one. G_s does not wait, it has the lock.
func upgrade(LG model.List[lock], s model.Group, priori int) model.List[lock] {
	for at, e := range LG.All() {
		if e.Gl != s && e.priori < priori {
			e.priori++
			LG = LG.With(at, e)
		}
	}
	return LG
}
