package kmutex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// lengths are the lengths of the longest queues at a node and in the messages on their way to it.
type lengths struct{ LRQ, GRQ, inner, outer int }

// about is what the properties ask of a node: its queues, and whose requests are on their way to it.
type about struct {
	lengths
	asking model.Sites
}

// asking are the senders of the requests in flight to a node.
func asking(inbox []message) (from model.Sites) {
	for _, m := range inbox {
		switch m := m.(type) {
		case NODE_LRC_REQ_CS:
			from = from.With(m.from)
		case LRC_GRC_REQ_CS:
			from = from.With(m.from)
		}
	}
	return from
}

// longest measures the queues; MARKERs do not count.
func longest(v vars, inbox []message) lengths {
	l := lengths{LRQ: processes(v.LRQ.Slice()).Len(), GRQ: v.GRQ.Len()}
	tokens := []token{v.held}
	for _, outer := range v.tokens.All() {
		tokens = append(tokens, token{outer: outer})
	}
	for t := range tokensIn(inbox) {
		tokens = append(tokens, token{t.inner, t.outer})
	}
	for _, t := range tokens {
		l.inner, l.outer = max(l.inner, t.inner.Len()), max(l.outer, t.outer.Len())
	}
	return l
}

func (l lengths) max() int { return max(l.LRQ, l.GRQ, l.inner, l.outer) }

// conservation says that tokens are neither lost nor made.
func conservation(k int) invariants.Property {
	return invariants.Property{
		Name: "conservation", Kind: invariants.Invariant,
		Doc:   fmt.Sprintf("tokens in hand, in use and on their way are exactly k = %d", k),
		State: func(vs invariants.Views) invariants.Opinion { return invariants.That(vs.Tokens() == k) },
		Detail: func(vs invariants.Views) string {
			var sites []string
			for i, v := range vs {
				if v.Holds+v.Coming > 0 {
					sites = append(sites, fmt.Sprintf("P%d holds %d, %d on the way to it", i+1, v.Holds, v.Coming))
				}
			}
			return fmt.Sprintf("%d tokens: %s", vs.Tokens(), strings.Join(sites, "; "))
		},
	}
}

// queueLength is the space complexity: "any queue can have at most sqrt(n) entry at a time".
func queueLength(m int) invariants.Property {
	return invariants.Property{
		Name: "queue-length", Kind: invariants.Invariant,
		Doc: fmt.Sprintf("every LRQ (without MARKERs), GRQ and token queue has at most sqrt(n) = %d entries", m),
		State: func(vs invariants.Views) invariants.Opinion {
			longest := 0
			for _, v := range vs {
				longest = max(longest, v.More.(about).max())
			}
			return invariants.If(longest > 0, longest <= m)
		},
		Detail: func(vs invariants.Views) string {
			var sites []string
			for i, v := range vs {
				if l := v.More.(about); l.max() > m {
					sites = append(sites, fmt.Sprintf("P%d: LRQ %d, GRQ %d, token queue %d, its queue of LRCs %d",
						i+1, l.LRQ, l.GRQ, l.inner, l.outer))
				}
			}
			return strings.Join(sites, "; ")
		},
	}
}

func properties(c model.Config) []invariants.Property {
	p := newProtocol(c)
	all := []invariants.Property{
		invariants.KSafety(c.Tokens).From("section III.C, Mutual Exclusion"),
		invariants.NoDeadlock.From("section III.C, Deadlock free"),
		invariants.Starved.From("section III.C, Starvation free"),
		invariants.Spurious.From("section III.C, Mutual Exclusion"),
		conservation(c.Tokens).From("section III.C, Mutual Exclusion and No node can hold a token forever"),
		queueLength(root(c.Processes)).From("section III.D, Space complexity"),
	}
	all = append(all, invariants.Endless(c.Processes, "section III.C, Starvation free", p.registered)...)
	if !c.Faultless() {
		return all
	}
	all = append(all, invariants.MaxConcurrency(min(c.Tokens, invariants.Together(c))).From("section III.C, Concurrency"))
	return append(all, p.messages()...)
}

// registered are the processes that wait while no request of theirs or of their collector is in flight.
func (p *protocol) registered(vs invariants.Views) (all model.Sites) {
	var asking model.Sites
	for _, v := range vs {
		asking |= v.More.(about).asking
	}
	for i, v := range vs {
		if i := model.Site(i + 1); v.Waits && !asking.Has(i) && !asking.Has(p.collector(i)) {
			all = all.With(i)
		}
	}
	return all
}

// messages are the counts of section III.D, for the loads of which it speaks: one request in all, and one of everybody.
func (p *protocol) messages() []invariants.Property {
	total, limited := p.c.TotalRequests()
	measure := func(name, doc string, claimed invariants.Claimed) []invariants.Property {
		q := invariants.RunMessages.Named(name, doc)
		q.Claimed = &claimed
		return []invariants.Property{q.From("section III.D, Message complexity")}
	}
	switch {
	case limited && total == 1:
		claimed := invariants.Claimed{Max: 6}
		switch i := model.Site(slices.Index(p.c.Requests, 1) + 1); {
		case i == theGRC:
			claimed.Max = 0
		case p.index(i) > 1 && p.group(i) != p.group(theGRC):
			claimed.Min = 6
		}
		return measure("lone-messages", "messages in all when one node asks once and nobody else does", claimed)
	case limited && total == p.c.Processes && !slices.Contains(p.c.Requests, 0):
		count := p.c.Processes + 4*(p.m-1) - 1
		return measure("all-messages", "messages in all when every node asks once: n + 4 (sqrt(n) - 1) - 1", invariants.Claimed{Min: count, Max: count})
	}
	return nil
}
