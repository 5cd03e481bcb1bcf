package gbp

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// stages lists what sections III and IV say of a group and its processes (figure 5).
func (p *protocol) stages() []invariants.Property {
	all := []invariants.Property{
		p.announces().From("section III, figure 5: multicast Req-Group"),
		needs[stage](p.ownRequest(), begins).From("section III, figure 5: AddLG"),
		sessionTime.From("section III: the time of the group is the longest of its processes"),
		sessionCovers.From("section III: the time of the group is the longest of its processes"),
		tellsAll.From("section III, Rec-Group"),
		p.admission().From("section III; figure 5"),
		p.admissionStrict().From("section III, acceptance control; section IV, second consideration"),
		stays.From("section III: the time that the process stays in the critical section"),
		sessionServes.From("section III, Rel-Process: a group without active processes releases the resource"),
		p.releases().From("section III, Rel-Process; section V: q-1 messages to release the permission"),
		stageServes.From("section III, Rel-Process: if waiting processes exist the group begins a new stage"),
		linkedCompete.From("section III, Req-Process and Rel-Process"),
		p.nextStage().From("section III, Rel-Process"),
		needs[session](letInFor, enters).From("section III: the time associated with each player represents its duration in the critical section"),
		p.asksTime().From("figure 3: send Req-Process(G_k, P_i, tpodur_i)"),
		p.links().From("section III, Req-Process; figure 5: AddLP"),
		p.entersAsked().From("figure 3: receive Rep-Process(G_k, P_i)"),
		p.known().From("section III, figure 4: LP keeps information of all the linked processes"),
		needs[latecomer](elapses, comesLate).From("section III: remainder time_k = gtpo_k - tpouse_k; tpouse_k is the elapsed time"),
		p.timeKept().From("section III, Req-Process; figure 5: only an Inactive or Active group sets its time"),
	}
	if p.c.Faultless() && p.fixed == nil && p.c.Groups*p.c.Priorities <= 64 {
		all = append(all, p.stagePriority().From("figure 4: the base priority of the group in the stage; figure 5: chosen priority"))
	}
	if p.fair {
		all = append(all, p.prolongs().From("the variant fair; section III lets nobody in whose time does not fit"))
	}
	return all
}

// announces does not ask for the request for the group's own lock: see ownRequest.
func (p *protocol) announces() invariants.Property {
	return invariants.Property{
		Name: "announces", Kind: invariants.Stepwise,
		Doc:     "a group that begins a stage asks each other member of its quorum for its lock, once and with its priority",
		Hears:   invariants.Noting[stage],
		ByEvent: true,
		Step: invariants.EachNote(func(s invariants.Step, note stage) invariants.Opinion {
			requests := sent[ReqGroup](s.Event)
			for l := range p.others(note.k) {
				if requests[ReqGroup{note.k, l, note.priori}] != 1 {
					return invariants.Violated
				}
			}
			fixed := p.fixed == nil || note.priori == p.fixed[note.k-1]
			return invariants.That(fixed && len(requests) == p.S[note.k-1].Len()-1)
		}),
	}
}

func (p *protocol) ownRequest() invariants.Property {
	return invariants.Property{
		Name: "own-request", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "a group that begins a stage has its own request in its LG, with its priority",
		Hears: invariants.Noting[stage],
		Step: invariants.EachNote(func(s invariants.Step, note stage) invariants.Opinion {
			own := lock{note.k, note.priori}
			return invariants.That(p.look(s.After, note.k).LG.Index(func(e lock) bool { return e == own }) >= 0)
		}),
	}
}

var sessionTime = invariants.Property{
	Name: "session-time", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "when a group enters its CS, its time is the longest of those of its processes",
	Hears: invariants.Noting[session],
	Step: func(s invariants.Step) invariants.Opinion {
		g := s.After[s.Event.Site-1].More.(look)
		return invariants.If(!g.LP.Empty(), g.gtpo == g.longest())
	},
}

var sessionCovers = invariants.Property{
	Name: "session-covers", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "when a group enters its CS, its time is as long as that of each of its processes",
	Hears: invariants.Noting[session],
	Step: func(s invariants.Step) invariants.Opinion {
		g := s.After[s.Event.Site-1].More.(look)
		return invariants.That(g.gtpo >= g.longest())
	},
}

var tellsAll = invariants.Property{
	Name: "tells-all", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a group that enters its CS tells all processes that are linked to it",
	Hears: invariants.Noting[session],
	Step: invariants.EachNote(func(s invariants.Step, note session) invariants.Opinion {
		told := sent[RepProcess](s.Event)
		for _, e := range s.After[s.Event.Site-1].More.(look).LP.All() {
			if told[RepProcess{note.k, e.Pi}] == 0 {
				return invariants.Violated
			}
		}
		return invariants.Fine
	}),
}

func (p *protocol) admission() invariants.Property {
	return invariants.Property{
		Name: "admission", Kind: invariants.Stepwise,
		Doc:     "a group in CS lets a latecomer in exactly if its time is not longer than what is left of the group's" + p.less(),
		Hears:   invariants.Noting[latecomer],
		ByEvent: true,
		Step: invariants.EachNote(func(s invariants.Step, note latecomer) invariants.Opinion {
			return invariants.That(len(sent[RepProcess](s.Event)) > 0 == (note.tpodur <= note.gtpo-note.tpouse-p.tc))
		}),
	}
}

