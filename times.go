package gmecheck

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Interval is the least and the largest number of ticks that something takes; both are possible. Its Hi can be [Unlimited].
type Interval = model.Interval

// Unlimited as the upper end of an [Interval] says that there is none. As the length of a timer it says that it never expires.
const Unlimited = model.Unlimited

// Times, as an option, are how long things take, in ticks: then time passes, in steps called "tick", and timers expire by their
// clocks. What a site does by itself takes no time, but an event with a budget, or an optional one, comes at any time. Without Times
// nothing is said of time, and a timer is longer than all that can happen.
//
// The zero value of an interval is one tick, as where --delay or --cs is left out on the command line. So what takes no time at
// all can be said there only, by --delay 0; here the least that contains it is 0..1.
type Times struct {
	Delay  Interval       // from the sending of a message to its arrival
	CS     Interval       // from an entry to the exit, see [Event.Exit]
	Timers map[string]int // lengths of timers, in the place of those that the model says
}

// told is with what is left out; the stay in a critical section only if something lasts as long.
func (t Times) told(known *kinds) Times {
	if t.Delay == (Interval{}) {
		t.Delay = Interval{Lo: 1, Hi: 1}
	}
	if t.CS == (Interval{}) && known.lasting {
		t.CS = Interval{Lo: 1, Hi: 1}
	}
	return t
}

func (t Times) set(s *settings) { s.times = &t }
func (Times) kind() string      { return "Times" }

// of puts the times into a configuration.
func (t *Times) of(c *model.Config, known *kinds) error {
	all := t.told(known)
	c.Times = &model.Times{Delay: all.Delay, CS: all.CS, Timers: maps.Clone(all.Timers)}
	if len(known.timers) > 0 {
		c.Timeouts = model.ByClock
	}
	if (t.CS != Interval{}) && !known.lasting {
		return fmt.Errorf("Times.CS is %v, and nothing lasts as long: no event is marked with Exit, and no Timer has a formula", t.CS)
	}
	return known.knows(c.Times)
}

// knows refuses lengths of timers that are not there.
func (k *kinds) knows(t *model.Times) error {
	if t == nil {
		return nil
	}
	for _, timer := range slices.Sorted(maps.Keys(t.Timers)) {
		if !slices.Contains(k.timers, timer) {
			there := "there is none"
			if len(k.timers) > 0 {
				there = "there is " + names.Or(k.timers)
			}
			return fmt.Errorf("Times.Timers has a length of timer %q; %s%s", timer, there, names.DidYouMean(timer, k.timers))
		}
	}
	for _, timer := range k.unset {
		if _, given := t.Timers[timer]; !given {
			return fmt.Errorf("Times.Timers has no length of timer %q, and the model says none", timer)
		}
	}
	return nil
}

// Timer is what [Model.Timer] has registered.
type Timer[V comparable] struct{ of *timer }

type timer struct {
	name    string
	runs    offers
	guard   any // the author's function behind runs
	length  func(t Times) int
	expire  handler
	action  any // the author's function behind expire
	reaches bool
}

// Timer registers a timer: it runs at a site while runs is true of its variables, and expire is what the site does when it expires.
// "timeout(2, retry)" is that of site 2.
//
// With [Times] it has a clock, which is 0 when it begins to run, when [Ctx.Restart] sets it anew, and when it has expired and runs on. It
// expires when the clock exceeds its length in ticks, after all else that must happen by then. The length is the paper's formula of
// the bounds, from 1 to 200; where an end of a bound is [Unlimited], it is asked with large numbers in its place, and a timer whose length grows with
// them never expires; nil says that Times.Timers has it. Without Times it expires while the system is quiet: see [Event.Patient].
func (p *Model[V]) Timer(name string, runs func(s *V, c Ctx) bool, length func(t Times) int, expire func(s *V, c Ctx)) *Timer[V] {
	p.open("timer " + name)
	t := &timer{name: name, runs: guarding(runs), guard: runs, length: length, expire: working(expire), action: expire}
	switch {
	case !named(name, notInTimers):
		p.refuse("Timer %q: allowed is a name of characters that can be printed, without parentheses, commas, =, quotes, # and blanks", name)
	case runs == nil || expire == nil:
		p.refuse("Timer %q lacks when it runs, or what it does", name)
	case slices.Contains(p.kinds.timers, name):
		p.refuse("Timer %q is there twice", name)
	default:
		p.timers, p.kinds.timers = append(p.timers, t), append(p.kinds.timers, name)
		if p.kinds.lasting = p.kinds.lasting || length != nil; length == nil {
			p.kinds.unset = append(p.kinds.unset, name)
		}
	}
	return &Timer[V]{t}
}

// Reaches makes it a timer that expires as soon as its clock reaches its length, at the same time as other things that happen then,
// or before them.
func (t *Timer[V]) Reaches() *Timer[V] {
	t.of.reaches = true
	return t
}

