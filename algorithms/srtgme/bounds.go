package srtgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// bounds lists what the paper says of numbers and of endless runs, and what it leaves open.
func bounds(c model.Config) []invariants.Property {
	n, m, K := c.Processes, c.Groups, max(1, c.Priorities)
	all := []invariants.Property{
		invariants.FairStarvation.From("section V.B"),
		invariants.Bypass(n).From("section V.B; no number is given"),
		invariants.BypassRegistered(n, inQueue, "stands in the queue of a token, held or on its way").From("section V.B; no number is given"),
		bypassSessions(n),
		aging(n, K),
	}
	if !c.Faultless() {
		return all
	}
	return append(all,
		coGlobal,
		invariants.MaxConcurrency(invariants.Together(c)).From("section VI, maximum concurrency"),
		switchesFrom(n, "switches", "i's request", asked, max(min(n, m), K-1)),
		switchesFrom(n, "switches-queued", "the step that queues i", queuedNow, max(min(n, m), K-1)),
		invariants.MessagesToNext(n, invariants.Claimed{Max: n + 1}).From("section VI, messages per critical section entry: 0 to n+1"),
		invariants.MessagesUnaccounted(n).From("section VI, which counts none"),
		invariants.MessagesOfCaptains(n, isIn(EC), invariants.Claimed{Max: n}).
			From("section VI: n-1 requests and one token for a process that enters as captain"),
		invariants.MessagesOfFollowers(n, isIn(EF), invariants.Claimed{Max: n + 1}).
			From("section VI: n-1 requests, one start and one complete for a follower"),
		runTokens.From("section VI, average message size"),
		invariants.SyncDelay(func(vs invariants.Views) bool { return inQueue(vs) != 0 }, invariants.Queued, &invariants.Claimed{Min: 1, Max: 2}).
			From("section VI, synchronization delay: 2T"),
	)
}

// inQueue is the waiting processes in the queue of a token, held or on its way.
func inQueue(vs invariants.Views) uint64 {
	waiting := invariants.Waiting(vs)
	if waiting == 0 {
		return 0
	}
	var queued model.Sites
	for _, v := range vs {
		m := of(v)
		queued = queued.Union(m.waiting).Union(m.coming)
	}
	return waiting & queued.Mask()
}

// switches reports that a step selects a session: a pass, a token sent from HI, or a request in HI.
func switches(e *model.Event, before, _ *model.View) bool {
	if invariants.Noting[passed](e) {
		return true
	}
	return of(before).state == HI && (invariants.Sending[token](e) || e.Kind == model.RequestEvent)
}

// granted is the processes that a step sends the token or a start, or that enter in it.
func granted(e *model.Event) (bits uint64) {
	for _, x := range e.Sends {
		switch x.Value.(type) {
		case token, start:
			bits |= 1 << (x.To - 1)
		}
	}
	if e.Entries > 0 {
		bits |= 1 << (e.Site - 1)
	}
	return bits
}

// asked and queuedNow say whose wait a step begins: with its request, or when the request comes into the queue.
func asked(e *model.Event) uint64 {
	if e.Kind == model.RequestEvent {
		return 1 << (e.Site - 1)
	}
	return 0
}

func queuedNow(e *model.Event) (bits uint64) {
	for d := range invariants.Notes[decided](e) {
		if d.queued() {
			bits |= 1 << (d.j - 1)
		}
	}
	return bits
}

// bypassSessions counts the switches to sessions of others: not the one that grants i, whoever makes it.
func bypassSessions(n int) invariants.Property {
	p := invariants.BypassSessions(n, switches).Named("bypass-sessions", "the most session switches that grant others between i's request and i's entry").From("section V.B; no number is given")
	p.Gauge.Weigh = func(e *model.Event, before, after *model.View) question.EdgeWeight {
		t := question.EdgeWeight{Begins: asked(e)}
		if e.Entries > 0 {
			t.Ends = 1 << (e.Site - 1)
		}
		if switches(e, before, after) {
			t.Weights = make([]int, n)
			granting := granted(e)
			for l := range t.Weights {
				if granting>>l&1 == 0 {
					t.Weights[l] = 1
				}
			}
		}
		return t
	}
	return p
}

// aging counts the switches between the step that queues i and the one that grants it.
func aging(n, K int) invariants.Property {
	gauge := switchGauge(n, queuedNow, false)
	gauge.Endless = true
	return invariants.Property{
		Name: "aging", Kind: invariants.Bound, Source: "section V.B: within K-1 session switches",
		Doc:     "session switches from the step that queues i's request to the one that grants it, these two not counted",
		Claimed: &invariants.Claimed{Max: K - 1},
		Gauge:   gauge,
	}
}

// switchesFrom counts the switches from a beginning to the one that grants i, that one included.
func switchesFrom(n int, name, from string, begins func(*model.Event) uint64, most int) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Cost, Source: "section VI, forum switch complexity: max(min(n, m), K-1)",
		Doc:     "session switches after " + from + ", up to and including the one that grants i",
		Claimed: &invariants.Claimed{Max: most},
		Gauge:   switchGauge(n, begins, true),
	}
}

func switchGauge(n int, begins func(*model.Event) uint64, last bool) *invariants.Gauge {
	return &invariants.Gauge{
		Lanes:  n,
		Within: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits }) },
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t := question.EdgeWeight{Begins: begins(e), Ends: granted(e)}
			if !switches(e, before, after) {
				return t
			}
			t.Weights = make([]int, n)
			for l := range t.Weights {
				if granting := t.Ends>>l&1 != 0; last || !granting {
					t.Weights[l] = 1
				}
			}
			// the step that begins the wait is before it
			for l := range t.Weights {
				if t.Begins>>l&1 != 0 && t.Ends>>l&1 == 0 {
					t.Weights[l] = 0
				}
			}
			return t
		},
	}
}

// runTokens counts the tokens that are passed on to another process.
var runTokens = invariants.Property{
	Name: "run-tokens", Kind: invariants.Cost,
	Doc: "token messages between different processes in a whole run that serves everybody",
	Gauge: invariants.WholeRun(func(e *model.Event, _, _ *model.View) int {
		if _, to, sent := handed(e); sent && to != e.Site {
			return 1
		}
		return 0
	}),
}

// coGlobal asks for more than that nothing stands in i's way: the messages in flight must bring it in by themselves.
var coGlobal = invariants.Property{
	Name: "co-global", Kind: invariants.Liveness, Source: "section V.C",
	Doc: "where i waits, and all others that wait or attend have its session, every maximal run of deliveries alone " +
		"leads to i's entry",
	Pending: func(vs invariants.Views) (bits uint64) {
		for i, v := range vs {
			same := func(w *model.View) bool { return !w.Waits && !w.InCS || of(w).X == of(v).X }
			if v.Waits && vs.Count(same) == len(vs) {
				bits |= 1 << i
			}
		}
		return bits
	},
	Goal:  func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return !v.Waits }) },
	Along: func(e *model.Event) bool { return e.Kind == model.DeliverEvent || e.Kind == model.TickEvent },
	Vain:  invariants.Each("waits, nobody has another session, and deliveries alone need not bring it in"),
}
