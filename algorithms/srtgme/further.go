package srtgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config) []invariants.Property {
	n := c.Processes
	all := []invariants.Property{
		requestSent, countsRequests, rsHeard(), rsHeardIdle(), rsKept, requestAnswered, waitsQueued, queueKept, levelRange(max(1, c.Priorities)), newLast,
		entersBy, holderEnters, idleSends, joinsAtOnce, startEnters, completeSent, tokenOpens, passesOn, goesIdle,
	}
	if !c.Faultless() {
		return all
	}
	return append(all,
		requestsToEntry(n),
		runSends[start](c, "run-starts", "start"), runSends[complete](c, "run-completes", "complete"),
		syncDelayAfter("captain", "captain", EF, begins, 1), syncDelayAfter("captain-alone", invariants.CaptainAlone, EF, beginsOrEnds, 1),
		syncDelayAfter("follower", "follower", EC, begins, 2),
	)
}

// here is what a step does to its own process.
func here(s invariants.Step) (before, after *model.View) {
	return s.Before[s.Event.Site-1], s.After[s.Event.Site-1]
}

// news hears the events that deliver a request whose number the receiver does not know.
func news(e *model.Event) bool {
	return invariants.Delivering[request](e) && !invariants.Noting[repeated](e)
}

func asking(e *model.Event) bool { return e.Kind == model.RequestEvent }

// sentTo is to whom a step sends messages of type T.
func sentTo[T message](e *model.Event) (to model.Sites) {
	for k := range invariants.Sent[T](e) {
		to = to.With(k)
	}
	return to
}

var requestSent = invariants.Property{
	Name: "request-sent", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a process that asks and does not hold the token is in R from then on, and sends its request to each process of its request set once, and " +
		"nothing else",
	Source: "section III, RS_i and request; section IV",
	Hears:  asking,
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		RS := of(before).RS
		return invariants.If(before.Holds == 0, of(after).state == R && sentTo[request](s.Event) == RS && len(s.Event.Sends) == RS.Len())
	},
}

// heard says that whoever's request is news in one of the states joins the request set.
func heard(name, doc string, in func(state) bool) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Stepwise, ByEvent: true, Doc: doc,
		Source: "section IV: if P_j is not in its request set, P_i adds P_j in its request set",
		Hears:  news,
		Step: func(s invariants.Step) invariants.Opinion {
			m, _ := invariants.Delivered[request](s.Event)
			before, after := here(s)
			return invariants.If(in(of(before).state), of(after).RS.Has(m.i))
		},
	}
}

func rsHeard() invariants.Property {
	return heard("rs-heard", "a process at which a new request arrives has its sender in its request set from then on", func(state) bool { return true })
}

func rsHeardIdle() invariants.Property {
	return heard("rs-heard-idle", "the same of a process that is neither in its CS as captain nor waits for its followers (EC, HS)",
		func(x state) bool { return x != EC && x != HS })
}

// rsKept leaves the requests that arrive to answers, and the passing of the token to rs-passed.
var rsKept = invariants.Property{
	Name: "rs-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a process in HI that asks, and one that receives the token, has an empty request set from then on; any other request, exit, start or complete " +
		"leaves the request set as it is, unless the token is passed",
	Source: "appendix A: RS_i = {} when P_i in HI requests and when it receives the token; no other line but those of add takes anybody in or out",
	Hears: func(e *model.Event) bool {
		kept := asking(e) || exitOrComplete(e) || invariants.Delivering[start](e) || invariants.Delivering[token](e)
		return kept && !invariants.Noting[passed](e)
	},
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		want := of(before).RS
		if invariants.Delivering[token](s.Event) || asking(s.Event) && of(before).state == HI {
			want = model.Sites{}
		}
		return invariants.That(of(after).RS == want)
	},
}

