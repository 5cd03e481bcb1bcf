package gbp

import (
	"math"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// costs lists what section V counts.
func (p *protocol) costs() []invariants.Property {
	least, most := p.quorumSizes()
	claimed := invariants.Claimed{Min: 2 * (least - 1), Max: 2 * (most - 1)}
	all := []invariants.Property{
		invariants.MessagesToExit(p.c.Processes, invariants.Claimed{Min: 3, Max: 3}).
			Named("process-messages", "messages between a process and its group from its request to its exit, both included").
			From("section III, figure 3: two sent and one received"),
		p.toEntry("entry-messages", "messages between groups on account of one from the beginning of its stage to its CS; a stage that ends without does not count", 0, false, nil).
			From("section V: q-1 requests, q-1 permissions, and 2 (q-1) with each yield"),
		p.toEntry("entry-messages-unyielding", "the same, of a group that gives no lock back meanwhile", 0, true, &claimed).
			From("section V: q-1 requests and q-1 permissions"),
	}
	if _, limited := p.c.TotalRequests(); limited {
		all = append(all,
			p.toEntry("entry-messages-yields", "the same, two less for each lock that it gives back", 2, false, &claimed).
				From("section V: q-1 requests and q-1 permissions, and 2 (q-1) with each yield"),
			p.balance(),
			invariants.RunMessagesUnserved.From("section V, which counts messages for sessions only"))
	}
	return all
}

// quorumSizes is the least and the largest q.
func (p *protocol) quorumSizes() (least, most int) {
	least = p.S[0].Len()
	for _, S := range p.S {
		least, most = min(least, S.Len()), max(most, S.Len())
	}
	return least, most
}

// toEntry has a lane for each group. The account of a request and of what answers it is the group that asks; that of a call
// and of the lock that comes back is the group that is called on. A lock that comes back counts less by price. With
// unyielding, stages in which one does are left out.
func (p *protocol) toEntry(name, doc string, price int, unyielding bool, claimed *invariants.Claimed) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Cost, Doc: doc, Claimed: claimed,
		Gauge: &invariants.Gauge{
			Lanes: p.c.Groups, Renews: true,
			Within: func(vs invariants.Views) uint64 {
				return vs[p.c.Processes:].Mask(func(v *model.View) bool { return v.More.(look).state == Active })
			},
			Weigh: func(e *model.Event, _, _ *model.View) question.EdgeWeight {
				t := question.EdgeWeight{Weights: make([]int, p.c.Groups)}
				for _, note := range e.Notes {
					switch note := note.(type) {
					case stage:
						t.Begins |= 1 << (note.k - 1)
						t.Drops |= 1 << (note.k - 1) // the one before it, which has ended in the same step
					case session:
						t.Ends |= 1 << (note.k - 1)
					}
				}
				for _, s := range e.Sends {
					if s.To == e.Site {
						continue
					}
					switch m := s.Value.(type) {
					case ReqGroup:
						t.Weights[m.Gk-1]++
					case RecGroup:
						t.Weights[m.Gl-1]++
					case RelGroup:
						t.Weights[m.Gl-1]++
					case RepRelGroup:
						t.Weights[m.Gk-1] += 1 - price
						if unyielding {
							t.Drops |= 1 << (m.Gk - 1)
						}
					}
				}
				return t
			},
		},
	}
}

// balance is the message complexity as a sum over a whole run: a session of l processes costs 3 l + 3 (q-1) messages,
// and 2 (q-1) more at most with each yield, of which every Rep-Rel-Group shows one lock. It must not be positive.
func (p *protocol) balance() invariants.Property {
	return invariants.Property{
		Name: "messages", Kind: invariants.Cost, Source: "section V: 3 l + 3 (q-1) messages, 2 (q-1) more with each yield",
		Doc:     "in a whole run that serves everybody: messages - 3 entries - 3 (q-1) sessions - 2 locks given back",
		Claimed: &invariants.Claimed{Min: math.MinInt, Max: 0}, Deaf: true,
		Gauge: invariants.WholeRun(func(e *model.Event, _, _ *model.View) int {
			weight := invariants.Travelling(e) - 3*e.Entries
			for s := range invariants.Notes[session](e) {
				weight -= 3 * (p.S[s.k-1].Len() - 1)
			}
			for to := range invariants.Sent[RepRelGroup](e) {
				if to != e.Site {
					weight -= 2
				}
			}
			return weight
		}),
	}
}
