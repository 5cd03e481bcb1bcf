package banerjeechrysanthis

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What section 3.3.2 says of the Q-list, from the requests that it is made of to the arbiter at its end.

// joinsLast is [invariants.JoinsLast] of the list that is collected, seen from outside.
var joinsLast = invariants.Property{
	Name: "joins-last", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a request that comes to a node that collects is in its Q-list afterwards: where it was, or behind all others",
	Hears: invariants.Delivering[Req],
	Step: func(s invariants.Step) invariants.Opinion {
		i, who := s.Event.Site-1, s.Event.Message.Value.(Req).who
		want := about(s.Before[i]).q
		if !want.Has(who) {
			want = want.Add(who)
		}
		return invariants.If(about(s.Before[i]).phase == collect, about(s.After[i]).q == want && len(s.Event.Sends) == 0)
	},
}

// listKept is what joins-last and elects-last leave. With await-election a node that does not collect yet may be asked already.
var listKept = invariants.Property{
	Name: "list-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "the Q-list that is collected changes only at the end of the collection phase, and where a request arrives, which may join it behind all others; nobody " +
		"else is added, removed or moved",
	Hears: func(e *model.Event) bool { return !electsLast.Hears(e) },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site - 1
		before, after := about(s.Before[i]).q, about(s.After[i]).q
		r, is := invariants.Delivered[Req](s.Event)
		joined := is && after != before && !before.Has(r.who) && after == before.Add(r.who)
		return invariants.If(!before.Empty() || !after.Empty(), after == before || joined)
	},
}

