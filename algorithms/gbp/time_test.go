package gbp_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

const timed = "--variant repaired -m 1 --durations 2 "

// TestCountsInTime: the naive checker reads the stopwatches by itself.
func TestCountsInTime(t *testing.T) {
	papertest.Counts(t, &gbp.Algorithm, gbp.Protocol, map[string]naive.Result{
		timed + "-n 1 -r 2 --delay 0..1 --cs 0..2":                          {States: 258, Transitions: 498, Depth: 15},
		timed + "-n 2 --delay 0..1 --cs 1":                                  {States: 658, Transitions: 1184, Depth: 15},
		timed + "-n 2 --delay 0..2 --cs 2 --tc 1":                           {States: 1444, Transitions: 2600, Depth: 19},
		timed + "-n 2 --delay 1 --cs 0..1 --net fifo":                       {States: 570, Transitions: 886, Depth: 18},
		timed + "-n 2 --delay 0..1 --cs 1..inf":                             {States: 666, Transitions: 1252, Depth: 15},
		timed + "-n 2 --delay 0..1 --cs 1 --crash 1":                        {States: 6116, Transitions: 14868, Depth: 17},
		"--variant fair -n 2 -m 1 --durations 2 -r 2,1 --delay 0..1 --cs 1": {States: 3850, Transitions: 8410, Depth: 21},
	})
}

// values are what is found of the properties that have a value.
func values(t *testing.T, p model.Protocol[gbp.Vars, gbp.Message], line string) map[string]invariants.Value {
	c := papertest.Model(t, &gbp.Algorithm, line)
	if p == nil {
		p = gbp.Protocol(c)
	}
	var panel invariants.Panel
	for _, q := range gbp.Algorithm.Properties(c) {
		if slices.Contains([]string{"late-overrun", "session-overrun", "waiting-time", "sync-delay-time"}, q.Name) {
			panel = append(panel, q)
		}
	}
	findings, r, err := explore.CheckAll(t.Context(), system.Compose(p, c), panel, explore.Options{})
	if err != nil || !r.Complete {
		t.Fatalf("%s: %v", line, err)
	}
	all := map[string]invariants.Value{}
	for _, f := range findings {
		if f.Value != nil && !f.Value.Never {
			all[f.Property.Name] = *f.Value
		}
	}
	return all
}

// TestScaled takes two and three times as long for everything, the unit of the processes' times with it: all answers are so many times as large,
// but for the longest wait where a group lets somebody in if no more than c has passed. Whoever waits longest is refused after more than that,
// which is c+1 ticks, and not 2(c+1) but 2c+1 where ticks are half as long: so one tick less than the wait that real time comes close to.
func TestScaled(t *testing.T) {
	for line, open := range map[string]int{
		"-n 2 --delay %d..%[1]d --cs %[1]d": 1, "-n 2 --delay 0..%d --cs %[1]d": 1, "-n 2 --delay 0..%d --cs 0..%[1]d": 1,
		"-n 2 --delay 0..%d --cs %[1]d --tc 1": 0, // whoever asks for 2 is refused when nothing has passed, too
	} {
		one := values(t, nil, timed+fmt.Sprintf(line, 1))
		if len(one) < 4 {
			t.Errorf("%s: only %v", line, one)
		}
		for k := 2; k <= 3; k++ {
			for name, is := range values(t, nil, timed+fmt.Sprintf(line, k)) {
				least, most := k*one[name].Min, k*one[name].Max
				if name == "waiting-time" {
					most = k*(one[name].Max+open) - open
				}
				if is.Min != least || is.Max != most {
					t.Errorf("%s: %s is %d..%d, and %d..%d if all takes %d times as long; expected %d..%d", line, name, one[name].Min, one[name].Max, is.Min, is.Max, k, least, most)
				}
			}
		}
	}
}

// TestUntimedProjection: without its clocks and ages every state of the model with times is one of the model without, variables and
// messages, and so is every step.
func TestUntimedProjection(t *testing.T) {
	for _, bounds := range []string{" --delay 0..1 --cs 1", " --delay 1..2 --cs 0..2"} {
		line := timed + "-n 2"
		free, clocked := steps(t, line), steps(t, line+bounds)
		for s := range clocked {
			if !free[s] {
				t.Errorf("%s: %s", bounds, s)
			}
		}
		if len(clocked) >= len(free) || len(clocked) < len(free)/3 {
			t.Errorf("%s: %d of %d steps", bounds, len(clocked), len(free))
		}
	}
}

