package trace

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/model/system"
)

// ErrNotAgain is the error of a violation that is not found again where it was found, or is said to have been.
var ErrNotAgain = errors.New("a violation that was found is not found again")

// ErrUnreached is the error of a state to which no steps lead, though it was found, or is said to have been.
var ErrUnreached = errors.New("a state that was found has no predecessor")

// Violating judges the levels in which properties were violated first once more, and completes their targets by all
// states and steps that violate them there. Targets that have ends stay as they are.
func (v *Levels[S]) Violating(found map[int]Target) error {
	lengths := map[int]uint64{} // the properties by the length of their paths
	for p, g := range found {
		if len(g.Ends) == 0 {
			lengths[g.Length] |= 1 << p
		}
	}
	for level := range v.Depth + 1 {
		states, steps := lengths[level], lengths[level+1]
		if states|steps == 0 {
			continue
		}
		all, err := v.inspect(level, states, steps)
		if err != nil {
			return err
		}
		for p, ends := range all {
			g := found[p]
			g.Ends = append(g.Ends, ends...)
			found[p] = g
		}
	}
	known := map[uint64]uint64{}
	for p, g := range found {
		if len(g.Ends) == 0 {
			return ErrNotAgain
		}
		if len(g.Ends) > v.Width {
			g.Ends = v.fewer(g.Ends, known)
			found[p] = g
		}
	}
	return nil
}

// fewer keeps as many ends as a backward set has room for: those with the least content hash, then with the least label.
func (v *Levels[S]) fewer(ends []End, known map[uint64]uint64) []End {
	type ranked struct {
		End
		hash  uint64
		label string
	}
	all := make([]ranked, len(ends))
	for k, end := range ends {
		all[k] = ranked{End: end, hash: ContentHash(v.Sys, known, end.At)}
		if end.event != nil {
			all[k].label = v.Sys.Label(end.site, end.At[end.site], end.event)
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.label, b.label))
	})
	for k := range v.Width {
		ends[k] = all[k].End
	}
	return slices.Clip(ends[:v.Width])
}

// inspect lists by property the states of a level that violate one of states, and the steps out of them that violate
// one of steps.
func (v *Levels[S]) inspect(level int, states, steps uint64) (all map[int][]End, err error) {
	var mu sync.Mutex
	all = map[int][]End{}
	err = v.Share(func() (do func(shard int), done func()) {
		w := &judging[S]{
			v: v, reader: v.Sys.NewReader(), verdicts: verdicts.NewCache(v.Sys, v.Judge, v.Budget), states: states, steps: steps,
			expansions: make([]*system.Expansion, len(v.Sys.Places)), ends: map[int][]End{},
		}
		do = func(shard int) { v.EachAt(shard, level, w.judge) }
		return do, func() {
			mu.Lock()
			defer mu.Unlock()
			for p, ends := range w.ends {
				all[p] = append(all[p], ends...)
			}
		}
	})
	return all, err
}

// judging is one worker that judges states once more.
type judging[S packed.State] struct {
	v             *Levels[S]
	reader        *system.Reader
	verdicts      *verdicts.Cache
	states, steps uint64 // the properties of states and ends, and those of steps, that are asked for

	at         packed.Vector
	expansions []*system.Expansion
	ends       map[int][]End
}

func (w *judging[S]) judge(s *S) {
	err := session.Try(func() { w.inspect(s) })
	if _, exhausted := err.(membudget.Exhausted); exhausted {
		panic(err)
	}
	// Otherwise the search was halted within the level, before it came here. It has not judged this state either.
}

func (w *judging[S]) inspect(s *S) {
	w.at = w.v.unpack(s)
	for k := range w.expansions {
		w.expansions[k] = w.reader.Expand(k, w.at[k], w.at[len(w.at)-1])
	}
	if w.states != 0 {
		violated := w.verdicts.State(w.verdicts.Seen(w.reader, w.at), w.at).Violated
		if w.ended() {
			_, more := w.v.Judge.End(w.verdicts.ViewsAt(w.reader, w.at))
			violated |= more
		}
		w.note(violated&w.states, End{At: w.at})
	}
	if w.steps != 0 {
		w.judgeSteps()
	}
}

// ended reports that nothing changes the state. Nearly always a glance tells that something does.
func (w *judging[S]) ended() bool {
	for k, x := range w.expansions {
		for i := range x.Moves {
			if m := &x.Moves[i]; m.Cost == system.Free && m.Next != w.at[k] {
				return false
			}
		}
	}
	return len(w.reader.Out(w.at)) == 0
}

func (w *judging[S]) judgeSteps() {
	if !slices.ContainsFunc(w.expansions, func(x *system.Expansion) bool { return slices.ContainsFunc(x.Moves, w.suspects) }) {
		return
	}
	seen := w.verdicts.Seen(w.reader, w.at)
	for _, t := range w.reader.Out(w.at) {
		m := t.Move
		if !w.suspects(*m) {
			continue
		}
		violated := w.verdicts.Move(w.reader, seen, w.at[:len(w.at)-1], m, t.To).Violated
		w.note(violated&w.steps, End{At: w.at, site: t.Site, event: m.Event})
	}
}

// suspects reports that a move may violate what is asked for.
func (w *judging[S]) suspects(m system.Move) bool { return m.Between || m.Violated&w.steps != 0 }

func (w *judging[S]) note(violated uint64, end End) {
	for ; violated != 0; violated &= violated - 1 {
		p := bits.TrailingZeros64(violated)
		w.ends[p] = append(w.ends[p], end)
	}
}
