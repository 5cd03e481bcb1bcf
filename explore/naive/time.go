package naive

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// clock is a timer or a stopwatch that runs, and for how long.
type clock struct {
	timer string
	age   int
}

// shows reports that the stopwatches of site i, as it was before, say what the event rests on.
func (k *checker[V, M]) shows(i model.Site, x site[V, M], e model.Effect[M]) bool {
	for _, r := range e.Readings {
		for at, w := range k.stopwatches(i, x.vars) {
			if w.Name == r.Watch && !r.Is(w.Reading(x.watches.At(at).age)) {
				return false
			}
		}
	}
	return true
}

// stopwatches are those that run at site i.
func (k *checker[V, M]) stopwatches(i model.Site, v V) []model.Watch {
	if watched, is := k.p.(model.Watched[V]); is {
		return watched.Watches(i, v, *k.c.Times)
	}
	return nil
}

// cs is how long a site stays in its critical section.
func (k *checker[V, M]) cs(i model.Site, v V) model.Interval {
	if lasting, is := k.p.(model.Lasting[V]); is {
		return k.c.Times.CS.Scaled(lasting.Stay(i, v))
	}
	return k.c.Times.CS
}

// retimed is site i after an event that has turned it from x into y: clocks of what goes on go on, all others begin.
func (k *checker[V, M]) retimed(i model.Site, x, y site[V, M], e model.Effect[M], expired string) site[V, M] {
	if k.c.Times == nil {
		return y
	}
	if !k.stays(i, x.vars) || e.Entries > 0 || k.leaves || !k.stays(i, y.vars) {
		y.inside = 0
	}
	y.watches = model.List[clock]{}
	for _, w := range k.stopwatches(i, y.vars) {
		at := x.watches.Index(func(old clock) bool { return old.timer == w.Name })
		if at < 0 || slices.Contains(e.Restarts, w.Name) {
			y.watches = y.watches.Add(clock{w.Name, 0})
		} else {
			y.watches = y.watches.Add(x.watches.At(at))
		}
	}
	timed, _ := k.p.(model.Timed[V, M])
	if timed == nil || k.c.Timeouts != model.ByClock {
		return y
	}
	y.clocks = model.List[clock]{}
	for _, timer := range timed.Timers(i, y.vars) {
		now := clock{timer, 0}
		for _, old := range x.clocks.All() {
			if old.timer == timer && timer != expired && !slices.Contains(e.Restarts, timer) {
				now = old
			}
		}
		y.clocks = y.clocks.Add(now)
	}
	return y
}

// stays reports that a site is in its critical section, which it leaves by an exit or an internal event.
func (k *checker[V, M]) stays(i model.Site, v V) bool {
	if internal, is := k.p.(model.Internal[V, M]); is && slices.ContainsFunc(internal.Internals(i, v), func(e model.Inner) bool { return e.Exit }) {
		return true
	}
	return k.p.InCS(i, v)
}

// press is how much lets no time pass: 2 if something must happen now that changes the state, 1 if only timers have exceeded their
// values, 0 if time can pass.
func (k *checker[V, M]) press(s state[V, M]) (most int) {
	internal, _ := k.p.(model.Internal[V, M])
	for n, x := range s.sites.All() {
		i := model.Site(n + 1)
		changes := func(y site[V, M], run func(v *V, out *model.Outbox[M])) bool {
			return slices.ContainsFunc(k.outcomes(s, n, y, run), func(t state[V, M]) bool { return t != s })
		}
		for at, l := range x.inbox.All() {
			oldest := l.from == 0 || x.inbox.Index(func(m letter[M]) bool { return m.from == l.from }) == at
			if !oldest || !over(l.age, k.c.Times.Delay) {
				continue
			}
			y := x
			y.inbox = x.inbox.WithoutAt(at)
			if x.down || k.accepts(i, x, l) && changes(y, func(v *V, out *model.Outbox[M]) { k.p.Receive(i, v, l.msg, out) }) {
				return 2
			}
		}
		if x.down {
			continue
		}
		late := k.stays(i, x.vars) && over(x.inside, k.cs(i, x.vars))
		if k.p.InCS(i, x.vars) && late && changes(x, func(v *V, out *model.Outbox[M]) { k.p.Exit(i, v, out) }) {
			return 2
		}
		if internal != nil {
			for _, e := range internal.Internals(i, x.vars) {
				k.leaves = e.Exit
				must := (e.Exit && late || !e.Exit && !e.Patient && !e.Optional) && changes(x, func(v *V, out *model.Outbox[M]) { internal.Do(i, v, e.Name, out) })
				if k.leaves = false; must {
					return 2
				}
			}
		}
		for _, t := range x.clocks.All() {
			if length := k.length(t.timer); length.Value == model.Unlimited || t.age < length.Value {
				continue
			} else if length.Reaches {
				return 2
			}
			most = 1
		}
	}
	return most
}

