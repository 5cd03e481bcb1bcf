package naive

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Range is the least and the largest size of what was measured; Some is false if there was nothing to measure.
type Range struct {
	Min, Max int
	Some     bool
}

func (r *Range) take(size int) {
	if !r.Some {
		r.Min, r.Max, r.Some = size, size, true
	}
	r.Min, r.Max = min(r.Min, size), max(r.Max, size)
}

// meters is a state together with what the open intervals have come to: 1 + the size by process, 0 while none is open.
type meters[V, M comparable] struct {
	state[V, M]
	bypass, messages model.List[int]
}

// Measure counts the entries of others between each process's request and its entry, and the messages on its account
// from its request to its exit. The counts are part of the states that it visits. It knows requests, exits and
// deliveries only: no faults, no timers, no internal events, and a bag.
func Measure[V, M comparable](p model.Protocol[V, M], c model.Config) (bypass, messages Range) {
	sys := system.Compose(p, c)
	c = sys.Config
	k := &checker[V, M]{p: p, c: c, sys: sys}
	account := func(M, model.Site) model.Site { return 0 }
	if a, ok := p.(model.Attributor[M]); ok {
		account = a.Account
	}
	var start meters[V, M]
	for i := range k.sys.Places {
		start.sites = start.sites.Add(site[V, M]{vars: p.Start(model.Site(i + 1))})
	}
	for range c.Processes {
		start.bypass, start.messages = start.bypass.Add(0), start.messages.Add(0)
	}
	seen, todo := map[meters[V, M]]bool{start: true}, []meters[V, M]{start}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		event := func(n int, y site[V, M], asks, leaves bool, run func(v *V, out *model.Outbox[M])) {
			was := k.p.InCS(model.Site(n+1), s.sites.At(n).vars)
			for out, more := model.NewOutbox[M](), true; more; more = out.Again() {
				z, t := y, s
				run(&z.vars, out)
				t.state = change(s.state, n, z)
				if asks {
					t.bypass, t.messages = t.bypass.With(n, 1), t.messages.With(n, 1)
				}
				for to, m := range out.Sent() {
					t.state = send(k.c.Network, t.state, model.Site(n+1), to, m)
					if i := int(account(m, to)) - 1; i >= 0 && int(to) != n+1 && t.messages.At(i) > 0 {
						t.messages = t.messages.With(i, t.messages.At(i)+1)
					}
				}
				if k.p.InCS(model.Site(n+1), z.vars) && !was {
					for i, open := range t.bypass.All() {
						if i == n && open > 0 {
							bypass.take(open - 1)
							t.bypass = t.bypass.With(i, 0)
						} else if open > 0 {
							t.bypass = t.bypass.With(i, open+1)
						}
					}
				}
				if leaves && t.messages.At(n) > 0 {
					messages.take(t.messages.At(n) - 1)
					t.messages = t.messages.With(n, 0)
				}
				if !seen[t] {
					seen[t] = true
					todo = append(todo, t)
				}
			}
		}
		for n, x := range s.sites.All() {
			i := model.Site(n + 1)
			if n < c.Processes && p.MayRequest(i, x.vars) && x.used < c.Requests[n] {
				y := x
				y.used++
				for _, d := range k.sys.Demands(i) {
					event(n, y, true, false, func(v *V, out *model.Outbox[M]) { p.Request(i, v, d, out) })
				}
			}
			if p.InCS(i, x.vars) {
				event(n, x, false, true, func(v *V, out *model.Outbox[M]) { p.Exit(i, v, out) })
			}
			for at, l := range x.inbox.All() {
				y := x
				y.inbox = x.inbox.WithoutAt(at)
				event(n, y, false, false, func(v *V, out *model.Outbox[M]) { p.Receive(i, v, l.msg, out) })
			}
		}
	}
	return bypass, messages
}
