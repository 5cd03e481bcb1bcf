package gbp

import (
	"math"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config) []invariants.Property {
	p := newProtocol(c)
	all := []invariants.Property{
		p.temporary().From("section II: the relation between the players is temporary"),
		allUsing.From("section II, figure 1: all the processes are using the resource concurrently"),
		activeTime.From("section III: at the moment the player group activates; figure 7 (a) to (c)"),
		unlinks.From("section III, Rel-Process: removes the request from the list LP"),
		elapsedKept.From("section III: tpouse_k is the elapsed time; figures 5 and 6"),
		lastReply.From("section III: a process receives one message from the group in each stage"),
		p.grantsFree().From("section III, Req-Group: the group grants the lock if available"),
		p.answers().From("section III, Rec-Group: affirmative response to the message Req-Group"),
		p.locksSuffice().From("section III, Rec-Group: if the group has all the locks then change the state to CS"),
		p.locksGranted().From("section III, Rec-Group; section IV, proof of theorem 4.1"),
		p.insideLocked().From("section IV, proof of theorem 4.1"),
	}
	if !p.fair {
		all = append(all, p.callsAboveHolder().From("section III, Req-Group (a) and (b): the priority of the message given the lock"))
	}
	if c.Faultless() {
		all = append(all, p.processSends().From("section III, figure 3"))
		if _, limited := c.TotalRequests(); limited {
			all = append(all, p.unique().From("section V: larger than 3q + 1"), p.messagesTogether().From("section V, maximum concurrency; theorem 4.3"))
		}
	}
	return all
}

// temporary judges every state, but has something to say only when a process has left: one that never asked is linked to no group anyway.
func (p *protocol) temporary() invariants.Property {
	linked := func(vs invariants.Views) (idle, linked model.Sites) {
		var leaving model.Sites
		for _, g := range groups(vs) {
			linked, leaving = linked.Union(g.linked()), leaving.Union(g.leaving)
		}
		for i := range p.c.Processes {
			if s := model.Site(i + 1); !vs[i].Waits && !vs[i].InCS && !leaving.Has(s) {
				idle = idle.With(s)
			}
		}
		return idle, linked
	}
	return invariants.Property{
		Name: "temporary", Kind: invariants.Invariant,
		Doc: "a process that is idle, and whose Rel-Process has arrived, is linked to no group",
		State: func(vs invariants.Views) invariants.Opinion {
			idle, linked := linked(vs)
			return invariants.If(!idle.Intersect(linked).Empty(), false)
		},
		Hears: leaving,
		Step: func(s invariants.Step) invariants.Opinion {
			who := s.Event.Message.Value.(RelProcess).Pi
			idle, linked := linked(s.After)
			return invariants.If(idle.Has(who), !linked.Has(who))
		},
	}
}

var allUsing = invariants.Property{
	Name: "all-using", Kind: invariants.Invariant,
	Doc: "a group in CS has let in all processes that are linked to it",
	State: func(vs invariants.Views) invariants.Opinion {
		kept := func(v *model.View) bool { return inCS(v) && !v.More.(look).waiting.Empty() }
		return invariants.If(vs.Any(inCS), !vs.Any(kept))
	},
}

// activeTime says while a group waits what session-time says when it enters.
var activeTime = invariants.Property{
	Name: "active-time", Kind: invariants.Invariant,
	Doc: "while a group is Active, its time is the longest of those of its processes",
	State: func(vs invariants.Views) invariants.Opinion {
		return every(vs, func(_ model.Group, g look) invariants.Opinion {
			return invariants.If(g.state == Active && !g.LP.Empty(), g.gtpo == g.longest())
		})
	},
}

var unlinks = invariants.Property{
	Name: "unlinks", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a Rel-Process removes the process from LP, and no other",
	Hears: leaving,
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := s.Before[s.Event.Site-1].More.(look).LP, s.After[s.Event.Site-1].More.(look).LP
		who := s.Event.Message.Value.(RelProcess).Pi
		at := before.Index(func(e linked) bool { return e.Pi == who })
		if at < 0 {
			return invariants.That(after == before)
		}
		return invariants.That(after == before.WithoutAt(at))
	},
}

