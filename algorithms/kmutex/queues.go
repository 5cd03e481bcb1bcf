package kmutex

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What section III says of the queues: who stands in them, and how long they get.

// queueLength is the space complexity: "any queue can have at most sqrt(n) entry at a time".
func queueLength(m int) invariants.Property {
	longest := func(v *model.View) int { return v.More.(about).longest }
	return invariants.Property{
		Name: "queue-length", Kind: invariants.Invariant,
		Doc:    fmt.Sprintf("every LRQ (without MARKERs), GRQ and token queue has at most sqrt(n) = %d entries", m),
		BySite: true,
		State: func(vs invariants.Views) invariants.Opinion {
			return invariants.If(vs.Any(func(v *model.View) bool { return longest(v) > 0 }),
				!vs.Any(func(v *model.View) bool { return longest(v) > m }))
		},
		Detail: func(vs invariants.Views) string {
			var sites []string
			for i, v := range vs {
				if a := v.More.(about); a.longest > m {
					sites = append(sites, fmt.Sprintf("P%d: LRQ %v, GRQ %v, a token queue there or on its way there of %d at most",
						i+1, a.LRQ, a.GRQ, a.longest))
				}
			}
			return strings.Join(sites, "; ")
		},
	}
}

// oneQueue is "each node can have only one queue at a time which is token queue".
var oneQueue = invariants.Property{
	Name: "one-queue", Kind: invariants.Invariant,
	Doc:    "each node has at most one queue that is not empty: LRQ, GRQ or that of a token",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		most := func(least int) bool {
			return vs.Any(func(v *model.View) bool { return v.More.(about).queues >= least })
		}
		return invariants.If(most(1), !most(2))
	},
}

// oneTokenQueue is the same, of the queues of tokens alone.
var oneTokenQueue = invariants.Property{
	Name: "one-token-queue", Kind: invariants.Invariant,
	Doc:    "each node has at most one token with a queue that is not empty",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		tokens := func(least int) bool {
			return vs.Any(func(v *model.View) bool {
				a := v.More.(about)
				n := a.queues
				for _, q := range []queue{a.LRQ, a.GRQ} {
					if !q.Empty() {
						n--
					}
				}
				return n >= least
			})
		}
		return invariants.If(tokens(1), !tokens(2))
	},
}

// enqueued is "Any node wants to enter its critical section will be enqueued into the LRQ at the LRC node of its local
// group", and from there in a token queue.
func (p *protocol) enqueued() invariants.Property {
	lost := func(vs invariants.Views) (all model.Sites) {
		var listed model.Sites
		for _, v := range vs {
			listed = listed.Union(v.More.(about).listed)
		}
		for i := range model.Site(len(vs)) {
			i++
			lrc := of(vs, p.collector(i))
			if vs[i-1].Waits && !listed.Has(i) && !lrc.asking.Has(i) && !lrc.LRQ.Has(i) {
				all = all.With(i)
			}
		}
		return all
	}
	return invariants.Property{
		Name: "enqueued", Kind: invariants.Invariant,
		Doc: "whoever waits is in the LRQ of its LRC or in the queue of a token, or its request is on its way to the LRC",
		State: func(vs invariants.Views) invariants.Opinion {
			return invariants.If(invariants.Waiting(vs) != 0, lost(vs).Empty())
		},
		Detail: func(vs invariants.Views) string { return fmt.Sprintf("nobody knows that %v waits", lost(vs)) },
	}
}

// asked is "Then LRC sends a request to GRC and enqueued in the Global Request Queue", "Similarly this will happen at the
// GRQ".
func (p *protocol) asked() invariants.Property {
	return invariants.Property{
		Name: "asked", Kind: invariants.Invariant,
		Doc: "an LRC in whose LRQ somebody waits has a token, or one is on its way to it, or it is in the GRQ or in a token's queue " +
			"of LRCs, or its request is on its way to the GRC",
		State: func(vs invariants.Views) invariants.Opinion {
			some, all := false, true
			for j := range p.collectors() {
				lrc := of(vs, j)
				if j == theGRC || lrc.LRQ.Empty() {
					continue
				}
				some = true
				all = all && (lrc.inHand+vs[j-1].Coming > 0 || p.asks(vs).Has(j))
			}
			return invariants.If(some, all)
		},
	}
}

// asksOnce is the variable requestSent: an LRC does not ask again before it has a token for what it has asked.
func (p *protocol) asksOnce() invariants.Property {
	return invariants.Property{
		Name: "asks-once", Kind: invariants.Invariant,
		Doc: "of the requests of an LRC to the GRC at most one is not answered: it is on its way or queued, or what answers it " +
			"is on its way, one token or a share",
		State: func(vs invariants.Views) invariants.Opinion {
			var once, twice model.Sites
			note := func(all model.Sites) { once, twice = once.Union(all), twice.Union(once.Intersect(all)) }
			for i, v := range vs {
				a := v.More.(about)
				note(a.asks)
				twice = twice.Union(a.twice)
				if i := model.Site(i + 1); a.answers > 0 && i != theGRC {
					note(model.SetOf(i)) // several are a share; of two requests one was on its way, or queued, beside an answer before
				}
			}
			return invariants.If(!once.Empty(), twice.Empty())
		},
	}
}