func (p *protocol) admissionStrict() invariants.Property {
	return invariants.Property{
		Name: "admission-strict", Kind: invariants.Stepwise,
		Doc:     "a group in CS lets a latecomer in only if its time is shorter than what is left of the group's" + p.less(),
		Hears:   invariants.Noting[latecomer],
		ByEvent: true,
		Step: invariants.EachNote(func(s invariants.Step, note latecomer) invariants.Opinion {
			return invariants.If(len(sent[RepProcess](s.Event)) > 0, note.tpodur < note.gtpo-note.tpouse-p.tc)
		}),
	}
}

// less says what the estimate takes off.
func (p *protocol) less() string {
	if p.tc == 0 {
		return ""
	}
	return ", less tc"
}

// stays judges processes that leave a group in CS. The time of one that is not linked to it is not known.
var stays = invariants.Property{
	Name: "stays", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "when a process has left, its time in the group has elapsed, or else the group's, and no more than that",
	Hears: leaving,
	Step: func(s invariants.Step) invariants.Opinion {
		g := s.Before[s.Event.Site-1].More.(look)
		if g.state != CS {
			return invariants.Silent
		}
		who, after := s.Event.Message.Value.(RelProcess).Pi, s.After[s.Event.Site-1].More.(look)
		at := g.LP.Index(func(e linked) bool { return e.Pi == who })
		for note := range invariants.Notes[departed](s.Event) {
			if at < 0 || after.state == CS && after.tpouse != note.tpouse {
				return invariants.Violated
			}
			return invariants.That(note.tpouse == max(g.tpouse, min(g.LP.At(at).due, g.gtpo)))
		}
		return invariants.If(at >= 0, false)
	},
}

// leaving hears that a process leaves a group.
func leaving(e *model.Event) bool {
	_, leaves := e.Message.Value.(RelProcess)
	return e.Kind == model.DeliverEvent && leaves
}

// prolongs is about the variant fair.
func (p *protocol) prolongs() invariants.Property {
	return invariants.Property{
		Name: "prolongs", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a session is prolonged only while no other group asks for the lock of the group, and all of them would have to, and what is left " +
			"of the time of each process stays what it was, or 1 for one whose time has elapsed",
		Hears: invariants.Noting[prolonged],
		Step: invariants.EachNote(func(s invariants.Step, note prolonged) invariants.Opinion {
			before, after := p.look(s.Before, note.k), p.look(s.After, note.k)
			asked := before.LG.Index(func(e lock) bool { return e.Gl != note.k }) >= 0
			unheard := slices.ContainsFunc(p.S, func(S model.Groups) bool { return !S.Has(note.k) })
			left := max(note.tpodur, before.gtpo-note.tpouse)
			if asked || unheard || after.gtpo != left || after.tpouse != 0 || note.tpouse < before.tpouse {
				return invariants.Violated
			}
			for at, e := range before.LP.All() { // the latecomer stands behind them
				if e.due > 0 {
					e.due = max(1, e.due-note.tpouse)
				}
				if after.LP.At(at) != e {
					return invariants.Violated
				}
			}
			return invariants.Fine
		}),
	}
}

// elapses is what admission takes for granted. A prolonged session counts anew.
var elapses = invariants.Property{
	Name: "elapses", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "the elapsed time of a session that a latecomer finds is no less than what was found before, no more than the group's time, and is found again " +
		"by whoever comes later, whether the latecomer is let in or not",
	Hears: invariants.Noting[latecomer],
	Step: invariants.EachNote(func(s invariants.Step, note latecomer) invariants.Opinion {
		before, after := s.Before[s.Event.Site-1].More.(look), s.After[s.Event.Site-1].More.(look)
		m, asks := invariants.Delivered[ReqProcess](s.Event)
		found := asks && note.Pi == m.Pi && note.tpodur == m.tpodur && note.gtpo == after.gtpo && note.tpouse == after.tpouse
		return invariants.That(found && (note.tpouse >= before.tpouse || invariants.Noting[prolonged](s.Event)) && note.tpouse <= note.gtpo)
	}),
}

// elapsedKept leaves latecomers to elapses: admission measures against what the group remembers.
var elapsedKept = invariants.Property{
	Name: "elapsed-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "as long as a group is in CS the elapsed time that it remembers is what it was, whatever comes from other groups; only a latecomer, or a process " +
		"that leaves, lets it grow, the second to the time at which that process was due",
	Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent && !invariants.Noting[latecomer](e) },
	Step: func(s invariants.Step) invariants.Opinion {
		before, group := s.Before[s.Event.Site-1].More.(look)
		if !group {
			return invariants.Silent
		}
		after, want := s.After[s.Event.Site-1].More.(look), before.tpouse
		if m, leaves := s.Event.Message.Value.(RelProcess); leaves {
			if at := before.LP.Index(func(e linked) bool { return e.Pi == m.Pi }); at >= 0 {
				want = max(want, min(before.LP.At(at).due, before.gtpo))
			}
		}
		return invariants.If(before.state == CS && after.state == CS, after.tpouse == want)
	},
}