// namesSender is said of all three messages: nobody reads src.
var namesSender = invariants.Property{
	Name: "names-sender", Kind: invariants.Stepwise,
	Doc:     "a message names the node that sends it",
	Hears:   func(e *model.Event) bool { return len(e.Sends) > 0 },
	ByEvent: true,
	Step: func(s invariants.Step) invariants.Opinion {
		for _, m := range s.Event.Sends {
			var src model.Site
			switch v := m.Value.(type) {
			case Req:
				src = v.src
			case Token:
				src = v.src
			case New:
				src = v.src
			}
			if src != s.Event.Site {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// electsLast is the end of the collection phase.
var electsLast = invariants.Property{
	Name: "elects-last", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "at the end of the collection phase the token goes with the Q-list to the first node in it, all others hear that the last " +
		"one is the new arbiter, and the Q-list that is collected after that is empty",
	Hears: func(e *model.Event) bool { return e.Kind == model.InternalEvent && len(e.Sends) > 0 },
	Step: func(s invariants.Step) invariants.Opinion {
		q := about(s.Before[s.Event.Site-1]).q
		var told model.Sites
		tokens := 0
		for _, m := range s.Event.Sends {
			switch v := m.Value.(type) {
			case Token:
				tokens++
				if m.To != q.Front() || v.Q != q {
					return invariants.Violated
				}
			case New:
				told = told.With(m.To)
				if v.who != q.At(q.Len()-1) {
					return invariants.Violated
				}
			}
		}
		return invariants.That(tokens == 1 && about(s.After[s.Event.Site-1]).q.Empty() && told == model.UpTo[model.Site](len(s.Before)).Without(s.Event.Site))
	},
}

// numbersElections is what the repairs add to elects-last.
var numbersElections = invariants.Property{
	Name: "numbers-elections", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "at the end of the collection phase all others hear of the election with one number, the next one after that of the election that the arbiter knew of, " +
		"and the arbiter knows it by that number, too",
	Hears: electsLast.Hears,
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site - 1
		number := about(s.Before[i]).ARBITER.number.Next()
		for _, n := range invariants.Sent[New](s.Event) {
			if !n.number.Is(number) {
				return invariants.Violated
			}
		}
		return invariants.That(about(s.After[i]).ARBITER.number.Is(number))
	},
}

// startsCollecting is said of the message that elects a node; with newest-arbiter old ones are not believed.
func startsCollecting(newest bool) invariants.Property {
	return invariants.Property{
		Name: "starts-collecting", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a node that hears that it is the new arbiter is in the request collection phase then (with newest-arbiter: unless it " +
			"knows of a later election)",
		Hears: func(e *model.Event) bool {
			n, ok := invariants.Delivered[New](e)
			return ok && n.who == e.Site
		},
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site - 1
			if newest && about(s.Before[i]).ARBITER.number.After(s.Event.Message.Value.(New).number) {
				return invariants.Silent
			}
			return invariants.That(about(s.After[i]).phase == collect)
		},
	}
}

// phases is the converse of starts-collecting and forwards: nothing else begins or ends a phase.
func phases(newest bool) invariants.Property {
	return invariants.Property{
		Name: "phases", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a node collects from the election that it hears of (with newest-arbiter: unless it knows of a later one) to the end of its collection, goes on " +
			"collecting if it elects itself, and otherwise forwards until that ends; nothing else begins or ends a phase",
		Hears: func(*model.Event) bool { return true },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			before, after := about(s.Before[i-1]), about(s.After[i-1])
			want := before.phase
			n, told := invariants.Delivered[New](s.Event)
			switch {
			case electsLast.Hears(s.Event):
				if want = forward; before.q.At(before.q.Len()-1) == i {
					want = collect
				}
			case s.Event.Kind == model.InternalEvent:
				want = none
			case told && n.who == i && !(newest && before.ARBITER.number.After(n.number)):
				want = collect
			}
			return invariants.If(before.phase != none || after.phase != none, after.phase == want)
		},
	}
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config) []invariants.Property {
	all := []invariants.Property{forwards(c.Has(ForwardAlways), c.Has(AwaitElection)).From("section 3.3.2"), listTaken.From("section 3.3.2"), invariants.SentByOwner.From("section 3.1")}
	if c.Has(NewestArbiter) || c.Has(AwaitElection) {
		all = append(all, numbersElections.From("the repairs newest-arbiter and await-election"))
	}
	return all
}

// forwards is "an arbiter enters the request forwarding phase after the request collection phase", and what it does there: with forward-always, what
// every node does that does not collect.
func forwards(always, await bool) invariants.Property {
	return invariants.Property{
		Name: "forwards", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "an arbiter that has closed its collection, and not elected itself, is in the request forwarding phase, until that ends or it is elected again; a request " +
			"that comes to a node in that phase (with forward-always: or in none) is sent on to the arbiter that it knows, and to nobody else (with await-election: with the " +
			"number of the election that it knows; or collected, and not sent on, if its number is later)",
		Hears: func(e *model.Event) bool {
			return electsLast.Hears(e) || e.Kind == model.DeliverEvent || e.Kind == model.ExitEvent
		},
		Step: func(s invariants.Step) invariants.Opinion {
			i, sent := s.Event.Site, s.Event.Sends
			before, after := about(s.Before[i-1]), about(s.After[i-1])
			if s.Event.Kind == model.InternalEvent {
				return invariants.If(before.q.At(before.q.Len()-1) != i, after.phase == forward)
			}
			r, asked := invariants.Delivered[Req](s.Event)
			n, told := invariants.Delivered[New](s.Event)
			early := await && r.number.After(before.ARBITER.number)
			switch {
			case told && n.who == i, before.phase == collect, before.phase == none && !(asked && (always || early)):
				return invariants.Silent
			case after.phase != before.phase:
				return invariants.Violated
			case !asked:
				return invariants.Silent
			case early:
				return invariants.That(len(sent) == 0 && after.q.Has(r.who))
			case before.ARBITER.who == i:
				return invariants.That(len(sent) == 0 && after.q == before.q)
			case len(sent) != 1 || sent[0].To != before.ARBITER.who || after.q != before.q:
				return invariants.Violated
			}
			on, ok := sent[0].Value.(Req)
			return invariants.That(ok && on.who == r.who && (!await || on.number.Is(before.ARBITER.number)))
		},
	}
}

// learnsArbiter is said of every node that hears of an election; with newest-arbiter old ones are not believed.
func learnsArbiter(newest bool) invariants.Property {
	return invariants.Property{
		Name: "learns-arbiter", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a node that hears that a node is the new arbiter takes it for the arbiter then (with newest-arbiter: unless it knows of a later " +
			"election)",
		Hears: invariants.Delivering[New],
		Step: func(s invariants.Step) invariants.Opinion {
			i, n := s.Event.Site-1, s.Event.Message.Value.(New)
			if newest && about(s.Before[i]).ARBITER.number.After(n.number) {
				return invariants.Silent
			}
			return invariants.That(about(s.After[i]).ARBITER == n.arbiter)
		},
	}
}

// arbiterKept is the converse of learns-arbiter.
var arbiterKept = invariants.Property{
	Name: "arbiter-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "whom a node takes for the arbiter changes only where it hears of an election, and where it closes its collection: then it is the last of its Q-list",
	Hears: func(e *model.Event) bool { return !invariants.Delivering[New](e) },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site - 1
		before, after := about(s.Before[i]), about(s.After[i])
		if electsLast.Hears(s.Event) {
			return invariants.That(after.ARBITER.who == before.q.At(before.q.Len()-1))
		}
		return invariants.That(after.ARBITER == before.ARBITER)
	},
}

// knowsArbiter cannot be asked while somebody is about to learn of another one.
var knowsArbiter = invariants.Property{
	Name: "knows-arbiter", Kind: invariants.Invariant,
	Doc: "while no message is on its way that declares an arbiter, ARBITER is the same at all nodes",
	State: func(vs invariants.Views) invariants.Opinion {
		first := about(vs[0]).ARBITER.who
		return invariants.If(!vs.Any(func(v *model.View) bool { return about(v).told }),
			!vs.Any(func(v *model.View) bool { return about(v).ARBITER.who != first }))
	},
	Sees: func(v *model.View) any { return [2]any{about(v).told, about(v).ARBITER.who} },
	Detail: func(vs invariants.Views) string {
		var all []string
		for k, v := range vs {
			all = append(all, fmt.Sprintf("P%d knows P%d", k+1, about(v).ARBITER.who))
		}
		return strings.Join(all, ", ")
	},
}

// passedOn is "the token is passed from node to node in the order specified by the Q-list".
var passedOn = invariants.Property{
	Name: "passed-on", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a node that leaves its critical section sends the token to the next node of the token's Q-list, with what is left of it; " +
		"at its end it keeps the token",
	Hears: func(e *model.Event) bool { return e.Kind == model.ExitEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		rest, none := about(s.Before[i-1]).tq.Rest(), about(s.After[i-1]).tq.Empty()
		if rest.Empty() {
			return invariants.That(none && len(s.Event.Sends) == 0 && s.After[i-1].Holds == 1)
		}
		sent := s.Event.Sends
		return invariants.That(none && len(sent) == 1 && sent[0].To == rest.Front() && sent[0].Value == Token{i, rest})
	},
}

// listTaken is what passed-on leaves: an exit goes by the Q-list that the token has then.
var listTaken = invariants.Property{
	Name: "list-taken", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a node that waits and gets the token has its Q-list as it comes, and sends nothing; one that does not wait sends the token to the next node of the Q-list, " +
		"with what is left of it, or at its end keeps the token; until the exit nothing changes the token's Q-list",
	Hears: func(e *model.Event) bool { return e.Kind != model.ExitEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i, sent := s.Event.Site, s.Event.Sends
		before, after := s.Before[i-1], s.After[i-1]
		same := about(after).tq == about(before).tq
		t, is := invariants.Delivered[Token](s.Event)
		switch {
		case !is:
			return invariants.If(before.InCS, same)
		case before.Waits:
			return invariants.That(about(after).tq == t.Q && len(sent) == 0)
		case t.Q.Rest().Empty():
			return invariants.That(same && len(sent) == 0 && after.Holds > 0)
		}
		rest := t.Q.Rest()
		return invariants.That(same && len(sent) == 1 && sent[0].To == rest.Front() && sent[0].Value == Token{i, rest})
	},
}

// headInside says whose turn it is.
var headInside = invariants.Property{
	Name: "head-inside", Kind: invariants.Invariant,
	Doc: "whoever is in its critical section is at the head of the token's Q-list",
	State: func(vs invariants.Views) invariants.Opinion {
		some, all := false, true
		for k, v := range vs {
			if v.InCS {
				tq := about(v).tq
				some, all = true, all && !tq.Empty() && tq.Front() == model.Site(k+1)
			}
		}
		return invariants.If(some, all)
	},
	Sees: func(v *model.View) any {
		if tq := about(v).tq; v.InCS && !tq.Empty() {
			return tq.Front()
		}
		return v.InCS
	},
}

// reachesArbiter is "the token, which is passed from node to node according to the Q-list, finally reaches the new arbiter node".
var reachesArbiter = invariants.Property{
	Name: "reaches-arbiter", Kind: invariants.Liveness,
	Doc: "no maximal run in which the token is never again at a node that collects requests: none that ends, and no endless one that is fair",
	Fair: func(vs invariants.Views) uint64 {
		if away(vs) {
			return 1
		}
		return 0
	},
	Sees:   func(v *model.View) any { return arrived(v) },
	End:    func(vs invariants.Views) invariants.Opinion { return invariants.That(!away(vs)) },
	Vain:   func(invariants.Views, uint64) string { return "the token never reaches the arbiter" },
	Detail: func(invariants.Views) string { return "the token is not at the arbiter, and nothing can happen" },
}

// away reports that no node that collects requests has the token.
func away(vs invariants.Views) bool {
	return !vs.Any(arrived)
}

func arrived(v *model.View) bool { return about(v).phase == collect && v.Holds > 0 }
