package dynamicpriorityring

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// about is what this paper's own properties ask about a site.
type about struct {
	tokens model.List[int]                // of resource r at r-1: its tokens held here and on their way here
	queues model.List[model.List[Queued]] // the coordinator's resource queues
	has    model.Groups                   // the resources whose token the coordinator has
}

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("section 2.2; conclusion, one token for each resource"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"), invariants.Environment,
		invariants.EntersFree.From("section 2.2"),
		oneToken(c),
		granted(c),
		rises(c),
		leaves(c),
		priorityOrder(c),
		priorityOrderInitial,
	}
	all = append(all,
		invariants.FairStarvation.From("section 2.2"),
		invariants.BypassOfResource(c.Processes, c.Groups, nil, "").From("section 2.2; no number is given"),
		invariants.BypassOfResource(c.Processes, c.Groups, registered(c), "stands in the queue of its resource at the coordinator").From("section 2.2; no number is given"),
	)
	if c.Faultless() {
		all = append(all,
			invariants.MaxConcurrency(invariants.Resources(c)).From("conclusion, several critical sections at a time"),
			invariants.MessagesToExit(c.Processes, invariants.Claimed{Max: 3}).From("conclusion; three kinds of message, one of each"),
		)
	}
	return all
}

// oneToken says of every resource what [invariants.OneToken] says of the only token.
func oneToken(c model.Config) invariants.Property {
	count := func(vs invariants.Views, r model.Group) int {
		n := 0
		for _, v := range vs {
			n += v.More.(about).tokens.At(int(r) - 1)
		}
		return n
	}
	return invariants.Property{
		Name: "one-token", Kind: invariants.Invariant,
		Doc:    "tokens held and tokens in flight together are exactly one, for each resource",
		Source: `conclusion, "multiple tokens which are equal to no of resources in the system"`,
		State: func(vs invariants.Views) invariants.Opinion {
			for r := range model.UpTo[model.Group](c.Groups).All() {
				if count(vs, r) != 1 {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
		Detail: func(vs invariants.Views) string {
			var wrong []string
			for r := range model.UpTo[model.Group](c.Groups).All() {
				if n := count(vs, r); n != 1 {
					wrong = append(wrong, fmt.Sprintf("%d tokens of %s", n, r))
				}
			}
			return strings.Join(wrong, ", ")
		},
	}
}

// granted is all that the coordinator does with a request, but for the order of the queue, which [rises] is about.
func granted(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "granted", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "to a request the coordinator sends the resource's token if it has it, and nothing else happens; otherwise it sends nothing, and the " +
			"resource queue has one request more",
		Source: `conclusion, "coordinator process has token, then coordinator process sends the token to the requesting node"`,
		Hears:  invariants.Delivering[Req],
		Step: func(s invariants.Step) invariants.Opinion {
			m := s.Event.Message.Value.(Req)
			before, after := s.Before[c.Processes].More.(about), s.After[c.Processes].More.(about)
			if !before.has.Has(m.Resource) {
				more := after.queues.At(int(m.Resource)-1).Len() - before.queues.At(int(m.Resource)-1).Len()
				return invariants.That(len(s.Event.Sends) == 0 && more == 1 && after.has == before.has)
			}
			sent := s.Event.Sends
			return invariants.That(len(sent) == 1 && sent[0].To == m.PID && sent[0].Value == Token{m.Resource} &&
				after.queues == before.queues && after.has == before.has.Without(m.Resource))
		},
	}
}

// rises lays the queue that a request has joined beside the queue as it was.
func rises(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "rises", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a request joins its resource queue behind all others, with its process id as its priority; the earliest request " +
			"(with --rise all: every one) of lower priority gains one, and nothing else in this or another queue changes",
		Source: `conclusion, "if the priority of the earliest request message is lower than the next message's"`,
		Hears:  func(e *model.Event) bool { return invariants.Delivering[Req](e) && len(e.Sends) == 0 },
		Step: func(s invariants.Step) invariants.Opinion {
			m := s.Event.Message.Value.(Req)
			before, after := s.Before[c.Processes].More.(about).queues, s.After[c.Processes].More.(about).queues
			want := before.At(int(m.Resource) - 1).Slice()
			for k, q := range want {
				if (k == 0 || c.Param(rise) == riseAll) && q.Priority < int(m.PID) {
					want[k].Priority++
				}
			}
			return invariants.That(after == before.With(int(m.Resource)-1, model.ListOf(append(want, Queued{m.PID, int(m.PID)})...)))
		},
	}
}

// leaves is the other half of [rises]: priorities rise at requests only.
func leaves(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "leaves", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "when a token comes back, the coordinator sends it to a process whose request leaves the resource queue, and the others stay as they are; if " +
			"the queue is empty it keeps the token",
		Source: `conclusion, "if the priority of the earliest request message is lower than the next message's"; section 3.3.1, "when the coordinator gets back the token"`,
		Hears:  invariants.Delivering[Back],
		Step: func(s invariants.Step) invariants.Opinion {
			m, sent := s.Event.Message.Value.(Back), s.Event.Sends
			before, after := s.Before[c.Processes].More.(about), s.After[c.Processes].More.(about)
			r := int(m.Resource) - 1
			queue := before.queues.At(r)
			if queue.Empty() {
				return invariants.That(len(sent) == 0 && after.queues == before.queues && after.has == before.has.With(m.Resource))
			}
			if len(sent) != 1 || sent[0].Value != (Token{m.Resource}) {
				return invariants.Violated
			}
			at := queue.Index(func(q Queued) bool { return q.PID == sent[0].To })
			return invariants.That(at >= 0 && after.queues == before.queues.With(r, queue.WithoutAt(at)) && after.has == before.has)
		},
	}
}