// timeKept is why a group "does not stay indefinitely in the critical section for the arrival of new processes".
func (p *protocol) timeKept() invariants.Property {
	return invariants.Property{
		Name: "time-kept", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "as long as a group is in CS its time stays what it was, whoever asks or leaves, unless its session is prolonged",
		Hears: func(e *model.Event) bool {
			return int(e.Site) > p.c.Processes && !invariants.Noting[prolonged](e)
		},
		Step: func(s invariants.Step) invariants.Opinion {
			before, after := s.Before[s.Event.Site-1].More.(look), s.After[s.Event.Site-1].More.(look)
			return invariants.If(before.state == CS && after.state == CS, before.gtpo == after.gtpo)
		},
	}
}

// stagePriority has a bit for every group and priority. A stage is about to begin where a process asks an Inactive group, and where processes wait for the
// next stage of one in CS.
func (p *protocol) stagePriority() invariants.Property {
	K := p.c.Priorities
	bit := func(k model.Group, z int) uint64 { return 1 << ((int(k)-1)*K + z - 1) }
	all := func(k model.Group) (bits uint64) {
		for z := range K {
			bits |= bit(k, z+1)
		}
		return bits
	}
	return invariants.Property{
		Name: "stage-priority", Kind: invariants.Liveness,
		Doc: "where a stage of a group is about to begin, it can begin with each of the priorities",
		Pending: func(vs invariants.Views) (bits uint64) {
			for k, g := range groups(vs) {
				asked := false
				for i, v := range vs[:p.c.Processes] {
					asked = asked || v.Waits && v.Groups.Has(k) && !g.linked().Has(model.Site(i+1))
				}
				if g.state == Inactive && asked || g.state == CS && !g.waiting.Empty() && p.c.Has(WaitingProcesses) && p.c.Has(StageOver) && p.c.Has(NewOwnLock) {
					bits |= all(k)
				}
			}
			return bits
		},
		Goal: func(vs invariants.Views) (bits uint64) {
			for k, g := range groups(vs) {
				for _, e := range g.LG.All() {
					if g.state == Active && e.Gl == k {
						bits |= bit(k, e.priori)
					}
				}
			}
			return bits
		},
	}
}

var sessionServes = invariants.Property{
	Name: "session-serves", Kind: invariants.Invariant,
	Doc:    "a group in CS has let in some process that has not left",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs.Any(inCS), !vs.Any(inVain))
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(_ model.Group, g look) string {
			if g.inVain() {
				return "is in CS for nobody"
			}
			return ""
		})
	},
}

// releases goes by the processes that have been let in, in whichever state the group is.
func (p *protocol) releases() invariants.Property {
	return invariants.Property{
		Name: "releases", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "when a process has left, and none that the group has let in is left, each other member of its quorum is told once that the session is over, " +
			"and nobody before",
		Hears: leaving,
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			over := sent[LibGroup](s.Event)
			if !p.look(s.After, k).active.Empty() {
				return invariants.That(len(over) == 0)
			}
			for l := range p.others(k) {
				if over[LibGroup{k, l}] != 1 {
					return invariants.Violated
				}
			}
			return invariants.That(p.look(s.After, k).state != CS && len(over) == p.S[k-1].Len()-1)
		},
	}
}

var stageServes = invariants.Property{
	Name: "stage-serves", Kind: invariants.Invariant,
	Doc:    "a group competes for the resource only while processes are linked to it",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		active := func(v *model.View) bool { g, ok := v.More.(look); return ok && g.state == Active }
		lonely := func(v *model.View) bool { return active(v) && v.More.(look).linked().Empty() }
		return invariants.If(vs.Any(active), !vs.Any(lonely))
	},
}

var linkedCompete = invariants.Property{
	Name: "linked-compete", Kind: invariants.Invariant,
	Doc:    "a group to which processes are linked competes for the resource or uses it",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		linked := func(v *model.View) bool { g, ok := v.More.(look); return ok && !g.linked().Empty() }
		forgotten := func(v *model.View) bool { return linked(v) && v.More.(look).state == Inactive }
		return invariants.If(vs.Any(linked), !vs.Any(forgotten))
	},
}

// nextStage is the other half of "if processes wait": releases says when a session ends.
func (p *protocol) nextStage() invariants.Property {
	return invariants.Property{
		Name: "next-stage", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "when the last process that a group has let in has left, and others are linked to it, the group competes for the resource again",
		Hears: leaving,
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			before, after := p.look(s.Before, k), p.look(s.After, k)
			ends := before.state == CS && !before.active.Empty() && after.active.Empty()
			return invariants.If(ends && !after.waiting.Empty(), after.state == Active)
		},
	}
}

// sent counts the messages of a kind that an event sends.
func sent[M comparable](e *model.Event) map[M]int {
	all := map[M]int{}
	for _, m := range invariants.Sent[M](e) {
		all[m]++
	}
	return all
}
