package model

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Site is the number of a site, from 1. Processes come first: process i is site i. 0 stands for "none", NULL in the
// papers.
type Site int

// MaxSites is the largest number of sites of a system, because [Set] has 64 bits and bit 0 is NULL.
const MaxSites = 63

// MaxGroups is the largest number of groups, for the same reason.
const MaxGroups = 63

// Group is the number of a group (also called forum, session, resource), from 1. 0 is NULL.
type Group int

// String is "g1" for group 1 and "NULL" for 0.
func (g Group) String() string {
	if g == 0 {
		return "NULL"
	}
	return "g" + strconv.Itoa(int(g))
}

// Set is an immutable set of small numbers from 0 to 63.
type Set[T ~int] uint64

// Sites is a set of sites.
type Sites = Set[Site]

// Groups is a set of groups. It may contain the group 0, NULL.
type Groups = Set[Group]

// SetOf returns the set of xs.
func SetOf[T ~int](xs ...T) Set[T] {
	var s Set[T]
	for _, x := range xs {
		s = s.With(x)
	}
	return s
}

// UpTo returns {1, ..., n}.
func UpTo[T ~int](n int) Set[T] { return Set[T](uint64(1)<<(n+1) - 2) }

// Has reports whether x is in s.
func (s Set[T]) Has(x T) bool { return s>>uint(x)&1 != 0 }

// With returns s and x.
func (s Set[T]) With(x T) Set[T] { return s | 1<<uint(x) }

// Without returns s but for x.
func (s Set[T]) Without(x T) Set[T] { return s &^ (1 << uint(x)) }

// Len is the number of members.
func (s Set[T]) Len() int { return bits.OnesCount64(uint64(s)) }

// Empty reports whether s has no member.
func (s Set[T]) Empty() bool { return s == 0 }

// Least returns the least member; s must not be empty.
func (s Set[T]) Least() T { return T(bits.TrailingZeros64(uint64(s))) }

// All yields the members in ascending order.
func (s Set[T]) All() func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for r := uint64(s); r != 0; r &= r - 1 {
			if !yield(T(bits.TrailingZeros64(r))) {
				return
			}
		}
	}
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

// PerSite is an immutable array with one value for each site, such as the sequence numbers SN[1..n].
type PerSite[T comparable] struct{ values List[T] }

// NewPerSite returns the array of n zero values.
func NewPerSite[T comparable](n int) PerSite[T] { return PerSite[T]{ListOf(make([]T, n)...)} }

// At returns the value for site i.
func (a PerSite[T]) At(i Site) T { return a.values.At(int(i) - 1) }

// With returns a with the value x for site i.
func (a PerSite[T]) With(i Site, x T) PerSite[T] { return PerSite[T]{a.values.With(int(i)-1, x)} }

// Elements returns the values as values of any type, in the order of the sites.
func (a PerSite[T]) Elements() []any { return a.values.Elements() }

// String is "[0, 2, 1]".
func (a PerSite[T]) String() string { return "[" + a.values.join() + "]" }
