package views

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
)

// checkRenaming checks that the pairs are closed under renaming, that a renaming changes nothing but names in what is done, that sites
// which are the same but for names look the same, and counts the processes that steps name of which nobody there has heard: they come out of
// lists of which the elements are not known.
func (e *every) checkRenaming() {
	for g := range e.n - 1 {
		for a := range int32(len(e.beside)) {
			to := e.image(g, a)
			if int(to) >= len(e.beside) {
				e.block(3, "%s can be there, and not with P%d and P%d exchanged", e.text(a), g+1, g+2)
				return
			}
			same := true
			e.beside[a].each(func(b int32) { same = same && e.beside[to].has(e.image(g, b)) })
			if x, y := e.looks[a], e.looks[to]; !same || x.InCS != y.InCS || x.Waits != y.Waits || x.Groups != y.Groups || x.Priority != y.Priority || e.weight(a) != e.weight(to) {
				e.block(3, "%s is not the same with P%d and P%d exchanged", e.text(a), g+1, g+2)
				return
			}
		}
	}
	e.meetings(func(v, m int32) bool {
		named := e.names(v)
		if m != none {
			named = named.Union(e.names(m))
		}
		was := e.does(v, m)
		for _, x := range was {
			all := named
			for _, k := range x.made {
				all = all.Union(e.names(k))
			}
			e.brought = max(e.brought, all.Minus(named).Len())
		}
		for g := range e.n - 1 {
			message := m
			if m != none {
				message = e.image(g, m)
			}
			var want []outcome
			for _, x := range was {
				want = append(want, e.imageOf(g, x))
			}
			if want = sortedOutcomes(want); !slices.EqualFunc(want, e.does(e.image(g, v), message), func(x, y outcome) bool { return x.compare(y) == 0 }) {
				e.block(1, "%s does something else with P%d and P%d exchanged", e.text(v), g+1, g+2)
				return true
			}
		}
		return false
	})
}

// image is an entity with processes g+1 and g+2 exchanged.
func (e *every) image(g int, k int32) int32 {
	key := [2]int32{int32(g), k}
	if to, known := e.images[key]; known {
		return to
	}
	x := e.all[k]
	i, j := model.Site(g+1), model.Site(g+2)
	y := entity{site: x.site, local: x.local}
	switch x.site {
	case g:
		y.site = g + 1
	case g + 1:
		y.site = g
	}
	if x.flies() {
		y.message = e.alone.MessageNumber(permutation.Exchanged(e.alone.Message(x.message), e.n, i, j))
	} else {
		y.local.Vars = e.alone.VarsNumber(y.site, permutation.Exchanged(e.alone.Vars(x.site, x.local.Vars), e.n, i, j))
	}
	to := e.enters(y)
	e.images[key] = to
	return to
}

// outcome is what a meeting makes, and what properties of events ask for.
type outcome struct {
	made       []int32 // what is sent, sorted, behind the site
	kind       model.EventKind
	entries    int
	spurious   bool
	unfaithful bool
}

func (x outcome) compare(y outcome) int {
	return cmp.Or(slices.Compare(x.made, y.made), cmp.Compare(x.kind, y.kind), cmp.Compare(x.entries, y.entries),
		cmp.Compare(number(x.spurious), number(y.spurious)), cmp.Compare(number(x.unfaithful), number(y.unfaithful)))
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// does is the outcomes of a meeting, sorted.
func (e *every) does(v, m int32) []outcome {
	if all, known := e.acts[[2]int32{v, m}]; known {
		return all
	}
	var all []outcome
	for _, h := range e.happens(v, m) {
		x := outcome{e.made(e.all[v].site, h), h.Event.Kind, h.Event.Entries, h.Event.Spurious, h.Event.Unfaithful != ""}
		slices.Sort(x.made[1:])
		all = append(all, x)
	}
	all = sortedOutcomes(all)
	e.acts[[2]int32{v, m}] = all
	return all
}

// sortedOutcomes are outcomes in order, each once.
func sortedOutcomes(all []outcome) []outcome {
	slices.SortFunc(all, outcome.compare)
	return slices.CompactFunc(all, func(x, y outcome) bool { return x.compare(y) == 0 })
}

// image is an outcome with processes g+1 and g+2 exchanged.
func (e *every) imageOf(g int, x outcome) outcome {
	x.made = slices.Clone(x.made)
	for k := range x.made {
		x.made[k] = e.image(g, x.made[k])
	}
	slices.Sort(x.made[1:])
	return x
}
