package gbp

import (
	"math"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// bounds lists what the paper says of numbers and of endless runs.
func (p *protocol) bounds() []invariants.Property {
	n := p.c.Processes
	all := []invariants.Property{
		invariants.FairStarvation.From("section II, Bounded delay"),
		invariants.Bypass(n).From("section II, Bounded delay; no number is given"),
	}
	if n*p.c.Groups <= 64 {
		all = append(all,
			p.delay("bypass-sessions", "sessions of other groups that begin between i's request and its entry", nil),
			p.delay("bounded-delay", "sessions of other groups that begin while i waits, registered in the lists of its group's quorum", p.registered),
		)
	}
	if p.c.Faultless() {
		all = append(all, invariants.MaxConcurrency(invariants.Together(p.c)).From("section II, Maximum concurrency"))
		if _, limited := p.c.TotalRequests(); limited {
			all = append(all, p.balance())
		}
	}
	return all
}

// delay has a lane for every process and the group that it waits for.
func (p *protocol) delay(name, doc string, registered func(invariants.Views) uint64) invariants.Property {
	n, m := p.c.Processes, p.c.Groups
	lane := func(i model.Site, x model.Group) int { return (int(i)-1)*m + int(x) - 1 }
	return invariants.Property{
		Name: name, Kind: invariants.Bound, Source: "section II, Bounded delay; no number is given", Doc: doc,
		Gauge: &invariants.Gauge{
			Lanes: n * m,
			Within: func(vs invariants.Views) (bits uint64) {
				for i, v := range vs[:n] {
					if v.Waits {
						bits |= 1 << lane(model.Site(i+1), v.Groups.Least())
					}
				}
				return bits
			},
			Counts: registered,
			Weigh: func(e *model.Event, _, after *model.View) (t explore.Tally) {
				if e.Kind == model.RequestEvent {
					t.Begins = 1 << lane(e.Site, e.Demand.Group)
				}
				if e.Entries > 0 {
					t.Ends = 1 << lane(e.Site, after.Groups.Least())
				}
				for _, note := range e.Notes {
					if s, ok := note.(session); ok {
						t.Weights = p.elsewhere(s.k)
					}
				}
				return t
			},
		},
	}
}

// elsewhere weighs a session of group k for those that wait for another.
func (p *protocol) elsewhere(k model.Group) []int {
	weights := make([]int, p.c.Processes*p.c.Groups)
	for l := range weights {
		if model.Group(l%p.c.Groups+1) != k {
			weights[l] = 1
		}
	}
	return weights
}

// registered: i stands in LP of its group, and the group in LG of every member of its quorum.
func (p *protocol) registered(vs invariants.Views) (bits uint64) {
	for x := range model.UpTo[model.Group](p.c.Groups).All() {
		listed := true
		for y := range p.S[x-1].All() {
			listed = listed && p.look(vs, y).LG.Index(func(l lock) bool { return l.Gl == x }) >= 0
		}
		if !listed {
			continue
		}
		for i := range (p.look(vs, x).active | p.look(vs, x).waiting).All() {
			bits |= 1 << ((int(i)-1)*p.c.Groups + int(x) - 1)
		}
	}
	return bits
}

// balance is the message complexity as a sum over a whole run: a session of l processes costs 3 l + 3 (q-1) messages,
// and 2 (q-1) more at most with each yield, of which every Rep-Rel-Group shows one lock. It must not be positive.
func (p *protocol) balance() invariants.Property {
	return invariants.Property{
		Name: "messages", Kind: invariants.Cost, Source: "section V: 3 l + 3 (q-1) messages, 2 (q-1) more with each yield",
		Doc:     "in a whole run: messages - 3 entries - 3 (q-1) sessions - 2 locks given back",
		Claimed: &invariants.Claimed{Min: math.MinInt, Max: 0},
		Gauge: invariants.WholeRun(func(e *model.Event, _, _ *model.View) int {
			weight := invariants.Travelling(e) - 3*e.Entries
			for _, note := range e.Notes {
				if s, ok := note.(session); ok {
					weight -= 3 * (p.S[s.k-1].Len() - 1)
				}
			}
			for _, m := range e.Sends {
				if _, back := m.Value.(RepRelGroup); back && m.To != e.Site {
					weight -= 2
				}
			}
			return weight
		}),
	}
}
