package frontier

import "github.com/gmecheck/gmecheck/explore/internal/packed"

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

// TakeOrder hands over the states of the levels before the current one in the order in which they were found, as far as it is kept.
func (f *Memory[S]) TakeOrder() [][]S {
	order := f.order
	f.order = nil
	return order
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
