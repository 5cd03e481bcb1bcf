package ledger

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
)

// wantsWithout reports that a row that drops an assumption wants a property to be judged at a point: with the
// assumption all of them, without it those that hold with it, until one breaks.
func (b *book) wantsWithout(t *track, p *point, property invariants.Property) bool {
	if implied(p, property) || b.breaks(t) != nil {
		return false
	}
	return covers(t.starts, p) && !b.falls(t, property.Name) || covers(t.dropped, p) && !b.falls(t, property.Name)
}

// falls reports that a property is known to be violated with the assumption.
func (b *book) falls(t *track, property string) bool {
	for _, s := range t.starts {
		for _, p := range s.lattice.points {
			if p.run.answer(property).refuted() && p.above(s.corner) {
				return true
			}
		}
	}
	for _, other := range b.allTracks() {
		if other.column == t.column && other.claim.Property == property && other.claim.Figure.None() {
			for _, r := range other.refutations {
				if r.Config.Faultless() && r.Known {
					return true
				}
			}
		}
	}
	return false
}

// breaks is the shortest violation without the assumption, of a property that is not known to be violated with it; nil:
// there is none.
func (b *book) breaks(t *track) *Refutation {
	if t.stage != b.stage+1 { // 0 is never up to date
		t.stage, t.broken = b.stage+1, b.firstBroken(t)
	}
	return t.broken
}

func (b *book) firstBroken(t *track) *Refutation {
	var first *Refutation
	for _, s := range t.dropped {
		for _, p := range s.lattice.sorted() {
			if p.run == nil || !p.above(s.corner) {
				continue
			}
			for _, a := range p.run.Answers {
				if !a.refuted() || b.falls(t, a.Property) || !t.stands(a.Property) {
					continue
				}
				r := newRefutation(p, t.claim, a)
				if first == nil || r.Steps < first.Steps || r.Steps == first.Steps && smaller(r.Config, first.Config) < 0 {
					first = &r
				}
			}
		}
	}
	return first
}

// stands reports that a property was found to hold with the assumption: not all are judged where nothing goes wrong.
func (t *track) stands(property string) bool {
	for _, s := range t.starts {
		for _, p := range s.lattice.points {
			if a := p.run.answer(property); a != nil && a.Verdict == invariants.Holds && p.above(s.corner) {
				return true
			}
		}
	}
	return false
}

// refuted reports that the property is violated.
func (a *Answer) refuted() bool { return a != nil && a.Verdict == invariants.Refuted }

// sorted is the points in a fixed order.
func (l *lattice) sorted() []*point {
	all := make([]*point, 0, len(l.points))
	for _, p := range l.points {
		all = append(all, p)
	}
	slices.SortFunc(all, func(p, q *point) int { return slices.Compare(p.at, q.at) })
	return all
}

// cellWithout is the cell of a row that drops an assumption.
func (b *book) cellWithout(t *track) Cell {
	if r := b.breaks(t); r != nil {
		return Cell{Verdict: Breaks, Refutation: r}
	}
	var sights []sight
	for _, s := range t.dropped {
		for _, p := range s.lattice.sorted() {
			if p.run != nil && p.above(s.corner) {
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