// Restart sets a timer anew, whether it runs already or not: its clock is 0. Without [Times] it does nothing.
func (c Ctx) Restart(timer string) {
	c.handlers("Restart")
	if !slices.Contains(c.kinds.timers, timer) {
		c.refuse(fmt.Sprintf("restarts %q, and no Timer is named so", timer))
	}
	c.turn.out.Restart(timer)
}

// String is the timer in the words of errors.
func (t *timer) String() string { return t.name }

// Timers lists the timers that run.
func (p *protocol) Timers(i Site, l local) (running []string) {
	at := p.m.variables.open(l.vars)
	defer at.close()
	for _, t := range p.m.timers {
		if p.offers(at, t.guard, t, t.runs, p.ctx(i), nil) != nil {
			running = append(running, t.name)
		}
	}
	return running
}

// Expire runs what a site does when a timer expires.
func (p *protocol) Expire(i Site, l *local, timer string, out *model.Outbox[envelope]) {
	for _, t := range p.m.timers {
		if t.name == timer {
			c := p.acting(i, out)
			l.vars = p.m.variables.run(l.vars, t.expire, c, nil)
			c.turn.end()
			return
		}
	}
	out.Unhandled()
}

// Clock is how long a timer is.
func (p *protocol) Clock(timer string, bounds model.Times) (k model.Clock) {
	for _, t := range p.m.timers {
		if t.name == timer {
			k.Reaches = t.reaches
			if t.length != nil {
				k.Value = t.ticks(bounds)
			}
		}
	}
	return k
}

// ticks is the length by the formula. An end that is Unlimited is asked for as a large one, and as a larger one: where the length grows with it,
// the timer never expires.
func (t *timer) ticks(bounds model.Times) int {
	ask := func(end int) int {
		all := Times{bounds.Delay, bounds.CS, bounds.Timers}
		for _, x := range []*Interval{&all.Delay, &all.CS} {
			if !x.Bounded() {
				x.Hi = end
			}
		}
		return t.length(all)
	}
	length := ask(1 << 20)
	if !bounds.Bounded() && ask(1<<21) > length {
		return Unlimited
	}
	return length
}

// lengths refuses a formula that gives its timer no length, or not always the same.
func (p *core) lengths(x *protocol, c model.Config) (err error) {
	if c.Timeouts != model.ByClock || c.Times == nil {
		return nil
	}
	for _, t := range p.timers {
		if err = p.length(x, t.name, c.Times); err != nil {
			return err
		}
	}
	return nil
}

// length asks for a timer's length: often, for a search asks once.
func (p *core) length(x *protocol, timer string, times *model.Times) (err error) {
	broken := &model.Broken{Algorithm: p.name, Property: model.Boundary, Method: "the length of timer " + timer}
	defer func() {
		if r := recover(); r != nil {
			err = broken.Panics(r)
		}
	}()
	first, wrong := times.ClockOf(x, timer)
	for range 32 {
		if again, _ := times.ClockOf(x, timer); wrong == nil && again != first {
			broken.Problem = fmt.Sprintf("does not always answer the same: first %d; then %d", first.Value, again.Value)
			return broken
		}
	}
	if wrong != nil {
		return fmt.Errorf("%s: %w", p.name, wrong)
	}
	return nil
}

// Ticks finds for how many ticks f stays true of the variables of a site, from the step in which it becomes true to the one in which it becomes
// false, or to the end of the run: the least and the largest number over all sites and runs; what is true from the beginning is not counted. Without
// [Times] it is not judged, as reports say. Time that passes where nothing is under way any more is not counted: that somebody waits for ever at the end of a run
// [Model.LeadsTo] says. It is violated where there is no largest number: where f can stay true while time passes for ever. It is
// inconclusive where [Times] has an end that is [Unlimited], since ticks are not counted there: messages and stays that take longer
// and longer look the same.
func (p *Model[V]) Ticks(name string, f func(v V) bool) Measured {
	if f == nil {
		p.refuse("Ticks %q has no function", name)
		return Measured{}
	}
	n := p.n
	at := func(v *model.View) bool { return f(as[V](v.More.(*look).vars)) }
	p.inTime = append(p.inTime, name)
	return p.claim(invariants.Property{
		Name: name, Kind: invariants.Cost, Doc: "the least and the largest number of ticks for which it stays true of a site",
		Gauge: &invariants.Gauge{
			Lanes: n, Again: true, Resting: true,
			Within: func(vs invariants.Views) uint64 { return bits(vs, f) },
			Weigh: func(e *model.Event, before, after *model.View) (w question.EdgeWeight) {
				lane := uint64(1) << (e.Site - 1)
				switch {
				case e.Kind == model.TickEvent:
					w.Weights = slices.Repeat([]int{1}, n)
				case !at(before) && at(after):
					w.Begins = lane
				case at(before) && !at(after):
					w.Ends = lane
				}
				return w
			},
		},
	})
}
