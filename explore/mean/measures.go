package mean

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// ErrStill is the error of a chain in which things happen again and again, and all of them at once: no time passes.
var ErrStill = errors.New("there is no time in which a part of the chain that no run leaves goes on: give internal events, or timers, a mean time")

// frequencies are, per unit of time in the long run, or in all of a run: how often each state is visited, and how long runs are in it.
type frequencies struct{ visits, time []float64 }

// of computes all that there is to say of a chain.
func (r *Result) of(c *chain, sys *system.System, o Options, stopped func() bool) error {
	config := sys.Config
	s := newSolver(c, stopped)
	visits, reach := s.visits()
	for k := s.parts.count() - 1; k >= 0; k-- {
		if p := reach[k]; p > 0 {
			r.Ends = append(r.Ends, s.end(k, p, config.Processes))
		}
	}
	left := 1.0
	for _, e := range r.Ends {
		left -= e.Probability
	}
	s.Residual = max(s.Residual, math.Abs(left))
	f := frequencies{visits: visits, time: make([]float64, c.count())}
	r.Endless = slices.ContainsFunc(r.Ends, func(e End) bool { return e.Entries })
	if r.Endless {
		clear(visits)
		for k, p := range reach {
			if p > 0 && !s.longRun(k, p, f) {
				return ErrStill
			}
		}
	} else {
		for a, v := range visits {
			f.time[a] = v * c.stay[a]
			r.Duration += f.time[a]
		}
	}
	for _, e := range r.Ends {
		if e.Waits {
			r.Stuck += e.Probability
		}
	}
	r.measure(s, f, o.Marks, r.Endless || config.Loss+config.Crash == 0)
	if r.Endless && !sys.Lone() {
		r.Measures = append(r.Measures, Measure{measures.Fairness, s.fairness(reach, visits, config)})
	}
	r.Fault = s.chance(func(uint32) bool { return false }, func(e uint32) bool { return c.steps[c.step[e]].fault })
	for p := range o.Properties {
		bit := uint64(1) << p
		r.Violated = append(r.Violated, s.chance(
			func(a uint32) bool { return c.violates[a]&bit != 0 }, func(e uint32) bool { return c.broken[e]&bit != 0 }))
	}
	r.chain, r.States, r.Transitions, r.Iterations, r.Residual = c, c.count(), len(c.to), s.Iterations, s.Residual
	for a, stay := range c.stay {
		if stay == 0 && c.first[a] < c.first[a+1] {
			r.AtOnce++
		}
	}
	if s.Slow {
		return errSlow
	}
	return nil
}

// errSlow is the error of a system of equations that takes too long to solve, or of which two solutions were found.
var errSlow = errors.New("the equations cannot be solved exactly enough: some times, or rates, are too different")

// end is what a bottom component is, in which runs end with a probability.
//
// Who waits in a state of it, and never enters, waits for ever: nothing else ends a wait, and runs come to that state again and again.
func (s *solver) end(k int, p float64, n int) End {
	members := s.parts.members(k)
	x := End{Probability: p, States: len(members)}
	one, place := s.classes(k, n)
	var waiting, entering = map[int]bool{}, map[int]bool{}
	for _, a := range members {
		for sites := s.phases[s.phase[a]].waiting; sites != 0; sites &= sites - 1 {
			waiting[one.of(place(a)*n+bits.TrailingZeros64(sites))] = true
		}
		for e, end := s.out(a); e < end; e++ {
			if step := &s.steps[s.step[e]]; step.entries > 0 {
				x.Entries = true
				if int(step.who) <= n {
					entering[one.of(place(a)*n+int(step.who)-1)] = true
				}
			}
		}
	}
	for class := range waiting {
		x.Waits = x.Waits || !entering[class]
	}
	return x
}

