package conform

import (
	"encoding/binary"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// place is where a search is: a state of the system, and how much of the log has happened. It is never changed.
type place struct {
	nodes   []uint32 // of every site, then the budgets
	done    []int32  // events of each site that have happened
	gaps    []int32  // steps of each site since, that nobody has logged; nil: there can be none
	enters  []int32  // of these and of the event before them, those that have entered, of which a line may be missing, too
	entered uint64   // the sites whose last step has entered the critical section, if no line says so yet
	hidden  int      // steps that may still happen without having been logged
	flight  flight
	total   int // events that have happened
	steps   int
	calm    system.Calm
	calmed  bool // calm has been worked out
}

// option is a step, or a line that is none.
type option struct {
	site   int
	move   *system.Move // nil: a line that says that the critical section was entered
	event  *Event       // nil: nobody has logged it
	budget uint32       // afterwards
	from   model.Site   // of the message, where the message does not tell; 0: not known
	hidden bool         // it counts as hidden: it is not the network's
	early  bool
}

// apply is where an option leads.
func (s *searcher) apply(p *place, o *option) *place {
	q := *p
	q.done = slices.Clone(p.done)
	bit := uint64(1) << o.site
	if o.event != nil {
		q.done[o.site]++
		q.total++
		if p.gaps != nil && p.gaps[o.site] > 0 {
			q.gaps, q.enters = slices.Clone(p.gaps), slices.Clone(p.enters)
			q.gaps[o.site], q.enters[o.site] = 0, 0
		}
	} else if o.hidden {
		q.hidden--
		q.gaps = slices.Clone(p.gaps)
		q.gaps[o.site]++
		if p.entered&bit != 0 {
			q.enters = slices.Clone(p.enters)
			q.enters[o.site]++
		}
	}
	if o.move == nil {
		q.entered &^= bit
		return &q
	}
	q.steps++
	q.calmed = false
	last := len(p.nodes) - 1
	q.nodes = slices.Clone(p.nodes)
	q.nodes[o.site], q.nodes[last] = o.move.Next, o.budget
	for _, d := range o.move.Sends {
		q.nodes[d.Site] = s.reader.Put(d.Site, q.nodes[d.Site], d.Batch)
	}
	e := o.move.Event
	if o.event != nil || o.hidden {
		if q.entered &^= bit; e.Entries > 0 {
			q.entered |= bit
		}
	}
	if s.senders {
		q.flight = s.sendersAfter(q.flight, o)
	}
	return &q
}

// sendersAfter is who has sent the messages in flight after a step.
func (s *searcher) sendersAfter(f flight, o *option) flight {
	e := o.move.Event
	if o.from != 0 {
		n := -1
		if e.Kind == model.DuplicateEvent {
			n = 1
		}
		f = f.with(sent{to: e.Site, from: o.from, value: s.value(e.Message.Value)}, n)
	}
	for _, m := range e.Sends {
		if s.tells(m.Value) {
			continue
		}
		f = f.with(sent{to: m.To, from: e.Site, value: s.value(m.Value)}, 1)
	}
	return f
}

// tells reports that a message says who has sent it.
func (s *searcher) tells(m any) bool {
	_, _, sender := opened(model.Message{Value: m})
	return sender != 0
}

// value numbers a message.
func (s *searcher) value(m any) uint32 {
	n, known := s.values[m]
	if !known {
		n = uint32(len(s.values)) + 1
		s.values[m] = n
	}
	return n
}

// key is a place as bytes: equal places have equal keys, others have other ones.
func (p *place) key() string {
	key := make([]byte, 0, 4*len(p.nodes)+4*len(p.done)+16)
	for _, n := range p.nodes {
		key = binary.AppendUvarint(key, uint64(n))
	}
	for k, n := range p.done {
		key = binary.AppendUvarint(key, uint64(n))
		if p.gaps != nil {
			key = binary.AppendUvarint(key, uint64(p.gaps[k]))
			key = binary.AppendUvarint(key, uint64(p.enters[k]))
		}
	}
	key = binary.AppendUvarint(key, p.entered)
	key = binary.AppendUvarint(key, uint64(p.hidden))
	return string(p.flight.append(key))
}
