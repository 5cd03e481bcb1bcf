package ledger

import (
	"math"
	"slices"
)

// usual is how many times as many states there are along a direction, before it is known.
var usual = map[string]float64{"processes": 25, "groups": 3, "priorities": 3, "tokens": 4, "loss": 12, "crash": 12, "duplicate": 12, "early": 12}

const (
	growing   = 8 // along any other
	smallStep = 3 // with one request more
)

// expect is the number of states expected at a point: the most that follows from any of the points before it.
func (b *book) expect(p *point) float64 {
	if p.run != nil && p.run.Complete() {
		return float64(p.run.States)
	}
	now := 1 + b.stage // 0 is never up to date
	if p.stage == now {
		return p.estimate
	}
	p.stage = now
	if p.estimate = b.asWide(p); p.estimate == 0 {
		p.estimate = b.grown(p)
	}
	if p.run != nil || p.limit > 0 { // there are more than were explored in vain
		p.estimate = max(p.estimate, float64(p.limit))
	}
	return p.estimate
}

// grown is what is expected of a point from those before it.
func (b *book) grown(p *point) float64 {
	most, corner := float64(firstGuess), true
	for _, q := range p.before() {
		if !q.turns() && b.begun(q.point) { // if it turns, there are fewer states, not more
			corner = false
			most = max(most, b.expect(q.point)*b.factor(q.point, p, q.along))
		}
	}
	if corner {
		for k, x := range p.lattice.axes {
			if f := usual[x.flag]; f > 0 {
				most *= math.Pow(f, float64(p.at[k]))
			}
		}
	}
	return most
}

// begun reports that a point is a configuration in the directions of some start. What is not is never explored, and
// says nothing of those that follow it.
func (b *book) begun(p *point) bool {
	return len(b.about(p)) > 0 && p.meet()
}

// forget has what is expected of points found anew that follow those which have changed.
func (l *lattice) forget() {
	for _, p := range l.points {
		if p.stage > 0 && slices.ContainsFunc(l.changed, p.follows) {
			p.stage = 0
		}
	}
}

// asWide is what is expected of a point because there are no more states than where there are more runs: if that is
// known, or if nothing is known from points before this one. 0: it has to be worked out.
func (b *book) asWide(p *point) float64 {
	wide := p.widened()
	if len(wide) == 0 {
		return 0
	}
	fewest := 0.0
	for _, w := range wide {
		if w.run.Complete() && (fewest == 0 || float64(w.run.States) < fewest) {
			fewest = float64(w.run.States)
		}
	}
	for _, q := range p.before() {
		if fewest == 0 && !q.turns() && q.run.Complete() {
			return 0
		}
	}
	if most := wide[len(wide)-1]; fewest == 0 && most.run != nil {
		fewest = float64(most.limit / again) // which was not enough
	} else if fewest == 0 {
		fewest = b.expect(most)
	}
	return fewest
}

// factor is how the states grow from a point to the next along an axis: as they have grown before it or beside it, or at
// most anywhere.
func (b *book) factor(from, to *point, along int) float64 {
	if to.hole {
		return 1
	}
	seen := 0.0
	for _, q := range from.before() {
		if q.along == along {
			seen = max(seen, ratio(q.point, from))
		} else {
			beside := q.key + (to.at[along]-q.at[along])*from.lattice.axes[along].stride
			seen = max(seen, ratio(q.point, from.lattice.points[beside]))
		}
	}
	if seen == 0 {
		seen = b.seen[step{from.lattice.axes[along].flag, from.at[along], to.at[along]}]
	}
	if seen > 0 {
		return max(1, seen)
	}
	x := from.lattice.axes[along]
	if x.shapes != nil {
		if s := x.shapes[to.at[along]]; s.form != uniform || s.base > 1 {
			return smallStep
		}
	}
	if f := usual[x.flag]; f > 0 {
		return f
	}
	return growing
}

// step is one along an axis.
type step struct {
	flag     string
	from, to int
}

// ratio is how many times the states of a point another has; 0 where that is not known.
func ratio(low, high *point) float64 {
	if high == nil || !low.run.Complete() || !high.run.Complete() {
		return 0
	}
	return float64(high.run.States) / float64(low.run.States)
}

// learn remembers the largest growth along each step, and reports whether one has become larger.
func (b *book) learn(p *point) bool {
	before := b.stage
	for _, q := range p.before() {
		s := step{p.lattice.axes[q.along].flag, q.at[q.along], p.at[q.along]}
		if r := ratio(q.point, p); r > b.seen[s] {
			b.seen[s] = r
			b.stage = before + 1
		}
	}
	return b.stage > before
}
