package drsgme

import (
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// bounds lists what the paper says of numbers, and those that it leaves open.
func bounds(c model.Config, extended bool) []invariants.Property {
	n := c.Processes
	fair := invariants.FairStarvation.From("section V, Starvation Freedom")
	all := []invariants.Property{
		fair,
		invariants.Bypass(n).From("section V, Starvation Freedom; no number is given"),
		invariants.BypassRegistered(n, inQueue).From("section V, Starvation Freedom; no number is given"),
		invariants.BypassSessions(n, opensSession).From("section V, Starvation Freedom; no number is given"),
	}
	if !c.Faultless() {
		if c.Timeouts != model.Off {
			all = append(all, regenerationCost(n))
		}
		return all
	}
	claimed := invariants.Claimed{Max: n + 1}
	all = append(all,
		invariants.MaxConcurrency(invariants.Together(c)).From("section VI, maximum concurrency"),
		invariants.MessagesToExit(n, claimed).From("section VI, messages per critical section entry: 0 to n+1"),
		invariants.SyncDelay(somebodyQueued, &invariants.Claimed{Min: 1, Max: 2}).From("section VI, synchronization delay: 2 T"),
	)
	if extended {
		return all
	}
	all = append(all, switches(c))
	if n*(n-1)*c.Groups <= 64 {
		all = append(all, fcfs(c, false), fcfs(c, true))
	}
	return all
}

// inQueue is the waiting processes in the queue of a token that is held, or valid and on its way.
func inQueue(vs invariants.Views) (bits uint64) {
	var queued model.Sites
	for _, v := range vs {
		queued |= lookOf(v).queued | lookOf(v).queuedComing
	}
	return vs.Mask(func(v *model.View) bool { return v.Waits }) & (uint64(queued) >> 1)
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
		Doc:     "sessions opened from i's entering the queue to i's entry, its own included",
		Claimed: &invariants.Claimed{Max: min(n, c.Groups)},
		Gauge: &invariants.Gauge{
			Lanes:  n,
			Within: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits }) },
			Weigh: func(e *model.Event, before, after *model.View) (t explore.Tally) {
				was := lookOf(before)
				t.Begins = uint64(queuedAfter(e, before, after)&^was.queued&^was.queuedComing) >> 1
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
		for _, m := range e.Sends {
			if t, ok := m.Value.(token); ok {
				all |= queued(t.queue)
			}
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

// fcfs has a lane for i, j and the group Y that j asks for, while i waits in the queue for another group and after
// that j waits. It ends when one of the two enters, and weighs 1 if that is j. In the session form only j as captain
// counts.
func fcfs(c model.Config, session bool) invariants.Property {
	n, m := c.Processes, c.Groups
	lane := func(i, j model.Site, y model.Group) int {
		if j > i {
			j--
		}
		return (int(i-1)*(n-1)+int(j-1))*m + int(y) - 1
	}
	lanes := n * (n - 1) * m
	each := func(yield func(i, j model.Site, y model.Group, bit uint64)) {
		for i := range model.Site(n) {
			for j := range model.Site(n) {
				for y := range model.Group(m) {
					if i != j {
						yield(i+1, j+1, y+1, 1<<lane(i+1, j+1, y+1))
					}
				}
			}
		}
	}
	p := invariants.Property{
		Name: "fcfs", Kind: invariants.Stepwise, Source: "section VIII: requests are served first come, first served",
		Doc: "if i waits in the queue, and j asks for another group after that, then j does not enter before i",
	}
	if session {
		p.Name, p.Doc = "fcfs-session", "if i waits in the queue, and j asks for another group after that, then j does not enter as captain before i"
	}
	p.Claimed = &invariants.Claimed{Max: 0}
	p.Gauge = &invariants.Gauge{
		Lanes: lanes,
		Within: func(vs invariants.Views) (bits uint64) {
			each(func(i, j model.Site, y model.Group, bit uint64) {
				if vs[i-1].Waits && vs[j-1].Waits && vs[j-1].Groups.Has(y) {
					bits |= bit
				}
			})
			return bits
		},
		Armed: func(vs invariants.Views) (bits uint64) {
			queued := inQueue(vs)
			each(func(i, _ model.Site, y model.Group, bit uint64) {
				if queued>>(i-1)&1 != 0 && !vs[i-1].Groups.Has(y) {
					bits |= bit
				}
			})
			return bits
		},
		Weigh: func(e *model.Event, before, after *model.View) (t explore.Tally) {
			if e.Kind != model.RequestEvent && e.Entries == 0 {
				return t
			}
			t.Weights = make([]int, lanes)
			each(func(i, j model.Site, y model.Group, bit uint64) {
				if e.Kind == model.RequestEvent && e.Site == j && e.Demand.Group == y {
					t.Begins |= bit
				}
				if e.Entries == 0 || e.Site != i && e.Site != j {
					return
				}
				t.Ends |= bit
				if e.Site == j && (!session || lookOf(after).state == EC) {
					t.Weights[lane(i, j, y)] = 1
				}
			})
			return t
		},
	}
	p.Doc += " (0: never, 1: it happens)"
	return p
}

// regenerationCost counts what one expiry of T1 causes: its gen_tokens, and the tokens that are sent at their receipt.
func regenerationCost(n int) invariants.Property {
	return invariants.Property{
		Name: "regeneration-cost", Kind: invariants.Cost, Source: "section VI: n gen_token, and 1 to n tokens",
		Doc:     "gen_tokens of one expiry of T1, and tokens sent at their receipt, until none of them is in flight",
		Claimed: &invariants.Claimed{Min: n + 1, Max: 2 * n},
		Gauge: &invariants.Gauge{
			Lanes: n, Leaving: true,
			Within: func(vs invariants.Views) uint64 {
				var all model.Sites
				for _, v := range vs {
					all |= lookOf(v).regenerating
				}
				return uint64(all) >> 1
			},
			Weigh: func(e *model.Event, _, _ *model.View) (t explore.Tally) {
				count := func(i model.Site, sent func(any) bool) {
					t.Weights = make([]int, n)
					for _, m := range e.Sends {
						if sent(m.Value) {
							t.Weights[i-1]++
						}
					}
				}
				switch {
				case e.Kind == model.TimeoutEvent && e.Name == T1:
					t.Begins = 1 << (e.Site - 1)
					count(e.Site, func(m any) bool { _, ok := m.(genToken); return ok })
				case e.Kind == model.DeliverEvent:
					if g, ok := e.Message.Value.(genToken); ok {
						count(g.j, func(m any) bool { _, ok := m.(token); return ok })
					}
				}
				return t
			},
		},
	}
}
