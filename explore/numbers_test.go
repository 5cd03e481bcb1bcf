package explore

import (
	"errors"
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestParticulars reads what is packed into one word, at its least and at its largest.
func TestParticulars(t *testing.T) {
	for _, cost := range []model.Cost{model.Free, model.WhenQuiet} {
		for _, watched := range []bool{false, true} {
			for _, sends := range []int{0, model.MaxSites - 1} {
				for _, class := range []uint32{0, math.MaxUint16 + 1, math.MaxUint32} {
					for _, place := range []int{0, 1<<tallyBits - 1} {
						m := &model.Move{Cost: cost, Outcome: &model.Outcome{Sends: make([]model.Delivery, sends), Class: class, Watched: watched}}
						p := newParticulars(m, place)
						if p.cost() != cost || p.watched() != watched || p.deliveries() != sends || p.class() != int(class) || p.place() != place {
							t.Errorf("%v, %t, %d, %d, %d: %v, %t, %d, %d, %d", cost, watched, sends, class, place,
								p.cost(), p.watched(), p.deliveries(), p.class(), p.place())
						}
					}
				}
			}
		}
	}
}

// TestTooManyMoves demands that more moves than can be counted end the search.
func TestTooManyMoves(t *testing.T) {
	sys := model.Compose(counter{end: 1}, model.Config{Processes: 1, Requests: []int{1}, Network: model.Bag})
	l, _ := (&common{sys: sys}).width(16, 1)
	for _, moves := range []int{1<<tallyBits - 1, 1 << tallyBits} {
		r := newMoveReader(newMoves(sys, l), sys.NewReader())
		x := &model.Expansion{Moves: make([]model.Move, moves)}
		for k := range x.Moves {
			x.Moves[k] = model.Move{Next: 2, Outcome: &model.Outcome{}}
		}
		var full *model.Full
		func() {
			defer func() {
				if err, ok := recover().(error); ok && !errors.As(err, &full) {
					t.Error(err)
				}
			}()
			if !r.encode(0, 1, x) || tally(r.code[1]).plain() != moves {
				t.Errorf("%d of %d moves", tally(r.code[1]).plain(), moves)
			}
		}()
		if (full != nil) != (moves == 1<<tallyBits) {
			t.Errorf("%d moves: %v", moves, full)
		}
	}
}

// TestNamesOfComponents demands that the names of components never end, however often components are looked for.
func TestNamesOfComponents(t *testing.T) {
	round := &graph{common: &common{}, look: make([]uint32, 2), first: []uint32{0, 1}, degree: []uint16{1, 1}, to: []uint32{1, 0}}
	c := newComponents(round)
	c.cut = func(uint32, int) bool { return true } // each state is a component of its own
	var first []uint32
	for range 3 {
		for s := range round.states() {
			c.visit(s, nil, func([]uint32) {})
		}
		names := append([]uint32(nil), c.of...)
		if names[0] == names[1] {
			t.Errorf("two components have one name: %v", names)
		}
		if first == nil {
			first = names
		} else if names[0] != first[0] || names[1] != first[1] {
			t.Errorf("names %v, before %v: there would be none left some day", names, first)
		}
		c.forget([]uint32{0, 1})
	}
}

// TestNoNumberOfCombinations demands that no number is given twice where they end.
func TestNoNumberOfCombinations(t *testing.T) {
	c := newCombinations(&memory{})
	c.count = math.MaxUint32 - 1
	if n, ok := c.number([]uint32{1}); !ok || n != math.MaxUint32 {
		t.Errorf("%d, %t", n, ok)
	}
	if n, ok := c.number([]uint32{2}); ok {
		t.Errorf("number %d", n)
	}
	if n, ok := c.number([]uint32{1}); !ok || n != math.MaxUint32 {
		t.Errorf("%d, %t", n, ok)
	}
}
