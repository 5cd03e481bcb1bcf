package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// What the timers cost: section VI, "Performance in case of message loss".

// regenerationCost has a lane for each process whose T1 has expired, from the first of its gen_tokens to arrive to the
// last. Of a round in which any token is sent again it measures those in which the first arrival does that: gen_tokens to
// different sites arrive in any order. Each message counts when it arrives or is lost.
func regenerationCost(n int) invariants.Property {
	return invariants.Property{
		Name: "regeneration-cost", Kind: invariants.Cost, Source: "section VI: n gen_token, and 1 to n tokens",
		Doc: "gen_tokens of one expiry of T1, and tokens sent at their receipt, where any are sent; no other expiry at the " +
			"same process in between",
		Claimed: &invariants.Claimed{Min: n + 1, Max: 2 * n},
		Gauge: &invariants.Gauge{
			Lanes: n, Leaving: true,
			Within: func(vs invariants.Views) uint64 {
				var any model.Sites
				for _, v := range vs {
					any = any.Union(lookOf(v).regenerating)
				}
				return any.Mask()
			},
			Armed: func(vs invariants.Views) uint64 {
				all := model.UpTo[model.Site](n)
				for _, v := range vs {
					all = all.Intersect(lookOf(v).regenerating).Minus(lookOf(v).twice)
				}
				return all.Mask()
			},
			Weigh: func(e *model.Event, _, _ *model.View) (t question.EdgeWeight) {
				if e.Kind == model.TimeoutEvent && e.Name == T1 {
					t.Drops = 1 << (e.Site - 1)
				}
				g, ok := e.Message.Value.(genToken)
				if !ok {
					return t
				}
				t.Weights = make([]int, n)
				t.Weights[g.j-1] = 1 + sentBy[token](e)
				switch {
				case e.Kind == model.DuplicateEvent:
					t.Drops = 1 << (g.j - 1)
				case sentBy[token](e) > 0:
					t.Begins = 1 << (g.j - 1)
				}
				return t
			},
		},
	}
}

// regenerationMessages is regenerationCost with all that Event 8 sends.
func regenerationMessages(n int) invariants.Property {
	p := regenerationCost(n).Named("regeneration-messages", "the same, with the requests that processes that wait send back")
	g, weigh := *p.Gauge, p.Gauge.Weigh
	g.Weigh = func(e *model.Event, before, after *model.View) question.EdgeWeight {
		t := weigh(e, before, after)
		if m, ok := e.Message.Value.(genToken); ok {
			t.Weights[m.j-1] += sentBy[request](e)
		}
		return t
	}
	p.Gauge = &g
	return p
}

// lostCompleteCost and lateCompleteCost measure what one expiry of T2 costs for each follower, from is_complete to its
// answer, if it has one.
func lostCompleteCost(n int) invariants.Property {
	p := completeCost(n, func(v *model.View) bool { return !v.Waits && !v.InCS })
	p.Name, p.Claimed = "lost-complete-cost", &invariants.Claimed{Min: 2, Max: 2}
	p.Doc = "is_complete to a follower that has left and not asked again, and the complete with which it answers"
	return p
}

func lateCompleteCost(n int) invariants.Property {
	p := completeCost(n, isIn(EF))
	p.Name, p.Claimed = "late-complete-cost", &invariants.Claimed{Min: 1, Max: 1}
	p.Doc = "is_complete to a follower that is still in its critical section, and what it answers"
	return p
}

// completeCost has a lane for each follower to which is_complete is sent while armed holds.
func completeCost(n int, armed func(v *model.View) bool) invariants.Property {
	return invariants.Property{
		Kind: invariants.Cost, Source: "section VI, performance in case of message loss",
		Gauge: &invariants.Gauge{
			Lanes: n,
			Within: func(vs invariants.Views) uint64 {
				return vs.Mask(func(v *model.View) bool { return lookOf(v).inbox.has(isCompletes) })
			},
			Armed: func(vs invariants.Views) uint64 { return vs.Mask(armed) },
			Weigh: func(e *model.Event, _, _ *model.View) (t question.EdgeWeight) {
				lane := uint64(1) << (e.Site - 1)
				if e.Kind == model.TimeoutEvent && e.Name == T2 {
					t.Weights = make([]int, n)
					for _, m := range e.Sends {
						t.Begins |= 1 << (m.To - 1)
						t.Weights[m.To-1]++
					}
				}
				if _, ok := e.Message.Value.(isComplete); !ok {
					return t
				}
				if e.Kind != model.DeliverEvent {
					t.Drops = lane // another fault
					return t
				}
				t.Ends, t.Weights = lane, make([]int, n)
				t.Weights[e.Site-1] = sentBy[complete](e)
				return t
			},
		},
	}
}

// regeneratedTo has a lane for each process i and each k: it begins when i sends the token to k, and drops those to others. It ends when i sends it upon a
// gen_token, and weighs 1 if that is not to k.
func regeneratedTo(n int) invariants.Property {
	return invariants.Property{
		Name: "regenerated-to", Kind: invariants.Stepwise, Source: "section V, proof of Lemma 1; section VI",
		Doc:     "a token that is regenerated goes to the process to which its sender has sent the token last (0: always, 1: not so)",
		Claimed: &invariants.Claimed{Max: 0},
		Gauge: &invariants.Gauge{
			Lanes: n * n, Renews: true,
			Within: func(invariants.Views) uint64 { return 1<<(n*n) - 1 },
			Weigh: func(e *model.Event, before, _ *model.View) (t question.EdgeWeight) {
				lanes := int(e.Site-1) * n
				for to := range invariants.Sent[token](e) {
					t.Begins |= 1 << (lanes + int(to) - 1)
				}
				if t.Begins == 0 {
					return t
				}
				all := uint64(1<<n-1) << lanes
				if _, again := e.Message.Value.(genToken); !again || lookOf(before).state.holder() {
					t.Drops = all
					return t
				}
				t.Ends, t.Weights = all, make([]int, n*n)
				for k := range n {
					if t.Begins>>(lanes+k)&1 == 0 {
						t.Weights[lanes+k] = 1
					}
				}
				return t
			},
		},
	}
}

// sentBy is the number of messages of one kind that an event sends.
func sentBy[M any](e *model.Event) (n int) {
	for range invariants.Sent[M](e) {
		n++
	}
	return n
}