// lastReply and process-sends are the two halves of process-messages, beyond the exit, too.
var lastReply = invariants.Property{
	Name: "last-reply", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a Rep-Process comes to a process that waits for it, and lets it in: so it receives one in each stage",
	Hears: invariants.Delivering[RepProcess],
	Step: func(s invariants.Step) invariants.Opinion {
		m, _ := invariants.Delivered[RepProcess](s.Event)
		before := s.Before[s.Event.Site-1]
		return invariants.That(before.Waits && before.Groups.Has(m.Gk) && s.After[s.Event.Site-1].InCS)
	},
}

// processSends counts a process's own messages, whoever has asked for them.
func (p *protocol) processSends() invariants.Property {
	n := p.c.Processes
	return invariants.Property{
		Name: "process-sends", Kind: invariants.Cost, Claimed: &invariants.Claimed{Min: 2, Max: 2},
		Doc: "messages that a process sends from its request to its exit, both included",
		Gauge: &invariants.Gauge{
			Lanes: n,
			Within: func(vs invariants.Views) uint64 {
				return vs.Mask(func(v *model.View) bool { return v.Waits || v.InCS })
			},
			Weigh: func(e *model.Event, _, _ *model.View) (t question.EdgeWeight) {
				if int(e.Site) > n {
					return t
				}
				lane := uint64(1) << (e.Site - 1)
				switch e.Kind {
				case model.RequestEvent:
					t.Begins = lane
				case model.ExitEvent:
					t.Ends = lane
				}
				t.Weights = make([]int, n)
				t.Weights[e.Site-1] = invariants.Travelling(e)
				return t
			},
		},
	}
}

// unique lays the price of a session beside that of the paper's reference [4]. It is for a single process.
func (p *protocol) unique() invariants.Property {
	return invariants.Property{
		Name: "unique", Kind: invariants.Cost, Claimed: &invariants.Claimed{Min: math.MinInt, Max: -1},
		Doc: "in a whole run that serves everybody: 3 q + 1 for each session - messages",
		Gauge: invariants.WholeRun(func(e *model.Event, _, _ *model.View) int {
			weight := -invariants.Travelling(e)
			for s := range invariants.Notes[session](e) {
				weight += 3*p.S[s.k-1].Len() + 1
			}
			return weight
		}),
	}
}

// messagesTogether is messages for whole runs of one session. That goes by the price of each session, and says nothing of how many there are.
func (p *protocol) messagesTogether() invariants.Property {
	n, _ := p.c.TotalRequests()
	runs := invariants.WholeRun(func(e *model.Event, _, _ *model.View) int {
		weight := invariants.Travelling(e)
		for s := range invariants.Notes[session](e) {
			weight -= 3*n + 3*(p.S[s.k-1].Len()-1)
		}
		return weight
	})
	weigh := runs.Weigh
	runs.Weigh = func(e *model.Event, before, after *model.View) question.EdgeWeight {
		t := weigh(e, before, after)
		for s := range invariants.Notes[session](e) {
			if s.LP.Len() < n {
				t.Drops = 1
			}
		}
		return t
	}
	return invariants.Property{
		Name: "messages-together", Kind: invariants.Cost, Claimed: &invariants.Claimed{},
		Doc:   "in a whole run in which all n requests are let in at once, at the beginning of a session: messages - (3 n + 3 (q-1))",
		Gauge: runs,
	}
}

// holders are the groups that have the lock of G_k, or are about to receive it.
func holders(vs invariants.Views, k model.Group) (all model.Groups) {
	for l, g := range groups(vs) {
		if g.locks.Has(k) {
			all = all.With(l)
		}
	}
	return all
}

// grantsFree goes by where the lock is, where available goes by LG, as figure 6 does.
func (p *protocol) grantsFree() invariants.Property {
	return invariants.Property{
		Name: "grants-free", Kind: invariants.Stepwise,
		Doc:   "a group that is asked for its lock grants it if no group has it, and it is not on its way to one or back",
		Hears: invariants.Noting[asked],
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			free := holders(s.Before, k).Empty() && p.look(s.Before, k).returning.Empty()
			return invariants.If(free, len(sent[RecGroup](s.Event)) > 0)
		},
	}
}

