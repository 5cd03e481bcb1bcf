// Package mutant is what the source of a mutated algorithm calls: which mutant is switched on, and what some mutants do
// instead. No package imports it; algorithms/mutation writes the import into copies of the algorithms.
package mutant

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

var chosen int

// Choose switches mutant k on and all others off; 0 is the algorithm as it is. No search may run.
func Choose(k int) { chosen = k }

// On reports whether mutant k is switched on.
func On(k int) bool { return chosen == k }

// Back is the last element instead of [model.List.Front].
func Back[T comparable](l model.List[T]) T { return l.At(l.Len() - 1) }

// ButLast is l without its last element instead of [model.List.Rest].
func ButLast[T comparable](l model.List[T]) model.List[T] { return l.WithoutAt(l.Len() - 1) }

// Prepend puts xs in front instead of behind as [model.List.Add] does.
func Prepend[T comparable](l model.List[T], xs ...T) model.List[T] {
	return model.ListOf(append(slices.Clone(xs), l.Slice()...)...)
}

// Before puts xs in front of s instead of behind, as append does.
func Before[S ~[]E, E any](s S, xs ...E) S { return append(slices.Clone(S(xs)), s...) }

// Greatest is the greatest member instead of [model.Set.Least].
func Greatest[T ~int](s model.Set[T]) T {
	var most T
	for x := range s.All() {
		most = x
	}
	return most
}
