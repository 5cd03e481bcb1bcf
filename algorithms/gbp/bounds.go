package gbp

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// bounds lists what the paper says of numbers and of endless runs.
func (p *protocol) bounds() []invariants.Property {
	n := p.c.Processes
	all := []invariants.Property{
		progress.From("section II, Progress"),
		invariants.FairStarvation.From("section II, Bounded Delay; theorem 4.2"),
		p.sessionEnds().From("theorem 4.2; section IV, second consideration"),
		invariants.Bypass(n).From("section II, Bounded Delay; no number is given"),
	}
	if n*p.c.Groups <= 64 {
		all = append(all,
			p.delay("bypass-sessions", "sessions of other groups that begin between i's request and its entry", nil, nil),
			p.delay("bounded-delay", "sessions of other groups that begin between i's being registered in the lists of its group's quorum and its entry",
				p.registered, seesRegistered),
		)
	}
	if p.c.Faultless() {
		all = append(all, invariants.MaxConcurrency(invariants.Together(p.c)).From("theorem 4.3"))
		all = append(all, p.costs()...)
	}
	return all
}

// progress has one lane: somebody waits, and no group uses the resource.
var progress = invariants.Property{
	Name: "progress", Kind: invariants.Liveness,
	Doc: "no maximal fair run on which, from some time on, processes wait and no group uses the resource",
	Fair: func(vs invariants.Views) uint64 {
		if unused(vs) {
			return 1
		}
		return 0
	},
	Vain:   func(invariants.Views, uint64) string { return stuck },
	End:    func(vs invariants.Views) invariants.Opinion { return invariants.If(unused(vs), false) },
	Detail: func(invariants.Views) string { return stuck },
}

const stuck = "processes wait, and no group ever uses the resource again"

// unused: somebody waits, and no group uses the resource.
func unused(vs invariants.Views) bool {
	return !vs.Any(inCS) && vs.Any(func(v *model.View) bool { return v.Waits })
}

// sessionEnds has a lane for every group.
func (p *protocol) sessionEnds() invariants.Property {
	return invariants.Property{
		Name: "session-ends", Kind: invariants.Liveness,
		Doc:  "no maximal fair run on which, from some time on, a group stays in its CS",
		Fair: func(vs invariants.Views) uint64 { return vs[p.c.Processes:].Mask(inCS) },
		End:  func(vs invariants.Views) invariants.Opinion { return invariants.If(vs.Any(inCS), false) },
		Vain: func(_ invariants.Views, groups uint64) string {
			return fmt.Sprintf("%s: in CS for ever", model.SetOfMask[model.Group](groups))
		},
	}
}

// lane is that of a process and a group, where there is one for each of both.
func (p *protocol) lane(i model.Site, k model.Group) int { return (int(i)-1)*p.c.Groups + int(k) - 1 }

// delay has a lane for every process and the group that it waits for. Sees is what registered asks for of a view, and who waits for which group; both nil: it counts
// as soon as it waits.
func (p *protocol) delay(name, doc string, registered func(invariants.Views) uint64, sees func(*model.View) any) invariants.Property {
	n, m := p.c.Processes, p.c.Groups
	return invariants.Property{
		Name: name, Kind: invariants.Bound, Source: "section II, Bounded Delay; no number is given", Doc: doc,
		Sees: sees, Deaf: registered == nil,
		Gauge: &invariants.Gauge{
			Lanes: n * m, Endless: true,
			Within: func(vs invariants.Views) (bits uint64) {
				for i, v := range vs[:n] {
					if v.Waits {
						bits |= 1 << p.lane(model.Site(i+1), v.Groups.Least())
					}
				}
				return bits
			},
			Counts: registered,
			Weigh: func(e *model.Event, _, after *model.View) (t question.EdgeWeight) {
				if e.Kind == model.RequestEvent {
					t.Begins = 1 << p.lane(e.Site, e.Demand.Group)
				}
				if e.Entries > 0 {
					t.Ends = 1 << p.lane(e.Site, after.Groups.Least())
				}
				for s := range invariants.Notes[session](e) {
					t.Weights = p.elsewhere(s.k)
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
		if !p.listed(vs, x) {
			continue
		}
		for i := range p.look(vs, x).linked().All() {
			bits |= 1 << ((int(i)-1)*p.c.Groups + int(x) - 1)
		}
	}
	return bits
}

// seesRegistered is the processes in LP and the groups in LG of a group, or who waits for which group.
func seesRegistered(v *model.View) any {
	g, is := v.More.(look)
	if !is {
		return v.Brief()
	}
	var listed model.Groups
	for _, l := range g.LG.All() {
		listed = listed.With(l.Gl)
	}
	return [2]any{g.linked(), listed}
}

// listed: the group stands in the LG of every member of its quorum.
func (p *protocol) listed(vs invariants.Views, x model.Group) bool {
	for y := range p.S[x-1].All() {
		if p.look(vs, y).LG.Index(func(l lock) bool { return l.Gl == x }) < 0 {
			return false
		}
	}
	return true
}
