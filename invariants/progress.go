package invariants

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Starved says that whoever waits can still be served.
var Starved = Property{
	Name: "starved", Kind: Liveness,
	Doc:     "from every state in which i waits, a state in which i is served can be reached",
	Pending: func(vs Views) uint64 { return vs.Mask(waits) },
	Goal:    func(vs Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.InCS }) },
	Vain:    Each("waits and can never be served"),
}

// Mask has bit k set if f holds for the site at index k.
func (vs Views) Mask(f func(*model.View) bool) uint64 {
	mask := uint64(0)
	for k, v := range vs {
		if f(v) {
			mask |= 1 << k
		}
	}
	return mask
}

// Each says the same of every site whose bit is set, for [Property.Vain]: "P1 waits, P2 waits".
func Each(text string) func(vs Views, bits uint64) string {
	return func(vs Views, bits uint64) string {
		var all []string
		for k := range vs {
			if bits>>k&1 != 0 {
				all = append(all, fmt.Sprintf("P%d %s", k+1, text))
			}
		}
		return strings.Join(all, ", ")
	}
}
