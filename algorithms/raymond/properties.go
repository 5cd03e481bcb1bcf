package raymond

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("mutual exclusion"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.Spurious.From("mutual exclusion"), invariants.Environment,
		invariants.OneToken.From("there is a single token"),
		invariants.JoinsLast[model.Site]().From("REQUEST_Q is a FIFO queue"),
		invariants.ServedFirst[model.Site]("in the order of arrival", nil).From("REQUEST_Q is a FIFO queue"),
		inOrder.From("REQUEST_Q is a FIFO queue"),
		newProtocol(c).neighbours().From("survey, section 3.1"),
		namesSender.From("a REQUEST and a PRIVILEGE come from a neighbour"),
		queuedOnce.From("REQUEST_Q has at most one entry of each neighbour, and one of the node itself"),
	}
	all = append(all, invariants.Endless(c.Processes, "freedom from starvation", nil, "")...)
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"))
		if entries, limited := c.TotalRequests(); limited {
			all = append(all, messages(newProtocol(c).diameter(), entries))
		}
	}
	return all
}

// queuedOnce bounds REQUEST_Q by the number of neighbours and one.
var queuedOnce = invariants.Property{
	Name: "queue-bound", Kind: invariants.Invariant,
	Doc:    "no node stands in the queue of a node twice, so that a queue is never longer than the node has neighbours, and one",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs.Any(func(v *model.View) bool { return queue(v).Len() > 1 }), !vs.Any(func(v *model.View) bool {
			return model.SetOf(queue(v).Slice()...).Len() < queue(v).Len()
		}))
	},
}

func queue(v *model.View) model.List[model.Site] { return v.More.(about).queue }

// inOrder is joins-last and served-first, seen from outside: it looks at the queue before and after, not at what the handlers say of it.
var inOrder = invariants.Property{
	Name: "in-order", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a neighbour that asks, and the node itself, join its queue behind all others; who gets the privilege is its first, and leaves it; nothing else " +
		"in it changes",
	Hears: func(*model.Event) bool { return true },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		want, got := queue(s.Before[i-1]), queue(s.After[i-1])
		if m, is := invariants.Delivered[Request](s.Event); is {
			want = want.Add(m.from)
		} else if s.Event.Kind == model.RequestEvent {
			want = want.Add(i)
		}
		to := model.Site(0)
		if s.Event.Entries > 0 {
			to = i
		}
		for _, m := range s.Event.Sends {
			if _, token := m.Value.(Token); token {
				to = m.To
			}
		}
		if to != 0 {
			if want.Empty() || want.Front() != to {
				return invariants.Violated
			}
			want = want.Rest()
		}
		return invariants.If(!want.Empty() || !got.Empty() || to != 0, got == want)
	},
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config) []invariants.Property {
	return []invariants.Property{invariants.SentByOwner.From("survey, section 3.1"), newProtocol(c).holderPath()}
}

// holderPath is judged without the tree's edges being followed but those that HOLDERs name: while the privilege is on its way, its sender and its receiver
// name each other.
func (p *protocol) holderPath() invariants.Property {
	holder := func(vs invariants.Views, i model.Site) model.Site { return vs[i-1].More.(about).holder }
	leads := func(vs invariants.Views, i model.Site) bool {
		for range vs {
			next := holder(vs, i)
			switch {
			case next == i:
				return true
			case p.way(i, next) != 1:
				return false
			case holder(vs, next) == i:
				return vs[i-1].Coming+vs[next-1].Coming > 0
			}
			i = next
		}
		return false
	}
	return invariants.Property{
		Name: "holder-path", Kind: invariants.Invariant, Source: "survey, section 3.1: nodes are arranged in rootless tree structure",
		Doc: "the HOLDER of each node is a neighbour, and following them leads to the node that has the privilege, or to the two between which it is on its way",
		State: func(vs invariants.Views) invariants.Opinion {
			for i := range vs {
				if !leads(vs, model.Site(i+1)) {
					return invariants.Violated
				}
			}
			return invariants.Fine
		},
	}
}

// neighbours is what the tree is for.
func (p *protocol) neighbours() invariants.Property {
	return invariants.Property{
		Name: "neighbours", Kind: invariants.Stepwise,
		Doc:     "a node sends messages to its neighbours in the tree only",
		Hears:   func(e *model.Event) bool { return len(e.Sends) > 0 },
		ByEvent: true,
		Step: func(s invariants.Step) invariants.Opinion {
			return invariants.That(!slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool { return p.way(s.Event.Site, m.To) != 1 }))
		},
	}
}

// namesSender is said of both messages: who gets a PRIVILEGE does not ask whom it is from.
var namesSender = invariants.Property{
	Name: "names-sender", Kind: invariants.Stepwise,
	Doc:     "a message names the node that sends it",
	Hears:   func(e *model.Event) bool { return len(e.Sends) > 0 },
	ByEvent: true,
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		return invariants.That(!slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool { return m.Value != Request{i} && m.Value != Token{i} }))
	},
}

// messages measures whole runs: a request may serve several nodes, so that messages have no single account.
func messages(diameter, entries int) invariants.Property {
	p := invariants.RunMessages.Named("messages", "messages in a whole run: at most twice the diameter of the tree for each entry")
	p.Claimed = &invariants.Claimed{Max: 2 * diameter * entries}
	return p.From("at most 2 D messages per entry, D the diameter")
}

// diameter is the longest way between two nodes of the tree, in edges.
func (p *protocol) diameter() int {
	end, _ := p.farthest(1)
	_, longest := p.farthest(end)
	return longest
}

// farthest is a node that is farthest from node i: in a tree, a longest way begins at one that is farthest from any.
func (p *protocol) farthest(i model.Site) (end model.Site, longest int) {
	end = i
	for j := range p.n {
		if w := p.way(i, model.Site(j+1)); w > longest {
			end, longest = model.Site(j+1), w
		}
	}
	return end, longest
}

func (p *protocol) way(i, j model.Site) int {
	above := map[model.Site]int{}
	for k, at := 0, i; at != 0; k, at = k+1, p.parents.At(at) {
		above[at] = k
	}
	for k, at := 0, j; ; k, at = k+1, p.parents.At(at) {
		if d, ok := above[at]; ok {
			return k + d
		}
	}
}
