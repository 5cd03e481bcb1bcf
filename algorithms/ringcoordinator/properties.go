package ringcoordinator

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("section 2.2"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"), invariants.Environment,
		invariants.OneToken.From("section 3.1"),
		invariants.EntersFree.From("section 2.2"),
		invariants.TokenInside.From("section I; section 3.1"),
		entersWithToken.From("section 3.3.1"),
		returns.From("section 3.3.1"),
		TSOrder.From("section 3.3.1"),
		servedFirst(c.Duplicate > 0).From("section 3.3.1"),
		asks.From("section 3.3.1, TIMESTAMP_OF_REQUEST_GENERATION"),
		answered.From("section 3.3.1"),
		leaves.From("section 3.3.1"),
	}
	all = append(all, invariants.Endless(c.Processes, "section 2.2", Registered, "stands in REQUEST_QUEUE")...)
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(1, invariants.Together(c))).From("section 3.3.1"))
	}
	return all
}

// TSOrder says that requests are served in the order of their time stamps.
var TSOrder = invariants.Property{
	Name: "ts-order", Kind: invariants.Stepwise,
	Doc:   "no process enters its critical section while one waits whose request has a smaller time stamp",
	Hears: invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		ts := about(s.Before[s.Event.Site-1]).ts
		return invariants.That(!s.Before.Any(func(v *model.View) bool { return v.Waits && about(v).ts < ts }))
	},
}

// servedFirst goes by whom the token is sent to, not by what the coordinator says of its choice; and by the time stamps of the requests as they were made,
// not as the coordinator has written them down. Only of a second copy, whose process has been served since and has another time stamp, or none, it is known
// from REQUEST_QUEUE alone.
func servedFirst(copies bool) invariants.Property {
	return invariants.Property{
		Name: "served-first", Kind: invariants.Stepwise,
		Doc:   "of those in REQUEST_QUEUE when the token comes back, the one to which it is sent has the smallest time stamp",
		Hears: invariants.Delivering[Back],
		Step: func(s invariants.Step) invariants.Opinion {
			queue := about(s.Before[s.Event.Site-1]).queue
			if queue.Len() < 2 {
				return invariants.Silent
			}
			made := func(r request) int {
				if copies {
					return r.ts
				}
				return about(s.Before[r.PID-1]).ts
			}
			first := func(r request) bool { return queue.Index(func(q request) bool { return made(q) < made(r) }) < 0 }
			served := invariants.Silent
			for to := range invariants.Sent[Token](s.Event) {
				served = max(served, invariants.That(queue.Index(func(r request) bool { return r.PID == to && first(r) }) >= 0))
			}
			return served
		},
	}
}

// asks is what the others that speak of time stamps rest on: they go by what the process has written down. Of the numbers afterwards it compares the order,
// since canonical forms number them again.
var asks = invariants.Property{
	Name: "asks", Kind: invariants.Stepwise,
	Doc: "a process that wants to enter sends one request to the coordinator, and nothing else, with its PID and the time at which it asks, which is later than " +
		"that of each request that is outstanding",
	Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i, sent := s.Event.Site, s.Event.Sends
		if len(sent) != 1 {
			return invariants.Violated
		}
		r, is := sent[0].Value.(Req)
		for k := range s.Before {
			other := model.Site(k+1) != i
			is = is && !(other && (about(s.Before[k]).ts >= r.ts || about(s.After[k]).ts >= about(s.After[i-1]).ts))
		}
		return invariants.That(is && r.PID == i && r.ts > 0 && sent[0].To == model.Site(len(s.Before)))
	},
}

// answered is where the WAIT signal comes in, which nobody needs.
var answered = invariants.Property{
	Name: "answered", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "the coordinator answers a request at once: with the token if it retains it, otherwise with a WAIT signal, and then the " +
		"request is in REQUEST_QUEUE",
	Hears: invariants.Delivering[Req],
	Step: func(s invariants.Step) invariants.Opinion {
		i, from := s.Event.Site-1, s.Event.Message.Value.(Req).PID
		answer := message(Wait{})
		if s.Before[i].Holds > 0 {
			answer = Token{}
		}
		queued := about(s.After[i]).queued().Has(from)
		return invariants.That(sends(s.Event, from, answer) && queued == (s.Before[i].Holds == 0))
	},
}

// signalOnly is the other end of answered. It asks of the time stamp only whether there is one, since canonical forms number them again.
var signalOnly = invariants.Property{
	Name: "signal-only", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a process to which a WAIT signal comes sends nothing and does not enter, and what it waits for, or does, is as before",
	Hears: invariants.Delivering[Wait],
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := s.Before[s.Event.Site-1], s.After[s.Event.Site-1]
		same := before.Waits == after.Waits && before.InCS == after.InCS && (about(before).ts == 0) == (about(after).ts == 0)
		return invariants.That(len(s.Event.Sends) == 0 && s.Event.Entries == 0 && same)
	},
}

// leaves is what the coordinator does with the token, but for whose request it chooses, which [servedFirst] is about.
var leaves = invariants.Property{
	Name: "leaves", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "when the token comes back, the coordinator sends it, and nothing else, to a process whose request leaves REQUEST_QUEUE; if that " +
		"is empty it keeps the token",
	Hears: invariants.Delivering[Back],
	Step: func(s invariants.Step) invariants.Opinion {
		i, sent := s.Event.Site-1, s.Event.Sends
		before, after := about(s.Before[i]).queue, about(s.After[i]).queue
		if before.Empty() {
			return invariants.That(len(sent) == 0 && after.Empty() && s.After[i].Holds > 0)
		}
		for k, r := range before.All() {
			if sends(s.Event, r.PID, Token{}) && after == before.WithoutAt(k) {
				return invariants.Fine
			}
		}
		return invariants.Violated
	},
}

// returns is how the token comes back to the coordinator, the site behind the processes.
var returns = invariants.Property{
	Name: "returns", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a process that leaves its critical section sends the token to the coordinator, and nothing else",
	Hears: func(e *model.Event) bool { return e.Kind == model.ExitEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(sends(s.Event, model.Site(len(s.Before)), Back{s.Event.Site}))
	},
}

// entersWithToken is "after acquiring the token, the process keeps the token and enters in its critical section".
var entersWithToken = invariants.Property{
	Name: "enters-with-token", Kind: invariants.Stepwise,
	Doc:     "a process to which the token comes enters its critical section, and sends it to nobody",
	Hears:   invariants.Delivering[Token],
	ByEvent: true,
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(s.Event.Entries == 1 && len(s.Event.Sends) == 0)
	},
}

// sends reports that an event sends this message to a site, and nothing else.
func sends(e *model.Event, to model.Site, m message) bool {
	return len(e.Sends) == 1 && e.Sends[0].To == to && e.Sends[0].Value == m
}

// Registered are the processes whose requests are in REQUEST_QUEUE.
func Registered(vs invariants.Views) model.Sites {
	var all model.Sites
	for _, v := range vs {
		all = all.Union(about(v).queued())
	}
	return all
}

func about(v *model.View) more { return v.More.(more) }

// further are the sentences that are judged only where a claim, or --property, names them.
func further(model.Config) []invariants.Property {
	return []invariants.Property{signalOnly.From("section 3.3.1"), invariants.SentByOwner.From("section 3.1"), invariants.MovesOn.From("section 3.2")}
}
