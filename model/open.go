package model

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Open is what a list panics with that has an unknown stretch, if the answer to a question lies there. Proofs by views hand such lists
// to handlers, so that a queue may be of any length: a handler that asks is run once for each thing that can be there. A search never
// makes one.
type Open struct{}

// opens counts panics with [Open].
var opens atomic.Int64

// unfolding is held while a handler may be handed such lists: all panics meanwhile are those of one.
var unfolding sync.Mutex

// Unfolding runs f, which may panic with [Open]. It reports that somebody has recovered from one.
func Unfolding(f func()) (recovered bool) {
	unfolding.Lock()
	defer unfolding.Unlock()
	before := opens.Load()
	f()
	return opens.Load() != before
}

func open() {
	opens.Add(1)
	panic(Open{})
}

func (Open) Error() string { return "part of a list is not known" }

// An unknown stretch is a cell with a size below 0: -1 less the times that the owner of the list is in it. How often others are, and in
// which order, is not known. What is added behind it is the tail of the cell.

// Folded is the list of which nothing is kept but whether there is anything, and how often the owner is in it.
func Folded(l List[Site], owner Site) List[Site] {
	if l == (List[Site]{}) {
		return l
	}
	own := 0
	count := func(xs []Site) {
		for _, x := range xs {
			if x == owner {
				own++
			}
		}
	}
	count(l.front())
	if end, open := l.end(); open {
		own += end.own()
		count(end.tail.Slice())
	}
	return unknown(own, List[Site]{})
}

// Unfolded lists what an open list can be if one more element is known: where there is none in its unknown stretch, where the owner is the
// first in it, and where each of the other n sites is. It is nil for a list that is known.
func Unfolded(l List[Site], owner Site, n int) (all []List[Site]) {
	end, open := l.end()
	if !open {
		return nil
	}
	front, behind := l.front(), end.tail
	with := func(x Site, own int) {
		all = append(all, listOf(append(front[:len(front):len(front)], x), unknown(own, behind)))
	}
	if end.own() == 0 {
		all = append(all, ListOf(append(front[:len(front):len(front)], behind.Slice()...)...))
	} else {
		with(owner, end.own()-1)
	}
	for x := range Site(n) {
		if x+1 != owner {
			with(x+1, end.own())
		}
	}
	return all
}

// Depth is how many elements of an open list are known; -1 for one that is known.
func (l List[T]) Depth() int {
	if _, open := l.end(); !open {
		return -1
	}
	return len(l.front())
}

// noneKnown is the size of an unknown stretch without the owner.
const noneKnown = -1

// unknown is a list that begins with an unknown stretch.
func unknown[T comparable](own int, behind List[T]) List[T] {
	return List[T]{boxOf(cell[T]{tail: behind, size: noneKnown - own, open: true})}
}

// own is how often the owner is in an unknown stretch.
func (c cell[T]) own() int { return noneKnown - c.size }

// text is an unknown stretch, and what is behind it.
func (c cell[T]) text() string {
	text := "..."
	if c.own() > 0 {
		text = fmt.Sprintf("... its own %d times", c.own())
	}
	if !c.tail.Empty() {
		text += ", " + c.tail.join()
	}
	return text
}
