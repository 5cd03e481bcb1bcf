package explore

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// looks numbers what the questions see in states, from 1. There are few of them: states that give the same answers to
// all questions look the same.
type looks struct {
	ask   []func(views []*model.View) uint64
	mu    sync.Mutex
	known map[string]uint32
	all   [][]uint64 // by number, then by question
}

func newLooks() *looks { return &looks{known: map[string]uint32{}, all: make([][]uint64, 1)} }

// add adds a question and returns its index. No question: everything.
func (l *looks) add(f func([]*model.View) uint64) int {
	if f == nil {
		f = func([]*model.View) uint64 { return math.MaxUint64 }
	}
	l.ask = append(l.ask, f)
	return len(l.ask) - 1
}

// number asks about a state with these views.
func (l *looks) number(views []*model.View) uint32 {
	answers := make([]uint64, len(l.ask))
	key := make([]byte, 0, 8*len(l.ask))
	for k, ask := range l.ask {
		answers[k] = ask(views)
		key = binary.NativeEndian.AppendUint64(key, answers[k])
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n, ok := l.known[string(key)]
	if !ok {
		n = uint32(len(l.all))
		l.known[string(key)] = n
		l.all = append(l.all, answers)
	}
	return n
}

// column lists the answers to one question by look.
func (l *looks) column(question int) []uint64 {
	column := make([]uint64, len(l.all))
	for n, answers := range l.all[1:] {
		column[n+1] = answers[question]
	}
	return column
}

// marks numbers what transitions mean to the gauges, the chains and the dues.
type marks struct {
	gauges []question.Interval
	asks   []func(*model.Event) bool // of the chains, then of the dues
	mu     sync.Mutex
	known  map[string]uint16
	all    []mark
}

// mark is what a transition means: one tally for each gauge, and which of what is asked of its event is true.
type mark struct {
	tallies []question.EdgeWeight
	is      uint64 // by ask
}

// mostAsks are those that a [mark] has bits for.
const mostAsks = 64

func newMarks(q question.Questions) *marks {
	m := &marks{gauges: q.Intervals, known: map[string]uint16{}}
	for k := range q.Chains {
		m.asks = append(m.asks, chainAsks(&q.Chains[k])...)
	}
	for _, d := range q.Inevitable {
		m.asks = append(m.asks, d.Along)
	}
	m.asks = m.asks[:min(len(m.asks), mostAsks)]
	return m
}

// number weighs an event. It returns false when there are too many different meanings to number them.
func (m *marks) number(e *model.Event, before, after *model.View) (uint16, bool) {
	x := mark{tallies: make([]question.EdgeWeight, len(m.gauges))}
	for k, ask := range m.asks {
		if ask(e) {
			x.is |= 1 << k
		}
	}
	key := binary.NativeEndian.AppendUint64(nil, x.is)
	for k, g := range m.gauges {
		t := g.Weigh(e, before, after)
		weights := make([]int, g.Lanes)
		copy(weights, t.Weights)
		x.tallies[k] = question.EdgeWeight{Begins: t.Begins, Ends: t.Ends, Drops: t.Drops, Weights: weights}
		key = binary.NativeEndian.AppendUint64(key, t.Begins)
		key = binary.NativeEndian.AppendUint64(key, t.Ends)
		key = binary.NativeEndian.AppendUint64(key, t.Drops)
		for _, w := range weights {
			key = binary.AppendVarint(key, int64(w))
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.known[string(key)]
	if !ok {
		if len(m.all) == unweighed {
			return 0, false
		}
		n = uint16(len(m.all))
		m.known[string(key)] = n
		m.all = append(m.all, x)
	}
	return n, true
}

// tallies lists what each mark means to one gauge.
func (m *marks) tallies(gauge int) []question.EdgeWeight {
	all := make([]question.EdgeWeight, len(m.all))
	for n, x := range m.all {
		all[n] = x.tallies[gauge]
	}
	return all
}

// that lists by mark whether what is asked is true of a transition's event.
func (m *marks) that(ask int) []bool {
	all := make([]bool, len(m.all))
	for n, x := range m.all {
		all[n] = x.is>>ask&1 != 0
	}
	return slices.Clip(all)
}
