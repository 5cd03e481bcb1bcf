package mean

import (
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// row is what can happen at a node: for each move its weight and what it counts.
type row struct {
	weights []float64
	timed   []bool
	steps   []uint16
}

// rows works out rows, each once.
type rows struct {
	sys    *system.System
	reader *system.Reader
	clocks Clocks
	known  []map[uint32]*row // by site and row of the system
	steps  steps

	chooses bool // some handler does
}

func newRows(sys *system.System, reader *system.Reader, c Clocks) *rows {
	r := &rows{sys: sys, reader: reader, clocks: c, steps: newSteps()}
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
		x.weights = append(x.weights, rate*float64(takes(e, inbox))*portion(moves, k))
		x.timed = append(x.timed, timed)
		after := r.sys.View(r.reader.Expand(site, moves[k].Next, budget).View)
		x.steps = append(x.steps, r.steps.number(e, after))
	}
	r.known[site][at] = x
	return x
}

// takes is how many messages there are, each with a clock of its own, of which any could make the event happen: equal ones of a bag, or
// neighbours in a channel that are equal, are one event of the system.
func takes(e *model.Event, inbox func() []model.Message) int {
	switch e.Kind {
	default:
		return 1
	case model.DeliverEvent, model.DropEvent:
		if e.Message.From != 0 { // only the head of a channel is on its way
			return 1
		}
	case model.LoseEvent, model.DuplicateEvent:
	}
	all := inbox()
	same := func(m model.Message) bool { return m.Value == e.Message.Value && m.From == e.Message.From }
	n := 0
	if e.Message.From == 0 {
		for _, m := range all {
			if same(m) {
				n++
			}
		}
		return n
	}
	at := slices.Index(all, e.Message)
	for k := at; k < len(all) && same(all[k]); k++ {
		n++
	}
	for k := at - 1; k >= 0 && same(all[k]); k-- {
		n++
	}
	return n
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
