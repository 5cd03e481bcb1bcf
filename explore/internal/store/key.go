package store

import (
	"encoding/binary"
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// Format is how states stand in a file: the nodes of all sites, the budgets, and the sleep set, each in the bits below the one
// before it. So states are ordered by their words as they are by their numbers, in every format.
type Format struct {
	packed.Layout
	asleep uint64 // the bits of the sleep set, in the last word
}

// NewFormat is the format of states with nodes up to these numbers; false if they are too many for any. It has as much more room
// as costs no more words, so that it seldom changes.
func NewFormat(nodes []int, budgets int) (f Format, ok bool) {
	for bits := 1; bits <= 8; bits *= 2 {
		if g, fits := newFormat(nodes, budgets, bits); fits && (!ok || g.Words == f.Words) {
			f, ok = g, true
		}
	}
	return f, ok
}

// newFormat is the format in which nodes have a multiple of so many bits.
func newFormat(nodes []int, budgets, multiple int) (f Format, ok bool) {
	var need []int
	for _, n := range nodes {
		need = append(need, (bits.Len(uint(n))+multiple-1)/multiple*multiple)
	}
	asleep := min(len(nodes), 16)
	need = append(need, bits.Len(uint(budgets-1)), asleep)
	f = Format{Layout: packed.Layout{Fields: make([]packed.Field, len(need))}, asleep: 1<<asleep - 1}
	word, free := 0, 64
	for k, b := range need {
		if b > free {
			word, free = word+1, 64
		}
		free -= b
		f.Fields[k] = packed.Field{Word: uint8(word), Bits: uint8(b)}
	}
	for f.Words = word + 1; !packed.Allowed(f.Words); f.Words++ {
		if f.Words >= packed.MaxWords {
			return f, false
		}
	}
	shift := uint8(0)
	for k := len(need) - 1; k >= 0; k-- {
		at := &f.Fields[k]
		if int(at.Word) != word {
			word, shift = int(at.Word), 0
		}
		at.Shift = shift
		shift += at.Bits
	}
	for k := range f.Fields { // words that are not needed come first
		f.Fields[k].Word += uint8(f.Words-1) - f.Fields[len(need)-1].Word
	}
	return f, true
}

// Unpack reads all components of a state.
func (f *Format) Unpack(words []uint64) packed.Vector {
	s := make(packed.Vector, len(f.Fields))
	for k, at := range f.Fields {
		s[k] = uint32(words[at.Word] >> at.Shift & (at.Limit() - 1))
	}
	return s
}

// Less orders states by their words.
func Less[K packed.State](a, b *K) bool {
	for w := range len(*a) {
		if (*a)[w] != (*b)[w] {
			return (*a)[w] < (*b)[w]
		}
	}
	return false
}

// Awake is the state alone, with an empty sleep set.
func Awake[K packed.State](x K, f *Format) K {
	x[len(x)-1] &^= f.asleep
	return x
}

// Sort sorts states by their words, with room for as many: a byte at a time, from the last, without those that are the same in all.
func Sort[K packed.State](all, room []K) []K {
	var and, or K
	for w := range len(and) {
		and[w] = ^uint64(0)
	}
	for k := range all {
		for w := range len(and) {
			and[w] &= all[k][w]
			or[w] |= all[k][w]
		}
	}
	from, to := all, room[:len(all)]
	for w := len(and) - 1; w >= 0; w-- {
		for shift := 0; shift < 64; shift += 8 {
			if byte((and[w]^or[w])>>shift) == 0 {
				continue
			}
			var ends [256]int
			for k := range from {
				ends[byte(from[k][w]>>shift)]++
			}
			at := 0
			for b := range ends {
				ends[b], at = at, at+ends[b]
			}
			for k := range from {
				p := &ends[byte(from[k][w]>>shift)]
				to[*p] = from[k]
				*p++
			}
			from, to = to, from
		}
	}
	return from
}

// Once drops all but the last of sorted states that differ in nothing but their sleep sets, of which any will do.
func Once[K packed.State](all []K, f *Format) []K {
	n := 0
	for k := range all {
		if n > 0 && Awake(all[n-1], f) == Awake(all[k], f) {
			n--
		}
		all[n] = all[k]
		n++
	}
	return all[:n]
}

// appendDelta appends the difference of two states, the words of each taken as one number, in groups of seven bits, the lowest first.
func appendDelta[K packed.State](b []byte, last, x *K) []byte {
	var d K
	borrow := uint64(0)
	for w := len(d) - 1; w >= 0; w-- {
		d[w], borrow = bits.Sub64((*x)[w], (*last)[w], borrow)
	}
	low := len(d) - 1
	for {
		high := uint64(0)
		for w := range low {
			high |= d[w]
		}
		if high == 0 && d[low] < 0x80 {
			return append(b, byte(d[low]))
		}
		b = append(b, byte(d[low])|0x80)
		for w := low; w >= 0; w-- {
			d[w] >>= 7
			if w > 0 {
				d[w] |= d[w-1] << 57
			}
		}
	}
}

// addDelta reads such a difference and adds it; it returns the bytes behind it, nil if there is none.
func addDelta[K packed.State](b []byte, x *K) []byte {
	var d K
	low := len(d) - 1
	for k, shift := 0, 0; ; k, shift = k+1, shift+7 {
		if k == len(b) || shift >= 64*len(d) {
			return nil
		}
		w := low - shift/64
		d[w] |= uint64(b[k]&0x7f) << (shift % 64)
		if shift%64 > 57 && w > 0 {
			d[w-1] |= uint64(b[k]&0x7f) >> (64 - shift%64)
		}
		if b[k] < 0x80 {
			b = b[k+1:]
			break
		}
	}
	carry := uint64(0)
	for w := low; w >= 0; w-- {
		(*x)[w], carry = bits.Add64((*x)[w], d[w], carry)
	}
	return b
}

// nextState is addDelta, faster where the difference is small: the groups of up to eight bytes are pushed together without a branch,
// since how many there are is hard to predict.
func nextState[K packed.State](b []byte, x *K) []byte {
	const ends = 0x8080808080808080
	if len(b) < 8 {
		return addDelta(b, x)
	}
	d := binary.LittleEndian.Uint64(b)
	end := ^d & ends
	if end == 0 {
		return addDelta(b, x)
	}
	d &= (end ^ (end - 1)) &^ ends
	d = d&0x007f007f007f007f | d&0x7f007f007f007f00>>1
	d = d&0x00003fff00003fff | d&0x3fff00003fff0000>>2
	d = d&0x000000000fffffff | d&0x0fffffff00000000>>4
	low, carry := len(*x)-1, uint64(0)
	(*x)[low], carry = bits.Add64((*x)[low], d, 0)
	for w := low - 1; w >= 0 && carry != 0; w-- {
		(*x)[w], carry = bits.Add64((*x)[w], 0, carry)
	}
	return b[bits.TrailingZeros64(end)/8+1:]
}

// decode appends the states of a block; false if it has others than so many.
func decode[K packed.State](b []byte, count int, all []K) ([]K, bool) {
	if cap(all)-len(all) < count {
		all = append(make([]K, 0, len(all)+count), all...)
	}
	var x K
	for range count {
		if b = nextState(b, &x); b == nil {
			return nil, false
		}
		all = append(all, x)
	}
	return all, len(b) == 0
}
