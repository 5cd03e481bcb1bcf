package tokenring

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From(`section 2.2; section 3.3.4, "separate queues for each requested resource"`),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"), invariants.Environment,
		oneToken,
		ownToken,
		seqNumOrder,
		queuesInside,
		invariants.JoinsLast[Token]().From(`section 3.3.4, "it sends the queued tokens to the next node sequentially"`),
	}
	all = append(all,
		invariants.FairStarvation.From("section 2.2"),
		invariants.BypassOfResource(c.Processes, c.Groups, nil).From("section 2.2; no number is given"),
		invariants.BypassOfResource(c.Processes, c.Groups, invariants.Waiting).From("section 2.2; no number is given"),
	)
	if c.Faultless() {
		all = append(all,
			invariants.MaxConcurrency(invariants.Resources(c)).From("section 3.3.4, several critical sections at a time"),
			invariants.MessagesToEntry(c.Processes, invariants.Claimed{Min: c.Processes, Max: c.Processes}).From("section 3.3.4: exactly n messages per entry"),
		)
	}
	return all
}

// oneToken is the form that [invariants.OneToken] takes where a token is a request on its way.
var oneToken = invariants.Property{
	Name: "one-token", Kind: invariants.Invariant,
	Doc:    "each process that waits has exactly one token, in flight or in a queue, and nobody else has one",
	Source: `section 3.3.4, "each of the competing nodes generates a token"`,
	State: func(vs invariants.Views) invariants.Opinion {
		for k, v := range vs {
			if n := tokensOf(vs, model.Site(k+1)); v.Waits && n != 1 || !v.Waits && n != 0 {
				return invariants.Violated
			}
		}
		return invariants.If(vs.Tokens() > 0, true)
	},
	Detail: func(vs invariants.Views) string {
		var all []string
		for k := range vs {
			all = append(all, fmt.Sprintf("%d tokens of P%d", tokensOf(vs, model.Site(k+1)), k+1))
		}
		return strings.Join(all, ", ")
	},
}

// tokensOf counts the tokens that i generated and has not got back.
func tokensOf(vs invariants.Views, i model.Site) int {
	n := 0
	for _, v := range vs {
		n += v.More.(about).owners.Where(func(owner model.Site) bool { return owner == i }).Len()
	}
	return n
}

// ownToken says how a process gets in.
var ownToken = invariants.Property{
	Name: "own-token", Kind: invariants.Stepwise,
	Doc:    "a process enters only when its own token comes back to it",
	Source: `section 3.3.4, "if it gets back its own token"`,
	Hears:  invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		t, is := s.Event.Message.Value.(Token)
		return invariants.That(is && s.Event.Kind == model.DeliverEvent && t.PID == s.Event.Site)
	},
}

// queuesInside does not ask which of the two tokens comes first by its number.
var queuesInside = invariants.Property{
	Name: "queues-inside", Kind: invariants.Stepwise,
	Doc:    "a node in its critical section puts the token of another one for the same resource into its queue, and sends nothing",
	Source: `section 3.3.4, "if Nj is now in the CS(r), it puts the incoming token in queue"`,
	Hears:  func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := s.Before[s.Event.Site-1], s.After[s.Event.Site-1]
		t, is := s.Event.Message.Value.(Token)
		if !is || t.PID == s.Event.Site || !before.InCS || !before.Groups.Has(t.ResourceID) {
			return invariants.Silent
		}
		return invariants.That(len(s.Event.Sends) == 0 && after.Holds == before.Holds+1)
	},
}

// seqNumOrder compares the copies: the number in the token that came back may be another one.
var seqNumOrder = invariants.Property{
	Name: "seqnum-order", Kind: invariants.Stepwise,
	Doc:    "no process enters while one that waits for the same resource has a smaller (SeqNum, PID)",
	Source: `section 3.3.4, "TokenID also works as a priority identifier"`,
	Hears:  invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		entered := s.After[i-1]
		for k, v := range s.After {
			if !v.Waits || v.Groups != entered.Groups {
				continue
			}
			// Not by the protocol's own function, which may be wrong.
			if a, b := v.More.(about).SeqNum, entered.More.(about).SeqNum; a < b || a == b && model.Site(k+1) < i {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}