func (k *checker[V, M]) length(timer string) model.Clock {
	length, err := k.c.Times.ClockOf(k.p, timer)
	if err != nil {
		panic(err)
	}
	return length
}

func over(age int, x model.Interval) bool { return x.Hi != model.Unlimited && age >= x.Hi }

// grown is an age a tick later; beyond what bounds tell apart it does not grow.
func grown(age int, x model.Interval) int {
	if x.Hi == model.Unlimited {
		return min(age+1, max(age, x.Lo))
	}
	return min(age+1, x.Hi)
}

// tick is the state after a tick.
func (k *checker[V, M]) tick(s state[V, M]) state[V, M] {
	for n, x := range s.sites.All() {
		letters := x.inbox.Slice()
		for at := range letters {
			letters[at].age = grown(letters[at].age, k.c.Times.Delay)
		}
		x.inbox = model.ListOf(letters...)
		if !x.down {
			if k.stays(model.Site(n+1), x.vars) {
				x.inside = grown(x.inside, k.cs(model.Site(n+1), x.vars))
			}
			clocks := x.clocks.Slice()
			for at := range clocks {
				if v := k.length(clocks[at].timer).Value; v != model.Unlimited {
					clocks[at].age = min(clocks[at].age+1, v)
				}
			}
			x.clocks = model.ListOf(clocks...)
			watches := x.watches.Slice()
			for at, w := range k.stopwatches(model.Site(n+1), x.vars) {
				watches[at].age = min(watches[at].age+1, w.Unit*w.Most)
			}
			x.watches = model.ListOf(watches...)
		}
		s = change(s, n, x)
	}
	return s
}

// Soonest is the least number of ticks after which a state is reached of which bad is true, and of the ways that take so many the least
// number of steps; end says that nothing can happen there. It visits states again whenever it finds a better way to them.
func Soonest[V, M comparable](p model.Protocol[V, M], c model.Config, bad func(views []model.View, end bool) bool) (ticks, steps int, found bool) {
	sys := system.Compose(p, c)
	k := &checker[V, M]{p: p, c: sys.Config, sys: sys}
	type cost struct{ ticks, steps int }
	less := func(a, b cost) bool { return a.ticks < b.ticks || a.ticks == b.ticks && a.steps < b.steps }
	known, best := map[state[V, M]]cost{}, cost{}
	var todo []state[V, M]
	reach := func(s state[V, M], at cost) {
		if old, is := known[s]; !is || less(at, old) {
			known[s], todo = at, append(todo, s)
		}
	}
	for _, s := range k.starts() {
		s.left = system.Budget{Loss: c.Loss, Duplicate: c.Duplicate, Crash: c.Crash, Early: c.Early}
		reach(s, cost{})
	}
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		at := known[s]
		if bad(k.views(s), len(k.successors(s)) == 0) && (!found || less(at, best)) {
			best, found = at, true
		}
		for _, t := range k.events(s) {
			reach(t, cost{at.ticks, at.steps + 1})
		}
		if k.press(s) == 0 {
			reach(k.tick(s), cost{at.ticks + 1, at.steps + 1})
		}
	}
	return best.ticks, best.steps, found
}
