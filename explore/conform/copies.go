package conform

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// A copy of a message is of use only if it arrives later, in an event that was logged. So none is made of a message that no later line of its site can
// be, and in a bag, where equal messages are the same, none as long as there is another.

// message is a message at a site, in flight.
type message struct {
	site  int
	value uint32
	from  model.Site // of its channel; 0 in a bag
}

// arrival is an event that may be the arrival of a message.
type arrival struct {
	at    int  // its place among the events of the site
	whole bool // it can be that of no other
}

// arrivals lists the events of a site that may be the arrival of a message, in their order.
func (s *searcher) arrivals(k int, m model.Message) []arrival {
	key := message{k, s.value(m.Value), m.From}
	all, known := s.coming[key]
	if known {
		return all
	}
	t := &s.sites[k]
	for n, e := range t.events {
		if (e.Kind == "deliver" || e.Kind == "drop") && e.carries(m, t.froms[n]) {
			all = append(all, arrival{n, e.whole(m, t.froms[n])})
		}
	}
	s.coming[key] = all
	return all
}

// copying says of a message that is to be the next event of a site whether a copy of it may be of use, and whether nothing but a copy can be a later arrival.
func (s *searcher) copying(p *place, k int, m model.Message) (useful, needed bool) {
	if s.o.Hidden > 0 {
		return true, false // it may arrive where nobody logs it
	}
	all := s.arrivals(k, m)
	later, _ := slices.BinarySearchFunc(all, int(p.done[k])+1, func(a arrival, n int) int { return a.at - n })
	if all = all[later:]; len(all) == 0 || s.fifo {
		return len(all) > 0, false
	}
	if s.senders && !s.tells(m.Value) {
		return true, false // equal messages may differ
	}
	equal := 0
	for _, other := range s.sys.Describe(k, p.nodes[k]).Inbox {
		equal += one(other.Value == m.Value)
	}
	if equal > 1 {
		return false, false
	}
	_, _, sender := opened(m)
	silent := sender != 0 && int(p.done[sender-1]) == len(s.sites[sender-1].events)
	return true, silent && !s.partial && slices.ContainsFunc(all, func(a arrival) bool { return a.whole })
}
