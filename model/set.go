package model

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/mitchellh/hashstructure/v2"
)

// Set is an immutable set of numbers from 0 on. The zero value is the empty set. Two sets are equal (==) exactly if their
// members are.
type Set[T ~int] struct {
	low  uint64       // the members below 64, a bit each
	more List[uint64] // the others, likewise; the last word is not 0
}

// Sites is a set of sites.
type Sites = Set[Site]

// Groups is a set of groups. It may contain the group 0, NULL.
type Groups = Set[Group]

// SetOf returns the set of xs, each of them from 0 to [MostMember].
func SetOf[T ~int](xs ...T) Set[T] {
	var s Set[T]
	for _, x := range xs {
		s = s.With(x)
	}
	return s
}

// SetOfMask returns the set of the numbers for which mask has a bit: bit 0 is for 1, bit 1 for 2, and so on. It has at most 63.
func SetOfMask[T ~int](mask uint64) Set[T] { return Set[T]{low: mask << 1} }

// UpTo returns {1, ..., n}.
func UpTo[T ~int](n int) Set[T] {
	if n < 64 {
		return Set[T]{low: uint64(2)<<n - 2}
	}
	words := make([]uint64, n/64+1)
	for k := range words {
		words[k] = ^uint64(0)
	}
	words[0]--
	words[n/64] = uint64(2)<<(n%64) - 1
	return ofWords[T](words)
}

// Mask has a bit for each member from 1 to 63: bit 0 for 1, bit 1 for 2, and so on.
func (s Set[T]) Mask() uint64 { return s.low >> 1 }

// Has reports whether x is in s.
func (s Set[T]) Has(x T) bool {
	if x < 64 {
		return s.low>>uint(x)&1 != 0
	}
	k := int(x)/64 - 1
	return k < s.more.Len() && s.more.At(k)>>(uint(x)%64)&1 != 0
}

// MostMember is the largest member that a Set can have.
const MostMember = 1<<20 - 1

// With returns s and x. It panics if x is below 0, or more than [MostMember].
func (s Set[T]) With(x T) Set[T] {
	if uint(x) < 64 {
		s.low |= 1 << uint(x)
		return s
	}
	if x < 0 || x > MostMember {
		panic(fmt.Sprintf("%d in a Set, which has numbers from 0 to %d", int(x), MostMember))
	}
	words := s.words()
	words = append(words, make([]uint64, max(0, int(x)/64+1-len(words)))...)
	words[int(x)/64] |= 1 << (uint(x) % 64)
	return ofWords[T](words)
}

// Without returns s but for x.
func (s Set[T]) Without(x T) Set[T] {
	switch {
	case x < 64:
		s.low &^= 1 << uint(x)
		return s
	case !s.Has(x):
		return s
	}
	return s.Minus(SetOf(x))
}

// Union returns the members of s and of t together.
func (s Set[T]) Union(t Set[T]) Set[T] {
	return s.combined(t, func(a, b uint64) uint64 { return a | b })
}

// Intersect returns the members of s that are members of t, too.
func (s Set[T]) Intersect(t Set[T]) Set[T] {
	return s.combined(t, func(a, b uint64) uint64 { return a & b })
}

// Minus returns the members of s that are no members of t.
func (s Set[T]) Minus(t Set[T]) Set[T] {
	return s.combined(t, func(a, b uint64) uint64 { return a &^ b })
}

// combined is the set of what f makes of the words of s and t.
func (s Set[T]) combined(t Set[T], f func(a, b uint64) uint64) Set[T] {
	if s.more.Empty() && t.more.Empty() {
		return Set[T]{low: f(s.low, t.low)}
	}
	a, b := s.words(), t.words()
	words := make([]uint64, max(len(a), len(b)))
	copy(words, a)
	for k := range words {
		if k < len(b) {
			words[k] = f(words[k], b[k])
		} else {
			words[k] = f(words[k], 0)
		}
	}
	return ofWords[T](words)
}

// words are the bits of all members.
func (s Set[T]) words() []uint64 { return append([]uint64{s.low}, s.more.Slice()...) }

func ofWords[T ~int](words []uint64) Set[T] {
	last := len(words)
	for last > 1 && words[last-1] == 0 {
		last--
	}
	return Set[T]{low: words[0], more: ListOf(words[1:last]...)}
}

// Equal reports whether s and t have the same members, as == does.
func (s Set[T]) Equal(t Set[T]) bool { return s == t }

// Len is the number of members.
func (s Set[T]) Len() int {
	n := bits.OnesCount64(s.low)
	for _, word := range s.more.All() {
		n += bits.OnesCount64(word)
	}
	return n
}

// Empty reports whether s has no member.
func (s Set[T]) Empty() bool { return s == Set[T]{} }

// Least returns the least member; s must not be empty.
func (s Set[T]) Least() T {
	for x := range s.All() {
		return x
	}
	panic("Least of the empty set")
}

// All yields the members in ascending order.
func (s Set[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		if !eachBit(s.low, 0, yield) {
			return
		}
		for k, word := range s.more.All() {
			if !eachBit(word, T(64*(k+1)), yield) {
				return
			}
		}
	}
}

// eachBit yields the numbers of the bits of word, counted from first; false as soon as yield is.
func eachBit[T ~int](word uint64, first T, yield func(T) bool) bool {
	for ; word != 0; word &= word - 1 {
		if !yield(first + T(bits.TrailingZeros64(word))) {
			return false
		}
	}
	return true
}

// Elements returns the members as values of any type, in ascending order.
func (s Set[T]) Elements() []any { return anys(slices.Collect(s.All())) }

// String lists the members: "{1, 3}".
func (s Set[T]) String() string {
	var parts []string
	for x := range s.All() {
		parts = append(parts, fmt.Sprint(x))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Hash is the part of s in the fingerprint of a configuration: as long as all members are below 64, that of the number whose
// bits they are.
func (s Set[T]) Hash() (uint64, error) {
	if s.more.Empty() {
		return hashstructure.Hash(s.low, hashstructure.FormatV2, nil)
	}
	return hashstructure.Hash(s.words(), hashstructure.FormatV2, nil)
}