var requestAnswered = invariants.Property{
	Name: "request-answered", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process in R at which a new request of a process outside its request set arrives sends that one its own request",
	Source: "section IV: P_i also sends a request to P_j, if it is requesting for a session",
	Hears:  news,
	Step: func(s invariants.Step) invariants.Opinion {
		m, _ := invariants.Delivered[request](s.Event)
		before, _ := here(s)
		x := of(before)
		return invariants.If(x.state == R && !x.RS.Has(m.i), sentTo[request](s.Event).Has(m.i))
	},
}

// requestsToEntry counts a request to itself, too, if the process is in its own request set.
func requestsToEntry(n int) invariants.Property {
	return invariants.Property{
		Name: "requests-to-entry", Kind: invariants.Cost,
		Doc:    "requests that a process sends from its request to its entry, those included that it sends back to others while it waits",
		Source: "section VI: a requesting process can send at the most n-1 request messages", Claimed: &invariants.Claimed{Max: n - 1},
		Gauge: invariants.ToEntry(n, func(e *model.Event, _, _ *model.View) []int {
			weights := make([]int, n)
			for _, r := range invariants.Sent[request](e) {
				if r.i == e.Site {
					weights[e.Site-1]++
				}
			}
			return weights
		}),
	}
}

// waitsQueued is judged where no message is in flight: all requests have arrived.
var waitsQueued = invariants.Property{
	Name: "waits-queued", Kind: invariants.Invariant,
	Doc:    "when nothing is in flight, every waiting process is in the queue of a token",
	Source: "section III: token.queue is a priority queue to store all pending requests",
	State: func(vs invariants.Views) invariants.Opinion {
		waits := vs.Mask(func(v *model.View) bool { return v.Waits })
		return invariants.If(vs.Quiet() && waits != 0, waits&^inQueue(vs) == 0)
	},
	Detail: func(vs invariants.Views) string {
		var lost model.Sites
		for i, v := range vs {
			if v.Waits && inQueue(vs)>>i&1 == 0 {
				lost = lost.With(model.Site(i + 1))
			}
		}
		return fmt.Sprintf("%v wait, nothing is in flight, and no token has them queued", lost)
	},
}

// queueKept is what aging-step, join-level and others of the queue rest on: that what is noted of it is how it stood, and stands.
var queueKept = invariants.Property{
	Name: "queue-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a holder has the same queue after a step as before, or as the token brought it, but for the requests that it grants or queues in that step, each in " +
		"the queue that the one before it has left; and what it passes on at the end of a session is that, as is noted then",
	Source: "section IV: the levels are incremented before sending the token; appendix A, P_i exits from CS, P_i receives request, P_i receives complete, P_i receives token",
	Hears: func(e *model.Event) bool {
		return exitOrComplete(e) || asking(e) || invariants.Delivering[token](e) || invariants.Delivering[request](e)
	},
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		t, is := invariants.Delivered[token](s.Event)
		if !is && before.Holds == 0 {
			return invariants.Silent
		}
		stands := of(before).queued
		if is {
			stands = t.queue
		}
		for d := range invariants.Notes[decided](s.Event) {
			if d.before != stands {
				return invariants.Violated
			}
			stands = d.after
		}
		for n := range invariants.Notes[passed](s.Event) {
			return invariants.That(n.before == stands)
		}
		if exitOrComplete(s.Event) && invariants.Sending[token](s.Event) {
			return invariants.Violated // a session ends, and nothing of the queue is noted
		}
		return invariants.If(after.Holds > 0, of(after).queued == stands)
	},
}

// levelRange looks at queues where levels change: where a request joins, and where a session ends.
func levelRange(K int) invariants.Property {
	outside := func(q queue) bool { return q.Index(func(e entry) bool { return e.level < 1 || e.level > K }) >= 0 }
	return invariants.Property{
		Name: "level-range", Kind: invariants.Stepwise,
		Doc:    fmt.Sprintf("every entry that stands in token.queue when a request has joined it, or when the token is passed, has a level of 1 to K = %d", K),
		Source: "section II: the lowest priority level is one and the highest priority level is K; section V.B",
		Hears: func(e *model.Event) bool {
			return invariants.Noting[passed](e) || invariants.Noting[decided](e)
		},
		ByEvent: true,
		Step: func(s invariants.Step) invariants.Opinion {
			opinion := invariants.Silent
			judge := func(q queue) { opinion = max(opinion, invariants.If(!q.Empty(), !outside(q))) }
			if t, _, sent := handed(s.Event); sent {
				judge(t.queue)
			}
			for d := range invariants.Notes[decided](s.Event) {
				judge(d.after)
			}
			return opinion
		},
	}
}