// longRun adds the frequencies of a bottom component, weighted by a probability; false if no time passes there.
func (s *solver) longRun(k int, p float64, f frequencies) bool {
	members := s.parts.members(k)
	s.stationary(k, f.visits)
	round := 0.0
	for _, a := range members {
		round += f.visits[a] * s.stay[a]
	}
	a := members[0]
	if s.first[a] == s.first[a+1] { // the end of a run
		f.visits[a], f.time[a] = 0, p
		return true
	}
	if round == 0 {
		return false
	}
	for _, a := range members {
		f.visits[a] *= p / round
		f.time[a] = f.visits[a] * s.stay[a]
	}
	return true
}

// chance is how likely runs are that meet a state or a transition.
func (s *solver) chance(state, transition func(uint32) bool) (p float64) {
	met := s.ahead(func(a uint32) float64 {
		if state(a) {
			return 1
		}
		return 0
	}, func(a, e uint32) (float64, bool) {
		switch {
		case state(a):
			return 0, false
		case transition(e):
			return 1, false
		}
		return 0, true
	})
	for _, x := range s.start {
		p += x.p * met[x.state]
	}
	return p
}

// counted are sums over a run, or over a unit of time.
type counted struct {
	time, entries, vain float64   // expiries in vain: of timers, while no site is down
	sends               []float64 // by kind
	waits, inside       float64   // processes, over time
	busy                float64   // time with a process inside
	most                int       // processes inside
	entriesOf           map[asked]float64
	waitsOf, insideOf   map[asked]float64
}

func (s *solver) counted(f frequencies) counted {
	x := counted{sends: make([]float64, len(s.kinds)), entriesOf: map[asked]float64{}, waitsOf: map[asked]float64{}, insideOf: map[asked]float64{}}
	for a := range uint32(s.count()) {
		if f.time[a] == 0 && f.visits[a] == 0 { // what is left behind in the long run
			continue
		}
		p := &s.phases[s.phase[a]]
		if n := p.inside.Len(); n > 0 {
			x.busy += f.time[a]
			x.inside += float64(n) * f.time[a]
			if f.time[a] > 0 {
				x.most = max(x.most, n)
			}
		}
		for _, who := range p.inside.All() {
			x.insideOf[who] += f.time[a]
		}
		x.time += f.time[a]
		for _, who := range p.waits.All() {
			x.waits += f.time[a]
			x.waitsOf[who] += f.time[a]
		}
		for e, end := s.out(a); e < end; e++ {
			step, often := &s.steps[s.step[e]], f.visits[a]*s.p[e]
			for kind, n := range step.sends.All() {
				x.sends[kind] += often * float64(n)
			}
			if step.expires && !p.down {
				x.vain += often
			}
			if step.entries > 0 {
				x.entries += often * float64(step.entries)
				x.entriesOf[step.asked] += often * float64(step.entries)
			}
		}
	}
	return x
}

// measure finds the averages. Faultless says that every timer is set after the last fault: in the long run faults are over, as they have budgets.
func (r *Result) measure(s *solver, f frequencies, marks measures.Marks, faultless bool) {
	x := s.counted(f)
	add := func(name string, value float64) { r.Measures = append(r.Measures, Measure{name, value}) }
	asked, inside := marks.None() || marks.Request != "", marks.Inside()
	if x.entries > 0 {
		sum, hops := 0.0, 0.0
		for kind, n := range x.sends {
			if sum += n; s.tokens[kind] {
				hops += n
			}
		}
		add(measures.MessagesPerEntry, sum/x.entries)
		for _, kind := range slices.Sorted(slices.Values(s.kinds)) {
			if len(s.kinds) == 1 {
				break
			}
			add(measures.Part(measures.MessagesPerEntry, kind), x.sends[slices.Index(s.kinds, kind)]/x.entries)
		}
		add(measures.Hops, hops/x.entries)
		if asked {
			add(measures.ResponseTime, (x.waits+x.inside)/x.entries)
			x.parts(measures.ResponseTime, add, x.waitsOf, x.insideOf)
		}
		if asked && inside {
			add(measures.WaitingTime, x.waits/x.entries)
			x.parts(measures.WaitingTime, add, x.waitsOf)
		}
		if delay, exits := s.syncDelay(f); exits > 0 && inside {
			add(measures.SyncDelay, delay/exits)
		}
		if x.time > 0 {
			add(measures.Throughput, x.entries/x.time)
		}
	}
	if inside && x.time > 0 {
		add(measures.Concurrency, x.inside/x.time)
		add(measures.LargestTogether, float64(x.most))
	}
	if switches, groups := s.switches(f, x); groups > 1 && x.entries > 0 {
		add(measures.SwitchesPerEntry, switches/x.entries)
	}
	if inside && x.time > 0 {
		add(measures.Queue, x.waits/x.time)
	}
	if x.vain > 0 && x.entries > 0 && faultless {
		add(measures.FalseTimeouts, x.vain/x.entries)
	}
}

