// Package naive is a second, dumb checker: a map of whole values, no numbers, one goroutine. It shares nothing with
// the engine but the protocols' handlers, and exists so that tests can compare the two.
package naive

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Result counts what the checker saw.
type Result struct{ States, Transitions, Depth int }

// state is a global state as one comparable value.
type state[V, M comparable] struct {
	sites model.List[site[V, M]]
	left  system.Budget
}

type site[V, M comparable] struct {
	vars  V
	used  int
	down  bool
	inbox model.List[letter[M]]

	inside  int // ticks in the critical section
	clocks  model.List[clock]
	watches model.List[clock]
}

// letter is a message in flight; from is 0 in a bag.
type letter[M comparable] struct {
	from model.Site
	text string // orders the letters of a bag
	msg  M
	age  int
}

// Explore visits every state breadth first. visit, if not nil, sees the level and the views of each state, and whether
// it has no transition.
func Explore[V, M comparable](p model.Protocol[V, M], c model.Config, visit func(depth int, views []model.View, end bool)) Result {
	sys := system.Compose(p, c)
	c = sys.Config
	k := &checker[V, M]{p: p, c: c, sys: sys}
	if ordered, ok := p.(model.Ordered); ok {
		k.durations = ordered.Durations()
	}
	left := system.Budget{Loss: c.Loss, Duplicate: c.Duplicate, Crash: c.Crash, Early: c.Early}
	seen, result := map[state[V, M]]bool{}, Result{}
	var level []state[V, M]
	for _, start := range k.starts() {
		if start.left = left; !seen[start] && k.within(start) {
			seen[start], level = true, append(level, start)
		}
	}
	for depth := 0; len(level) > 0; depth++ {
		result.Depth = depth
		var next []state[V, M]
		for _, s := range level {
			result.States++
			successors := k.successors(s)
			result.Transitions += len(successors)
			if visit != nil {
				visit(depth, k.views(s), len(successors) == 0)
			}
			for _, t := range successors {
				if !seen[t] && k.within(t) {
					seen[t] = true
					next = append(next, t)
				}
			}
		}
		level = next
	}
	return result
}

type checker[V, M comparable] struct {
	p   model.Protocol[V, M]
	c   model.Config
	sys *system.System // for the sites and demands only

	durations []string // of timers, the shortest first
	expired   string   // the timer whose expiry is tried
	leaves    bool     // what is tried is an internal event that leaves the critical section
}

// starts are the initial states.
func (k *checker[V, M]) starts() (all []state[V, M]) {
	if initial, is := k.p.(model.Initial[V]); is {
		for _, x := range initial.Starts() {
			var s state[V, M]
			for _, vars := range x.Vars {
				s.sites = s.sites.Add(k.retimed(model.Site(s.sites.Len()+1), site[V, M]{vars: vars}, site[V, M]{vars: vars}, model.Effect[M]{}, ""))
			}
			all = append(all, s)
		}
		return all
	}
	var s state[V, M]
	for i := range k.sys.Places {
		x := site[V, M]{vars: k.p.Start(model.Site(i + 1))}
		s.sites = s.sites.Add(k.retimed(model.Site(i+1), x, x, model.Effect[M]{}, ""))
	}
	return []state[V, M]{s}
}

// within reports that a state is inside of the boundary, if there is one.
func (k *checker[V, M]) within(s state[V, M]) bool {
	bounded, is := k.p.(model.Bounded)
	if !is {
		return true
	}
	views := k.views(s)
	pointers := make([]*model.View, len(views))
	for n := range views {
		pointers[n] = &views[n]
	}
	return bounded.Within(pointers)
}

func (k *checker[V, M]) views(s state[V, M]) []model.View {
	var views []model.View
	for i, x := range s.sites.All() {
		var inbox []M
		for _, l := range x.inbox.All() {
			inbox = append(inbox, l.msg)
		}
		v := k.p.Look(model.Site(i+1), x.vars, inbox)
		v.InFlight, v.Down = len(inbox) > 0, x.down
		views = append(views, v)
	}
	return views
}

