package views

import "math/bits"

// row is a set of entities.
type row []uint64

func (r row) has(k int32) bool { return int(k)/64 < len(r) && r[k/64]>>(k%64)&1 != 0 }

func (r *row) add(k int32) {
	for int(k)/64 >= len(*r) {
		*r = append(*r, 0)
	}
	(*r)[k/64] |= 1 << (k % 64)
}

// each calls f with every member.
func (r row) each(f func(k int32)) {
	for at, word := range r {
		for ; word != 0; word &= word - 1 {
			f(int32(64*at + bits.TrailingZeros64(word)))
		}
	}
}

// with is the members of r that are members of s, too.
func (r row) with(s row) row {
	both := make(row, min(len(r), len(s)))
	for k := range both {
		both[k] = r[k] & s[k]
	}
	return both
}

// without is the members of r that are no members of s.
func (r row) without(s row) row {
	rest := make(row, len(r))
	for k := range rest {
		if rest[k] = r[k]; k < len(s) {
			rest[k] &^= s[k]
		}
	}
	return rest
}
