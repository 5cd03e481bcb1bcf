package ledger

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Telling is the few of the configurations that say most: the one with the most states, and those that go farther in
// processes, requests, faults, groups, priorities or tokens. Where messages keep their order is shown last.
func Telling(all []Reach, most int) []Reach {
	var shown []Reach
	for _, network := range []model.Network{model.Bag, model.FIFO} {
		of := slices.DeleteFunc(slices.Clone(all), func(r Reach) bool { return r.Config.Network != network })
		for _, size := range sizes {
			if len(of) == 0 || len(shown) == most {
				break
			}
			best := slices.MaxFunc(of, func(a, b Reach) int { return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(a.States, b.States)) })
			if !slices.ContainsFunc(shown, func(r Reach) bool { return size(r) >= size(best) }) {
				shown = append(shown, best)
			}
		}
	}
	shown = withLargest(shown, all, most)
	for _, several := range []func(Reach) bool{
		func(r Reach) bool { return r.Config.Groups > 1 }, func(r Reach) bool { return r.Config.Tokens > 1 },
	} {
		rest := slices.DeleteFunc(slices.Clone(all), func(r Reach) bool { return !several(r) })
		if most > 1 && len(rest) > 0 && !slices.ContainsFunc(shown, several) { // or nobody would know that there are some
			shown = append(shown[:min(len(shown), most-1)], largest(rest))
		}
	}
	slices.SortStableFunc(shown, func(a, b Reach) int { return cmp.Compare(a.Config.Network, b.Config.Network) })
	return shown
}

// withLargest is what is shown with the configuration of the most states, if need be in the place of the last one: one group, or one process,
// goes far in other directions and says little.
func withLargest(shown, all []Reach, most int) []Reach {
	if len(all) == 0 || most < 2 {
		return shown
	}
	if top := largest(all); !slices.ContainsFunc(shown, func(r Reach) bool { return r.States >= top.States }) {
		shown = append(shown[:min(len(shown), most-1)], top)
	}
	return shown
}

func largest(all []Reach) Reach {
	return slices.MaxFunc(all, func(a, b Reach) int { return cmp.Compare(a.States, b.States) })
}

// sizes are what makes a configuration large, the most telling first.
var sizes = []func(Reach) int{
	func(r Reach) int { return 2*r.Config.Processes + min(r.Config.Groups, 2)/2 }, // of one group there is little to say
	func(r Reach) int { return requests(r.Config) },
	func(r Reach) int { return r.Config.Loss },
	func(r Reach) int { return r.Config.Crash },
	func(r Reach) int { return r.Config.Duplicate },
	func(r Reach) int { return r.Config.Early },
	func(r Reach) int { return r.Config.Groups },
	func(r Reach) int { return r.Config.Priorities },
	func(r Reach) int { return r.Config.Tokens },
	func(r Reach) int { return r.States },
}
