package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Times are how long things take, in ticks: the bounds of a model with integer time. Whoever runs a model by a real clock takes a
// tick to be a duration of its own.
//
// Ticks are exact for bounds that belong to their intervals: what can happen in real time can happen at whole ticks (T. A.
// Henzinger, Z. Manna, A. Pnueli, "What good are digital clocks?", ICALP 1992). Where handlers read stopwatches, see [Watched], they are not:
// "after more than one tick" begins at two, and in real time before. What is found then is what happens if everything takes whole ticks.
type Times struct {
	Delay Interval // from the sending of a message to its arrival
	CS    Interval // from an entry to the exit; of a [Lasting] protocol, for each unit of its stay
	// Timers are values of timers that replace the protocol's, see [Clocked]. Unlimited: the timer never expires.
	Timers map[string]int
}

// Bounded reports that there are times, and that nothing takes for ever: neither a message nor a stay.
func (t *Times) Bounded() bool { return t != nil && t.Delay.Bounded() && t.CS.Bounded() }

// Interval is the least and the largest number of ticks that something may take. Both are possible.
type Interval struct{ Lo, Hi int } // Hi can be Unlimited

// MostTicks is the largest number of ticks that a bound or a timer can have.
const MostTicks = 200

// String is the interval as the command line takes it: "1..2", "0..inf", or "2" if there is but one value.
func (x Interval) String() string {
	switch x.Hi {
	case x.Lo:
		return strconv.Itoa(x.Lo)
	case Unlimited:
		return strconv.Itoa(x.Lo) + "..inf"
	}
	return fmt.Sprintf("%d..%d", x.Lo, x.Hi)
}

// ParseInterval reads an interval as [Interval.String] writes it. The error says what was given and what is allowed.
func ParseInterval(text string) (x Interval, err error) {
	lo, hi, two := strings.Cut(text, "..")
	if !two {
		hi = lo
	}
	number := func(text string) int {
		n, failed := strconv.Atoi(text)
		if failed != nil || text != strconv.Itoa(n) || n < 0 || n > MostTicks {
			err = fmt.Errorf("%q is no interval of ticks; allowed is 2, 1..2 or 0..inf, with numbers up to %d", text, MostTicks)
		}
		return n
	}
	if x.Lo = number(lo); two && hi == "inf" {
		x.Hi = Unlimited
	} else if x.Hi = number(hi); err == nil && x.Hi < x.Lo {
		err = fmt.Errorf("the interval %s has no ticks in it: %d is less than %d", text, x.Hi, x.Lo)
	}
	return x, err
}

// Bounded reports that there is a largest number of ticks.
func (x Interval) Bounded() bool { return x.Hi != Unlimited }

// Scaled is the interval of something that takes so many times as long.
func (x Interval) Scaled(units int) Interval {
	x.Lo *= units
	if x.Bounded() {
		x.Hi *= units
	}
	return x
}

// wrong says what is wrong with the interval.
func (x Interval) wrong() error {
	if x.Lo < 0 || x.Lo > MostTicks || x.Hi < Unlimited || x.Hi > MostTicks || x.Bounded() && x.Hi < x.Lo {
		return fmt.Errorf("is from %d to %d; allowed are numbers from 0 to %d, the first not above the second, and Unlimited as the second", x.Lo, x.Hi, MostTicks)
	}
	return nil
}

