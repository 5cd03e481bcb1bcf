package views

import "github.com/gmecheck/gmecheck/model/system"

// begin lets all that stands side by side in an initial state of a topology do so, under every renaming.
func (e *every) begin(topologies []*system.System) {
	type pair = [2]int32
	known := map[pair]bool{}
	var queue []pair
	add := func(a, b int32) {
		if p := sorted(a, b); !known[p] {
			known[p] = true
			queue = append(queue, p)
		}
	}
	for _, topology := range topologies {
		other := e.handlers(topology)
		for _, vars := range other.Starts() {
			total := 0
			var sites []int32
			for site, v := range vars {
				sites = append(sites, e.enters(entity{site: site, local: system.Local{Vars: e.alone.VarsNumber(site, other.Vars(site, v))}}))
				total += e.weight(sites[site])
			}
			e.most, e.least = max(e.most, total), min(e.least, total)
			for k, a := range sites {
				add(a, a) // alone, where there is no other
				for _, b := range sites[:k] {
					add(b, a)
				}
			}
		}
	}
	for k := 0; k < len(queue); k++ {
		a, b := queue[k][0], queue[k][1]
		for g := range e.n - 1 {
			add(e.image(g, a), e.image(g, b))
		}
		e.enter(a)
		if e.enter(b); a != b {
			e.join(a, b, cause{initial, none})
		}
	}
}

// enters is the number of an entity of an initial state.
func (e *every) enters(x entity) int32 {
	e.making = initial
	return e.number(x)
}

// handlers runs those of another system on single sites, as those of this one are.
func (e *every) handlers(sys *system.System) *system.Alone {
	a := sys.Fresh().Alone()
	if e.options.Unfold {
		a.Unfold()
	}
	return a
}
