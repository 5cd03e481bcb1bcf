package frontier

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// Keep makes the search keep the order in which states are found, or not. It is for questions about the graph, which are
// answered faster in that order, because neighbours are alike.
func (f *Memory[S]) Keep(order bool) {
	if f.keeping = order; !order {
		f.order = nil
	}
}

// Keeps reports whether that order is kept.
func (f *Memory[S]) Keeps() bool { return f.keeping }

// Each yields the states of the current level, as far as they are in memory.
func (f *Memory[S]) Each(yield func(*S)) {
	for _, x := range f.level {
		for k := range x.States {
			yield(&x.States[k])
		}
	}
}

// List lists all states level by level, in the order in which they were found as far as that is kept; levels says where each
// level begins, and at the end how many states there are. It takes the place of the visited set, which is given up: nothing can be
// inserted or looked up any more.
func (f *Memory[S]) List(levels []uint32) []S {
	f.listed, f.levels = membudget.NewPaged[S](&f.Session.Memory.Pages, int(levels[len(levels)-1])), levels
	states, at := f.listed.All, 0
	for k, chunk := range f.order {
		at += copy(states[at:], chunk)
		f.order[k] = nil
	}
	if f.order = nil; at < len(states) {
		next := slices.Clone(levels)
		f.Set.Each(func(s *S, level int) bool {
			if level < len(levels)-1 { // a level that was left is not listed
				states[next[level]] = *s
				next[level]++
			}
			return true
		})
	}
	f.Set.Free()
	membudget.CollectAfter(len(states)) // the order
	return states
}

// Drain yields all states with their levels, and loses them. They come in the order in which they were found, as far as it is
// known: those of the current level, which has so many states, and if it is kept those of the levels before.
func (f *Memory[S]) Drain(levels []int, yield func(s *S, level int)) {
	current := len(levels) - 1
	order, whole, keeping := f.order, packed.StatesIn(f.level) == levels[current], f.keeping
	last := *f
	f.level, f.order, f.shares = nil, nil, nil
	f.Set.Drain(func(p *S, level int) {
		if level < current && !keeping || level == current && !whole {
			yield(p, level)
		}
	})
	level, left := 0, levels[0]
	for _, stretch := range order {
		for k := range stretch {
			for ; left == 0; left = levels[level] {
				level++
			}
			yield(&stretch[k], level)
			left--
		}
	}
	if whole {
		last.Each(func(s *S) { yield(s, current) })
	}
}
