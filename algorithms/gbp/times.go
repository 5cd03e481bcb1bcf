package gbp

import (
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// elapsed is the stopwatch of a group in CS, which counts tpouse. Its name stands in labels, with or without times.
const elapsed = "u"

// unit is how many ticks a unit of the times has that processes ask for: the most that it can take to stay for one.
func unit(t *model.Times) int { return max(1, t.CS.Lo, t.CS.Hi) }

// Stay is the time that the process has chosen.
func (p *protocol) Stay(_ model.Site, v vars) int { return v.(process).tpodur }

// Watches: a group in CS counts what elapses of its time.
func (p *protocol) Watches(_ model.Site, v vars, t model.Times) []model.Watch {
	if k, ok := v.(group); ok && k.state == CS {
		return []model.Watch{{Name: elapsed, Unit: unit(&t), Most: k.gtpo}}
	}
	return nil
}

// times lists what the paper says of the times of processes and groups, in a model with times. The variant fair prolongs sessions: there it
// is not asked.
func (p *protocol) times() []invariants.Property {
	if p.fair || !p.c.Times.Bounded() {
		return nil
	}
	var all []invariants.Property
	if p.c.Processes*p.c.Groups <= 64 {
		all = append(all, p.lateOverrun().From("section III, acceptance control; figure 5"))
	}
	if p.c.Times.CS.Lo == p.c.Times.CS.Hi {
		all = append(all, p.elapsedCounted().From("section III: tpouse_k is the elapsed time"))
	}
	return append(all, p.sessionOverrun().From("section III; section IV, second consideration"))
}

// lateOverrun has a lane for every process and group, open during a session of the group that has begun without the process. The process's clock is not
// the group's, which it judges.
func (p *protocol) lateOverrun() invariants.Property {
	n := p.c.Processes
	late := p.overrun("late-overrun", "ticks for which a process that is let in late, and has not been inside before in this session, stays beyond the time of its group", n*p.c.Groups,
		func(note session) (lanes uint64) {
			late := model.UpTo[model.Site](n)
			for _, e := range note.LP.All() {
				late = late.Without(e.Pi)
			}
			for i := range late.All() {
				lanes |= 1 << p.lane(i, note.k)
			}
			return lanes
		},
		func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
			if e.Kind == model.ExitEvent {
				for k := range before.Groups.All() {
					t.Ends |= 1 << p.lane(e.Site, k)
				}
			} else if inCS(before) && !inCS(after) {
				for i := range model.UpTo[model.Site](n).All() {
					t.Drops |= 1 << p.lane(i, p.group(e.Site))
				}
			}
			return t
		})
	late.Claimed = &invariants.Claimed{Min: math.MinInt}
	return late
}

// sessionOverrun has a lane for every group.
func (p *protocol) sessionOverrun() invariants.Property {
	return p.overrun("session-overrun", "ticks for which a group stays in its CS beyond its time", p.c.Groups,
		func(note session) uint64 { return 1 << (note.k - 1) },
		func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
			if inCS(before) && !inCS(after) {
				t.Ends = 1 << (p.group(e.Site) - 1)
			}
			return t
		})
}

// elapsedCounted has a lane for every group. It is asked where processes stay exactly as long as they have asked for: otherwise one that leaves early lets
// its group remember more than has elapsed.
func (p *protocol) elapsedCounted() invariants.Property {
	m := p.c.Groups
	return invariants.Property{
		Name: "elapsed-counted", Kind: invariants.Bound,
		Doc:     "ticks that a group takes to have elapsed of its session when the first latecomer comes, beyond those that have; a unit that has begun counts",
		Claimed: &invariants.Claimed{Min: math.MinInt, Max: unit(p.c.Times) - 1},
		Gauge: &invariants.Gauge{
			Lanes:  m,
			Within: func(invariants.Views) uint64 { return 1<<m - 1 },
			Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
				if e.Kind == model.TickEvent {
					return question.EdgeWeight{Weights: slices.Repeat([]int{-1}, m)}
				}
				if inCS(before) && !inCS(after) {
					t.Drops = 1 << (p.group(e.Site) - 1)
				}
				for _, note := range e.Notes {
					switch note := note.(type) {
					case session:
						t.Begins = 1 << (note.k - 1)
					case latecomer:
						k := p.group(e.Site)
						t.Ends, t.Weights = 1<<(k-1), make([]int, m)
						t.Weights[k-1] = note.tpouse * unit(p.c.Times)
					}
				}
				return t
			},
		},
	}
}

// overrun measures the ticks since the beginning of a session, less the time of its group, in the lanes that it opens, until they end.
func (p *protocol) overrun(name, doc string, lanes int, opens func(session) uint64, ends func(e *model.Event, before, after *model.View) question.EdgeWeight) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Bound, Doc: doc,
		Gauge: &invariants.Gauge{
			Lanes:  lanes,
			Within: func(invariants.Views) uint64 { return 1<<lanes - 1 },
			Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
				if e.Kind == model.TickEvent {
					return question.EdgeWeight{Weights: slices.Repeat([]int{1}, lanes)}
				}
				t := ends(e, before, after)
				for s := range invariants.Notes[session](e) {
					t.Begins, t.Weights = opens(s), make([]int, lanes)
					for l := range t.Weights { // other sessions that go on have times of their own
						if t.Begins>>l&1 != 0 {
							t.Weights[l] = -s.gtpo * unit(p.c.Times)
						}
					}
				}
				return t
			},
		},
	}
}
