package srtgme

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What the paper says of requests: to whom they go, what they carry, and how they wait in token.queue.

var rsLemma = invariants.Property{
	Name: "rs-lemma", Kind: invariants.Invariant,
	Doc:    "of any two processes, one is in the request set of the other",
	Source: "not stated; what the request sets of section III are for",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(strangers(vs, false) == pair{}) },
	Detail: func(vs invariants.Views) string { return strangers(vs, false).String() },
}

var rsLemmaW = invariants.Property{
	Name: "rs-lemma-w", Kind: invariants.Invariant,
	Doc:    "of any two processes, one is in the request set of the other, or a request of one is on its way to the other",
	Source: "not stated; what the request sets of section III are for",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(strangers(vs, true) == pair{}) },
	Detail: func(vs invariants.Views) string { return strangers(vs, true).String() },
}

// A pair is two processes, or none.
type pair struct{ i, j model.Site }

func (p pair) String() string {
	return fmt.Sprintf("P%d is not in RS of P%d, nor P%d in that of P%d", p.i, p.j, p.j, p.i)
}

// strangers is the first two processes neither of which knows the other; weak: nor will learn of it by a request in flight.
func strangers(vs invariants.Views, weak bool) pair {
	for j := range vs {
		heard := known(vs[j], weak)
		for i := range j {
			if !heard.Has(model.Site(i+1)) && !known(vs[i], weak).Has(model.Site(j+1)) {
				return pair{model.Site(i + 1), model.Site(j + 1)}
			}
		}
	}
	return pair{}
}

// known is the processes of which i knows; weak: or will learn by a request in flight.
func known(v *model.View, weak bool) model.Sites {
	m := of(v)
	if weak {
		return m.RS.Union(m.asking)
	}
	return m.RS
}

// rsSize: n-1 are "all other processes".
func rsSize(n int) invariants.Property {
	return never("rs-size", fmt.Sprintf("a request set has at most n-1 = %d members", n-1),
		"section VI: the maximum cardinality of a request set can be n-1",
		func(more) bool { return true },
		func(_ *model.View, m more) string {
			return unless(m.RS.Len() < n, "has all processes in its request set, itself included")
		})
}

// requestsSent counts a request to itself, too, if the process is in its own request set.
func requestsSent(n int) invariants.Property {
	return invariants.Property{
		Name: "requests-sent", Kind: invariants.Stepwise,
		Doc:     fmt.Sprintf("a process that wants to attend a session sends at most n-1 = %d requests", n-1),
		Source:  "section VI: a requesting process can send at the most n-1 request messages",
		Hears:   func(e *model.Event) bool { return e.Kind == model.RequestEvent },
		ByEvent: true,
		Step:    func(s invariants.Step) invariants.Opinion { return invariants.That(len(s.Event.Sends) < n) },
	}
}

