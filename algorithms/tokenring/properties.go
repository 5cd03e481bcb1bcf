package tokenring

import (
	"cmp"
	"fmt"
	"slices"
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
		invariants.JoinsLast[Token]().From(`section 3.3.4, "it puts the incoming token in queue"`),
		invariants.EntersFree.From("section 2.2"),
		sendsInOrder(c.Processes),
		nextNumber(c.Processes),
		highestSeen,
		compares(c.Processes),
	}
	if c.Has(KeepNumber) {
		all = append(all, keepsNumber(c.Processes))
	} else {
		all = append(all, replacesNumber(c.Processes))
	}
	all = append(all,
		invariants.FairStarvation.From("section 2.2"),
		invariants.BypassOfResource(c.Processes, c.Groups, nil, "").From("section 2.2; no number is given"),
		invariants.BypassOfResource(c.Processes, c.Groups, invariants.Waiting, "has its token on the ring, as every request has").From("section 2.2; no number is given"),
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
	Doc:     "a process enters only when its own token comes back to it",
	Source:  `section 3.3.4, "if it gets back its own token"`,
	Hears:   invariants.Entering,
	ByEvent: true,
	Step: func(s invariants.Step) invariants.Opinion {
		t, is := s.Event.Message.Value.(Token)
		return invariants.That(is && s.Event.Kind == model.DeliverEvent && t.PID == s.Event.Site)
	},
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(model.Config) []invariants.Property {
	return []invariants.Property{entersWithToken, onRing, numberNew, copyKept, deletes, invariants.MovesOn.From("section 3.2")}
}

// onRing says where tokens go, whatever the event.
var onRing = invariants.Property{
	Name: "on-ring", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a node sends tokens to the next node of the ring only",
	Source: `section 3.3.4, "the token traverses the logical ring structure"`,
	Hears:  func(e *model.Event) bool { return len(e.Sends) > 0 },
	Step: func(s invariants.Step) invariants.Opinion {
		for _, m := range s.Event.Sends {
			if m.To != next(s.Event.Site, len(s.Before)) {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// numberNew is judged where a request ends: a node does not remember its numbers, but its next one is larger than HSeqNumSeen, by next-number.
var numberNew = invariants.Property{
	Name: "number-new", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "when a node leaves its critical section, its number is no larger than the highest it has seen, so that its next request has a larger one",
	Source: `section 3.3.4, "a locally assigned unique sequence number"`,
	Hears:  func(e *model.Event) bool { return e.Kind == model.ExitEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		before := s.Before[s.Event.Site-1].More.(about)
		return invariants.That(before.SeqNum <= before.HSeqNumSeen)
	},
}

// copyKept is what next-number and deletes leave. Of numbers it compares the order: canonical forms of older ones are their places in it.
var copyKept = invariants.Property{
	Name: "copy-kept", Kind: invariants.Stepwise,
	Doc: "whatever token comes to a node, the copy of its own stays as it is until the exit: it is for the same resource, and its number has its place among the " +
		"numbers of the others; a node without a request gets no copy",
	Source: `section 3.3.4, "makes a copy of the token in its node"; "deletes the associated copy"`,
	Hears:  func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site - 1
		before, after := s.Before[i].More.(about), s.After[i].More.(about)
		if s.Before[i].Groups.Empty() {
			return invariants.That(after.SeqNum == 0)
		}
		same := s.Before[i].Groups == s.After[i].Groups
		for k := range s.Before {
			was, is := s.Before[k].More.(about), s.After[k].More.(about)
			same = same && (k == int(i) || cmp.Compare(before.SeqNum, was.SeqNum) == cmp.Compare(after.SeqNum, is.SeqNum) &&
				cmp.Compare(before.SeqNum, was.HSeqNumSeen) == cmp.Compare(after.SeqNum, is.HSeqNumSeen))
		}
		return invariants.If(len(s.Before) > 1, same)
	},
}

// deletes is judged by the number of the copy, which is never 0 in a token.
var deletes = invariants.Property{
	Name: "deletes", Kind: invariants.Stepwise,
	Doc:    "a node that leaves its critical section keeps no copy of its token, and neither it nor a channel has the token itself",
	Source: `section 3.3.4, "deletes the associated copy and original token"`,
	Hears:  func(e *model.Event) bool { return e.Kind == model.ExitEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		return invariants.That(s.After[i-1].More.(about).SeqNum == 0 && tokensOf(s.After, i) == 0)
	},
}

// entersWithToken is the converse of ownToken.
var entersWithToken = invariants.Property{
	Name: "enters-with-token", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process to which its own token comes back enters, sends it to nobody, and leaves its queue as it is",
	Source: `section 3.3.4, "if the node Ni receives the token, that is all other nodes allowed Ni to enter CS(r), and then it enters the CS"`,
	Hears:  func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		t, is := s.Event.Message.Value.(Token)
		return invariants.If(is && t.PID == s.Event.Site, s.Event.Entries == 1 && len(s.Event.Sends) == 0 && queues(s))
	},
}

// queues reports that the queue of the event's node is afterwards what it was, with these tokens behind it. Of numbers it compares the order, that of
// HSeqNumSeen included: canonical forms of older ones are their places in it.
func queues(s invariants.Step, joined ...Token) bool {
	i := s.Event.Site - 1
	before, after := s.Before[i].More.(about), s.After[i].More.(about)
	seen := before.HSeqNumSeen
	if t, is := s.Event.Message.Value.(Token); is {
		seen = max(seen, t.SeqNum)
	}
	want := append(before.queue.Slice(), append(joined, Token{SeqNum: seen})...)
	found := append(after.queue.Slice(), Token{SeqNum: after.HSeqNumSeen})
	if len(want) != len(found) {
		return false
	}
	for k, t := range want {
		if u := found[k]; t.PID != u.PID || t.ResourceID != u.ResourceID {
			return false
		}
		for j := range k {
			if cmp.Compare(want[j].SeqNum, t.SeqNum) != cmp.Compare(found[j].SeqNum, found[k].SeqNum) {
				return false
			}
		}
	}
	return true
}

// shift is by how much the highest numbers seen are larger in the state afterwards, as that of another node says, which stays what it is: canonical
// forms count from a number of their own.
func shift(s invariants.Step) int {
	if len(s.Before) == 1 {
		return 0
	}
	k := int(s.Event.Site) % len(s.Before)
	return s.After[k].More.(about).HSeqNumSeen - s.Before[k].More.(about).HSeqNumSeen
}

// queuesInside does not ask which of the two tokens comes first by its number.
var queuesInside = invariants.Property{
	Name: "queues-inside", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a node in its critical section puts the token of another one for the same resource into its queue, and sends nothing",
	Source: `section 3.3.4, "if Nj is now in the CS(r), it puts the incoming token in queue"`,
	Hears:  func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		before := s.Before[s.Event.Site-1]
		t, is := s.Event.Message.Value.(Token)
		if !is || t.PID == s.Event.Site || !before.InCS || !before.Groups.Has(t.ResourceID) {
			return invariants.Silent
		}
		return invariants.That(len(s.Event.Sends) == 0 && queues(s, t))
	},
}

// next is the neighbour to which all tokens move. Not by the protocol's own function, which may be wrong.
func next(i model.Site, n int) model.Site { return i%model.Site(n) + 1 }

// sends reports that an event sends these tokens to the next of n nodes, in this order, and nothing else.
func sends(e *model.Event, n int, want ...Token) bool {
	return slices.EqualFunc(e.Sends, want, func(m model.Send, t Token) bool { return m.To == next(e.Site, n) && m.Value == t })
}

// sendsInOrder says what becomes of the queue.
func sendsInOrder(n int) invariants.Property {
	return invariants.Property{
		Name: "sends-in-order", Kind: invariants.Stepwise, ByEvent: true,
		Doc:    "a node that leaves its critical section sends the tokens of its queue to the next node, in their order, and nothing else",
		Source: `section 3.3.4, "it sends the queued tokens to the next node sequentially (if any)"`,
		Hears:  func(e *model.Event) bool { return e.Kind == model.ExitEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site - 1
			return invariants.That(sends(s.Event, n, s.Before[i].More.(about).queue.Slice()...) && s.After[i].More.(about).queue.Empty())
		},
	}
}

// nextNumber says which number a request has, in the token and in the copy of it.
func nextNumber(n int) invariants.Property {
	return invariants.Property{
		Name: "next-number", Kind: invariants.Stepwise, ByEvent: true,
		Doc:    "a request has one more than the highest number that its node has seen, in the token that it sends to the next node and in the copy",
		Source: `section 3.3.4, "it uses a sequence number which is one more than the value of HSeqNumSeen"`,
		Hears:  func(e *model.Event) bool { return e.Kind == model.RequestEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			before, after := s.Before[i-1].More.(about), s.After[i-1].More.(about)
			return invariants.That(after.SeqNum == after.HSeqNumSeen+1 && sends(s.Event, n, Token{before.HSeqNumSeen + 1, i, s.Event.Demand.Group}))
		},
	}
}

// highestSeen says how a node keeps the highest number.
var highestSeen = invariants.Property{
	Name: "highest-seen", Kind: invariants.Stepwise,
	Doc:    "the highest number that a node has seen becomes the larger one of what it was and the number in the token that comes; nothing else changes it",
	Source: `section 3.3.4, "HSeqNumSeen = max(HSeqNumSeen, SN)"`,
	Hears: func(e *model.Event) bool {
		return e.Kind == model.DeliverEvent || e.Kind == model.RequestEvent || e.Kind == model.ExitEvent
	},
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site - 1
		seen := s.Before[i].More.(about).HSeqNumSeen
		if t, is := s.Event.Message.Value.(Token); is {
			seen = max(seen, t.SeqNum)
		} else if s.After[i].More.(about).HSeqNumSeen == seen+shift(s) {
			return invariants.Silent
		}
		return invariants.If(len(s.Before) > 1, s.After[i].More.(about).HSeqNumSeen == seen+shift(s))
	},
}

// keepsNumber is the repair.
func keepsNumber(n int) invariants.Property {
	return passesOn(n, invariants.Property{
		Name: "keeps-number", Source: "the repair keep-number",
		Doc: "a node that does not ask for the resource passes a token to the next node as it is",
	}, func(_ about, number int) int { return number })
}

// replacesNumber is what the repair does without.
func replacesNumber(n int) invariants.Property {
	return passesOn(n, invariants.Property{
		Name:   "replaces-number",
		Doc:    "a node that does not ask for the resource passes a token to the next node with the highest number that it has seen, that of the token included",
		Source: `section 3.3.4, "it replaces the sequence number by HSeqNumSeen and simply passes the token to the next node"`,
	}, func(node about, number int) int { return max(node.HSeqNumSeen, number) })
}

// passesOn says what a node does with a token for a resource that it does not ask for; the number is the one that the token has then.
func passesOn(n int, p invariants.Property, number func(node about, number int) int) invariants.Property {
	p.Kind, p.ByEvent = invariants.Stepwise, true
	p.Hears = func(e *model.Event) bool { return e.Kind == model.DeliverEvent }
	p.Step = func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		before := s.Before[i-1]
		t, is := s.Event.Message.Value.(Token)
		if !is || t.PID == i || before.Groups.Has(t.ResourceID) {
			return invariants.Silent
		}
		t.SeqNum = number(before.More.(about), t.SeqNum)
		return invariants.That(sends(s.Event, n, t) && queues(s))
	}
	return p
}

// compares is what a node does that waits itself.
func compares(n int) invariants.Property {
	return invariants.Property{
		Name: "compares", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a node that waits passes the token of another one for the same resource to the next node if its (SeqNum, PID) is smaller than that of " +
			"its own copy, and otherwise puts it into its queue and sends nothing",
		Source: `section 3.3.4, "it compares the incoming token's priority with it's generated token's priority"`,
		Hears:  func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			before := s.Before[i-1]
			t, is := s.Event.Message.Value.(Token)
			if !is || t.PID == i || !before.Waits || !before.Groups.Has(t.ResourceID) {
				return invariants.Silent
			}
			if own := before.More.(about).SeqNum; t.SeqNum < own || t.SeqNum == own && t.PID < i {
				return invariants.That(sends(s.Event, n, t) && queues(s))
			}
			return invariants.That(len(s.Event.Sends) == 0 && queues(s, t))
		},
	}
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
