package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// fcfs has a lane for i, j and a group Y that j asks for, while i waits in the queue for other groups and after that j
// waits. It ends when one of the two enters, and weighs 1 if that is j, for Y. In the session form only j as captain counts.
func fcfs(c model.Config, session bool) invariants.Property {
	n, m := c.Processes, c.Groups
	lane := func(i, j model.Site, y model.Group) int {
		if j > i {
			j--
		}
		return (int(i-1)*(n-1)+int(j-1))*m + int(y) - 1
	}
	lanes := n * (n - 1) * m
	each := func(yield func(i, j model.Site, y model.Group, bit uint64)) {
		for i := range model.Site(n) {
			for j := range model.Site(n) {
				for y := range model.Group(m) {
					if i != j {
						yield(i+1, j+1, y+1, 1<<lane(i+1, j+1, y+1))
					}
				}
			}
		}
	}
	p := invariants.Property{
		Name: "fcfs", Kind: invariants.Stepwise, Source: "section VIII: requests are served first come, first served",
		Doc: "if i waits in the queue, and j asks for another group after that, then j does not enter before i",
	}
	if session {
		p.Name, p.Doc = "fcfs-session", "if i waits in the queue, and j asks for another group after that, then j does not enter as captain before i"
	}
	p.Claimed = &invariants.Claimed{Max: 0}
	p.Gauge = &invariants.Gauge{
		Lanes: lanes,
		Within: func(vs invariants.Views) (bits uint64) {
			each(func(i, j model.Site, y model.Group, bit uint64) {
				if vs[i-1].Waits && vs[j-1].Waits && vs[j-1].Groups.Has(y) {
					bits |= bit
				}
			})
			return bits
		},
		Armed: func(vs invariants.Views) (bits uint64) {
			queued := inQueue(vs)
			each(func(i, _ model.Site, y model.Group, bit uint64) {
				if queued>>(i-1)&1 != 0 && !vs[i-1].Groups.Has(y) {
					bits |= bit
				}
			})
			return bits
		},
		Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
			if e.Kind != model.RequestEvent && e.Entries == 0 {
				return t
			}
			t.Weights = make([]int, lanes)
			each(func(i, j model.Site, y model.Group, bit uint64) {
				if e.Kind == model.RequestEvent && e.Site == j && wanted(*e.Demand).has(y) {
					t.Begins |= bit
				}
				if e.Entries == 0 || e.Site != i && e.Site != j {
					return
				}
				t.Ends |= bit
				if e.Site == j && after.Groups.Has(y) && (!session || lookOf(after).state == EC) {
					t.Weights[lane(i, j, y)] = 1
				}
			})
			return t
		},
	}
	p.Doc += " (0: never, 1: it happens)"
	return p
}