// successors lists the results of all transitions out of s that change it, one entry per label.
func (k *checker[V, M]) successors(s state[V, M]) []state[V, M] {
	all := k.events(s)
	if k.c.Times != nil && k.press(s) == 0 {
		all = append(all, k.tick(s))
	}
	return slices.DeleteFunc(all, func(t state[V, M]) bool { return t == s })
}

// events are successors without the tick.
func (k *checker[V, M]) events(s state[V, M]) []state[V, M] {
	var all []state[V, M]
	timed, _ := k.p.(model.Timed[V, M])
	internal, _ := k.p.(model.Internal[V, M])
	times := k.c.Times
	quiet, shortest, press := k.rests(s), len(k.durations), 0
	if times != nil {
		press = k.press(s)
		quiet = quiet && press == 0
	}
	for n, x := range s.sites.All() {
		if timed != nil && !x.down {
			for _, timer := range timed.Timers(model.Site(n+1), x.vars) {
				if at := slices.Index(k.durations, timer); at >= 0 {
					shortest = min(shortest, at)
				}
			}
		}
	}
	for n, x := range s.sites.All() {
		i := model.Site(n + 1)
		event := func(s state[V, M], y site[V, M], run func(v *V, out *model.Outbox[M])) {
			all = append(all, k.outcomes(s, n, y, run)...)
		}
		if !x.down && i <= model.Site(k.c.Processes) && k.p.MayRequest(i, x.vars) &&
			(!k.c.Limited(i) || x.used < k.c.Requests[i-1]) {
			y, t := x, s
			if k.c.Limited(i) {
				y.used++
			}
			_, ticketed := k.p.(model.Ticketed)
			if ticketed {
				t.left.Tickets++
			}
			for _, d := range k.sys.Demands(i) {
				if ticketed {
					d.Ticket = t.left.Tickets
				}
				event(t, y, func(v *V, out *model.Outbox[M]) { k.p.Request(i, v, d, out) })
			}
		}
		if !x.down && k.p.InCS(i, x.vars) && (times == nil || x.inside >= k.cs(i, x.vars).Lo) {
			event(s, x, func(v *V, out *model.Outbox[M]) { k.p.Exit(i, v, out) })
		}
		var lost, doubled []state[V, M]
		for at, l := range x.inbox.All() {
			y := x
			y.inbox = x.inbox.WithoutAt(at)
			// In a bag, equal messages are one; under fifo, the oldest of a channel comes first.
			first := x.inbox.Index(func(m letter[M]) bool { return m == l || l.from != 0 && m.from == l.from }) == at
			ripe := times == nil || l.age >= times.Delay.Lo
			if first && ripe && !x.down && k.accepts(i, x, l) {
				event(s, y, func(v *V, out *model.Outbox[M]) { k.p.Receive(i, v, l.msg, out) })
			}
			if first && ripe && x.down {
				all = append(all, change(s, n, y))
			}
			if s.left.Loss > 0 && (len(k.c.Lossy) == 0 || slices.Contains(k.c.Lossy, model.Kind(l.msg))) {
				t := change(s, n, y)
				t.left.Loss--
				lost = append(lost, t)
			}
			if s.left.Duplicate > 0 {
				y.inbox = model.ListOf(slices.Insert(x.inbox.Slice(), at, l)...)
				t := change(s, n, y)
				t.left.Duplicate--
				doubled = append(doubled, t)
			}
		}
		all = append(append(all, distinct(lost)...), distinct(doubled)...)
		y, t := x, s
		y.down = !x.down
		if recovering, is := k.p.(model.Recovering[V, M]); x.down && !k.c.Final {
			event(s, y, func(v *V, out *model.Outbox[M]) {
				if is {
					recovering.Recover(i, v, out)
				}
			})
		}
		if volatile, is := k.p.(model.Volatile[V]); !x.down && s.left.Crash > 0 && (k.c.Crashing.Empty() || k.c.Crashing.Has(i)) {
			t.left.Crash--
			event(t, y, func(v *V, _ *model.Outbox[M]) {
				if is {
					volatile.Crash(i, v)
				}
			})
		}
		if timed != nil && !x.down && k.c.Timeouts == model.Patient {
			for _, timer := range timed.Timers(i, x.vars) {
				t := s
				if !quiet || k.c.OrderedTimers && slices.Index(k.durations, timer) > shortest {
					t.left.Early--
				}
				if t.left.Early >= 0 {
					event(t, x, func(v *V, out *model.Outbox[M]) { timed.Expire(i, v, timer, out) })
				}
			}
		}
		for _, t := range x.clocks.All() {
			length := k.length(t.timer)
			if length.Value == model.Unlimited || t.age < length.Value || x.down || !length.Reaches && press == 2 {
				continue
			}
			k.expired = t.timer
			event(s, x, func(v *V, out *model.Outbox[M]) { timed.Expire(i, v, t.timer, out) })
			k.expired = ""
		}
		if internal != nil && !x.down {
			for _, e := range internal.Internals(i, x.vars) {
				if (quiet || !e.Patient) && (!e.Exit || times == nil || x.inside >= k.cs(i, x.vars).Lo) {
					k.leaves = e.Exit
					event(s, x, func(v *V, out *model.Outbox[M]) { internal.Do(i, v, e.Name, out) })
					k.leaves = false
				}
			}
		}
	}
	return all
}

