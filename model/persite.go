package model

import (
	"fmt"
	"iter"
	"strings"
)

// PerSite is an immutable array with one value for each site, such as the sequence numbers SN[1..n]. The zero value has none.
// Two arrays are equal (==) exactly if they have the same values.
type PerSite[T comparable] struct {
	size  int
	first [inPlace]T    // its first values: for as many sites a change makes nothing that has to be shared
	more  box[block[T]] // the others
}

// inPlace is the number of values that stand in an array itself, as many as most models have sites.
const inPlace = 8

// fanOut is the number of values of a block, and of the blocks below it. A change makes a new block on each way down, log(n) of them.
const fanOut = 8

// block has the first values of an array. The others are dealt to the blocks below: value fanOut+k to block k%fanOut. Most blocks are the
// last, with nothing below.
type block[T comparable] struct {
	values [fanOut]T
	below  box[[fanOut]box[block[T]]]
}

// NewPerSite returns the array of n zero values.
func NewPerSite[T comparable](n int) PerSite[T] {
	return PerSite[T]{size: n, more: zeroes[T](max(0, n-inPlace))}
}

func zeroes[T comparable](n int) box[block[T]] {
	if n == 0 {
		return box[block[T]]{}
	}
	var b block[T]
	if n > fanOut {
		var below [fanOut]box[block[T]]
		for k := range below {
			below[k] = zeroes[T]((n - k - 1) / fanOut)
		}
		b.below = boxOf(below)
	}
	return boxOf(b)
}

// perSiteOf is the array of xs.
func perSiteOf[T comparable](xs []T) PerSite[T] {
	a := NewPerSite[T](len(xs))
	for k, x := range xs {
		a = a.with(k, x)
	}
	return a
}

// Len is the number of values.
func (a PerSite[T]) Len() int { return a.size }

// At returns the value for site i.
func (a PerSite[T]) At(i Site) T { return a.at(a.index(i)) }

func (a PerSite[T]) at(k int) T {
	if k < inPlace {
		return a.first[k]
	}
	k -= inPlace
	h := a.more
	for ; k >= fanOut; k = k/fanOut - 1 {
		h = h.value().below.value()[k%fanOut]
	}
	return h.value().values[k]
}

// With returns a with the value x for site i.
func (a PerSite[T]) With(i Site, x T) PerSite[T] { return a.with(a.index(i), x) }

func (a PerSite[T]) with(k int, x T) PerSite[T] {
	if k < inPlace {
		a.first[k] = x
	} else if a.at(k) != x {
		a.more = changed(a.more, k-inPlace, x)
	}
	return a
}

func changed[T comparable](h box[block[T]], k int, x T) box[block[T]] {
	b := h.value()
	if k < fanOut {
		b.values[k] = x
	} else {
		below := b.below.value()
		below[k%fanOut] = changed(below[k%fanOut], k/fanOut-1, x)
		b.below = boxOf(below)
	}
	return boxOf(b)
}

// All yields the sites in ascending order, with their values.
func (a PerSite[T]) All() iter.Seq2[Site, T] {
	return func(yield func(Site, T) bool) {
		for k, x := range a.all() {
			if !yield(Site(k+1), x) {
				return
			}
		}
	}
}

// Where returns the sites for whose values f is true.
func (a PerSite[T]) Where(f func(x T) bool) (found Set[Site]) {
	for k, x := range a.all() {
		if f(x) {
			found = found.With(Site(k + 1))
		}
	}
	return found
}

// Count is the number of values for which f is true.
func (a PerSite[T]) Count(f func(x T) bool) int { return a.Where(f).Len() }

// Any reports whether f is true for some value.
func (a PerSite[T]) Any(f func(x T) bool) bool { return !a.Where(f).Empty() }

// Every reports whether f is true for every value.
func (a PerSite[T]) Every(f func(x T) bool) bool { return a.Count(f) == a.Len() }

// index is the place of site i, counted from 0.
func (a PerSite[T]) index(i Site) int {
	if n := a.Len(); i < 1 || int(i) > n {
		panic(fmt.Sprintf("site %d of an array of %d sites", i, n))
	}
	return int(i) - 1
}

// all yields places, counted from 0, and values.
func (a PerSite[T]) all() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for k := range a.Len() {
			if !yield(k, a.At(Site(k+1))) {
				return
			}
		}
	}
}

// Elements returns the values as values of any type, in the order of the sites.
func (a PerSite[T]) Elements() []any {
	all := make([]any, 0, a.Len())
	for _, x := range a.all() {
		all = append(all, x)
	}
	return all
}

// String is "[0, 2, 1]".
func (a PerSite[T]) String() string {
	var parts []string
	for _, x := range a.all() {
		parts = append(parts, part(x, betweenParts))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Filled is an array of n values, each as fill has set it through a pointer: the way in which stored arrays are read.
func (PerSite[T]) Filled(n int, fill func(element any)) any {
	xs := make([]T, n)
	for k := range xs {
		fill(&xs[k])
	}
	return perSiteOf(xs)
}
