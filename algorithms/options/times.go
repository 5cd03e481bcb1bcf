package options

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// usualTicks is how long messages and critical sections take if bounds are given for the other only.
const usualTicks = "1"

// times reads --delay, --cs and --timer, and makes timers expire by the clock if --timeouts does not say otherwise.
func (f *Flags) times(a *paper.Algorithm, c *model.Config) (mistakes []error) {
	delay, _ := f.given(delayFlag)
	cs, bounded := f.given(csFlag)
	timers, timed := f.given(timerFlag)
	when, said := f.given(timeoutsFlag)
	if _, ordered := f.given(timersFlag); ordered || c.Early > 0 {
		flag := map[bool]string{true: timersFlag, false: earlyFlag}[ordered]
		text, _ := f.given(flag)
		return []error{&UsageError{Flag: flag, Given: text, Problem: "with times, each timer expires when its clock says so"}}
	}
	if bounded && a.Exitless {
		return []error{&UsageError{Flag: csFlag, Given: cs, Problem: a.Name + " has no use for it: no event is marked as the exit of a critical section, and no timer's length depends on it"}}
	}
	t := cmp.Or(c.Times, &model.Times{})
	for _, x := range []struct {
		flag, text string
		to         *model.Interval
	}{{delayFlag, delay, &t.Delay}, {csFlag, cs, &t.CS}} {
		if x.text == "" && (c.Times != nil || x.flag == csFlag && a.Exitless) {
			continue
		}
		var err error
		if *x.to, err = model.ParseInterval(cmp.Or(x.text, usualTicks)); err != nil {
			mistakes = append(mistakes, &UsageError{Flag: x.flag, Given: x.text, Problem: "no interval of ticks", Allowed: fmt.Sprintf("2, 1..2 or 0..inf, with numbers up to %d", model.MostTicks)})
		}
	}
	if len(a.Timers) > 0 && !said {
		c.Timeouts = model.ByClock
	}
	if said && when == string(model.Patient) {
		mistakes = append(mistakes, &UsageError{Flag: timeoutsFlag, Given: when, Problem: "patient timers know no time, and --delay or --cs gives bounds", Allowed: "off or timed"})
	}
	if timed && c.Timeouts == model.Off {
		return append(mistakes, &UsageError{Flag: timerFlag, Given: timers, Problem: "no timer expires with --timeouts off"})
	}
	if timed {
		values, err := f.lengths(a, timers)
		if err != nil {
			mistakes = append(mistakes, err)
		}
		if t.Timers == nil {
			t.Timers = map[string]int{}
		}
		maps.Copy(t.Timers, values)
	}
	c.Times = t
	return mistakes
}

// timeless refuses requests without a budget that take no time.
func timeless(c *model.Config) error {
	if _, limited := c.TotalRequests(); !limited && c.Times.CS.Lo == 0 {
		return &UsageError{Flag: csFlag, Given: c.Times.CS.String(), Problem: "requests without a budget need a lower bound of at least 1, lest infinitely many entries take no time"}
	}
	return nil
}

// uncounted refuses bounds with which a timer that --timer does not give would be longer, by the paper's formula, than clocks count, or have no length.
func uncounted(a *paper.Algorithm, c *model.Config) error {
	t := c.Times
	if a.Lengths == nil || c.Timeouts != model.ByClock || !t.Bounded() {
		return nil
	}
	formula := a.Lengths(*c, float64(t.Delay.Hi), float64(t.CS.Hi))
	for _, timer := range slices.Backward(a.Durations) {
		most := fmt.Sprintf("at most %d", model.MostTicks)
		if formula[timer] < 1 {
			most = "at least 1"
		} else if formula[timer] <= model.MostTicks {
			continue
		}
		if _, given := t.Timers[timer]; !given {
			return &UsageError{Flag: delayFlag, Given: t.Delay.String(), Problem: fmt.Sprintf("with --cs %v, timer %s is %v ticks long", t.CS, timer, formula[timer]),
				Allowed: fmt.Sprintf("what makes it %s, or --timer %s=TICKS", most, timer)}
		}
	}
	return nil
}

// lengths reads --timer.
func (f *Flags) lengths(a *paper.Algorithm, text string) (map[string]int, error) {
	all := map[string]int{}
	for _, part := range strings.Split(text, ",") {
		timer, ticks, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(ticks)
		if ticks == "inf" {
			n, err = model.Unlimited, nil
		} else if n < 1 || n > model.MostTicks {
			err = strconv.ErrRange
		}
		if err != nil {
			return nil, &UsageError{Flag: timerFlag, Given: text, Allowed: fmt.Sprintf("a list such as T1=5,T2=inf, with ticks from 1 to %d", model.MostTicks)}
		}
		if !slices.Contains(a.Timers, timer) {
			return nil, notOneOf(timerFlag, text, timer, a.Name+" has no such timer", a.Timers)
		}
		if _, twice := all[timer]; twice {
			return nil, &UsageError{Flag: timerFlag, Given: text, Problem: timer + " stands in it twice"}
		}
		all[timer] = n
	}
	return all, nil
}
