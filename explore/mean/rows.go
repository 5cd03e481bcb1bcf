package mean

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// row is what can happen at a node: for each move its weight and what it counts.
type row struct {
	weights  []float64
	timed    []bool
	steps    []uint16
	channels []channel // under fifo
	alike    [][]int   // under fifo, by move: the positions of the messages, of which one is lost or doubled
}

// rows works out rows, each once.
type rows struct {
	sys    *system.System
	reader *system.Reader
	clocks Clocks
	known  []map[uint32]*row // by site and row of the system
	steps  steps

	fifo    bool
	chooses bool  // some handler does
	refuses error // of a message that a site does not accept somewhere
}

func newRows(sys *system.System, reader *system.Reader, c Clocks) *rows {
	r := &rows{sys: sys, reader: reader, clocks: c, steps: newSteps(sys), fifo: sys.Config.Network == model.FIFO}
	for range sys.Places {
		r.known = append(r.known, map[uint32]*row{})
	}
	return r
}

// of is the row of a node.
func (r *rows) of(site int, node, budget uint32) *row {
	at := r.sys.Row(node, budget)
	if known := r.known[site][at]; known != nil {
		return known
	}
	moves := r.reader.Expand(site, node, budget).Moves
	x, inbox := &row{}, sync.OnceValue(func() []model.Message { return r.sys.Describe(site, node).Inbox })
	for k := range moves {
		e := moves[k].Event
		r.chooses = r.chooses || len(e.Choices) > 0
		rate, timed := r.clocks.rate(e)
		weight := rate * portion(moves, k)
		switch {
		case r.fifo:
			x.alike = append(x.alike, alike(e, inbox))
		case e.Message.Value != nil:
			weight *= float64(equal(e, inbox()))
		}
		x.weights = append(x.weights, weight)
		x.timed = append(x.timed, timed)
		after := r.sys.View(r.reader.Expand(site, moves[k].Next, budget).View)
		x.steps = append(x.steps, r.steps.number(e, after))
	}
	if r.fifo {
		x.channels = channelsOf(site, inbox())
	}
	if r.steps.sites.Selective() {
		for _, m := range inbox() {
			if m.Position <= 1 && !slices.ContainsFunc(moves, func(x system.Move) bool { return takes(x.Event, m) }) {
				r.refuses = fmt.Errorf("%s may have to wait until %s accepts it, and a chain does not know whether it has come by then: load measures that", model.Text(m.Value), r.sys.Places[site].Title())
			}
		}
	}
	r.known[site][at] = x
	return x
}

// takes reports that an event is the end of a message's way.
func takes(e *model.Event, m model.Message) bool {
	return (e.Kind == model.DeliverEvent || e.Kind == model.DropEvent) && e.Message.Value == m.Value && e.Message.From == m.From
}

// equal is how many messages of a bag, each with a clock of its own, could make the event happen: they are one event of the system.
func equal(e *model.Event, inbox []model.Message) (n int) {
	for _, m := range inbox {
		if m.Value == e.Message.Value {
			n++
		}
	}
	return n
}

// alike are the positions of neighbours in a channel of which it does not matter which is lost or doubled: they are one event of the system,
// too, but do not wait for the same messages. Nil for other events.
func alike(e *model.Event, inbox func() []model.Message) (all []int) {
	if e.Kind != model.LoseEvent && e.Kind != model.DuplicateEvent {
		return nil
	}
	at := slices.Index(inbox(), e.Message)
	same := func(k int) bool {
		m := inbox()[k]
		return m.Value == e.Message.Value && m.From == e.Message.From
	}
	first := at
	for first > 0 && same(first-1) {
		first--
	}
	for k := first; k < len(inbox()) && same(k); k++ {
		all = append(all, inbox()[k].Position)
	}
	return all
}

// portion is the probability of a move among those that its clock could make: requests for one thing or another, and outcomes of a
// handler that chooses. Each choice is equally likely, in the order in which the handler makes them.
func portion(moves []system.Move, k int) float64 {
	e := moves[k].Event
	var demands []*model.Demand
	var same [][]string
	for n := range moves {
		o := moves[n].Event
		if o.Kind != e.Kind {
			continue
		}
		if o.Kind == model.RequestEvent && !slices.Contains(demands, o.Demand) {
			demands = append(demands, o.Demand)
		}
		if o.Demand == e.Demand && o.Message == e.Message && o.Name == e.Name {
			same = append(same, o.Choices)
		}
	}
	p := 1 / float64(max(1, len(demands)))
	for depth, choice := range e.Choices {
		var open []string
		left := same[:0:0]
		for _, choices := range same {
			if depth >= len(choices) {
				continue
			}
			if !slices.Contains(open, choices[depth]) {
				open = append(open, choices[depth])
			}
			if choices[depth] == choice {
				left = append(left, choices)
			}
		}
		p, same = p/float64(len(open)), left
	}
	return p
}