var newLast = invariants.Property{
	Name: "new-last", Kind: invariants.Stepwise,
	Doc:     "the entry of a request that joins the queue first of its session stands last",
	Source:  "section VI, forum switch complexity: a new entry is created and added at the tail of the queue",
	Hears:   invariants.Noting[decided],
	ByEvent: true,
	Step: invariants.EachNote(func(_ invariants.Step, n decided) invariants.Opinion {
		_, _, known := find(n.before, n.X)
		at, _, _ := find(n.after, n.X)
		return invariants.If(n.queued() && !known, at == n.after.Len()-1)
	}),
}

var entersBy = invariants.Property{
	Name: "enters-by", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process enters as captain only by asking while it holds the token, or upon the token; and as follower only upon a start",
	Source: "section III, token; section V.A: only the process holding the token can initiate a session as a captain",
	Hears:  invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		if of(after).state == EF {
			return invariants.That(invariants.Delivering[start](s.Event))
		}
		return invariants.That(asking(s.Event) && before.Holds > 0 || invariants.Delivering[token](s.Event))
	},
}

var holderEnters = invariants.Property{
	Name: "holder-enters", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process in HI that asks enters as captain in that step, and sends nothing",
	Source: "section IV: if P_i possesses an idle token it enters in its CS as captain; section VI, message complexity",
	Hears:  asking,
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		return invariants.If(of(before).state == HI, of(after).state == EC && s.Event.Entries > 0 && len(s.Event.Sends) == 0)
	},
}

// idleSends is silent on a request that its sender does not wait for any more: the token has granted it, and with numbered-token says so.
var idleSends = invariants.Property{
	Name: "idle-sends", Kind: invariants.Stepwise,
	Doc:    "a process in HI at which a new request arrives, for which its sender still waits, sends it the token in that step, and nothing else",
	Source: "section IV: if P_i is holding an idle token, it immediately sends it to P_j",
	Hears:  news,
	Step: func(s invariants.Step) invariants.Opinion {
		m, _ := invariants.Delivered[request](s.Event)
		before, _ := here(s)
		waits := of(s.Before[m.i-1]).sn == m.SN
		return invariants.If(of(before).state == HI && waits, len(s.Event.Sends) == 1 && sentTo[token](s.Event) == model.SetOf(m.i))
	},
}

// joinsAtOnce is what the entry policy of section V.B gives up.
var joinsAtOnce = invariants.Property{
	Name: "joins-at-once", Kind: invariants.Stepwise,
	Doc: "a captain in its critical section at which a new request for its session arrives, for which its sender still waits, sends it start in that " +
		"step",
	Source: "section V.B: this entry policy reduces the concurrency",
	Hears:  news,
	Step: func(s invariants.Step) invariants.Opinion {
		m, _ := invariants.Delivered[request](s.Event)
		before, _ := here(s)
		waits := of(s.Before[m.i-1]).sn == m.SN
		return invariants.If(of(before).state == EC && of(before).X == m.X && waits, sentTo[start](s.Event).Has(m.i))
	},
}

var startEnters = invariants.Property{
	Name: "start-enters", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process that receives a start enters in that step as follower (EF) of the captain that it names",
	Source: "section III, start; section IV; section V.C",
	Hears:  invariants.Delivering[start],
	Step: func(s invariants.Step) invariants.Opinion {
		m, _ := invariants.Delivered[start](s.Event)
		_, after := here(s)
		return invariants.That(of(after).state == EF && of(after).captain == m.i && s.Event.Entries > 0)
	},
}

