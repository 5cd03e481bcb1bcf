package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

var concurrentOccupancy = invariants.Property{
	Name: "concurrent-occupancy", Kind: invariants.Invariant, Source: "section V, Concurrent Occupancy",
	Doc: "when nothing is in flight, a process waits only if some process attends or wants a different group",
	State: func(vs invariants.Views) invariants.Opinion {
		return whoeverWaits(vs, func(_ model.Site, i *model.View) bool {
			return vs.Any(func(j *model.View) bool { return !j.Groups.Empty() && j.Groups != i.Groups })
		})
	},
	Detail: wishes,
}

var noUnnecessaryBlocking = invariants.Property{
	Name: "no-unnecessary-blocking", Kind: invariants.Invariant, Source: "section VII",
	Doc: "when nothing is in flight, a process waits only if each group it asked for does not suit somebody inside " +
		"or waiting",
	State: func(vs invariants.Views) invariants.Opinion {
		return whoeverWaits(vs, func(_ model.Site, i *model.View) bool {
			for g := range i.Groups.All() {
				if !vs.Any(func(j *model.View) bool { return !j.Groups.Empty() && !j.Groups.Has(g) }) {
					return false
				}
			}
			return true
		})
	},
	Detail: wishes,
}

// whoeverWaits judges every process that waits while nothing is in flight.
func whoeverWaits(vs invariants.Views, claim func(i model.Site, v *model.View) bool) invariants.Opinion {
	opinion := invariants.Silent
	if !vs.Quiet() {
		return opinion
	}
	for k, v := range vs {
		if v.Waits {
			opinion = max(opinion, invariants.That(claim(model.Site(k+1), v)))
		}
	}
	return opinion
}

var smoothAdmission = invariants.Property{
	Name: "smooth-admission", Kind: invariants.Invariant, Source: "section V, Smooth Admission",
	Doc: "when nothing is in flight and a captain is in its critical section, nobody waits for the group of its " +
		"session",
	State:  func(vs invariants.Views) invariants.Opinion { return smooth(vs, func(look) bool { return true }) },
	Detail: wishes,
}

var smoothAdmissionExtended = invariants.Property{
	Name: "smooth-admission", Kind: invariants.Invariant, Source: "section VII",
	Doc: "when nothing is in flight and a captain with an empty queue is in its critical section, " +
		"nobody waits for the group of its session",
	State: func(vs invariants.Views) invariants.Opinion {
		return smooth(vs, func(c look) bool { return c.queued.Empty() })
	},
	Detail: wishes,
}

// smooth judges every captain inside to which the claim applies.
func smooth(vs invariants.Views, applies func(captain look) bool) invariants.Opinion {
	opinion := invariants.Silent
	if !vs.Quiet() {
		return opinion
	}
	for _, v := range vs {
		if c := lookOf(v); c.state == EC && applies(c) {
			kept := vs.Any(func(w *model.View) bool { return w.Waits && w.Groups.Has(c.typ) })
			opinion = max(opinion, invariants.That(!kept))
		}
	}
	return opinion
}