// check says what is wrong with the times of a configuration.
func (t *Times) check(c Config) error {
	if t == nil {
		if c.Timeouts == ByClock {
			return fmt.Errorf("Timeouts is %q, and Times is nil: timers need bounds of messages and critical sections", ByClock)
		}
		return nil
	}
	for _, x := range []struct {
		name string
		of   Interval
	}{{"Delay", t.Delay}, {"CS", t.CS}} {
		if err := x.of.wrong(); err != nil {
			return fmt.Errorf("Times.%s %w", x.name, err)
		}
	}
	for _, timer := range slices.Sorted(maps.Keys(t.Timers)) {
		if v := t.Timers[timer]; v != Unlimited && (v < 1 || v > MostTicks) {
			return fmt.Errorf("Times.Timers gives %s the value %d; allowed is 1 to %d, and Unlimited", timer, v, MostTicks)
		}
	}
	unlimited := slices.Contains(c.Requests, Unlimited)
	switch {
	case c.Timeouts == Patient:
		return fmt.Errorf("Timeouts is %q, and there are Times: allowed is then %q and %q", Patient, Off, ByClock)
	case len(t.Timers) > 0 && c.Timeouts != ByClock:
		return fmt.Errorf("Times.Timers has values, and Timeouts is %q; allowed is then %q", cmp.Or(c.Timeouts, Off), ByClock)
	case c.Early > 0 || c.OrderedTimers:
		return fmt.Errorf("early expiries and OrderedTimers stand in for times; with Times they are not allowed")
	case unlimited && t.CS.Lo == 0:
		return fmt.Errorf("with requests without a budget critical sections need a lower bound of at least 1, lest infinitely many pass in no time; Times.CS is %v", t.CS)
	}
	return nil
}

// Lengths are the values of the timers as the command line takes them: "T1=5,T2=inf".
func (t *Times) Lengths() string {
	var all []string
	for _, timer := range slices.Sorted(maps.Keys(t.Timers)) {
		value := strconv.Itoa(t.Timers[timer])
		if t.Timers[timer] == Unlimited {
			value = "inf"
		}
		all = append(all, timer+"="+value)
	}
	return strings.Join(all, ",")
}

// Clone returns times that share nothing with t.
func (t *Times) Clone() *Times {
	if t == nil {
		return nil
	}
	c := *t
	c.Timers = maps.Clone(t.Timers)
	return &c
}

// Clocked is a [Timed] protocol that says how long its timers are. A timer's clock is 0 when it begins to run, and again when it has
// expired and runs on; where the paper sets a timer anew that runs already, the handler calls [Outbox.Restart].
type Clocked interface {
	// Clock is how long a timer is with these bounds.
	Clock(timer string, t Times) Clock
}

// Clock is a timer's length in ticks.
type Clock struct {
	Value int // Unlimited: it never expires
	// Reaches: the timer expires when its clock reaches the value, at the same time as what happens then or before it. Otherwise
	// it expires when its clock exceeds the value: at once after all that must have happened by then.
	Reaches bool
}

// Lasting is a protocol in which the variables of a site say how long its critical section lasts.
type Lasting[V comparable] interface {
	// Stay is for how many units of time a site stays in the critical section in which it is, at least 1 and the same until it leaves:
	// [Times.CS] is how long one unit takes. It is asked only in a model with times, where the site can leave.
	Stay(i Site, v V) int
}

// Watched is a protocol whose handlers read stopwatches: see [Outbox.Elapsed]. A stopwatch never expires. It is 0 when it begins to
// run, and again when the handler calls [Outbox.Restart]; it stands still while the site is down.
type Watched[V comparable] interface {
	// Watches lists the stopwatches that run at i, given the bounds of the model. It is asked only in a model with times.
	Watches(i Site, v V, t Times) []Watch
}

// Watch is a stopwatch that runs. It stays the same as long as it goes on.
type Watch struct {
	Name string // no timer has it
	Unit int    // the ticks of a unit, at least 1
	Most int    // units: it counts no further, because more makes no difference; together up to [MostTicks] ticks
}

// Reading is how many units have begun when so many ticks have passed.
func (w Watch) Reading(ticks int) int { return min((ticks+w.Unit-1)/w.Unit, w.Most) }

// ClockOf is how long a timer of a protocol is: as the times say, or else by the protocol's own formula. The error says that
// neither gives it a value.
func (t *Times) ClockOf(protocol any, timer string) (k Clock, err error) {
	clocked, says := protocol.(Clocked)
	if says {
		k = clocked.Clock(timer, *t)
	}
	v, given := t.Timers[timer]
	switch {
	case given:
		k.Value = v
	case !says:
		return k, fmt.Errorf("no value is known for timer %s: the protocol has no formula for it, and none is given", timer)
	case k.Value != Unlimited && (k.Value < 1 || k.Value > MostTicks):
		return k, fmt.Errorf("timer %s has the value %d by the protocol's formula; allowed is 1 to %d, which --timer, or Times.Timers, can give it", timer, k.Value, MostTicks)
	}
	return k, nil
}
