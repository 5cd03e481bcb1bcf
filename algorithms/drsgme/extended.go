package drsgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// What section VII changes: a request names a set of groups, any one of which will do. Everything else is shared.

// extended is the protocol of section VII.
type extended struct{ protocol }

// Demands lists every set of at most set-size groups that i may ask for, small sets first.
func (p *extended) Demands(_ model.Site, allowed model.Groups) []model.Demand {
	sets := []model.Groups{{}}
	for x := range allowed.All() {
		for _, s := range slices.Clone(sets) {
			sets = append(sets, s.With(x))
		}
	}
	size := p.c.IntParam(setSize)
	sets = slices.DeleteFunc(sets, func(s model.Groups) bool { return s.Empty() || s.Len() > size })
	slices.SortStableFunc(sets, func(a, b model.Groups) int { return a.Len() - b.Len() })
	demands := make([]model.Demand, len(sets))
	for k, s := range sets {
		demands[k] = model.Demand{Set: s, Text: []string{want(s).String()}}
	}
	return demands
}

// wanted is what a demand asks for.
func wanted(d model.Demand) want {
	if d.Set.Empty() {
		return want(model.SetOf(d.Group))
	}
	return want(d.Set)
}

// joins reports whether a captain in its CS (EC) lets a request for x join its session. It does so though others may be
// queued; but section VII makes no difference between a captain inside and outside its CS.
func (p *protocol) joins(v *vars, x want) bool {
	if p.extended {
		return v.open(x)
	}
	return x.has(v.token.typ)
}

// captains is "id's of all processes which are in token.queue and will work as captain". In the extended problem these
// are fewer than the first of each entry, because the token wipes out all entries of those that it has served.
func (p *protocol) captains(q queue) model.Sites {
	var s model.Sites
	for !q.Empty() {
		first := q.Front()
		s = s.With(first.captain())
		q = q.Rest()
		if p.extended {
			for j := range first.sites().All() {
				q = wipe(q, j)
			}
		}
	}
	return s
}
