package model

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// List is an immutable list: a comparable value of any length, so that a protocol's queues can stand in its variables
// and messages without a fixed maximum. The zero value is the empty list. Two lists are equal (==) exactly if their
// elements are.
type List[T comparable] struct{ first box[cell[T]] }

// cellSize is the number of elements of a cell. One is enough for most queues that are searched; long ones, of simulations
// with hundreds of processes, have fewer cells to make when an element is added behind the last.
const cellSize = 8

// cell is the first elements of a list with all that follows them. Every cell behind it is full, so that equal lists have
// equal cells, which makes == on lists exact.
type cell[T comparable] struct {
	heads [cellSize]T // the last heads; those before them are zero
	tail  List[T]
	size  int  // of the list, as far as it is known; below 0: an unknown stretch begins here, see [Open]
	open  bool // somewhere there is an unknown stretch
}

// skipped is how many heads of the first cell of a list of this size are not elements.
func skipped(size int) int { return -size & (cellSize - 1) }

// ListOf returns the list of xs.
func ListOf[T comparable](xs ...T) List[T] { return listOf(xs, List[T]{}) }

// listOf is the list of xs, behind which there is an unknown stretch, or nothing.
func listOf[T comparable](xs []T, l List[T]) List[T] {
	open := l != List[T]{}
	for size := min(cellSize, len(xs)); size > 0; size = min(size+cellSize, len(xs)) {
		c := cell[T]{tail: l, size: size, open: open}
		copy(c.heads[skipped(size):], xs[len(xs)-size:])
		l = List[T]{boxOf(c)}
		if size == len(xs) {
			break
		}
	}
	return l
}

// Empty reports whether l has no element.
func (l List[T]) Empty() bool {
	if l == (List[T]{}) {
		return true
	}
	if c := l.first.value(); c.size == noneKnown && c.tail.Empty() {
		open()
	}
	return false
}

// Len is the number of elements.
func (l List[T]) Len() int {
	if l == (List[T]{}) {
		return 0
	}
	if l.first.value().open {
		open()
	}
	return l.first.value().size
}

// Front returns the first element; l must not be empty.
func (l List[T]) Front() T { return l.At(0) }

// Rest returns l without its first element; l must not be empty.
func (l List[T]) Rest() List[T] {
	if l == (List[T]{}) {
		panic("Rest of the empty list")
	}
	first := skipped(l.known())
	if first == cellSize-1 {
		return l.first.value().tail
	}
	c := l.first.value()
	var none T
	c.heads[first], c.size = none, c.size-1
	return List[T]{boxOf(c)}
}

// At returns element k, counted from 0.
func (l List[T]) At(k int) T {
	if k < 0 {
		panic("model: a List has no element before the first")
	}
	size := l.knownTo(k)
	if k >= size {
		panic(fmt.Sprintf("element %d, from 0, of a list of %d", k, size))
	}
	for k += skipped(size); k >= cellSize; k -= cellSize {
		l = l.first.value().tail
	}
	return l.first.value().heads[k]
}

// All yields positions and elements, from the front.
func (l List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for k := 0; l != (List[T]{}); {
			first, c := skipped(l.known()), l.first.value()
			for place := first; place < cellSize; place++ {
				if !yield(k, c.heads[place]) {
					return
				}
				k++
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
func (l List[T]) Elements() []any { return anys(l.front()) }

func anys[T any](xs []T) []any {
	out := make([]any, len(xs))
	for k, x := range xs {
		out[k] = x
	}
	return out
}

// Add returns l with xs behind its last element.
func (l List[T]) Add(xs ...T) List[T] {
	if end, open := l.end(); open {
		return listOf(l.front(), unknown(end.own(), end.tail.Add(xs...)))
	}
	return ListOf(append(l.Slice(), xs...)...)
}

// With returns l with x in the place of element k.
func (l List[T]) With(k int, x T) List[T] {
	if n := l.Len(); k < 0 || k >= n {
		panic(fmt.Sprintf("model: element %d of a List of %d", k, n))
	}
	return l.with(skipped(l.Len())+k, x)
}

// with is the list with x in a place counted from the beginning of its first cell.
func (l List[T]) with(place int, x T) List[T] {
	c := l.first.value()
	if place < cellSize {
		c.heads[place] = x
	} else {
		c.tail = c.tail.with(place-cellSize, x)
	}
	return List[T]{boxOf(c)}
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
	for _, x := range l.front() {
		parts = append(parts, part(x, betweenParts))
	}
	if end, open := l.end(); open {
		parts = append(parts, end.text())
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

// end is the unknown stretch of a list, false if it has none.
func (l List[T]) end() (c cell[T], open bool) {
	if l == (List[T]{}) || !l.first.value().open {
		return c, false
	}
	for c = l.first.value(); c.size >= 0; {
		c = c.tail.first.value()
	}
	return c, true
}

// known is how many elements are known from here on; there must be one.
func (l List[T]) known() int {
	size := l.first.value().size
	if size < 0 {
		open()
	}
	return size
}

// knownTo is the same, where element k is asked for.
func (l List[T]) knownTo(k int) int {
	if l == (List[T]{}) {
		return 0
	}
	size := l.known()
	if k >= size && l.first.value().open {
		open()
	}
	return size
}

// front is the elements as far as they are known.
func (l List[T]) front() (xs []T) {
	for l != (List[T]{}) && l.first.value().size >= 0 {
		c := l.first.value()
		xs = append(xs, c.heads[skipped(c.size):]...)
		l = c.tail
	}
	return xs
}

// box holds a value of any size in two words, and is compared by what is in it: == on interfaces does that. What a box holds is never
// changed. So lists that share their ends need no table of all that there are, which would cost more than to make and compare them.
type box[T comparable] struct {
	_    [0]*T // tells reflection what is in it
	held any   // a T; nil: nothing, in the zero value
}

func boxOf[T comparable](x T) box[T] { return box[T]{held: x} }

// value is what it holds; it must hold something.
func (b box[T]) value() T { return b.held.(T) }
