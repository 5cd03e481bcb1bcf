package drsgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// What the timers do, sections IV and V, and what that costs: section VI, "Performance in case of message loss".

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

// lateOrLost has a lane for each process, from a start that is sent to it, which weighs 1, or from when it does not wait any more, which weighs nothing:
// then it has got one. It ends when T2 expires at a captain that has the process in its follower set.
func lateOrLost(n int) invariants.Property {
	return invariants.Property{
		Name: "late-or-lost", Kind: invariants.Stepwise, Source: "section VI, message loss",
		Doc: "when T2 expires at a captain, no process of its follower set has waited ever since its start was sent: it is late, or its complete is " +
			"lost (0: always, 1: not so)",
		Claimed: &invariants.Claimed{Max: 0},
		Gauge: &invariants.Gauge{
			Lanes: n, Renews: true,
			Within: func(invariants.Views) uint64 { return 1<<n - 1 },
			Armed:  func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits }) },
			Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
				t.Weights = make([]int, n)
				for to := range invariants.Sent[start](e) {
					t.Begins |= 1 << (to - 1)
					t.Weights[to-1] = 1
				}
				if before.Waits && !after.Waits {
					t.Begins |= 1 << (e.Site - 1)
				}
				if t.Drops = t.Begins; e.Kind == model.TimeoutEvent && e.Name == T2 {
					t.Ends = lookOf(before).follower.Mask()
				}
				return t
			},
		},
	}
}

// regenerationAfter has a lane for each i and j, from i's entry as captain, which weighs 1, or from j's, which weighs nothing. It ends when j sends a
// token upon i's gen_token.
func regenerationAfter(n int) invariants.Property {
	return invariants.Property{
		Name: "regeneration-after", Kind: invariants.Stepwise, Source: "section IV",
		Doc: "another process j without the token that sends a token upon a gen_token of i has been captain since i was, if that ever was " +
			"(0: always, 1: not so)",
		Claimed: &invariants.Claimed{Max: 0},
		Gauge: &invariants.Gauge{
			Lanes: n * n, Renews: true,
			Within: func(invariants.Views) uint64 { return 1<<(n*n) - 1 },
			Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
				here := int(e.Site) - 1
				t.Weights = make([]int, n*n)
				if e.Entries > 0 && lookOf(after).state == EC {
					for k := range n {
						if k != here {
							t.Begins |= 1<<(here*n+k) | 1<<(k*n+here)
							t.Weights[here*n+k] = 1
						}
					}
					t.Drops = t.Begins
				}
				if i := regeneratesFor(e, before); i != 0 && invariants.Sending[token](e) {
					t.Ends = 1 << (int(i-1)*n + here)
				}
				return t
			},
		},
	}
}

// regenerationSince is the converse. It has a lane for each i and j, from j's entry as captain, which i's own drops. It ends at the first gen_token
// of i that j receives without the token, with 1 if j sends none.
func regenerationSince(n int) invariants.Property {
	return invariants.Property{
		Name: "regeneration-since", Kind: invariants.Stepwise, Source: "section IV",
		Doc: "a process j without the token that has been captain, as i has not been since, sends a token upon the first gen_token of i that comes then " +
			"(0: always, 1: not so)",
		Claimed: &invariants.Claimed{Max: 0},
		Gauge: &invariants.Gauge{
			Lanes:  n * n,
			Within: func(invariants.Views) uint64 { return 1<<(n*n) - 1 },
			Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
				here := int(e.Site) - 1
				if e.Entries > 0 && lookOf(after).state == EC {
					for k := range n {
						if k != here {
							t.Begins |= 1 << (k*n + here)
							t.Drops |= 1 << (here*n + k)
						}
					}
				}
				if i := regeneratesFor(e, before); i != 0 {
					lane := int(i-1)*n + here
					if t.Ends, t.Weights = 1<<lane, make([]int, n*n); !invariants.Sending[token](e) {
						t.Weights[lane] = 1
					}
				}
				return t
			},
		},
	}
}

// regeneratesFor is the process whose gen_token another one gets that has no token; 0: none does.
func regeneratesFor(e *model.Event, before *model.View) model.Site {
	if g, ok := invariants.Delivered[genToken](e); ok && g.j != e.Site && lookOf(before).state != EC && before.Holds == 0 {
		return g.j
	}
	return 0
}

// acceptedFrom has a lane for each process j, from its entry as captain to the receipt of a token of j's that is accepted, with which another begins.
// Each entry of others weighs 1, that by the receipt included. Only a channel knows who has sent a message, since the token does not name its sender:
// so there must be channels.
func acceptedFrom(n int) invariants.Property {
	return invariants.Property{
		Name: "accepted-from", Kind: invariants.Stepwise, Source: "section V, proof of Lemma 1",
		Doc: "a token that is accepted comes from the process that was captain last, passed on or generated, where messages keep their order: " +
			"entries as captain since its sender's last, or since the last token that was accepted from it, the one by that token included, too " +
			"(1: always, more: not so)",
		Claimed: &invariants.Claimed{Min: 1, Max: 1},
		Gauge: &invariants.Gauge{
			Lanes: n, Renews: true,
			Within: func(invariants.Views) uint64 { return 1<<n - 1 },
			Weigh: func(e *model.Event, _, after *model.View) (t question.EdgeWeight) {
				if e.Entries == 0 || lookOf(after).state != EC {
					return t
				}
				here := uint64(1) << (e.Site - 1)
				t.Begins, t.Drops, t.Weights = here, here, slices.Repeat([]int{1}, n)
				t.Weights[e.Site-1] = 0
				if _, ok := e.Message.Value.(token); ok && e.Kind == model.DeliverEvent {
					t.Ends = 1 << (e.Message.From - 1)
					t.Begins ^= t.Ends // its own token: no other interval begins, since it weighs 1 here, and would weigh nothing there
					t.Drops &^= t.Ends
					t.Weights[e.Message.From-1] = 1
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
