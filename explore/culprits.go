package explore

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/model"
)

// culprits judges the levels in which properties were violated first once more, and completes their goals by all
// states and steps that violate them there. Goals that have ends stay as they are.
func (e *search[S]) culprits(found map[int]goal) {
	lengths := map[int]uint64{} // the properties by the length of their paths
	for p, g := range found {
		if len(g.ends) == 0 {
			lengths[g.length] |= 1 << p
		}
	}
	for level := range e.common.level + 1 {
		states, steps := lengths[level], lengths[level+1]
		if states|steps == 0 {
			continue
		}
		for p, ends := range e.inspect(level, states, steps) {
			g := found[p]
			g.ends = append(g.ends, ends...)
			found[p] = g
		}
	}
	known := map[uint64]uint64{}
	for p, g := range found {
		if len(g.ends) == 0 {
			panic("explore: a violation is not found again")
		}
		if len(g.ends) > e.options.cone {
			g.ends = e.fewer(g.ends, known)
			found[p] = g
		}
	}
}

// fewer keeps as many ends as a cone has room for: those with the least content hash, then with the least label.
func (e *search[S]) fewer(ends []end, known map[uint64]uint64) []end {
	type ranked struct {
		end
		hash  uint64
		label string
	}
	all := make([]ranked, len(ends))
	for k, end := range ends {
		all[k] = ranked{end: end, hash: contentHash(e.sys, known, end.at)}
		if end.event != nil {
			all[k].label = e.sys.Label(end.site, end.at[end.site], end.event)
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.label, b.label))
	})
	for k := range e.options.cone {
		ends[k] = all[k].end
	}
	return slices.Clip(ends[:e.options.cone])
}

// inspect lists by property the states of a level that violate one of states, and the steps out of them that violate
// one of steps.
func (e *search[S]) inspect(level int, states, steps uint64) map[int][]end {
	var mu sync.Mutex
	all := map[int][]end{}
	e.share(func() (do func(shard int), done func()) {
		w := &inspector[S]{
			e: e, reader: e.sys.NewReader(), verdicts: verdicts.NewCache(e.sys, e.options.Judge, &e.common.memory), states: states, steps: steps,
			expansions: make([]*model.Expansion, len(e.sys.Places)), ends: map[int][]end{},
		}
		do = func(shard int) { e.eachAt(shard, level, w.judge) }
		return do, func() {
			mu.Lock()
			defer mu.Unlock()
			for p, ends := range w.ends {
				all[p] = append(all[p], ends...)
			}
		}
	})
	return all
}

// inspector is one worker that judges states once more.
type inspector[S packed.State] struct {
	e             *search[S]
	reader        *model.Reader
	verdicts      *verdicts.Cache
	states, steps uint64 // the properties of states and ends, and those of steps, that are asked for

	at         packed.Vector
	expansions []*model.Expansion
	ends       map[int][]end
}

func (w *inspector[S]) judge(s *S) {
	defer func() {
		if r := recover(); r != nil {
			switch r.(type) {
			case *model.Broken, *model.Full:
			default:
				panic(r)
			}
			// The search was halted within the level, before it came here. It has not judged this state either.
		}
	}()
	w.at = w.e.unpack(s)
	for k := range w.expansions {
		w.expansions[k] = w.reader.Expand(k, w.at[k], w.at[len(w.at)-1])
	}
	if w.states != 0 {
		violated := w.verdicts.State(w.verdicts.NumbersOf(w.expansions)).Violated
		if w.ended() {
			_, more := w.e.options.Judge.End(w.verdicts.Views(w.verdicts.NumbersOf(w.expansions)))
			violated |= more
		}
		w.note(violated&w.states, end{at: w.at})
	}
	if w.steps != 0 {
		w.judgeSteps()
	}
}

// ended reports that nothing changes the state. Nearly always a glance tells that something does.
func (w *inspector[S]) ended() bool {
	for k, x := range w.expansions {
		for i := range x.Moves {
			if m := &x.Moves[i]; m.Cost == model.Free && m.Next != w.at[k] {
				return false
			}
		}
	}
	return len(transitions.Out(w.e.sys, w.reader, w.at)) == 0
}

func (w *inspector[S]) judgeSteps() {
	watched := false
	for _, x := range w.expansions {
		watched = watched || slices.ContainsFunc(x.Moves, func(m model.Move) bool { return m.Watched })
	}
	if !watched {
		return
	}
	before := w.verdicts.Views(w.verdicts.NumbersOf(w.expansions))
	for _, t := range transitions.Out(w.e.sys, w.reader, w.at) {
		if !t.Move.Watched {
			continue
		}
		after := make([]*model.Expansion, len(w.expansions))
		for k := range after {
			after[k] = w.reader.Expand(k, t.To[k], t.To[len(after)])
		}
		_, violated := w.e.options.Judge.Step(before, t.Move.Event, w.verdicts.Views(w.verdicts.NumbersOf(after)))
		w.note(violated&w.steps, end{at: w.at, site: t.Site, event: t.Move.Event})
	}
}

func (w *inspector[S]) note(violated uint64, end end) {
	for ; violated != 0; violated &= violated - 1 {
		p := bits.TrailingZeros64(violated)
		w.ends[p] = append(w.ends[p], end)
	}
}