// answers leaves out the own lock of a group whose session ends in this step.
func (p *protocol) answers() invariants.Property {
	return invariants.Property{
		Name: "answers", Kind: invariants.Stepwise,
		Doc:   "a lock is granted to a group that asks for it and has not got it, nor is about to receive it",
		Hears: func(e *model.Event) bool { return len(sent[RecGroup](e)) > 0 },
		Step: func(s invariants.Step) invariants.Opinion {
			k := p.group(s.Event.Site)
			for m := range sent[RecGroup](s.Event) {
				asks := p.look(s.After, k).LG.Index(func(e lock) bool { return e.Gl == m.Gl }) >= 0
				has := p.look(s.Before, m.Gl).locks.Has(k) && !(m.Gl == k && leaving(s.Event))
				if !asks || has {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
	}
}

// locksSuffice is the converse of all-locks.
func (p *protocol) locksSuffice() invariants.Property {
	return invariants.Property{
		Name: "locks-suffice", Kind: invariants.Invariant,
		Doc: "a group that waits for the resource lacks a lock of its quorum",
		State: func(vs invariants.Views) invariants.Opinion {
			return every(vs, func(k model.Group, g look) invariants.Opinion {
				return invariants.If(g.state == Active, g.conj != p.S[k-1])
			})
		},
	}
}

// locksGranted asks the members of the quorum, where all-locks asks the group.
func (p *protocol) locksGranted() invariants.Property {
	return invariants.Property{
		Name: "locks-granted", Kind: invariants.Invariant,
		Doc: "a group in CS stands in the LG of each member of its quorum",
		State: func(vs invariants.Views) invariants.Opinion {
			return every(vs, func(k model.Group, g look) invariants.Opinion { return invariants.If(g.state == CS, p.listed(vs, k)) })
		},
		Detail: func(vs invariants.Views) string {
			return each(vs, func(k model.Group, g look) string {
				if g.state == CS && !p.listed(vs, k) {
					return "is in CS, and not in the LG of each member of its quorum"
				}
				return ""
			})
		},
	}
}

// insideLocked is the first step of the proof of theorem 4.1.
func (p *protocol) insideLocked() invariants.Property {
	return invariants.Property{
		Name: "inside-locked", Kind: invariants.Invariant,
		Doc: "while a process takes part in a group, the group is in CS and has the locks of all members of its quorum",
		State: p.inside(func(_ model.Site, _ *model.View, k model.Group, g look) bool {
			return g.state == CS && g.locks == p.S[k-1]
		}),
	}
}

// callsAboveHolder goes by who has the lock, where calls goes by the highest in LG, as figure 6 does. Where another one in LG is above the holder
// the lock has been called back for that.
func (p *protocol) callsAboveHolder() invariants.Property {
	return invariants.Property{
		Name: "calls-above-holder", Kind: invariants.Stepwise,
		Doc: "a lock is called back if the priority of a new request is greater than that of the group that has the lock, unless it has been already, " +
			"and not if it is less",
		Hears: invariants.Noting[asked],
		Step: invariants.EachNote(func(s invariants.Step, note asked) invariants.Opinion {
			all := holders(s.Before, p.group(s.Event.Site))
			if all.Len() != 1 {
				return invariants.Silent
			}
			at := note.LG.Index(func(e lock) bool { return e.Gl == all.Least() })
			if at < 0 {
				return invariants.Silent
			}
			holder := note.LG.At(at)
			above := note.LG.Index(func(e lock) bool { return e.priori > holder.priori }) >= 0
			called := len(sent[RelGroup](s.Event)) > 0
			switch {
			case note.priori < holder.priori:
				return invariants.That(!called)
			case note.priori > holder.priori && !above:
				return invariants.That(called)
			}
			return invariants.Silent
		}),
	}
}