// priorityOrder goes by whom the token is sent to, not by what the coordinator says of its choice.
func priorityOrder(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "priority-order", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "when a request leaves its resource queue to be served, no request left there has a higher current " +
			"priority, and none that was there before it has the same",
		Source: `conclusion, "increment the priority by one and then sort the queue"`,
		Hears:  invariants.Delivering[Back],
		Step: func(s invariants.Step) invariants.Opinion {
			served := invariants.Silent
			for to, t := range invariants.Sent[Token](s.Event) {
				queue := s.Before[c.Processes].More.(about).queues.At(int(t.Resource) - 1)
				at := queue.Index(func(q Queued) bool { return q.PID == to })
				if at < 0 {
					return invariants.Violated
				}
				for k, q := range queue.All() {
					if own := queue.At(at).Priority; q.Priority > own || k < at && q.Priority == own {
						return invariants.Violated
					}
				}
				served = invariants.Fine
			}
			return served
		},
	}
}

// priorityOrderInitial is the same without the increments, and without the restriction to what the coordinator has
// heard of.
var priorityOrderInitial = invariants.Property{
	Name: "priority-order-initial", Kind: invariants.Stepwise,
	Doc:    "no process enters while a process with a larger id waits for the same resource",
	Source: `conclusion, "priority which is equal to process id"`,
	Hears:  invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		entered := s.Event.Site
		for k, v := range s.After {
			if v.Waits && v.Groups == s.After[entered-1].Groups && model.Site(k+1) > entered {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// registered are the processes that are in a resource queue.
func registered(c model.Config) func(invariants.Views) uint64 {
	return func(vs invariants.Views) (bits uint64) {
		for _, queue := range vs[c.Processes].More.(about).queues.All() {
			for _, q := range queue.All() {
				bits |= 1 << (q.PID - 1)
			}
		}
		return bits
	}
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(model.Config) []invariants.Property {
	return []invariants.Property{invariants.SentByOwner.From("section 3.1"), invariants.MovesOn.From("section 3.2")}
}