// steps are all of a model, as texts without times; those that change nothing but times are left out.
func steps(t *testing.T, line string) map[string]bool {
	c := papertest.Model(t, &gbp.Algorithm, line)
	sys := gbp.Algorithm.New(c)
	r := sys.NewReader()
	text := func(state []uint32) (all string) {
		for site, node := range state[:len(state)-1] {
			d := sys.Describe(site, node)
			var inbox []string
			for _, m := range d.Inbox {
				inbox = append(inbox, model.Text(m.Value))
			}
			slices.Sort(inbox)
			all += fmt.Sprint(model.Fields(d.Vars), d.Used, inbox, "; ")
		}
		return all
	}
	key := func(state []uint32) string { return fmt.Sprint(state) }
	todo, seen, all := [][]uint32{append(sys.Start(), sys.StartBudget())}, map[string]bool{}, map[string]bool{}
	for len(todo) > 0 {
		s := todo[0]
		if todo = todo[1:]; seen[key(s)] {
			continue
		}
		seen[key(s)] = true
		for _, x := range r.Out(s) {
			if from, to := text(s), text(x.To); from != to {
				all[from+"-> "+to] = true
			}
			todo = append(todo, x.To)
		}
	}
	return all
}

// slow is a mutant: the hands of its stopwatches take so many ticks more for a unit.
type slow struct {
	model.Protocol[gbp.Vars, gbp.Message]
	by int
}

func (p slow) Places() []model.Place { return p.Protocol.(model.Placed).Places() }
func (p slow) Demands(i model.Site, allowed model.Groups) []model.Demand {
	return p.Protocol.(model.Demander).Demands(i, allowed)
}
func (p slow) Stay(i model.Site, v gbp.Vars) int {
	return p.Protocol.(model.Lasting[gbp.Vars]).Stay(i, v)
}
func (p slow) Watches(i model.Site, v gbp.Vars, t model.Times) []model.Watch {
	all := p.Protocol.(model.Watched[gbp.Vars]).Watches(i, v, t)
	for k := range all {
		all[k].Unit += p.by
	}
	return all
}

// TestSlow: a stopwatch that takes a tick more for a unit is noticed: who is let in by it stays longer than it may. One that takes a tick less
// is safe: it lets fewer in.
func TestSlow(t *testing.T) {
	line := timed + "-n 2 --delay 0..1 --cs 2"
	protocol := gbp.Protocol(papertest.Model(t, &gbp.Algorithm, line))
	for by, most := range map[int]int{0: 1, 1: 2, -1: 1} {
		if got := values(t, slow{protocol, by}, line)["late-overrun"]; got.Max != most {
			t.Errorf("by %d ticks: the longest is %d, not %d", by, got.Max, most)
		}
	}
}

// TestOverlapping: where sessions of two groups overlap, each is measured by its own time, and an exit from one group is none from the other.
func TestOverlapping(t *testing.T) {
	type ends [2]int
	for bounds, want := range map[string][2]ends{
		"--durations 2 --cs 1..2": {{-3, 1}, {-2, 2}}, "--durations 2 --cs 1": {{-1, 1}, {0, 2}},
		"--durations 1 --cs 1..2": {{-1, 1}, {-1, 2}}, "--durations 1 --cs 1": {{0, 1}, {0, 2}},
	} {
		got := values(t, nil, "--without held-only -n 2 -m 2 --delay 0..1 "+bounds)
		late, session := got["late-overrun"], got["session-overrun"]
		if now := [2]ends{{late.Min, late.Max}, {session.Min, session.Max}}; now != want {
			t.Errorf("%s: %v, not %v", bounds, now, want)
		}
	}
	// Without a budget sessions follow each other for ever; none has the time of another.
	if got := values(t, nil, "--variant repaired -n 1 -m 2 -r inf --delay 0 --cs 1..2")["session-overrun"]; got.Min != -1 || got.Max != 0 {
		t.Errorf("sessions without end: %v", got)
	}
}
