package kmutex

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	p, k := newProtocol(c), c.Tokens
	all := []invariants.Property{
		invariants.KSafety(k).From(exclusion),
		inUse(k).From(exclusion),
		invariants.NoDeadlock.From("section III.C, Deadlock free"),
		invariants.Starved.From(starvation),
		invariants.Spurious.From(exclusion), invariants.Environment,
		conservation(k).From(exclusion + "; section V"),
		invariants.TokenInside.From(exclusion),
		tokenToEnter.From(exclusion),
		queueLength(p.m).From("section III.D, Space complexity"),
	}
	if k == 1 {
		all = append(all, invariants.Mutex.From("section I, Safety"))
	}
	all = append(all, invariants.Endless(c.Processes, starvation, p.registered, "has arrived, and so has that of its LRC")...)
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(k, invariants.Together(c))).From("section I; section III.A"))
		all = append(all, p.messages()...)
		if total, limited := c.TotalRequests(); c.Times.Bounded() && limited && total > 0 && slices.Max(c.Requests) == 1 {
			all = append(all, p.loadTime())
		}
	}
	if p.moving() {
		return append(all, known.From(starvation), toOthers.From("section III.D"), oneGRC.From("appendix, GRC Changer"),
			toTheRear.From("section II; appendix, GRC Changer"))
	}
	for _, q := range p.cases() {
		all = append(all, q.From("section III.B"))
	}
	return append(all,
		p.structure().From("section III.A, figure 1"),
		p.enqueued().From(starvation),
		p.asked().From(starvation),
		p.asksOnce().From("appendix, requestSent"),
		p.takesAll().From(starvation),
		queueServed.From(starvation),
		grqServed.From(starvation),
		dequeued.From(starvation),
		dequeuedAtExit.From(starvation+"; section III.B"),
		invariants.JoinsLast[model.Site]().From("section III.B"),
		invariants.ServedFirst[model.Site]("in the order of its queue", nil).From("section III.B"),
		p.inOrder().From("section III.B"),
		p.grqInOrder().From(starvation+"; section III.B"),
		p.distributes().From("section III.B; section IV, step 3"),
		p.dealtInTurn().From("section III.B, cases 1.B, 2.A and 3.A"),
		p.passedOn().From("section III.B"),
		p.dividesAll().From("section III.B"),
		p.forwardsAtOnce().From("section III.B"),
		noIdleToken.From("section III.B"),
		utilisation(k).From("section III.B"),
		entersAtOnce.From("section III.D, best case"),
		heldInside.From(holding),
		heldForEver.From(holding),
		tokensReturn(k).From("section III.C, Deadlock free"),
		oneQueue.From("section III.D, Space complexity"),
		oneTokenQueue.From("section III.D, Space complexity"),
		invariants.BypassRegistered(c.Processes, invariants.Bits(p.queued), "").Named("bypass-queued",
			"the most entries of others while i is queued at its LRC, and that at the GRC, until i's entry").
			From("section I, Fairness; no number is given"),
	)
}

// queued are the processes in the LRQ of the GRC, or of an LRC that is in the GRQ: no token is on its way to them.
func (p *protocol) queued(vs invariants.Views) (all model.Sites) {
	for j := range p.collectors() {
		if lrc := of(vs, j); lrc.typ == GRC || of(vs, theGRC).GRQ.Has(j) {
			all = all.Union(members(lrc.LRQ))
		}
	}
	return all.Intersect(model.SetOfMask[model.Site](invariants.Waiting(vs)))
}

// registered are the processes that wait while no request of theirs or of their collector is in flight.
func (p *protocol) registered(vs invariants.Views) (all model.Sites) {
	var asking model.Sites
	for _, v := range vs {
		asking = asking.Union(v.More.(about).asking)
	}
	for i, v := range vs {
		if i := model.Site(i + 1); v.Waits && !asking.Has(i) && !asking.Has(p.collector(i)) {
			all = all.With(i)
		}
	}
	return all
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config) []invariants.Property {
	p := newProtocol(c)
	if p.moving() {
		return nil
	}
	all := []invariants.Property{
		heldKept.From("section III.B"),
		p.returnsUnneeded().From("section III.B; section III.D, all nodes"),
		p.anotherLRC().From("section III.B"),
		p.equalTokens().From("section III.B"),
		p.shorterQueues().From("section III.B"),
	}
	if c.Faultless() && p.allAskOnce() {
		all = append(all, p.allAsked(), p.allGiven(), p.allReturned())
	}
	return all
}
