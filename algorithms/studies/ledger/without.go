package ledger

import (
	"maps"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
)

// wantsWithout reports that a row that drops an assumption wants a property to be judged at a point: with the
// assumption all of them, without it those that hold with it, until one breaks.
func (b *book) wantsWithout(t *track, p *point, property invariants.Property) bool {
	return !b.falls(t, property.Name) && b.breaks(t) == nil && !(endsOrGoesOn(property) && p.turnedTo("timeouts")) && (covers(t.starts, p) || covers(t.dropped, p))
}

// falls reports that a property is known to be violated with the assumption.
func (b *book) falls(t *track, property string) bool {
	if t.fallen == nil {
		t.fallen, t.standing = map[string]bool{}, map[string]bool{}
		for _, other := range b.allTracks() {
			if other.column != t.column || !other.claim.Figure.None() {
				continue
			}
			for _, r := range other.refutations {
				if r.Config.Faultless() && r.Known {
					t.fallen[other.claim.Property] = true
				}
			}
		}
	}
	return t.fallen[property]
}

// noticeWithout enters what a run at a point says of the properties with the assumption and without it.
func (b *book) noticeWithout(t *track, p *point) {
	with, without := covers(t.starts, p), covers(t.dropped, p)
	var other []invariants.Property // of these, those about all runs are another row's
	if p.turnedTo("timeouts") {
		other = b.Algorithm.AllProperties(p.config)
	}
	for _, a := range p.run.Answers {
		if aboutAllRuns(other, a.Property) {
			continue
		}
		known := b.falls(t, a.Property)
		if with {
			t.fallen[a.Property] = known || a.refuted()
			t.standing[a.Property] = t.standing[a.Property] || a.Verdict == invariants.Holds
		}
		if without && a.refuted() {
			t.broken = append(t.broken, newRefutation(p, t.claim, a))
		}
	}
}

// breaks is the shortest violation without the assumption, of a property that is not known to be violated with it, and was
// found to hold with it, since not all are judged where nothing goes wrong; nil: there is none.
func (b *book) breaks(t *track) *Refutation {
	var first *Refutation
	for k := range t.broken {
		r := &t.broken[k]
		if b.falls(t, r.Property) || !t.standing[r.Property] {
			continue
		}
		if first == nil || r.Steps < first.Steps || r.Steps == first.Steps && r.extent.compare(first.extent) < 0 {
			first = r
		}
	}
	return first
}

// refuted reports that the property is violated.
func (a *Answer) refuted() bool { return a != nil && a.Verdict == invariants.Refuted }

// sorted is the points in a fixed order.
func (l *lattice) sorted() []*point {
	if len(l.inOrder) == len(l.points) { // none is ever removed
		return l.inOrder
	}
	l.inOrder = slices.SortedFunc(maps.Values(l.points), func(p, q *point) int { return slices.Compare(p.at, q.at) })
	return l.inOrder
}

// cellWithout is the cell of a row that drops an assumption.
func (b *book) cellWithout(t *track) Cell {
	if r := b.breaks(t); r != nil {
		return Cell{Verdict: Breaks, Refutation: r}
	}
	var sights []sight
	for _, s := range t.dropped {
		for _, p := range s.lattice.sorted() {
			if p.run != nil && s.covers(p) {
				sights = append(sights, sight{point: p})
			}
		}
	}
	c := Cell{Holds: front(sights, func(sight) bool { return true })}
	if c.Verdict = Holds; len(c.Holds) == 0 {
		c.Verdict, c.Reason = Partial, "the budget does not reach it"
	}
	return c
}
