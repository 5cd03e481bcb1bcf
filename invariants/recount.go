package invariants

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
)

// Begun are the lanes whose intervals begin with a run. Timers lists those that run at a site in its first state; it may be nil where no
// timer is measured.
func (g *Gauge) Begun(timers func(site int) []string) (lanes uint64) {
	for l := range g.Lanes {
		if g.Whole || g.Running != "" && timers != nil && slices.Contains(timers(l), g.Running) {
			lanes |= 1 << l
		}
	}
	return lanes
}

// Recount measures the intervals of a gauge along one run, step by step, and returns the sizes of those that end with
// its last step, or with the run if nothing can happen after it, in the order of the lanes. Those of the lanes begun begin with the run.
// An interval that begins again while it is open is two: both are measured.
func (g *Gauge) Recount(run []Step, begun uint64, ended bool) (sizes []int) {
	for l := range g.Lanes {
		var open []int
		if begun>>l&1 != 0 {
			open = []int{0}
		}
		for k, s := range run {
			t := g.weigh(s)
			counts := g.Counts == nil || g.Counts(s.Before)>>l&1 != 0
			if g.Again && t.Begins>>l&1 != 0 {
				if k == len(run)-1 {
					sizes = append(sizes, open...)
				}
				open = nil
			}
			for at := range open {
				if counts {
					open[at] += t.Weights[l]
				}
			}
			begins := t.Begins>>l&1 != 0 && (g.Armed == nil || g.Armed(s.Before)>>l&1 != 0)
			if begins && !g.Renews {
				open = append(open, t.Weights[l])
			}
			within := g.within(s.After)>>l&1 != 0
			switch {
			case t.Drops>>l&1 != 0:
				open = nil
			case t.Ends>>l&1 != 0, g.Leaving && !within:
				if k == len(run)-1 {
					sizes = append(sizes, open...)
				}
				open = nil
			case !within:
				open = nil
			}
			switch {
			case !begins || !g.Renews:
			case within:
				open = append(open, t.Weights[l])
			case g.Leaving && k == len(run)-1:
				sizes = append(sizes, t.Weights[l])
			}
		}
		if last := len(run) - 1; ended && (g.Whole || g.Again) && (g.Last == nil || last < 0 || g.Last(run[last].After)>>l&1 != 0) {
			sizes = append(sizes, open...)
		}
	}
	return sizes
}

// Pumps reports whether some interval that is open when the loop begins stays open all round it and grows: then it can
// be as large as one likes. The loop begins after so many steps of the run; the intervals of the lanes begun begin with it.
func (g *Gauge) Pumps(run []Step, begun uint64, loop int) bool {
	for l := range g.Lanes {
		open, grown := begun>>l&1 != 0, 0
		for k, s := range run {
			t := g.weigh(s)
			if k >= loop && (g.Counts == nil || g.Counts(s.Before)>>l&1 != 0) {
				grown += t.Weights[l]
			}
			begins := t.Begins>>l&1 != 0 && (g.Armed == nil || g.Armed(s.Before)>>l&1 != 0)
			within := g.within(s.After)>>l&1 != 0
			stays := (t.Ends|t.Drops)>>l&1 == 0 && within
			if g.Again && begins { // the one that was open ends
				open = false
			}
			switch {
			case k >= loop:
				open = open && stays
			case g.Renews && begins && within:
				open = true
			default:
				open = stays && (open || begins)
			}
		}
		if open && grown > 0 {
			return true
		}
	}
	return false
}

// within are the lanes that are within; without such a function, all.
func (g *Gauge) within(vs Views) uint64 {
	if g.Within == nil {
		return ^uint64(0)
	}
	return g.Within(vs)
}

// weigh is the gauge's word on a step, with a weight for each lane.
func (g *Gauge) weigh(s Step) question.EdgeWeight {
	at := s.Event.Site - 1
	t := g.Weigh(s.Event, s.Before[at], s.After[at])
	weights := make([]int, g.Lanes)
	copy(weights, t.Weights)
	t.Weights = weights
	return t
}
