package srtgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// measureInitially lays what section IV says of the beginning beside it.
func measureInitially(variant string) paper.Measurement {
	sizes := []int{2, 3, 4, 8, 16}
	m := paper.Measurement{Loads: len(sizes), Example: "P_1 in state HI, the others in state N"}
	for _, n := range sizes {
		p := &protocol{model.Config{Variant: variant, Processes: n, Groups: 1}}
		if variant == model.Repaired {
			for _, r := range repairs {
				p.c.Repairs = append(p.c.Repairs, r.Name)
			}
		}
		for i := model.Site(1); i <= model.Site(n); i++ {
			v := p.Start(i)
			as, asks := N, model.UpTo[model.Site](n).Without(i)
			if i == 1 {
				as, asks = HI, model.Sites{}
			}
			if v.state != as || v.RS != asks || v.captain != 0 || v.SN != model.NewPerSite[int](n) || v.token.typ != 0 || !v.token.queue.Empty() {
				m.Differ++
				m.Example = fmt.Sprintf("n = %d: P_%d in state %v, with request set %v and captain %v", n, i, v.state, v.RS, v.captain)
				break
			}
		}
	}
	return m
}
