package explore

import "math/bits"

// packed is a global state as the search moves it: the node number of every site and the number of the budgets left, in
// as few 64-bit words as they need. No field crosses a word. The first field is never 0, so no state is all zero.
type packed interface {
	comparable
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64
}

// wordCounts are the sizes that packed allows.
var wordCounts = []int{1, 2, 3, 4, 6, 8, maxWords}

// maxWords are the words of the largest states that can be packed.
const maxWords = 16

// layout says where each component of a state stands, and where the store keeps its level: in the last word's upper bits,
// which are 0 in a state elsewhere, or beside the state.
type layout struct {
	fields []field // one per site, then the budgets
	level  field   // of the last word; no bits: beside
	words  int
}

type field struct {
	word  uint8
	shift uint8
	bits  uint8
}

func (f field) limit() uint64 { return 1 << f.bits }

func (f field) mask() uint64 { return (f.limit() - 1) << f.shift }

// levelBits are the most bits that a level needs, see [maxLevel].
const levelBits = 16

// holds reports whether there is room for this level.
func (l *layout) holds(level int) bool { return l.level.bits == 0 || level < int(l.level.limit()) }

// newLayout finds the smallest layout in which component k has at least need[k] bits; what is left in a word is shared
// out among its fields, so that they seldom have to be moved. The last component, the budgets, never grows. The level
// stands beside the state. It returns false if more than so many words would be needed.
func newLayout(need []int, widest int) (l layout, ok bool) {
	for _, words := range wordCounts {
		if l, ok := fit(need, words, 0); ok && words <= widest {
			return l, true
		}
	}
	return layout{}, false
}

// fit finds a layout of so many words, with so many bits for the level.
func fit(need []int, words, level int) (layout, bool) {
	l := layout{fields: make([]field, len(need)), words: words}
	l.level = field{uint8(words - 1), uint8(64 - level), uint8(level)}
	perWord := make([][]int, words)
	free := make([]int, words)
	for w := range free {
		free[w] = 64
	}
	free[words-1] -= level
	for k, b := range need {
		w := 0
		for i := range free { // the emptiest word, so that spare bits are spread evenly; the first component into word 0
			if k > 0 && free[i] > free[w] {
				w = i
			}
		}
		if free[w] < b {
			return layout{}, false
		}
		free[w] -= b
		perWord[w] = append(perWord[w], k)
	}
	for w, members := range perWord {
		growing := 0
		for _, k := range members {
			if k < len(need)-1 {
				growing++
			}
		}
		shift, spare := 0, 0
		if growing > 0 {
			spare = free[w] / growing
		}
		for _, k := range members {
			width := need[k]
			if k < len(need)-1 {
				width = min(32, width+spare)
			}
			l.fields[k] = field{uint8(w), uint8(shift), uint8(width)}
			shift += width
		}
	}
	return l, true
}

// get reads component k of s.
func get[S packed](l *layout, s *S, k int) uint32 {
	f := l.fields[k]
	return uint32((*s)[f.word] >> f.shift & (1<<f.bits - 1))
}

// set replaces component k of s, which was old, by x.
func set[S packed](l *layout, s *S, k int, old, x uint32) {
	f := l.fields[k]
	(*s)[f.word] += (uint64(x) - uint64(old)) << f.shift
}

// add is s with the words of d added to its own: what a move does.
func add[S packed](s *S, d []uint64) (t S) {
	for k := range len(t) {
		t[k] = (*s)[k] + d[k]
	}
	return t
}

// hash mixes all words of s into 64 good bits. It only finds a place: equality of states is always equality of words.
func hash[S packed](s *S) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for k := range len(*s) {
		hi, lo := bits.Mul64(h^(*s)[k], 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h^0xA0761D6478BD642F, 0xE7037ED1A0B428DB)
	return hi ^ lo
}
