package drsgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Properties of sessions: who is captain of whom, and when a session is over.

// sessionMatch is invariant (1). The session of a follower is no variable; it is that of its captain as long as the captain
// has not closed it since.
var sessionMatch = invariants.Property{
	Name: "session-match", Kind: invariants.Invariant, Source: "section V, invariant (1); section IV",
	Doc: "a follower in its critical section, with a request of its own, has a captain that is still captain of a session, and still waits for its " +
		"complete",
	State: func(vs invariants.Views) invariants.Opinion {
		return eachFollower(vs, func(i model.Site, _, captain *model.View) bool {
			c := lookOf(captain)
			return (c.state == EC || c.state == HS) && c.follower.Has(i)
		})
	},
	Detail: captains,
}

// oneCaptain is cases 2 and 3 of the proof of safety: "there exists only one captain, therefore captain_i = captain_j".
var oneCaptain = invariants.Property{
	Name: "one-captain", Kind: invariants.Invariant, Source: "section V, Safety, cases 1 to 4 of the proof",
	Doc: "all processes in their critical section have the same captain; a captain inside is its own",
	State: func(vs invariants.Views) invariants.Opinion {
		var all model.Sites
		inside := 0
		for k, v := range vs {
			switch x := lookOf(v); {
			case x.state == EC:
				inside, all = inside+1, all.With(model.Site(k+1))
			case x.state == EF && !v.Groups.Empty():
				inside, all = inside+1, all.With(x.captain)
			}
		}
		return invariants.If(inside > 1, all.Len() == 1)
	},
	Detail: captains,
}

// sessionOver is passes-on as a state: nothing else than followers keeps a session open.
var sessionOver = invariants.Property{
	Name: "session-over", Kind: invariants.Invariant, Source: "section IV; section VI, synchronization delay",
	Doc: "a captain outside its critical section (HS) has a follower inside, a start on its way to a process of its follower set, or a complete " +
		"on its way to itself: it waits for nothing else",
	State: func(vs invariants.Views) invariants.Opinion {
		opinion := invariants.Silent
		for k, v := range vs {
			c, i := lookOf(v), model.Site(k+1)
			if c.state != HS {
				continue
			}
			waits := c.inbox.has(completes)
			for j, f := range vs {
				x := lookOf(f)
				waits = waits || x.state == EF && x.captain == i || x.inbox.has(starts) && c.follower.Has(model.Site(j+1))
			}
			opinion = max(opinion, invariants.That(waits))
		}
		return opinion
	},
	Detail: captains,
}

// oldRequests is what the sequence numbers are for.
var oldRequests = invariants.Property{
	Name: "old-requests", Kind: invariants.Invariant, Source: "section IV: sequence numbers",
	Doc: "no start and no valid token is on its way to a process that does not wait: none answers an old request",
	State: func(vs invariants.Views) invariants.Opinion {
		opinion := invariants.Silent
		for _, v := range vs {
			if lookOf(v).inbox.has(starts | valid) {
				opinion = max(opinion, invariants.That(v.Waits))
			}
		}
		return opinion
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(v *model.View) string {
			if lookOf(v).inbox.has(starts|valid) && !v.Waits {
				return "does not wait, and a start or token is on its way to it"
			}
			return ""
		})
	},
}

// oldNumbers is old-requests where a process waits with a newer request, too.
var oldNumbers = invariants.Property{
	Name: "old-numbers", Kind: invariants.Invariant, Source: "section IV: sequence numbers",
	Doc: "a valid token or a start on its way to a process answers the request with which the process waits: so says the number at the front of " +
		"the token's queue, or in the start if starts have numbers",
	State: func(vs invariants.Views) invariants.Opinion {
		opinion := invariants.Silent
		for _, v := range vs {
			if x := lookOf(v); x.answers.named {
				opinion = max(opinion, invariants.That(!x.answers.other))
			}
		}
		return opinion
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(v *model.View) string {
			switch x := lookOf(v); {
			case !x.answers.other:
				return ""
			case v.Waits:
				return fmt.Sprintf("waits with request %d, and a start or token for another is on its way to it", x.sn)
			}
			return "does not wait, and a start or token for a request is on its way to it"
		})
	},
}

// answersOld judges a request when it is answered: that says of published starts, too, which have no number, for which request they are sent.
var answersOld = invariants.Property{
	Name: "answers-old", Kind: invariants.Stepwise, Source: "section IV: sequence numbers",
	Doc: "a start or token that is sent upon a request or gen_token, or to the front of token.queue, or to the followers there, is for the request " +
		"with which its receiver waits; a token that is regenerated is another matter",
	Hears: func(e *model.Event) bool { return sentBy[start](e)+sentBy[token](e) > 0 },
	Step: func(s invariants.Step) invariants.Opinion {
		opinion := invariants.Silent
		for _, m := range s.Event.Sends {
			v := s.Before[m.To-1]
			if _, ok := m.Value.(token); ok && s.Before[s.Event.Site-1].Holds == 0 {
				continue // a copy of old_token, which answers whom the token has answered
			}
			if sn := answered(s.Event, m); sn != 0 {
				opinion = max(opinion, invariants.That(v.Waits && lookOf(v).sn == sn))
			}
		}
		return opinion
	},
}

// answered is the number of the request for which an event sends a start or token; 0 if it sends something else, or nothing says which.
func answered(e *model.Event, m model.Send) int {
	switch sent := m.Value.(type) {
	case token:
		return sentFor(sent, m.To)
	case start:
		if sent.SN != 0 {
			return sent.SN
		}
		switch cause := e.Message.Value.(type) {
		case request:
			return cause.SN
		case genToken:
			return cause.SN
		case token:
			if first := cause.queue; !first.Empty() {
				if k := first.Front().index(m.To); k >= 0 {
					return first.Front().ids.At(k).sn
				}
			}
		}
	}
	return 0
}

// eachFollower judges every follower with a request that is in its critical section.
func eachFollower(vs invariants.Views, claim func(i model.Site, v, captain *model.View) bool) invariants.Opinion {
	opinion := invariants.Silent
	for k, v := range vs {
		if c := lookOf(v).captain; lookOf(v).state == EF && !v.Groups.Empty() {
			opinion = max(opinion, invariants.That(claim(model.Site(k+1), v, vs[c-1])))
		}
	}
	return opinion
}

// captains says who is captain of whom.
func captains(vs invariants.Views) string {
	return each(vs, func(v *model.View) string {
		switch x := lookOf(v); {
		case x.state == EF:
			return fmt.Sprintf("is a follower of P%d", x.captain)
		case x.state == EC || x.state == HS:
			return fmt.Sprintf("is %s with the followers %s", x.state, x.follower)
		}
		return ""
	})
}
