package gbp

import "gmecheck/model"

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

// best is SelectGroup, findHigh and findHigher: the first to arrive of those with the highest priority.
func best(LG model.List[lock]) lock {
	high := LG.Front()
	for _, e := range LG.All() {
		if e.priori > high.priori {
			high = e
		}
	}
	return high
}

// higherPriori is HigherPriori: the priority is above that of all in LG.
func higherPriori(LG model.List[lock], priori int) bool { return priori > best(LG).priori }
