package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// bounds lists what the paper says of numbers, and those that it leaves open.
func bounds(c model.Config, extended bool) []invariants.Property {
	n := c.Processes
	all := []invariants.Property{
		invariants.FairStarvation.From("section V, Starvation Freedom"), queueServed(),
		invariants.Bypass(n).From("section V, Starvation Freedom; no number is given"),
		invariants.BypassRegistered(n, inQueue, "stands in the queue of a token that is held, or valid and on its way").From("section V, Starvation Freedom; no number is given"),
		invariants.BypassSessions(n, opensSession).From("section V, Starvation Freedom; no number is given"),
	}
	if !c.Faultless() {
		if c.Timeouts != model.Off {
			all = append(all, regenerationCost(n))
			if c.Loss+c.Crash > 0 {
				all = append(all, lostCompleteCost(n))
			}
			if c.Early > 0 {
				all = append(all, lateCompleteCost(n))
			}
			if n <= 8 {
				all = append(all, regeneratedTo(n))
			}
		}
		return all
	}
	claimed := invariants.Claimed{Max: n + 1}
	all = append(all,
		invariants.MaxConcurrency(invariants.Together(c)).From("section VI, maximum concurrency"),
		invariants.MessagesToNext(n, claimed).From("section VI, messages per critical section entry: 0 to n+1"),
		invariants.MessagesUnaccounted(n).From("section VI, which counts none"),
		invariants.SyncDelay(somebodyQueued, invariants.Queued, &invariants.Claimed{Min: 1, Max: 2}).From("section VI, synchronization delay: 2 T"),
	)
	if n*(n-1)*c.Groups <= 64 {
		all = append(all, fcfs(c, false), fcfs(c, true))
	}
	return append(all, switches(c), sessionNumber(n), tokenSize(n, extended), runTokens)
}

// queueServed is part 3 of the proof of starvation freedom.
func queueServed() invariants.Property {
	p := invariants.FairStarvation.Named("queue-served", "no maximal run that is fair on which i waits in the queue of a token for ever")
	p.Fair, p.Deaf, p.Vain = inQueue, false, invariants.Each("waits in the queue of a token for ever")
	p.End = func(vs invariants.Views) invariants.Opinion { return invariants.If(somebodyQueued(vs), false) }
	return p.From("section V, part 3 of the proof of starvation freedom")
}

// inQueue is the waiting processes in the queue of a token that is held, or valid and on its way.
func inQueue(vs invariants.Views) (bits uint64) {
	var queued model.Sites
	for _, v := range vs {
		queued = queued.Union(lookOf(v).queued).Union(lookOf(v).queuedComing)
	}
	return vs.Mask(func(v *model.View) bool { return v.Waits }) & queued.Mask()
}

func somebodyQueued(vs invariants.Views) bool { return inQueue(vs) != 0 }

// opensSession: somebody enters as captain, unless it joins the session that it still holds open. A captain that accepts
// a second token opens another.
func opensSession(e *model.Event, before, after *model.View) bool {
	joins := e.Kind == model.RequestEvent && lookOf(before).state == HS
	return e.Entries > 0 && lookOf(after).state == EC && !joins
}

// switches counts the sessions opened from the step that puts i into the queue to i's entry, i's own included.
func switches(c model.Config) invariants.Property {
	n := c.Processes
	return invariants.Property{
		Name: "switches", Kind: invariants.Cost, Source: "section VI, forum switch complexity: min(n, m)",
		Doc:     "sessions opened from i's entering the queue, that step included, to i's entry, its own included",
		Claimed: &invariants.Claimed{Max: min(n, c.Groups)},
		Gauge: &invariants.Gauge{
			Lanes:  n,
			Within: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits }) },
			Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
				was := lookOf(before)
				t.Begins = queuedAfter(e, before, after).Minus(was.queued).Minus(was.queuedComing).Mask()
				if e.Entries > 0 {
					t.Ends = 1 << (e.Site - 1)
				}
				if opensSession(e, before, after) {
					t.Weights = everybody(n)
				}
				return t
			},
		},
	}
}

// queuedAfter is the processes in the queue of the token that a holder has after a step, or has sent in it: an idle one
// queues the requester and sends the token at once.
func queuedAfter(e *model.Event, before, after *model.View) model.Sites {
	all := lookOf(after).queued
	if before.Holds > 0 {
		for _, t := range invariants.Sent[token](e) {
			all = all.Union(queued(t.queue))
		}
	}
	return all
}

func everybody(n int) []int {
	ones := make([]int, n)
	for l := range ones {
		ones[l] = 1
	}
	return ones
}

// sessionNumber has a lane for each process, from its opening a session to the end of that session, and weighs by how much
// token.session grows.
func sessionNumber(n int) invariants.Property {
	return invariants.Property{
		Name: "session-number", Kind: invariants.Cost,
		Source:  "section III: token.session stores the number of the last completed session",
		Doc:     "by how much token.session grows from the beginning of a session to its end",
		Claimed: &invariants.Claimed{Min: 1, Max: 1},
		Gauge: &invariants.Gauge{
			Lanes: n,
			Within: func(vs invariants.Views) uint64 {
				return vs.Mask(func(v *model.View) bool { return lookOf(v).state == EC || lookOf(v).state == HS })
			},
			Weigh: func(e *model.Event, before, after *model.View) (t question.EdgeWeight) {
				lane := e.Site - 1
				was, is := lookOf(before).state, lookOf(after).state
				if opensSession(e, before, after) {
					t.Begins = 1 << lane
				}
				if (was == EC || was == HS) && (is == HI || sentBy[token](e) > 0) {
					t.Ends = 1 << lane
				}
				if by := remarked(e).counts; by != 0 {
					t.Weights = make([]int, n)
					t.Weights[lane] = by
				}
				return t
			},
		},
	}
}

// tokenSize is what makes the token a message of size O(n). Of the extended problem the paper does not say it.
func tokenSize(n int, extended bool) invariants.Property {
	var claimed *invariants.Claimed
	if !extended {
		claimed = &invariants.Claimed{Max: n}
	}
	return invariants.Property{
		Name: "token-size", Kind: invariants.Cost, Source: "section VI, average message size: O(n)",
		Doc: "the most requests in the queue of a token that is held, or valid and on its way", BySite: claimed != nil,
		Size: func(vs invariants.Views) int {
			most := 0
			for _, v := range vs {
				most = max(most, lookOf(v).load)
			}
			return most
		},
	}.Claiming(claimed)
}

// runTokens counts tokens sent in whole runs.
var runTokens = invariants.RunSends[token]("run-tokens", "tokens").From("section VI, average message size")
