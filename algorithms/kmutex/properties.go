package kmutex

import (
	"fmt"
	"strings"

	"gmecheck/invariants"
	"gmecheck/model"
)

// lengths are the lengths of the longest queues at a node and in the messages on their way to it.
type lengths struct{ LRQ, GRQ, inner, outer int }

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
				longest = max(longest, v.More.(lengths).max())
			}
			return invariants.If(longest > 0, longest <= m)
		},
		Detail: func(vs invariants.Views) string {
			var sites []string
			for i, v := range vs {
				if l := v.More.(lengths); l.max() > m {
					sites = append(sites, fmt.Sprintf("P%d: LRQ %d, GRQ %d, token queue %d, its queue of LRCs %d",
						i+1, l.LRQ, l.GRQ, l.inner, l.outer))
				}
			}
			return strings.Join(sites, "; ")
		},
	}
}

func properties(c model.Config) []invariants.Property {
	return []invariants.Property{
		invariants.KSafety(c.Tokens).From("section III.C, Mutual Exclusion"),
		invariants.NoDeadlock.From("section III.C, Deadlock free"),
		invariants.Starved.From("section III.C, Starvation free"),
		conservation(c.Tokens).From("section III.C, Mutual Exclusion and No node can hold a token forever"),
		queueLength(root(c.Processes)).From("section III.D, Space complexity"),
	}
}
