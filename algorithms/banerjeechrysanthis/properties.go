package banerjeechrysanthis

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("section 3.3.2"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"), invariants.Environment,
		invariants.OneToken.From("section 3.1"),
		invariants.EntersFree.From("section 2.2"),
		invariants.TokenInside.From("section 3.3.2"),
		OneCollector.From("section 3.3.2"),
		asksOnce.From("section 3.3.2: a node sends its request to the arbiter"),
		joinsLast.From("section 3.3.2"),
		listKept.From("section 3.3.2"),
		namesSender.From("section 3.3.2: a node sends its request, the arbiter a broadcast, and one node after the other the token"),
		electsLast.From("section 3.3.2"),
		startsCollecting(c.Has(NewestArbiter)).From("section 3.3.2"),
		phases(c.Has(NewestArbiter)).From("section 3.3.2"),
		learnsArbiter(c.Has(NewestArbiter)).From("section 3.3.2"),
		arbiterKept.From("section 3.3.2"),
		knowsArbiter.From("section 3.3.2"),
		passedOn.From("section 3.3.2"),
		headInside.From("section 3.3.2"),
		reachesArbiter.From("section 3.3.2"),
		RequestKept.From("section 3.3.2"),
		DroppedEarly.From("section 3.3.2"),
	}
	if !c.Has(ForwardAlways) {
		all = append(all, DroppedLate.From("section 3.3.2"))
	}
	all = append(all, invariants.Endless(c.Processes, "section 2.2", Registered, "stands in a Q-list, of an arbiter or of a token")...)
	all[len(all)-1].Sees = seesRegistered // the last one counts while i is registered
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(1, invariants.Together(c))).From("section 3.3.2"))
	}
	switch total, limited := c.TotalRequests(); {
	case !c.Faultless() || !limited:
	case total == 1:
		all = append(all, loneMessages(c.Processes).From("abstract: n messages at low loads"))
	default:
		all = append(all,
			invariants.RunMessages.From("section 3: messages per entry; no number is given"),
			invariants.RunMessagesUnserved.From("section 3, which counts messages for entries only"))
	}
	return all
}

// loneMessages measures whole runs with one request, which are the only ones for which the paper gives a number that is
// no average: a broadcast is for all requests of a Q-list.
func loneMessages(n int) invariants.Property {
	p := invariants.RunMessages.Named("messages", "messages in all when one process asks once and nobody else does")
	p.Claimed = &invariants.Claimed{Min: n, Max: n}
	return p
}

// OneCollector says that there is one arbiter at a time.
var OneCollector = invariants.Property{
	Name: "one-collector", Kind: invariants.Invariant,
	Doc: "at most one node is in its request collection phase",
	State: func(vs invariants.Views) invariants.Opinion {
		n := vs.Count(func(v *model.View) bool { return about(v).phase == collect })
		return invariants.If(n > 0, n <= 1)
	},
	Sees: func(v *model.View) any { return about(v).phase == collect },
	Detail: func(vs invariants.Views) string {
		var all model.Sites
		for k, v := range vs {
			if about(v).phase == collect {
				all = all.With(model.Site(k + 1))
			}
		}
		return all.String() + " collect requests"
	},
}

// asksOnce is what makes a dropped request one that is lost for good.
var asksOnce = invariants.Property{
	Name: "asks-once", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a node that asks sends one request, to the arbiter that it knows; later it sends its own only where that has come back to it",
	Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent || ownRequests(e) > 0 },
	Step: func(s invariants.Step) invariants.Opinion {
		e := s.Event
		if e.Kind != model.RequestEvent {
			r, is := e.Message.Value.(Req)
			return invariants.That(is && r.who == e.Site && ownRequests(e) == 1)
		}
		return invariants.That(len(e.Sends) == 1 && ownRequests(e) == 1 && e.Sends[0].To == about(s.Before[e.Site-1]).ARBITER.who)
	},
}

// ownRequests are how many requests of its own a node sends in an event.
func ownRequests(e *model.Event) (n int) {
	for _, r := range invariants.Sent[Req](e) {
		if r.who == e.Site {
			n++
		}
	}
	return n
}

// RequestKept says that no request is dropped for good.
var RequestKept = invariants.Property{
	Name: "request-kept", Kind: invariants.Liveness,
	Doc:     "from every state in which i waits, a state can be reached in which i is in a Q-list or in its critical section",
	Pending: invariants.Starved.Pending,
	Goal: func(vs invariants.Views) uint64 {
		kept := invariants.Starved.Goal(vs)
		registered := Registered(vs)
		for k := range vs {
			if registered.Has(model.Site(k + 1)) {
				kept |= 1 << k
			}
		}
		return kept
	},
	Sees: seesRegistered,
	Vain: invariants.Each("waits, and its request is dropped for good"),
}

// DroppedEarly and DroppedLate tell the two drops apart that [RequestKept] sees: the one that the text does not know, and the
// one that it allows.
var (
	DroppedEarly = invariants.Property{
		Name: "dropped-early", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "a node that has been elected, and has not heard of it yet, drops no request",
		Hears: invariants.Delivering[Req],
		Step: func(s invariants.Step) invariants.Opinion {
			at := about(s.Before[s.Event.Site-1])
			return invariants.If(at.phase == none && at.elected, !drops(s))
		},
		StepDetail: droppedBy,
	}
	DroppedLate = invariants.Property{
		Name: "dropped-late", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a node whose forwarding phase is over, and which has not been elected since, drops all requests: they join neither the Q-list that is collected " +
			"nor that of the token, and are not sent on",
		Hears: invariants.Delivering[Req],
		Step: func(s invariants.Step) invariants.Opinion {
			at := about(s.Before[s.Event.Site-1])
			return invariants.If(at.phase == none && !at.elected, drops(s))
		},
	}
)

// drops: the request that came joins neither a Q-list nor is it sent on.
func drops(s invariants.Step) bool {
	r, e := s.Event.Message.Value.(Req), s.Event
	before, after := about(s.Before[e.Site-1]), about(s.After[e.Site-1])
	return len(e.Sends) == 0 && !after.q.Has(r.who) && after.tq == before.tq
}

func droppedBy(e *model.Event) string {
	return fmt.Sprintf("P%d drops the request of P%d", e.Site, e.Message.Value.(Req).who)
}

// Registered are the processes whose requests are in a Q-list, of an arbiter or of the token.
func Registered(vs invariants.Views) model.Sites {
	var all model.Sites
	for _, v := range vs {
		all = all.Union(about(v).listed)
	}
	return all
}

// seesRegistered is who waits or is inside, and what Registered asks for.
func seesRegistered(v *model.View) any { return [3]any{v.Waits, v.InCS, about(v).listed} }

func about(v *model.View) more { return v.More.(more) }
