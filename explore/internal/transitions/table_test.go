package transitions

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// once is a process that requests once, and never enters.
type once struct{ model.Protocol[int, int] }

func (once) Start(model.Site) int                                               { return 0 }
func (once) MayRequest(_ model.Site, v int) bool                                { return v == 0 }
func (once) Request(_ model.Site, v *int, _ model.Demand, _ *model.Outbox[int]) { *v++ }
func (once) InCS(model.Site, int) bool                                          { return false }
func (once) Look(model.Site, int, []int) model.View                             { return model.View{} }

func systemOfOne() *system.System {
	return system.Compose(once{}, model.Config{Processes: 1, Requests: []int{1}, Network: model.Bag})
}

// TestBlocks reads entries again where they were put: short ones, such as fill a block to the last word, and such as are
// longer than any block.
func TestBlocks(t *testing.T) {
	sys := systemOfOne()
	m := NewTable(sys, packed.Layout{}, false, false)
	var starts []uint32
	var entries []Row
	for n, length := range []int{2, firstBlock - 3, 1, 2 * firstBlock, 1 << placeBits, 3, 3 << placeBits, 7, 1<<placeBits - 7, 1} {
		e := make(Row, length)
		for k := range e {
			e[k] = uint64(n*1_000_000 + k + 1)
		}
		starts, entries = append(starts, m.put(e)), append(entries, e)
	}
	blocks := *m.blocks.Load()
	for k, at := range starts {
		if got := blocks[at>>placeBits][at&(1<<placeBits-1):][:len(entries[k])]; at == 0 || !slices.Equal(got, entries[k]) {
			t.Errorf("entry %d, of %d words, is another at %d", k, len(entries[k]), at)
		}
	}
}

// TestParticulars reads what is packed into one word, at its least and at its largest.
func TestParticulars(t *testing.T) {
	for _, cost := range []system.Cost{system.Free, system.WhenQuiet} {
		for _, watched := range []bool{false, true} {
			for _, sends := range []int{0, model.MaxSites - 1} {
				for _, class := range []uint32{0, math.MaxUint16 + 1, math.MaxUint32} {
					for _, place := range []int{0, 1<<tallyBits - 1} {
						m := &system.Move{Cost: cost, Outcome: &system.Outcome{Sends: make([]system.Delivery, sends), Class: class, Heard: system.Heard{Watched: watched}}}
						p := newAttributes(m, place)
						if p.Cost() != cost || p.Watched() != watched || p.Deliveries() != sends || p.Class() != int(class) || p.Place() != place {
							t.Errorf("%v, %t, %d, %d, %d: %v, %t, %d, %d, %d", cost, watched, sends, class, place,
								p.Cost(), p.Watched(), p.Deliveries(), p.Class(), p.Place())
						}
					}
				}
			}
		}
	}
}

// TestTooManyMoves demands that more moves than can be counted end the search.
func TestTooManyMoves(t *testing.T) {
	sys := systemOfOne()
	l, _ := packed.Choose(sys.Nodes(), sys.Budgets(), 16, 1, packed.MaxWords)
	for _, moves := range []int{1<<tallyBits - 1, 1 << tallyBits} {
		r := NewReader(NewTable(sys, l, false, false), sys.NewReader())
		x := &system.Expansion{Moves: make([]system.Move, moves)}
		for k := range x.Moves {
			x.Moves[k] = system.Move{Next: 2, Outcome: &system.Outcome{}}
		}
		var full *system.Full
		func() {
			defer func() {
				if err, ok := recover().(error); ok && !errors.As(err, &full) {
					t.Error(err)
				}
			}()
			if !r.encode(0, 1, x) || Counts(r.code[1]).Plain() != moves {
				t.Errorf("%d of %d moves", Counts(r.code[1]).Plain(), moves)
			}
		}()
		if (full != nil) != (moves == 1<<tallyBits) {
			t.Errorf("%d moves: %v", moves, full)
		}
	}
}

// TestProfiles: rows whose free moves are of the same classes have one profile only if properties say the same of their events.
func TestProfiles(t *testing.T) {
	m := NewTable(systemOfOne(), packed.Layout{}, false, false)
	numbers := map[uint32]bool{}
	all := []Profile{{Classes: []int{1, 2}}, {Classes: []int{2, 1}}, {Classes: []int{1, 2}, Spoke: 1}, {Classes: []int{1, 2}, Spoke: 2}, {Classes: []int{1, 2}, Spoke: 2, Violated: 2}}
	for _, p := range all {
		n := m.profile(&p)
		if again := m.profile(&p); again != n || m.Profiles[n].Spoke != p.Spoke || m.Profiles[n].Violated != p.Violated || !slices.Equal(m.Profiles[n].Classes, p.Classes) {
			t.Errorf("%v: %v", p, m.Profiles[n])
		}
		numbers[n] = true
	}
	if len(numbers) != len(all) {
		t.Errorf("%d numbers of %d profiles", len(numbers), len(all))
	}
}
