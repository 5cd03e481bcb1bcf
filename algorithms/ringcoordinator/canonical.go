package ringcoordinator

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Canon numbers the outstanding requests from 1, in the order of their time stamps: those are only compared. A WAIT signal changes
// nothing when it arrives.
func (p *protocol) Canon(g *model.Global[vars, message]) {
	var stamps []int
	note := func(ts int) {
		if ts > 0 {
			stamps = append(stamps, ts)
		}
	}
	for _, v := range g.Vars {
		note(v.ts)
		for _, r := range v.Q.All() {
			note(r.ts)
		}
	}
	for _, m := range g.Messages() {
		if r, is := (*m).(Req); is {
			note(r.ts)
		}
	}
	slices.Sort(stamps)
	stamps = slices.Compact(stamps)
	number := func(ts int) int { return 1 + slices.Index(stamps, ts) } // 0 without one
	for i := range g.Vars {
		v := &g.Vars[i]
		v.ts = number(v.ts)
		queue := v.Q.Slice()
		for k := range queue {
			queue[k].ts = number(queue[k].ts)
		}
		v.Q = model.ListOf(queue...)
	}
	for _, m := range g.Messages() {
		if r, is := (*m).(Req); is {
			*m = Req{r.PID, number(r.ts)}
		}
	}
	g.Forget(func(_ model.Site, m message) bool { return m == Wait{} })
	g.Tickets = len(stamps)
}
