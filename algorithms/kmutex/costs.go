package kmutex

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

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
		return append(measure("lone-messages", "messages in all when one node asks once and nobody else does", claimed),
			loneEntry.From("section III.D, Message complexity"))
	case p.allAskOnce():
		count := p.c.Processes + 4*(p.m-1) - 1
		return append(measure("all-messages", "messages in all when every node asks once: n + 4 (sqrt(n) - 1) - 1", invariants.Claimed{Min: count, Max: count}),
			p.allRequests(), p.allBetween(),
			invariants.RunMessagesUnserved.From("section III.D, which counts messages for entries only"))
	}
	return nil
}

// allAskOnce reports that every node has one request.
func (p *protocol) allAskOnce() bool {
	return slices.Min(p.c.Requests) == 1 && slices.Max(p.c.Requests) == 1
}

// allAsked, allGiven and allReturned are the terms of [protocol.allBetween].
func (p *protocol) allAsked() invariants.Property {
	return counted("all-asked", "requests of LRCs to the GRC when every node asks once: sqrt(n) - 1", p.m-1, func(_ *model.Event, m model.Send) bool {
		_, is := m.Value.(LRC_GRC_REQ_CS)
		return is
	})
}

func (p *protocol) allGiven() invariants.Property {
	return counted("all-given", "messages with tokens from the GRC to LRCs when every node asks once: sqrt(n) - 1 + sqrt(n) - 2", 2*p.m-3,
		func(e *model.Event, m model.Send) bool {
			_, is := m.Value.(TOKEN)
			return is && e.Site == theGRC && p.group(m.To) != p.group(theGRC)
		})
}

func (p *protocol) allReturned() invariants.Property {
	return counted("all-returned", "messages with tokens from LRCs to the GRC when every node asks once: sqrt(n) - 1", p.m-1,
		func(e *model.Event, m model.Send) bool {
			_, is := m.Value.(TOKEN)
			return is && m.To == theGRC && p.group(e.Site) != p.group(theGRC)
		})
}

// allRequests is "n messages from all nodes in the network to the LRCs".
func (p *protocol) allRequests() invariants.Property {
	return counted("all-requests", "requests of nodes to their LRCs when every node asks once: n", p.c.Processes, func(_ *model.Event, m model.Send) bool {
		_, is := m.Value.(NODE_LRC_REQ_CS)
		return is
	})
}

// allBetween is what the paragraph sums up: "the LRCs to the GRC asking for tokens", "send them to all LRCs", and back.
func (p *protocol) allBetween() invariants.Property {
	return counted("all-between", "messages between LRCs and the GRC when every node asks once: 4 (sqrt(n) - 1) - 1", 4*(p.m-1)-1,
		func(e *model.Event, m model.Send) bool { return p.group(m.To) != p.group(e.Site) })
}

// counted counts some of the messages of whole runs.
func counted(name, doc string, claimed int, counts func(*model.Event, model.Send) bool) invariants.Property {
	q := invariants.RunMessages.Named(name, doc)
	q.Claimed = &invariants.Claimed{Min: claimed, Max: claimed}
	q.Gauge = invariants.WholeRun(func(e *model.Event, _, _ *model.View) (n int) {
		for _, m := range e.Sends {
			if m.To != e.Site && counts(e, m) {
				n++
			}
		}
		return n
	})
	return q.From("section III.D, Message complexity")
}

// loneEntry is the first four of the six messages: "so that it can enter its critical section".
var loneEntry = invariants.Property{
	Name: "lone-entry-messages", Kind: invariants.Cost,
	Doc:     "messages until its entry when one node asks once and nobody else does",
	Claimed: &invariants.Claimed{Max: 4},
	Gauge: &invariants.Gauge{
		Lanes: 1,
		Within: func(vs invariants.Views) uint64 {
			if vs.Any(func(v *model.View) bool { return v.Waits }) {
				return 1
			}
			return 0
		},
		Weigh: func(e *model.Event, _, _ *model.View) (t question.EdgeWeight) {
			t.Weights = []int{invariants.Travelling(e)}
			if e.Kind == model.RequestEvent {
				t.Begins = 1
			}
			if e.Entries > 0 {
				t.Ends, t.Weights = 1, nil
			}
			return t
		},
	},
}
