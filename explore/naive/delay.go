package naive

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// dated is a message with the length of the chain of messages that ends with it.
type dated[M comparable] struct {
	msg    M
	length int
}

// moment is a state in which every message has its length; length is by site that of the longest chain that has come there.
type moment[V, M comparable] struct {
	state[V, dated[M]]
	length model.List[int]
}

// Delays is how long a chain of messages must be, at the least, that leads from an exit, after which nobody is inside and
// somebody waits, to the next entry, without a request in between: the least and the largest over all such exits, and
// whether no entry can follow some of them. The messages in flight at the exit have length 1. It knows deliveries, exits and
// internal events only: no faults, no timers.
func Delays[V, M comparable](p model.Protocol[V, M], c model.Config) (delay Range, endless bool) {
	sys := system.Compose(p, c)
	k := &checker[V, M]{p: p, c: sys.Config, sys: sys}
	var start state[V, M]
	for i := range sys.Places {
		start.sites = start.sites.Add(site[V, M]{vars: p.Start(model.Site(i + 1))})
	}
	seen, todo, left := map[state[V, M]]bool{start: true}, []state[V, M]{start}, map[state[V, M]]bool{}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for n, x := range s.sites.All() {
			if !p.InCS(model.Site(n+1), x.vars) {
				continue
			}
			for _, t := range k.outcomes(s, n, x, func(v *V, out *model.Outbox[M]) { p.Exit(model.Site(n+1), v, out) }) {
				if !left[t] && k.awaits(t) {
					left[t] = true
					if size, ends := k.delay(t); ends {
						delay.take(size)
					} else {
						endless = true
					}
				}
			}
		}
		for _, t := range k.successors(s) {
			if !seen[t] {
				seen[t] = true
				todo = append(todo, t)
			}
		}
	}
	return delay, endless
}

// awaits reports that nobody is inside and somebody waits.
func (k *checker[V, M]) awaits(s state[V, M]) bool {
	waits := false
	for _, v := range k.views(s) {
		if v.InCS {
			return false
		}
		waits = waits || v.Waits
	}
	return waits
}

// delay looks for an entry that follows with chains of at most 0, 1, 2, ... messages.
func (k *checker[V, M]) delay(s state[V, M]) (size int, ends bool) {
	start := moment[V, M]{}
	for _, x := range s.sites.All() {
		y := site[V, dated[M]]{vars: x.vars, used: x.used}
		for _, l := range x.inbox.All() {
			y.inbox = y.inbox.Add(letter[dated[M]]{from: l.from, text: l.text, msg: dated[M]{l.msg, 1}})
		}
		start.sites, start.length = start.sites.Add(y), start.length.Add(0)
	}
	for most := 0; ; most++ {
		ends, cut := k.enters(start, most)
		if ends || !cut {
			return most, ends
		}
	}
}

// enters searches for an entry without messages at the end of longer chains than most; cut reports that there were some.
func (k *checker[V, M]) enters(start moment[V, M], most int) (enters, cut bool) {
	internal, _ := k.p.(model.Internal[V, M])
	seen, todo := map[moment[V, M]]bool{start: true}, []moment[V, M]{start}
	for len(todo) > 0 && !enters {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		event := func(n int, y site[V, dated[M]], length int, run func(v *V, out *model.Outbox[M])) {
			for out, more := model.NewOutbox[M](), true; more; more = out.Again() {
				z, t := y, s
				run(&z.vars, out)
				enters = enters || k.p.InCS(model.Site(n+1), z.vars)
				t.state, t.length = change(s.state, n, z), s.length.With(n, length)
				for to, m := range out.Sent() {
					t.state = send(k.c.Network, t.state, model.Site(n+1), to, dated[M]{m, length + 1})
				}
				if !seen[t] && k.awaits(t.plain()) {
					seen[t] = true
					todo = append(todo, t)
				}
			}
		}
		quiet := k.rests(s.plain())
		for n, x := range s.sites.All() {
			i := model.Site(n + 1)
			for at, l := range x.inbox.All() {
				y := x
				y.inbox = x.inbox.WithoutAt(at)
				oldest := x.inbox.Index(func(m letter[dated[M]]) bool { return m.from == l.from }) == at
				length := max(s.length.At(n), l.msg.length)
				switch {
				case l.from != 0 && !oldest:
				case length > most:
					cut = true
				default:
					event(n, y, length, func(v *V, out *model.Outbox[M]) { k.p.Receive(i, v, l.msg.msg, out) })
				}
			}
			if internal == nil {
				continue
			}
			for _, e := range internal.Internals(i, x.vars) {
				if quiet || !e.Patient {
					event(n, x, s.length.At(n), func(v *V, out *model.Outbox[M]) { internal.Do(i, v, e.Name, out) })
				}
			}
		}
	}
	return enters, cut
}

// plain is the state without lengths.
func (t moment[V, M]) plain() (s state[V, M]) {
	for _, x := range t.sites.All() {
		y := site[V, M]{vars: x.vars, used: x.used}
		for _, l := range x.inbox.All() {
			y.inbox = y.inbox.Add(letter[M]{from: l.from, text: l.text, msg: l.msg.msg})
		}
		s.sites = s.sites.Add(y)
	}
	return s
}
