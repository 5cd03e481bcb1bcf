package views

import (
	"math/bits"
	"slices"
)

// row is a set of entities: the words of its bits that are not 0, by their place. Most entities of a large closure stand beside few others,
// and some beside nearly all.
type row struct {
	at    []uint32 // rises; words[k] has the members from 64·at[k] on
	words []uint64 // none is 0
}

// find is where the word of so many is, or would be.
func (r *row) find(at uint32) (int, bool) {
	if int(at) < len(r.at) && r.at[at] == at {
		return int(at), true // no word before it is missing
	}
	return slices.BinarySearch(r.at[:min(int(at), len(r.at))], at)
}

func (r *row) has(k int32) bool {
	x, found := r.find(uint32(k) / 64)
	return found && r.words[x]>>(k%64)&1 != 0
}

func (r *row) add(k int32) {
	x, found := r.find(uint32(k) / 64)
	if !found {
		r.at, r.words = slices.Insert(r.at, x, uint32(k)/64), slices.Insert(r.words, x, 0)
	}
	r.words[x] |= 1 << (k % 64)
}

// put adds a word behind all others, if it is not 0.
func (r *row) put(at uint32, word uint64) {
	if word != 0 {
		r.at, r.words = append(r.at, at), append(r.words, word)
	}
}

func (r *row) clone() row { return row{slices.Clone(r.at), slices.Clone(r.words)} }

// each calls f with every member.
func (r *row) each(f func(k int32)) {
	for x, word := range r.words {
		for ; word != 0; word &= word - 1 {
			f(int32(64*int(r.at[x]) + bits.TrailingZeros64(word)))
		}
	}
}

// where is the members for which f is true.
func (r *row) where(f func(k int32) bool) row {
	var some row
	r.each(func(k int32) {
		if f(k) {
			some.add(k)
		}
	})
	return some
}

// with is the members of r that are members of s, too.
func (r *row) with(s *row) row {
	if len(r.at) > len(s.at) {
		r, s = s, r
	}
	var both row
	y := 0
	for x, at := range r.at {
		if y = s.seek(y, at); y == len(s.at) {
			break
		}
		if s.at[y] == at {
			both.put(at, r.words[x]&s.words[y])
		}
	}
	return both
}

// without is the members of r that are no members of s.
func (r *row) without(s *row) row {
	var rest row
	y := 0
	for x, at := range r.at {
		word := r.words[x]
		if y = s.seek(y, at); y < len(s.at) && s.at[y] == at {
			word &^= s.words[y]
		}
		rest.put(at, word)
	}
	return rest
}

// seek is where the word of so many is, or the next one, from y on: in steps that double, since it may be far away in a much longer row.
func (r *row) seek(y int, at uint32) int {
	if y == len(r.at) || r.at[y] >= at {
		return y
	}
	step := 1
	for y+step < len(r.at) && r.at[y+step] < at {
		y += step
		step *= 2
	}
	x, _ := slices.BinarySearch(r.at[y+1:min(y+step, len(r.at))], at)
	return y + 1 + x
}
