package suzukikasami

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// properties are what the paper claims in the proof of its correctness.
func properties(c model.Config) []invariants.Property {
	n := c.Processes
	all := []invariants.Property{
		invariants.Mutex.From("mutual exclusion: only the holder of the token enters"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.Spurious.From("mutual exclusion"), invariants.Environment,
		invariants.OneToken.From("exactly one process holds the token, or it is in flight"),
		invariants.FairStarvation.From("freedom from starvation"),
		invariants.Bypass(n).From("freedom from starvation; no number is given"),
		invariants.BypassRegistered(n, inQueue, "stands in the token's queue, or the token is on its way to it").From("freedom from starvation; no number is given"),
	}
	if n > 2 { // one that waits, and another behind it, besides the one inside
		all = append(all,
			invariants.JoinsLast[model.Site]().From("Q is a queue"),
			invariants.ServedFirst[model.Site]("in the order of the token's queue", nil).From("Q is a queue"),
		)
	}
	if c.Faultless() {
		others := slices.ContainsFunc(c.Requests[1:], func(r int) bool { return r != 0 }) // than the first holder of the token
		all = append(all,
			invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"),
			invariants.MessagesToExit(n, invariants.Claimed{Max: n, Attained: others}).From("section 4: n messages per entry, or none"),
			invariants.SyncDelay(invariants.Views.Quiet, "requests having arrived", &invariants.Claimed{Min: 1, Max: 1}).
				From("one message: the token"),
		)
	}
	return all
}

// inQueue is the waiting processes in the queue of the token, or to which the token is on its way.
func inQueue(vs invariants.Views) (bits uint64) {
	for i, v := range vs {
		bits |= v.More.(model.Sites).Mask()
		if v.Coming > 0 {
			bits |= 1 << i
		}
	}
	return bits & vs.Mask(func(v *model.View) bool { return v.Waits })
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config) []invariants.Property {
	all := []invariants.Property{asksEverybody(c.Processes), invariants.SentByOwner.From("survey, section 3.1")}
	if c.Processes > 1 {
		all = append(all, receives, allJoin)
	}
	return all
}

// asksEverybody says what a request is.
func asksEverybody(n int) invariants.Property {
	return invariants.Property{
		Name: "asks-everybody", Kind: invariants.Stepwise, ByEvent: true, Source: "requesting the critical section",
		Doc:   "a process that asks and has the token enters at once, and sends nothing; without it, it sends one request to each other process, all with one number",
		Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i, sent := s.Event.Site, s.Event.Sends
			if s.Before[i-1].Holds > 0 {
				return invariants.That(len(sent) == 0 && s.Event.Entries == 1)
			}
			var to model.Sites
			for _, m := range sent {
				r, is := m.Value.(Request)
				first, _ := sent[0].Value.(Request)
				if !is || r.j != i || !r.s.Is(first.s) {
					return invariants.Violated
				}
				to = to.With(m.To)
			}
			return invariants.That(len(sent) == n-1 && to == model.UpTo[model.Site](n).Without(i) && s.Event.Entries == 0)
		},
	}
}

// allJoin looks at the token after an exit, not at what the handlers say of it.
var allJoin = invariants.Property{
	Name: "all-join", Kind: invariants.Stepwise, ByEvent: true, Source: "releasing the critical section",
	Doc: "at an exit everybody of whom an unserved request is known stands in Q, the new ones behind all others; its head gets the token with the rest of Q, " +
		"and without any the token stays; LN has the number of the request that was served, the next one after that which was served before, and is else as before; " +
		"RN stays as it is",
	Hears: invariants.Noting[exited],
	Step: invariants.EachNote(func(s invariants.Step, x exited) invariants.Opinion {
		i, RN, before := s.Event.Site, x.before.RN, x.before.token
		var waiting model.Sites // those not in Q of which i knows that they have an unserved request
		for j, number := range RN.All() {
			if j != i && !before.Q.Has(j) && number.Is(before.LN.At(j).Next()) {
				waiting = waiting.With(j)
			}
		}
		got, Q, known := x.after.token, model.List[model.Site]{}, before.Q.Len()+waiting.Len()
		for _, m := range s.Event.Sends {
			t, is := m.Value.(Token)
			if !is || !Q.Empty() || x.after.has {
				return invariants.Violated
			}
			got, Q = t.token, model.ListOf(append([]model.Site{m.To}, t.Q.Slice()...)...)
		}
		switch {
		case !RN.At(i).Is(before.LN.At(i).Next()), !alike(x.after.RN, RN), !alike(got.LN, before.LN.With(i, RN.At(i))), Q.Len() != known, Q.Empty() && !(x.after.has && got.Q.Empty()):
			return invariants.Violated
		}
		for k, j := range Q.All() {
			if k < before.Q.Len() && j != before.Q.At(k) || k >= before.Q.Len() && !waiting.Has(j) {
				return invariants.Violated
			}
		}
		return invariants.If(known > 0, model.SetOf(Q.Slice()...).Len() == known)
	}),
}

// receives is what all-join leaves: between two exits the token is what the last one made of it.
var receives = invariants.Property{
	Name: "receives", Kind: invariants.Stepwise, Source: "receiving a request; receiving the token",
	Doc: "a request that arrives raises the number of its sender in RN, if its own is larger, and changes nothing else; only an idle holder answers it, with the " +
		"token as it is, if the number is the next one after that in LN; a process to which the token comes keeps it as it is, with its Q and LN, enters, " +
		"and sends nothing",
	Hears:   invariants.Noting[received],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, x received) invariants.Opinion {
		return invariants.That(x.right && (s.Event.Entries == 1) == x.enters)
	}),
}
