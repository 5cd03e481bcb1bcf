package model

import (
	"iter"
	"slices"
	"strings"
	"unique"
)

// List is an immutable list: a comparable value of any length, so that a protocol's queues can stand in its variables
// and messages without a fixed maximum. The zero value is the empty list. Two lists are equal (==) exactly if their
// elements are.
type List[T comparable] struct{ first unique.Handle[cell[T]] }

// cell is one element with all that follows it; equal cells are one, which makes == on lists exact and cheap.
type cell[T comparable] struct {
	head T
	tail List[T]
	size int
}

// ListOf returns the list of xs.
func ListOf[T comparable](xs ...T) List[T] {
	var l List[T]
	for i, x := range slices.Backward(xs) {
		l = List[T]{unique.Make(cell[T]{head: x, tail: l, size: len(xs) - i})}
	}
	return l
}

// Empty reports whether l has no element.
func (l List[T]) Empty() bool { return l == List[T]{} }

// Len is the number of elements.
func (l List[T]) Len() int {
	if l.Empty() {
		return 0
	}
	return l.first.Value().size
}

// Front returns the first element; l must not be empty.
func (l List[T]) Front() T { return l.first.Value().head }

// Rest returns l without its first element; l must not be empty.
func (l List[T]) Rest() List[T] { return l.first.Value().tail }

// At returns element k, counted from 0.
func (l List[T]) At(k int) T {
	for range k {
		l = l.Rest()
	}
	return l.Front()
}

// All yields positions and elements, from the front.
func (l List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for k := 0; !l.Empty(); k++ {
			c := l.first.Value()
			if !yield(k, c.head) {
				return
			}
			l = c.tail
		}
	}
}

// Slice returns the elements in a new slice.
func (l List[T]) Slice() []T {
	xs := make([]T, 0, l.Len())
	for _, x := range l.All() {
		xs = append(xs, x)
	}
	return xs
}

// Elements returns the elements as values of any type.
func (l List[T]) Elements() []any { return anys(l.Slice()) }

func anys[T any](xs []T) []any {
	out := make([]any, len(xs))
	for k, x := range xs {
		out[k] = x
	}
	return out
}

// Add returns l with xs behind its last element.
func (l List[T]) Add(xs ...T) List[T] { return ListOf(append(l.Slice(), xs...)...) }

// With returns l with x in the place of element k.
func (l List[T]) With(k int, x T) List[T] {
	xs := l.Slice()
	xs[k] = x
	return ListOf(xs...)
}

// WithoutAt returns l without element k.
func (l List[T]) WithoutAt(k int) List[T] { return ListOf(slices.Delete(l.Slice(), k, k+1)...) }

// Index returns the position of the first element for which f holds, or -1.
func (l List[T]) Index(f func(T) bool) int {
	for k, x := range l.All() {
		if f(x) {
			return k
		}
	}
	return -1
}

// Has reports whether x is an element.
func (l List[T]) Has(x T) bool { return l.Index(func(y T) bool { return x == y }) >= 0 }

// Where returns the elements for which f holds, in their order.
func (l List[T]) Where(f func(T) bool) List[T] {
	return ListOf(slices.DeleteFunc(l.Slice(), func(x T) bool { return !f(x) })...)
}

// String is "<a, b>".
func (l List[T]) String() string { return "<" + l.join() + ">" }

func (l List[T]) join() string {
	var parts []string
	for _, x := range l.All() {
		parts = append(parts, Text(x))
	}
	return strings.Join(parts, ", ")
}

// Filled is a list of n elements, each as fill has set it through a pointer: the way in which stored lists are read.
func (List[T]) Filled(n int, fill func(element any)) any {
	xs := make([]T, n)
	for k := range xs {
		fill(&xs[k])
	}
	return ListOf(xs...)
}