// parts adds a time by group and by priority, where requests have several and are served for what they ask for; of are the processes that
// it is the time of, over time.
func (x counted) parts(name string, add func(name string, value float64), of ...map[asked]float64) {
	for _, part := range []func(asked) string{
		func(a asked) string { return strings.Trim(a.groups.String(), "{}") },
		func(a asked) string { return fmt.Sprintf("priority-%d", a.priority) },
	} {
		times, entries := map[string]float64{}, map[string]float64{}
		for _, a := range inOrder(x.entriesOf) {
			entries[part(a)] += x.entriesOf[a]
		}
		foreign := false
		for _, all := range of {
			for _, a := range inOrder(all) {
				times[part(a)] += all[a]
				foreign = foreign || entries[part(a)] == 0
			}
		}
		if len(entries) < 2 || foreign {
			continue
		}
		for _, which := range slices.Sorted(maps.Keys(entries)) {
			add(measures.Part(name, which), times[which]/entries[which])
		}
	}
}

// inOrder lists the keys in an order that does not change, so that sums do not.
func inOrder[T any](of map[asked]T) []asked {
	return slices.SortedFunc(maps.Keys(of), func(a, b asked) int {
		return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.groups.String(), b.groups.String()))
	})
}

// syncDelay is the sum of the delays from an exit that leaves nobody inside while a process waits to the next entry, and how many of
// these exits are followed by an entry at all.
func (s *solver) syncDelay(f frequencies) (delay, exits float64) {
	entry := func(e uint32) bool { return s.steps[s.step[e]].entries > 0 }
	followed := s.ahead(func(uint32) float64 { return 0 }, func(_, e uint32) (float64, bool) {
		if entry(e) {
			return 1, false
		}
		return 0, true
	})
	ahead := s.ahead(func(a uint32) float64 { return s.stay[a] * followed[a] }, func(_, e uint32) (float64, bool) { return 0, !entry(e) })
	for a := range uint32(s.count()) {
		for e, end := s.out(a); e < end; e++ {
			t := s.to[e]
			if p := &s.phases[s.phase[t]]; s.steps[s.step[e]].exits && p.inside.Empty() && !p.waits.Empty() {
				often := f.visits[a] * s.p[e]
				delay, exits = delay+often*ahead[t], exits+often*followed[t]
			}
		}
	}
	return delay, exits
}

// switches is how often an entry has no group in common with the one before, and how many groups there are.
func (s *solver) switches(f frequencies, x counted) (sum float64, groups int) {
	var all []model.Groups
	for _, who := range inOrder(x.entriesOf) {
		if !slices.Contains(all, who.groups) {
			all = append(all, who.groups)
		}
	}
	if len(all) < 2 {
		return 0, len(all)
	}
	for _, of := range all {
		other := s.ahead(func(uint32) float64 { return 0 }, func(_, e uint32) (float64, bool) {
			step := &s.steps[s.step[e]]
			switch {
			case step.entries == 0:
				return 0, true
			case disjoint(step.asked.groups, of):
				return 1, false
			}
			return 0, false
		})
		for a := range uint32(s.count()) {
			for e, end := s.out(a); e < end; e++ {
				if step := &s.steps[s.step[e]]; step.entries > 0 && step.asked.groups == of {
					sum += f.visits[a] * s.p[e] * other[s.to[e]]
				}
			}
		}
	}
	return sum, len(all)
}

func disjoint(a, b model.Groups) bool {
	for g := range a.All() {
		if b.Has(g) {
			return false
		}
	}
	return true
}
