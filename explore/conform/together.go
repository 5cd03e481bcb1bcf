package conform

import (
	"encoding/binary"
	"sort"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// stay is the moments of a site, one after another, at which it looks the same to properties.
type stay struct{ first, last int }

// stays are those of each site. What is in flight to a site is not its own, and makes no difference.
func (x *judge) stays() [][]stay {
	all := make([][]stay, len(x.moments))
	for k, moments := range x.moments {
		var before model.View
		for n := range moments {
			v := *x.s.sys.View(moments[n].view)
			v.Coming, v.Credit, v.InFlight = 0, 0, false
			if shown, is := v.Shown.(model.Shown); is {
				v.Shown = shown.Vars
			}
			if n == 0 || v != before {
				all[k] = append(all[k], stay{first: n})
			}
			all[k][len(all[k])-1].last, before = n, v
		}
	}
	return all
}

// tries is how many other orders are replayed for one property, where what sites look like says that one may violate it.
const tries = 16

// crowd looks for stays that can be together. Sites are together if none must have gone on before another one came.
type crowd struct {
	x     *judge
	most  int
	stays [][]stay
	asked []*invariants.Property
	tried []int
	known map[string]bool
	sites []int // that are together
	at    []stay
	views invariants.Views
	key   []byte
}

// together judges, for all stays of two sites that can be together, the earliest state in which they are, then for those of three,
// and so on: as the sites look in the run found, and where that violates a property, once more in a run of that order.
func (x *judge) together(most int) {
	c := &crowd{x: x, most: most, stays: x.stays(), known: map[string]bool{}, views: make(invariants.Views, len(x.moments))}
	for k := range x.all {
		if f := &x.all[k]; f.State != nil && !f.AtEnds {
			c.asked = append(c.asked, f)
		}
	}
	c.tried = make([]int, len(c.asked))
	for size := 2; size <= len(x.moments); size++ {
		if !c.gather(size, 0, make([]int32, len(x.moments))) {
			return
		}
		x.j.Together = size
	}
	x.j.All = true
}

// gather adds sites to those that are together until they are so many: sites from this one on. cut is how many steps of each site
// must have happened. false: that is enough.
func (c *crowd) gather(size, from int, cut []int32) bool {
	if len(c.sites) == size {
		return c.judge(cut)
	}
	for j := from; j+size-len(c.sites) <= len(c.stays); j++ {
		all := c.stays[j]
		for n := sort.Search(len(all), func(n int) bool { return int32(all[n].last) >= cut[j] }); n < len(all) && c.before(j, all[n]); n++ {
			next := make([]int32, len(cut))
			for k, steps := range c.x.moments[j][all[n].first].knows {
				next[k] = max(cut[k], steps)
			}
			next[j] = max(next[j], int32(all[n].first))
			c.sites, c.at = append(c.sites, j), append(c.at, all[n])
			more := c.gather(size, j+1, next)
			c.sites, c.at = c.sites[:len(c.sites)-1], c.at[:len(c.at)-1]
			if !more {
				return false
			}
		}
	}
	return true
}

// before reports that a stay need not begin after one of those that are together is over.
func (c *crowd) before(j int, s stay) bool {
	knows := c.x.moments[j][s.first].knows
	for n, k := range c.sites {
		if int(knows[k]) > c.at[n].last {
			return false
		}
	}
	return true
}

// judge asks about the state after a cut; false: there are enough.
func (c *crowd) judge(cut []int32) bool {
	x := c.x
	if x.j.Pairs == c.most || x.j.Pairs%1024 == 0 && x.ctx.Err() != nil {
		return false
	}
	x.j.Pairs++
	c.key = c.key[:0]
	for k := range cut {
		c.key = binary.AppendUvarint(c.key, uint64(x.moments[k][cut[k]].view))
	}
	if c.known[string(c.key)] {
		return true
	}
	c.known[string(c.key)] = true
	for k := range cut {
		c.views[k] = x.s.sys.View(x.moments[k][cut[k]].view)
	}
	for n, f := range c.asked {
		if !x.violated[f.Name] && c.tried[n] < tries && f.State(c.views) == invariants.Violated {
			c.tried[n]++
			x.try(f, cut)
		}
	}
	return true
}

// try replays the steps before a cut, in the order of the run, and judges the state.
func (x *judge) try(f *invariants.Property, cut []int32) {
	p := x.begin()
	var path []option
	for n := range x.a.path {
		o := x.a.path[n]
		if int32(x.order[n]) > cut[o.site] {
			continue
		}
		if o.move == nil {
			path = append(path, o)
			continue
		}
		m, budget := x.again(p, &o)
		if m == nil {
			return // a timer or a ticket that depends on what others have done
		}
		o.move, o.budget = m, budget
		path = append(path, o)
		p = x.s.apply(p, bare(&o))
	}
	if views := x.views(p); f.State(views) == invariants.Violated {
		x.found(f, views, nil, path, true)
	}
}

// again is the move of a step at another place; nil if it is not possible there.
func (x *judge) again(p *place, o *option) (*system.Move, uint32) {
	moves := x.s.reader.Expand(o.site, p.nodes[o.site], x.s.budget(p)).Moves
	for n := range moves {
		m := &moves[n]
		if m.Event != o.move.Event && (m.Event.Kind != o.move.Event.Kind || m.Event.Message != o.move.Event.Message || m.Event.Kind != model.LoseEvent && m.Event.Kind != model.DuplicateEvent) {
			continue
		}
		if budget, _, possible := x.s.pay(p, m); possible {
			return m, budget
		}
	}
	return nil, 0
}
