package drsgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// What is measured by executions of handlers, for sentences of which no state or step says anything.

// everyN are the numbers of processes at which they are executed.
var everyN = []int{2, 3, 4, 8, 16}

// measureInitially lays what sections IV and V say of the beginning beside it: P_1 holds the token, which has an empty queue, and asks nobody;
// all others are not requesting, and would ask everybody.
func measureInitially(variant string) paper.Measurement {
	return paper.Beginning(everyN, "P_1 in state HI, the others in state N", func(n int, i model.Site) string {
		p := plain(variant, n, 1)
		v, as, asks := p.Start(i), N, p.everybody().Without(i)
		if i == 1 {
			as, asks = HI, model.Sites{}
		}
		if v.state == as && v.RS == asks && v.token.queue.Empty() {
			return ""
		}
		return fmt.Sprintf("in state %v, with request set %v and queue %v", v.state, v.RS, v.token.queue)
	})
}

// measureSize lays the bytes of the message that a timer sends beside those of it with the fewest processes.
func measureSize(timer string) func(variant string) paper.Measurement {
	return func(variant string) paper.Measurement {
		return paper.SameSize(everyN, func(n int) any { return expired(plain(variant, n, 1), timer) })
	}
}

// expired is the message that a timer sends when it expires: T1 at a process that waits, T2 at a captain with a follower.
func expired(p *protocol, timer string) (m message) {
	i, events := model.Site(2), model.NewOutbox[message]()
	v := p.Start(i)
	if timer == T2 {
		i, v = 1, p.Start(1)
	}
	p.Request(i, &v, model.Demand{Group: 1}, events)
	if timer == T2 {
		p.Receive(i, &v, request{2, 1, want(model.SetOf[model.Group](1))}, events)
	}
	out := model.NewOutbox[message]()
	p.Expire(i, &v, timer, out)
	for _, m = range out.Sent() {
	}
	return m
}
