package stategraph

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// StateLabels numbers what the questions see in states, from 1. There are few such labels: states that give the same answers
// to all questions have the same.
type StateLabels struct {
	// Sees is all that the questions ask for of a view, a comparable value; nil: they may ask for all of it.
	Sees               func(*model.View) any
	ask                []stateAsk
	numbered[[]uint64] // the answers, by question
}

// stateAsk is a question, a function of a property.
type stateAsk struct {
	property int
	function string
	of       func(views []*model.View) uint64
}

// NewStateLabels returns labels without a question.
func NewStateLabels(sees func(*model.View) any) *StateLabels {
	return &StateLabels{Sees: sees, numbered: newNumbered[[]uint64](1, math.MaxUint32)}
}

// Add adds a question, a function of a property, and returns its index. No question: everything.
func (l *StateLabels) Add(property int, function string, f func([]*model.View) uint64) int {
	if f == nil {
		f = func([]*model.View) uint64 { return math.MaxUint64 }
	}
	l.ask = append(l.ask, stateAsk{property, function, f})
	return len(l.ask) - 1
}

// Differ is a question that two labels answer differently.
func (l *StateLabels) Differ(a, b uint32) (property int, function string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, ask := range l.ask {
		if l.all[a][k] != l.all[b][k] {
			return ask.property, ask.function
		}
	}
	panic("explore: two labels with the same answers")
}

// Number is the label of a state with these views: it asks all questions.
func (l *StateLabels) Number(views []*model.View) uint32 {
	var room [keyRoom]byte
	key := room[:0]
	for _, ask := range l.ask {
		key = binary.NativeEndian.AppendUint64(key, ask.of(views))
	}
	n, _ := l.number(key, func() []uint64 {
		answers := make([]uint64, len(l.ask))
		for k := range answers {
			answers[k] = binary.NativeEndian.Uint64(key[8*k:])
		}
		return answers
	})
	return n
}

// keyRoom is room for the key of most labels: nearly all that are asked for are known.
const keyRoom = 512

// Count is how many labels there are, with number 0, which is none.
func (l *StateLabels) Count() int { return len(l.all) }

// Column lists the answers to one question by label.
func (l *StateLabels) Column(question int) []uint64 {
	column := make([]uint64, len(l.all))
	for n, answers := range l.all[1:] {
		column[n+1] = answers[question]
	}
	return column
}

// EdgeLabels numbers what transitions mean to the intervals, the chains and what must happen.
type EdgeLabels struct {
	intervals []question.Interval
	asks      []func(*model.Event) bool
	numbered[edgeLabel]
}

// edgeLabel is what a transition means: a weight for each interval, and which of what is asked of its event is true.
type edgeLabel struct {
	weights []question.EdgeWeight
	is      uint64 // by ask
}

// MostAsks is how much can be asked of events: an [edgeLabel] has a bit for each.
const MostAsks = 64

// unlabelled is the label of a move that has not been possible so far: where it leads need not be a node that occurs.
const unlabelled = math.MaxUint16

// NewEdgeLabels returns labels that have weights for these intervals, and ask nothing.
func NewEdgeLabels(intervals []question.Interval) *EdgeLabels {
	return &EdgeLabels{intervals: intervals, numbered: newNumbered[edgeLabel](0, unlabelled)}
}

// Add adds what is asked of events and returns its index; false if there are too many.
func (m *EdgeLabels) Add(f func(*model.Event) bool) (ask int, ok bool) {
	if len(m.asks) == MostAsks {
		return 0, false
	}
	m.asks = append(m.asks, f)
	return len(m.asks) - 1, true
}

// Weighs reports that it matters to labels what a transition's site shows before and after it.
func (m *EdgeLabels) Weighs() bool { return len(m.intervals) > 0 }

// Number weighs an event. It returns false when there are too many different meanings to give each a number.
func (m *EdgeLabels) Number(e *model.Event, before, after *model.View) (uint16, bool) {
	var room [keyRoom]byte
	var weighed [16]question.EdgeWeight
	is, all := uint64(0), weighed[:0]
	for k, ask := range m.asks {
		if ask(e) {
			is |= 1 << k
		}
	}
	key := binary.NativeEndian.AppendUint64(room[:0], is)
	for _, g := range m.intervals {
		t := g.Weigh(e, before, after)
		all = append(all, t)
		key = binary.NativeEndian.AppendUint64(key, t.Begins)
		key = binary.NativeEndian.AppendUint64(key, t.Ends)
		key = binary.NativeEndian.AppendUint64(key, t.Drops)
		for l := range g.Lanes {
			w := 0
			if l < len(t.Weights) {
				w = t.Weights[l]
			}
			key = binary.AppendVarint(key, int64(w))
		}
	}
	n, ok := m.number(key, func() edgeLabel {
		x := edgeLabel{slices.Clone(all), is}
		for k, g := range m.intervals {
			weights := make([]int, g.Lanes)
			copy(weights, x.weights[k].Weights)
			x.weights[k].Weights = weights
		}
		return x
	})
	return uint16(n), ok
}

// Weightless reports that a label means nothing to any interval.
func (m *EdgeLabels) Weightless(label uint16) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.all[label].weights {
		if x.Begins|x.Ends|x.Drops != 0 || slices.ContainsFunc(x.Weights, func(w int) bool { return w != 0 }) {
			return false
		}
	}
	return true
}

// Weights lists by label what it means to one interval.
func (m *EdgeLabels) Weights(interval int) []question.EdgeWeight {
	all := make([]question.EdgeWeight, len(m.all))
	for n, x := range m.all {
		all[n] = x.weights[interval]
	}
	return all
}

// Holds lists by label whether what is asked is true of a transition's event.
func (m *EdgeLabels) Holds(ask int) []bool {
	all := make([]bool, len(m.all))
	for n, x := range m.all {
		all[n] = x.is>>ask&1 != 0
	}
	return slices.Clip(all)
}
