package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// clocked is a random protocol whose timers have lengths, whose critical sections last longer at some sites than at others, and whose
// handlers read a stopwatch.
type clocked struct {
	*random
	lengths map[string]model.Clock
	stays   int // of site 1; others stay for one unit
}

func (p clocked) Stay(i model.Site, _ local) int {
	if i == 1 {
		return p.stays
	}
	return 1
}

func (p clocked) Watches(_ model.Site, v local, _ model.Times) []model.Watch {
	if p.Runs[v.At] {
		return []model.Watch{p.Watch}
	}
	return nil
}

func (p clocked) Clock(timer string, _ model.Times) model.Clock { return p.lengths[timer] }

// drawTimes draws bounds.
func drawTimes(t *rapid.T) *model.Times {
	interval := func(name string) model.Interval {
		x := model.Interval{Lo: rapid.IntRange(0, 2).Draw(t, name)}
		x.Hi = x.Lo + rapid.IntRange(-1, 2).Draw(t, name+" width")
		if x.Hi < x.Lo {
			x.Hi = model.Unlimited
		}
		return x
	}
	return &model.Times{Delay: interval("delay"), CS: interval("cs")}
}

// drawClocked draws a protocol whose timers have lengths, and whose handlers set them anew.
func drawClocked(t *rapid.T) clocked {
	p := clocked{random: drawProtocol(t), lengths: map[string]model.Clock{}}
	p.Sites = 2 // of more there are too many combinations of clocks
	for _, timer := range timers {
		p.lengths[timer] = model.Clock{
			Value: rapid.SampledFrom([]int{1, 2, model.Unlimited}).Draw(t, "length of "+timer), Reaches: rapid.Bool().Draw(t, timer+" reaches"),
		}
		for k := range states {
			for m := range p.Receives[k] {
				if rapid.Bool().Draw(t, fmt.Sprint(k, " ", m, " restarts ", timer)) {
					p.Receives[k][m].Restarts = append(p.Receives[k][m].Restarts, timer)
				}
			}
		}
	}
	p.stays = rapid.IntRange(1, 2).Draw(t, "units")
	p.Watch = model.Watch{Name: "watch", Unit: rapid.IntRange(1, 2).Draw(t, "unit"), Most: 1}
	if rapid.IntRange(0, 2).Draw(t, "one of three has a stopwatch, for there are more states then") > 0 {
		return p
	}
	for k := range states {
		p.Runs[k] = rapid.IntRange(0, 2).Draw(t, fmt.Sprint(k, " has the stopwatch")) == 0
		for m := range p.Receives[k] {
			if rapid.Bool().Draw(t, fmt.Sprint(k, " ", m, " restarts it")) {
				p.Receives[k][m].Restarts = append(p.Receives[k][m].Restarts, p.Watch.Name)
			}
		}
	}
	return p
}

// TestRandomTimes compares searches of random protocols with times with the naive checker, which counts time by itself.
func TestRandomTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 2).Draw(t, "one of three is compared, so that all take seconds") > 0 {
			return
		}
		p := drawClocked(t)
		c := model.Config{
			Processes: p.Sites, Requests: rapid.SliceOfN(rapid.IntRange(0, 1), p.Sites, p.Sites).Draw(t, "requests"),
			Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
			Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.ByClock}).Draw(t, "timeouts"), Times: drawTimes(t),
		}
		if fault := rapid.SampledFrom([]*int{nil, &c.Loss, &c.Duplicate, &c.Crash}).Draw(t, "fault"); fault != nil {
			*fault = 1
			c.Final = rapid.Bool().Draw(t, "final")
		}
		// One of a hundred has so many states that the naive checker takes minutes.
		if r, err := explore.Check(t.Context(), system.Compose[local, int](p, c), explore.Options{MaxStates: 8000}); err == nil && !r.Complete {
			return
		}
		papertest.Agree[local, int](t, p, c, randomProperties)
		soonestAgrees(t, p, c)
	})
}

