package naimitrehel

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("mutual exclusion"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.Spurious.From("mutual exclusion"), invariants.Environment,
		invariants.OneToken.From("there is a single token"),
		pathReversal.From("path reversal"), handedOn.From("path reversal"), pathLength(c.Processes).From("the fathers are a rooted tree"),
	}
	all = append(all, invariants.Endless(c.Processes, "freedom from starvation", nil, "")...)
	if c.Faultless() {
		all = append(all,
			invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"),
			invariants.MessagesToExit(c.Processes, invariants.Claimed{Max: c.Processes}).From("0 to n messages per entry"),
			invariants.SyncDelay(invariants.Views.Quiet, "requests having arrived", &invariants.Claimed{Min: 1, Max: 1}).From("one message: the token"),
		)
	}
	return all
}

// pathLength holds while requests are on their way, too: who asks is the root of a tree of its own.
func pathLength(n int) invariants.Property {
	return invariants.Property{
		Name: "path-length", Kind: invariants.Invariant,
		Doc: fmt.Sprintf("from every process the fathers lead to a process without one, in n-1 = %d steps at the most", n-1),
		State: func(vs invariants.Views) invariants.Opinion {
			for i := range vs {
				steps, at := 0, model.Site(i+1)
				for father(vs, at) != 0 {
					if steps, at = steps+1, father(vs, at); steps >= n {
						return invariants.Violated
					}
				}
			}
			return invariants.If(n > 1, true)
		},
	}
}

func lookOf(v *model.View) look { return v.More.(look) }

func father(vs invariants.Views, i model.Site) model.Site { return lookOf(vs[i-1]).father }

// further are the sentences that are judged only where a claim, or --property, names them.
func further(model.Config) []invariants.Property {
	return []invariants.Property{requestQueue, asksFather, invariants.SentByOwner.From("survey, section 3.1")}
}

// asksFather is the survey's "each node sends its request only to another one that knows as a current root".
var asksFather = invariants.Property{
	Name: "asks-father", Kind: invariants.Stepwise, ByEvent: true, Source: "survey, section 3.1: each node sends its request only to another one",
	Doc:   "a process that asks sends one request, to its father, and nothing else; without a father it enters at once, and sends nothing",
	Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i, sent := s.Event.Site, s.Event.Sends
		if f := father(s.Before, i); f != 0 {
			return invariants.That(len(sent) == 1 && sent[0].To == f && sent[0].Value == Req{i, i} && s.Event.Entries == 0)
		}
		return invariants.That(len(sent) == 0 && s.Event.Entries == 1)
	},
}

// requestQueue is the survey's "queue for keeping requests": the nexts.
var requestQueue = invariants.Property{
	Name: "request-queue", Kind: invariants.Invariant, Source: "survey, section 3.1: a queue for keeping requests",
	Doc: "the request of whoever waits is in one place: on its way, kept as the next of one process, or answered by the token on its way back; " +
		"nobody else has one, and the nexts end",
	State: func(vs invariants.Views) invariants.Opinion {
		places := make([]int, len(vs)+1) // by process; 0 is nobody
		for k, v := range vs {
			x := lookOf(v)
			if x.twice {
				return invariants.Violated
			}
			for who := range x.asked.All() {
				places[who]++
			}
			places[x.next]++
			places[k+1] += v.Coming
		}
		for k, v := range vs {
			steps, at := 0, model.Site(k+1)
			for ; at != 0 && steps <= len(vs); steps++ {
				at = lookOf(vs[at-1]).next
			}
			if at != 0 || v.Waits != (places[k+1] == 1) || places[k+1] > 1 {
				return invariants.Violated
			}
		}
		return invariants.If(vs.Any(func(v *model.View) bool { return v.Waits }), true)
	},
}

// pathReversal is what makes the paths short on average. Without it requests still arrive.
var pathReversal = invariants.Property{
	Name: "path-reversal", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "whoever gets a request makes the process that asks its father, no matter who has handed the request on",
	Hears: invariants.Delivering[Req],
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(lookOf(s.After[s.Event.Site-1]).father == s.Event.Message.Value.(Req).who)
	},
}

// handedOn is path reversal with all that is sent: it looks at the variables before and after.
var handedOn = invariants.Property{
	Name: "handed-on", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "who has a father sends it each request that arrives, and nothing else; who has none keeps it as its next while it waits or is inside, and answers " +
		"it with the token otherwise; who exits sends the token to its next, and who asks a request to its father, which it has no more; nothing else is sent",
	Hears: func(e *model.Event) bool {
		return e.Kind == model.RequestEvent || e.Kind == model.DeliverEvent || e.Kind == model.ExitEvent
	},
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		before, after := s.Before[i-1], lookOf(s.After[i-1])
		want := lookOf(before)
		var to model.Site // who is sent something
		var value message
		switch m, is := invariants.Delivered[Req](s.Event); {
		case is && want.father != 0:
			to, value, want.father = want.father, Req{i, m.who}, m.who
		case is && (before.Waits || before.InCS):
			want.next, want.father = m.who, m.who
		case is:
			to, value, want.father = m.who, Token{i}, m.who
		case s.Event.Kind == model.ExitEvent && want.next != 0:
			to, value, want.next = want.next, Token{i}, 0
		case s.Event.Kind == model.RequestEvent && want.father != 0:
			to, value, want.father = want.father, Req{i, i}, 0
		}
		sent := len(s.Event.Sends) == 0
		if to != 0 {
			sent = len(s.Event.Sends) == 1 && s.Event.Sends[0].To == to && s.Event.Sends[0].Value == value
		}
		return invariants.That(sent && after.father == want.father && after.next == want.next)
	},
}