// asks are the LRCs whose requests are on their way to the GRC or queued.
func (p *protocol) asks(vs invariants.Views) (all model.Sites) {
	for _, v := range vs {
		all = all.Union(v.More.(about).asks)
	}
	return all
}

// takesAll is "after receiving the token from GRC node and the requested nodes are enqueued in this token queue".
func (p *protocol) takesAll() invariants.Property {
	return invariants.Property{
		Name: "takes-all", Kind: invariants.Stepwise, ByEvent: true,
		Doc:   "when an LRC has received a token from the GRC, all requests of its LRQ are in token queues",
		Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			t, is := s.Event.Message.Value.(TOKEN)
			if !is || of(s.Before, i).typ != LRC || p.group(t.from) == p.group(i) {
				return invariants.Silent
			}
			return invariants.If(!of(s.Before, i).LRQ.Empty(), of(s.After, i).LRQ.Empty())
		},
	}
}

// dequeued is "nodes are dequeued after exiting their critical section".
var dequeued = invariants.Property{
	Name: "dequeued", Kind: invariants.Invariant,
	Doc: "whoever is in an LRQ waits or is in its critical section",
	State: func(vs invariants.Views) invariants.Opinion {
		var queued, gone model.Sites
		for i, v := range vs {
			queued = queued.Union(members(v.More.(about).LRQ))
			if !v.Waits && !v.InCS {
				gone = gone.With(model.Site(i + 1))
			}
		}
		return invariants.If(!queued.Empty(), queued.Intersect(gone).Empty())
	},
}

// dequeuedAtExit is the same of the token's queue: "When it exits its critical section, it dequeues it from the token queue".
var dequeuedAtExit = invariants.Property{
	Name: "dequeued-at-exit", Kind: invariants.Invariant,
	Doc: "whoever is in its critical section by its turn in a token's queue still stands in that queue",
	State: func(vs invariants.Views) invariants.Opinion {
		some, all := false, true
		for i, v := range vs {
			if a := v.More.(about); a.mode == byQueue {
				some, all = true, all && a.held.inner.Has(model.Site(i+1))
			}
		}
		return invariants.If(some, all)
	},
}

// grqServed is "Similarly this will happen at the GRQ".
var grqServed = invariants.Property{
	Name: "grq-served", Kind: invariants.Liveness,
	Doc:  "no maximal run in which an LRC stays in the GRQ for ever: none that ends, and no endless one that is fair",
	Fair: func(vs invariants.Views) uint64 { return members(of(vs, theGRC).GRQ).Mask() },
	End: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(!of(vs, theGRC).GRQ.Empty(), false)
	},
	Vain: invariants.Each("is in the GRQ for ever"),
	Detail: func(vs invariants.Views) string {
		return fmt.Sprintf("%v stay in the GRQ, and nothing can happen", of(vs, theGRC).GRQ)
	},
}

// queueServed is "All nodes into that queue will enter its critical section". It holds where fair-starvation does not, and
// shows what else might be wrong.
var queueServed = invariants.Property{
	Name: "queue-served", Kind: invariants.Liveness,
	Doc: "no fair run in which i waits for ever in the queue of a token",
	Fair: func(vs invariants.Views) uint64 {
		var listed model.Sites
		for _, v := range vs {
			listed = listed.Union(v.More.(about).listed)
		}
		return invariants.Waiting(vs) & listed.Mask()
	},
	Vain: invariants.Each("waits in a token queue for ever"),
}

// structure is section III.A and figure 1: groups, their LRCs, and the GRC.
func (p *protocol) structure() invariants.Property {
	return invariants.Property{
		Name: "structure", Kind: invariants.Stepwise,
		Doc: "a node asks the LRC of its group, an LRC the GRC; tokens go from node to node of a group, or between an LRC and " +
			"the GRC",
		Hears:   func(e *model.Event) bool { return len(e.Sends) > 0 },
		ByEvent: true,
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			for _, m := range s.Event.Sends {
				allowed := false
				switch t := m.Value.(type) {
				case NODE_LRC_REQ_CS:
					allowed = s.Event.Kind == model.RequestEvent && t.from == i && m.To == p.collector(i)
				case LRC_GRC_REQ_CS:
					allowed = t.from == i && p.index(i) == 1 && m.To == theGRC
				case TOKEN:
					allowed = t.from == i && (p.group(m.To) == p.group(i) ||
						p.index(i) == 1 && m.To == theGRC || i == theGRC && p.index(m.To) == 1)
				}
				if !allowed || m.To == i {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
	}
}