// soonestAgrees compares the traces with the fewest ticks with what the naive checker finds.
func soonestAgrees(t *rapid.T, p clocked, c model.Config) {
	panel := invariants.Panel(randomProperties)
	findings, searched, err := explore.Soonest(t.Context(), system.Compose[local, int](p, c), panel, 1<<len(panel)-1, 0)
	if err != nil || searched > 0 {
		t.Fatal(searched, err)
	}
	few, searched, err := explore.Soonest(t.Context(), system.Compose[local, int](p, c), panel, 1<<len(panel)-1, rapid.IntRange(1, 30).Draw(t, "limit"))
	if err != nil {
		t.Fatal(err)
	}
	for k, f := range findings {
		// What is found before a limit is the best, and what is not found can be there.
		if g := few[k]; g.Verdict != f.Verdict && (searched == 0 || g.Verdict != invariants.Inconclusive) || g.Verdict == invariants.Refuted && len(g.Trace) != len(f.Trace) {
			t.Errorf("%s: %v %v, after %d states %v %v", f.Property.Name, f.Verdict, f.Trace, searched, g.Verdict, g.Trace)
		}
		ticks, steps, found := naive.Soonest[local, int](p, c, func(views []model.View, end bool) bool {
			var all invariants.Views
			for k := range views {
				all = append(all, &views[k])
			}
			if f.Property.End != nil {
				return end && f.Property.End(all) == invariants.Violated
			}
			return f.Property.State(all) == invariants.Violated
		})
		passed := 0
		for _, step := range f.Trace {
			if step == "tick" {
				passed++
			}
		}
		if found != (f.Verdict == invariants.Refuted) || found && (passed != ticks || len(f.Trace) != steps) {
			t.Errorf("%s: %v with %d ticks in %d steps; slowly %v, %d in %d", f.Property.Name, f.Verdict, passed, len(f.Trace), found, ticks, steps)
		}
	}
}