var completeSent = invariants.Property{
	Name: "complete-sent", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a follower that exits sends complete to its captain, and nothing else, and is in N with no captain",
	Source: "section III, complete; section IV",
	Hears:  func(e *model.Event) bool { return e.Kind == model.ExitEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		m := complete{s.Event.Site}
		sent := len(s.Event.Sends) == 1 && s.Event.Sends[0].To == of(before).captain && s.Event.Sends[0].Value == any(m)
		return invariants.If(of(before).state == EF, sent && of(after).state == N && of(after).captain == 0)
	},
}

var tokenOpens = invariants.Property{
	Name: "token-opens", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process that receives the token enters as captain (EC) in that step",
	Source: "section IV: the captain process on receiving token changes its state to EC and enters in its CS",
	Hears:  invariants.Delivering[token],
	Step: func(s invariants.Step) invariants.Opinion {
		_, after := here(s)
		return invariants.That(of(after).state == EC && s.Event.Entries > 0)
	},
}

// leaves reports that a captain leaves its CS, or that the last of its followers completes after that, by the count in token.followers.
func leaves(s invariants.Step) bool {
	before, _ := here(s)
	x := of(before)
	return s.Event.Kind == model.ExitEvent && x.state == EC || invariants.Delivering[complete](s.Event) && x.state == HS && x.followers == 1
}

func exitOrComplete(e *model.Event) bool {
	return e.Kind == model.ExitEvent || invariants.Delivering[complete](e)
}

// passesOn is silent where nobody is left and nobody waits: published, that goes wrong, and other mistakes do not hide behind it.
var passesOn = invariants.Property{
	Name: "passes-on", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a captain that leaves its CS with followers that have not completed is in HS, and sends nothing; one that leaves without, or whose last " +
		"follower completes, sends the token in that step to a process of its queue, if there is one",
	Source: "section III, token; section IV: the captain checks the number of followers still in CS",
	Hears:  exitOrComplete,
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		x := of(before)
		if s.Event.Kind == model.ExitEvent && x.followers != 0 {
			return invariants.If(x.state == EC, of(after).state == HS && len(s.Event.Sends) == 0)
		}
		_, next, sent := handed(s.Event)
		return invariants.If(leaves(s) && x.queue(), sent && x.waiting.Has(next) && after.Holds == 0)
	},
}

var goesIdle = invariants.Property{
	Name: "goes-idle", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a captain that leaves its CS without followers, or whose last follower completes, while its queue is empty is in HI from then on, and sends nothing",
	Source: "section IV: if no follower process is in CS and no pending requests are there, the captain process changes its state to HI",
	Hears:  exitOrComplete,
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := here(s)
		x := of(before)
		alone := s.Event.Kind != model.ExitEvent || x.followers == 0
		return invariants.If(leaves(s) && alone && !x.queue(), of(after).state == HI && len(s.Event.Sends) == 0)
	},
}

// runSends counts the messages of a kind that are sent in whole runs.
func runSends[T message](c model.Config, name, kind string) invariants.Property {
	return invariants.RunSends[T](name, kind+" messages").Claiming(invariants.AllButOne(c)).From("section VI, average message size")
}

// syncDelayAfter is sync-delay where nobody is in a state before the last exit, so that another one leaves last, and nothing of the session is under way.
func syncDelayAfter(name, who string, nobody state, underWay func(x more) bool, claimed int) invariants.Property {
	armed := func(vs invariants.Views) bool {
		return inQueue(vs) != 0 && !vs.Any(isIn(nobody)) && !vs.Any(func(v *model.View) bool { return underWay(of(v)) })
	}
	return invariants.SyncDelayAfter(name, who, armed, claimed).From("section VI, synchronization delay")
}

func begins(x more) bool       { return x.starts > 0 }
func beginsOrEnds(x more) bool { return x.starts > 0 || x.completes > 0 }
