package repairs

import "iter"

// Set is a set of an algorithm's repairs: bit k is the repair at index k of its list.
type Set uint64

// maxRepairs is how many repairs a Set has room for, with all sets still countable by an int.
const maxRepairs = 62

// full is the set of repairs 0 to k-1.
func full(k int) Set { return 1<<k - 1 }

func (s Set) has(k int) bool      { return s>>k&1 == 1 }
func (s Set) with(k int) Set      { return s | 1<<k }
func (s Set) without(k int) Set   { return s &^ (1 << k) }
func (s Set) contains(t Set) bool { return s&t == t }

// names lists the repairs of the set, of all of them.
func (s Set) names(all []string) []string {
	names := []string{}
	for k, name := range all {
		if s.has(k) {
			names = append(names, name)
		}
	}
	return names
}

// bySize yields all sets of repairs 0 to k-1: small ones first, those of one size in the order of their first repairs.
func bySize(k int) iter.Seq[Set] {
	return func(yield func(Set) bool) {
		for size := range k + 1 {
			if !choose(0, 0, size, k, yield) {
				return
			}
		}
	}
}

// choose yields s with size more of the repairs from first to k-1.
func choose(s Set, first, size, k int, yield func(Set) bool) bool {
	if size == 0 {
		return yield(s)
	}
	for next := first; next+size <= k; next++ {
		if !choose(s.with(next), next+1, size-1, k, yield) {
			return false
		}
	}
	return true
}