// TestManyProperties: more properties than one search judges are judged by several, each as it is judged alone.
func TestManyProperties(t *testing.T) {
	a := drsgme.Algorithm
	c := a.With(model.Published, func(c *model.Config) {
		c.Processes, c.Groups, c.Timeouts = 2, 2, model.ByClock
		c.Times = &model.Times{Delay: model.Interval{Lo: 1, Hi: 1}, CS: model.Interval{Lo: 1, Hi: 1}}
	})
	all := invariants.Panel(a.Properties(c))
	if len(all) <= question.MaxProperties {
		t.Fatalf("only %d properties", len(all))
	}
	findings, _, err := explore.CheckAll(t.Context(), a.New(c), all, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range all {
		if k%8 != 7 && k < question.MaxProperties {
			continue
		}
		alone, _, err := explore.CheckAll(t.Context(), a.New(c), invariants.Panel{p}, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := findings[k]; f.Property.Name != p.Name || f.Verdict != alone[0].Verdict || !slices.Equal(f.Trace, alone[0].Trace) || fmt.Sprint(f.Value) != fmt.Sprint(alone[0].Value) {
			t.Errorf("%s: %v %v %v; alone %v %v %v", p.Name, f.Verdict, f.Value, f.Trace, alone[0].Verdict, alone[0].Value, alone[0].Trace)
		}
	}
}

// bounds are those of messages and of critical sections.
func bounds(least, most, leastCS, mostCS int) *model.Times {
	return &model.Times{Delay: model.Interval{Lo: least, Hi: most}, CS: model.Interval{Lo: leastCS, Hi: mostCS}}
}

// inTime are models without timers, to which tests give bounds.
func inTime(t *testing.T) map[*paper.Algorithm]model.Config {
	all := map[*paper.Algorithm]model.Config{}
	for _, x := range []struct {
		name, variant string
		change        func(c *model.Config)
	}{
		{"raymond", model.Published, func(c *model.Config) { c.Processes, c.Requests = 3, []int{2, 1, 1} }},
		{"naimi-trehel", model.Published, func(c *model.Config) { c.Processes, c.Requests, c.Network = 3, []int{1, 1, 1}, model.FIFO }},
		{"gbp", model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 2, 2 }},
		{"drs-gme", model.Published, func(c *model.Config) {
			c.Processes, c.Groups, c.Requests, c.Timeouts, c.Loss = 2, 2, []int{1, 2}, model.Off, 1
		}},
	} {
		a, err := algorithms.All().Find(x.name)
		if err != nil {
			t.Fatal(err)
		}
		all[a] = a.With(x.variant, x.change)
	}
	return all
}

// TestUntimed: where messages and critical sections may take any time, and no handler reads a stopwatch, there are the states and transitions of
// the model without times; and with bounds every run is one of that model, without its ticks.
func TestUntimed(t *testing.T) {
	for a, c := range inTime(t) {
		untimed, err := explore.Check(t.Context(), a.New(c), explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		timed := c.Clone()
		timed.Times = bounds(0, model.Unlimited, 0, model.Unlimited)
		r, err := explore.Check(t.Context(), a.New(timed), explore.Options{})
		same := r.States == untimed.States && r.Transitions == untimed.Transitions
		if a.Name == "gbp" { // whose groups read a stopwatch
			same = r.States > untimed.States
		}
		if err != nil || !same {
			t.Errorf("%v: %d states and %d transitions without times, %d and %d without bounds: %v", c, untimed.States, untimed.Transitions, r.States, r.Transitions, err)
		}
		timed.Times = bounds(1, 2, 1, 2)
		all := invariants.Panel(a.Properties(timed))
		findings, r, err := explore.CheckAll(t.Context(), a.New(timed), all, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		deep, err := explore.Check(t.Context(), a.New(timed), explore.Options{Mode: explore.DFS})
		if err != nil || deep.States != r.States || deep.Transitions != r.Transitions {
			t.Errorf("%v: %d states, %d depth first: %v", timed, r.States, deep.States, err)
		}
		replayed, ticks := 0, 0
		for _, f := range findings {
			if len(f.Trace) == 0 || f.Endless {
				continue
			}
			schedule := &counterexamples.Trace{Start: f.Start, Steps: slices.DeleteFunc(slices.Clone(f.Trace), func(step string) bool { return step == "tick" })}
			if _, err := counterexamples.Walk(a.New(c), schedule); err != nil {
				t.Errorf("%v: %s without ticks: %v", timed, f.Property.Name, err)
			}
			if _, err := counterexamples.Walk(a.New(timed), &counterexamples.Trace{Start: f.Start, Steps: f.Trace}); err != nil {
				t.Errorf("%v: %s: %v", timed, f.Property.Name, err)
			}
			replayed, ticks = replayed+1, ticks+len(f.Trace)-len(schedule.Steps)
		}
		if replayed == 0 || ticks == 0 {
			t.Errorf("%v: %d schedules with %d ticks", timed, replayed, ticks)
		}
	}
}

// TestTwiceAsLong doubles all bounds: all answers in ticks double.
func TestTwiceAsLong(t *testing.T) {
	measured := 0
	for a, c := range inTime(t) {
		answers := func(times *model.Times) map[string]invariants.Value {
			timed := c.Clone()
			timed.Times = times
			findings, _, err := explore.CheckAll(t.Context(), a.New(timed), invariants.Panel(invariants.InTime(timed, nil, nil)), explore.Options{})
			if err != nil {
				t.Fatal(err)
			}
			all := map[string]invariants.Value{}
			for _, f := range findings {
				if f.Value != nil && !f.Value.Never && !f.Value.Unbounded {
					all[f.Property.Name] = *f.Value
				}
			}
			return all
		}
		for _, x := range [][4]int{{1, 1, 1, 1}, {0, 1, 1, 2}} {
			one, two := answers(bounds(x[0], x[1], x[2], x[3])), answers(bounds(2*x[0], 2*x[1], 2*x[2], 2*x[3]))
			for name, v := range one {
				if v.Max > 0 {
					measured++
				}
				if w := two[name]; w.Min != 2*v.Min || w.Max != 2*v.Max {
					t.Errorf("%v, bounds %v: %s is %d..%d, and %d..%d with doubled bounds", c, x, name, v.Min, v.Max, w.Min, w.Max)
				}
			}
		}
	}
	if measured < 15 {
		t.Errorf("only %d answers were above 0", measured)
	}
}

// TestRecovery: after a loss somebody enters in a time that is bounded by the timers, and that doubles with them. After a crash there is no
// bound: a site is down for any time. Whether timers expire in vain is asked without faults only.
func TestRecovery(t *testing.T) {
	recovery := func(change func(c *model.Config), factor int) (names []string, v *invariants.Value) {
		c := drsgme.Algorithm.With(model.Repaired, func(c *model.Config) {
			c.Processes, c.Groups, c.Timeouts, c.Times = 2, 1, model.ByClock, bounds(factor, factor, factor, factor)
			change(c)
		})
		panel := invariants.Panel(invariants.InTime(c, nil, []string{drsgme.T1, drsgme.T2}))
		findings, r, err := explore.CheckAll(t.Context(), drsgme.Algorithm.New(c), panel, explore.Options{MaxStates: 300_000})
		if err != nil || !r.Complete {
			t.Fatal(r, err)
		}
		for _, f := range findings {
			if names = append(names, f.Property.Name); f.Property.Name == "recovery-time" {
				v = f.Value
			}
		}
		return names, v
	}
	for fault, change := range map[string]func(c *model.Config){
		"loss": func(c *model.Config) { c.Loss = 1 }, "crash": func(c *model.Config) { c.Crash = 1 },
	} {
		names, one := recovery(change, 1)
		if !slices.Equal(names, []string{"waiting-time", "sync-delay-time", "recovery-time", "largest-clock-T1", "largest-clock-T2"}) {
			t.Errorf("%s: the properties in time are %v", fault, names)
		}
		_, two := recovery(change, 2)
		switch {
		case one == nil || two == nil || one.Unbounded != two.Unbounded || one.Unbounded != (fault == "crash"):
		case one.Unbounded || one.Max > 0 && two.Max == 2*one.Max:
			continue
		}
		t.Errorf("after a %s somebody enters in %+v ticks, with doubled bounds in %+v", fault, one, two)
	}
	names, _ := recovery(func(*model.Config) {}, 1)
	if !slices.Contains(names, "no-vain-expiry") || slices.Contains(names, "recovery-time") {
		t.Errorf("without faults the properties in time are %v", names)
	}
}