// announces judges a request where it is sent: in the event of the demand by the demand, and where it is sent back by what the
// sender has asked for. One that does not wait sends its latest request.
var announces = invariants.Property{
	Name: "announces", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a request carries its sender's id, the session and the priority that it wants or wanted last, and its number while it waits",
	Source: "section II: P_i announces its priority while requesting a session; section III, request(i, SN, X, Z)",
	Hears:  invariants.Sending[request],
	Step: func(s invariants.Step) invariants.Opinion {
		v := of(s.Before[s.Event.Site-1])
		X, Z := v.X, v.Z
		if d := s.Event.Demand; d != nil {
			X, Z, v = d.Group, d.Priority, of(s.After[s.Event.Site-1])
		}
		for _, x := range s.Event.Sends {
			if r, ok := x.Value.(request); ok && (r.i != s.Event.Site || r.X != X || r.Z != Z || v.sn != 0 && r.SN != v.sn) {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// rsPassed reads "which can work as captain" as the first of each entry: only those ever get the token.
var rsPassed = invariants.Property{
	Name: "rs-passed", Kind: invariants.Stepwise, ByEvent: true,
	Doc:    "a process that passes the token adds the first of each entry of token.queue to its request set, and nobody else",
	Source: "appendix A, exit and complete: add all processes which are in token.queue and which can work as captain to RS_i",
	Hears:  invariants.Noting[passed],
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		before, after := here(s)
		want := of(before).RS
		for _, e := range n.before.All() {
			want = want.With(e.who.Front())
		}
		return invariants.That(of(after).RS == want)
	}),
}

// answers does not ask who has to: that a process in R does is what rs-lemma-w needs.
func answers(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "answers", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a request that arrives brings nobody but its sender into the request set of its receiver, and takes nobody out of it; the receiver sends its " +
			"own back only while it waits (R), to one that is not in the set, and that joins it; with answer-old, also while it holds the token, and then a request " +
			"that is news to it, and that it neither grants nor queues, of one that is not in the set is answered. Whoever joins the " +
			"set of a process that waits or holds the token is sent something",
		Source: "section IV: if P_j is not in its request set, P_i adds P_j in its request set; P_i also sends a request to P_j",
		Hears: func(e *model.Event) bool {
			return e.Kind == model.DeliverEvent && (invariants.Delivering[request](e) || invariants.Sending[request](e))
		},
		Step: func(s invariants.Step) invariants.Opinion {
			before, after := of(s.Before[s.Event.Site-1]), of(s.After[s.Event.Site-1])
			if m, is := invariants.Delivered[request](s.Event); is && after.RS != before.RS {
				told := slices.ContainsFunc(s.Event.Sends, func(x model.Send) bool { return x.To == m.i })
				if after.RS != before.RS.With(m.i) || !told && (before.state == R || before.state.holds()) {
					return invariants.Violated
				}
			}
			// neither granted nor queued: old by the numbers of the token
			old := c.Has(AnswerOld) && before.state.holds() && news(s.Event) && !invariants.Noting[decided](s.Event) && !invariants.Sending[token](s.Event)
			if m, _ := invariants.Delivered[request](s.Event); old && !before.RS.Has(m.i) && !sentTo[request](s.Event).Has(m.i) {
				return invariants.Violated
			}
			may := before.state == R || c.Has(AnswerOld) && before.state.holds()
			for _, x := range s.Event.Sends {
				if _, ok := x.Value.(request); ok && (!may || before.RS.Has(x.To) || !after.RS.Has(x.To)) {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
	}
}

// decidesAsked is what numbered-token and remember are for. Without numbers in the token a holder may decide on a request that has been served.
var decidesAsked = invariants.Property{
	Name: "decides-asked", Kind: invariants.Stepwise,
	Doc: "what a holder grants or queues for another process that waits is the session and the priority that this asks for now; when it asks itself, the " +
		"token gets the number of its request",
	Source: "section III, request(i, SN, X, Z); the repairs remember and numbered-token",
	Hears:  func(e *model.Event) bool { return invariants.Noting[decided](e) || asking(e) },
	Step: func(s invariants.Step) invariants.Opinion {
		if _, after := here(s); asking(s.Event) && of(after).forgets {
			return invariants.Violated
		}
		return decides(s)
	},
}

var decides = invariants.EachNote(func(s invariants.Step, n decided) invariants.Opinion {
	v := s.Before[n.j-1]
	return invariants.If(n.j != s.Event.Site && v.Waits, of(v).X == n.X && of(v).Z == n.Z)
})

var oldRequest = invariants.Property{
	Name: "old-request", Kind: invariants.Stepwise,
	Doc:     "a request whose number the receiver knows changes nothing and is not answered",
	Source:  "section IV: it discards the old request without taking any action",
	Hears:   invariants.Noting[repeated],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n repeated) invariants.Opinion {
		return invariants.That(!n.changed && len(s.Event.Sends) == 0)
	}),
}

// countsRequests compares all of SN: a request of one process says nothing of those of others.
var countsRequests = invariants.Property{
	Name: "counts-requests", Kind: invariants.Stepwise,
	Doc: "SN_i[i] grows by one when P_i asks; when a request of P_j arrives, SN_i[j] becomes its number if that is larger; nothing else changes " +
		"SN_i",
	Source:  "section III: SN_i[j] = k denotes that P_i knows about k requests made by P_j; section IV: P_i updates the value of SN_i[j]",
	Hears:   invariants.Noting[counted],
	ByEvent: true,
	Step: invariants.EachNote(func(_ invariants.Step, n counted) invariants.Opinion {
		return invariants.That(n.right)
	}),
}

func queueDup() invariants.Property {
	return never("queue-dup", "no process stands twice in the queue of a token, in all its entries together",
		`section II: "it will not make new requests unless the old request is serviced"`,
		func(m more) bool { return m.entries > 0 },
		func(_ *model.View, m more) string {
			return unless(!m.repeated, "has, or gets, a token with a process twice in its queue")
		})
}

func oneEntry() invariants.Property {
	return never("one-entry", "the queue of a token has one entry for each session that is asked for, with at least one process in it",
		"section III: the requests for the same session are grouped together, and are treated as single entry",
		func(m more) bool { return m.entries > 0 },
		func(_ *model.View, m more) string {
			return unless(!m.ungrouped, "has, or gets, a token with two entries for a session, or with an empty one")
		})
}

// queueLength has nothing to say of an empty queue.
func queueLength(n, m int) invariants.Property {
	most := min(n, m)
	return never("queue-length", fmt.Sprintf("the queue of a token has at most min(n, m) = %d entries", most),
		"section VI, forum switch complexity",
		func(m more) bool { return m.entries > 0 },
		func(_ *model.View, m more) string {
			return unless(m.entries <= most, "has, or gets, %d entries", m.entries)
		})
}

// tokenSize is the size of a token in ids, which is what grows: an entry has one session and one level.
func tokenSize(n int) invariants.Property {
	return never("token-size", fmt.Sprintf("the queue of a token names at most n = %d processes, however often", n),
		"section VI, Table I: the token has the size O(N)",
		func(m more) bool { return m.entries > 0 },
		func(_ *model.View, m more) string {
			return unless(m.ids <= n, "has, or gets, a token with %d ids", m.ids)
		})
}
