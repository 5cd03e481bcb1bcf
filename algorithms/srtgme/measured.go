package srtgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// measureInitially lays what section IV says of the beginning beside it.
func measureInitially(variant string) paper.Measurement {
	c := model.Config{Variant: variant, Groups: 1}
	if variant == model.Repaired {
		for _, r := range repairs {
			c.Repairs = append(c.Repairs, r.Name)
		}
	}
	return paper.Beginning([]int{2, 3, 4, 8, 16}, "P_1 in state HI, the others in state N", func(n int, i model.Site) string {
		p := &protocol{c}
		p.c.Processes = n
		v, as, asks := p.Start(i), N, model.UpTo[model.Site](n).Without(i)
		if i == 1 {
			as, asks = HI, model.Sites{}
		}
		if v.state == as && v.RS == asks && v.captain == 0 && v.SN == model.NewPerSite[int](n) && v.token.typ == 0 && v.token.queue.Empty() {
			return ""
		}
		return fmt.Sprintf("in state %v, with request set %v and captain %v", v.state, v.RS, v.captain)
	})
}