// accepts reports whether a site takes a message as it is.
func (k *checker[V, M]) accepts(i model.Site, x site[V, M], l letter[M]) bool {
	selective, is := k.p.(model.Selective[V, M])
	return !is || selective.Accepts(i, x.vars, l.msg)
}

// rests reports that nothing is down, can arrive, is inside or impatient: then patient events may occur.
func (k *checker[V, M]) rests(s state[V, M]) bool {
	internal, _ := k.p.(model.Internal[V, M])
	for n, x := range s.sites.All() {
		if x.down && !k.c.Final || !x.down && k.p.InCS(model.Site(n+1), x.vars) {
			return false
		}
		for at, l := range x.inbox.All() {
			oldest := l.from == 0 || x.inbox.Index(func(m letter[M]) bool { return m.from == l.from }) == at
			if oldest && (x.down || k.accepts(model.Site(n+1), x, l)) {
				return false
			}
		}
		if internal == nil || x.down {
			continue
		}
		for _, e := range internal.Internals(model.Site(n+1), x.vars) {
			if ends := k.c.Times != nil && e.Exit && k.cs(model.Site(n+1), x.vars).Bounded(); !e.Patient && (!e.Optional || ends) {
				return false
			}
		}
	}
	return true
}

// outcomes runs one event at site n, which has become y, once for every sequence of choices.
func (k *checker[V, M]) outcomes(s state[V, M], n int, y site[V, M], run func(v *V, out *model.Outbox[M])) []state[V, M] {
	var all []state[V, M]
	for out, more := model.NewOutbox[M](), true; more; more = out.Again() {
		z := y
		run(&z.vars, out)
		if k.c.Times != nil && !k.shows(model.Site(n+1), y, out.Effect()) {
			continue
		}
		t := change(s, n, k.retimed(model.Site(n+1), y, z, out.Effect(), k.expired))
		for to, m := range out.Sent() {
			t = send(k.c.Network, t, model.Site(n+1), to, m)
		}
		all = append(all, t)
	}
	return distinct(all)
}

func send[V, M comparable](net model.Network, s state[V, M], from, to model.Site, m M) state[V, M] {
	y := s.sites.At(int(to) - 1)
	l := letter[M]{from: from, text: model.Text(m), msg: m}
	letters := append(y.inbox.Slice(), l)
	if net == model.Bag {
		letters[len(letters)-1].from = 0
		slices.SortStableFunc(letters, func(a, b letter[M]) int {
			written := cmp.Compare(a.text, b.text)
			if written == 0 && a.msg != b.msg { // others may be written alike
				written = cmp.Compare(fmt.Sprintf("%#v", a.msg), fmt.Sprintf("%#v", b.msg))
			}
			return cmp.Or(written, cmp.Compare(a.age, b.age))
		})
	} else {
		slices.SortStableFunc(letters, func(a, b letter[M]) int { return cmp.Compare(a.from, b.from) })
	}
	y.inbox = model.ListOf(letters...)
	return change(s, int(to)-1, y)
}

func change[V, M comparable](s state[V, M], n int, x site[V, M]) state[V, M] {
	s.sites = s.sites.With(n, x)
	return s
}

func distinct[T comparable](all []T) []T {
	var out []T
	for _, x := range all {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}
