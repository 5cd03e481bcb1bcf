package packed

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"
)

// State is a global state as the search moves it: the node number of every site and the number of the budgets left, in
// as few 64-bit words as they need. No field crosses a word. The first field is never 0, so no state is all zero.
type State interface {
	comparable
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64
}

// Vector is a global state unpacked: the node number of every site, then the number of the budgets left.
type Vector []uint32

// Key is the vector as the key of a map.
func (v Vector) Key() string {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.NativeEndian.AppendUint32(b, x)
	}
	return string(b)
}

// wordCounts are the sizes that State allows.
var wordCounts = []int{1, 2, 3, 4, 6, 8, MaxWords}

// Allowed reports whether a state may have so many words.
func Allowed(words int) bool { return slices.Contains(wordCounts, words) }

// MaxWords are the words of the largest states that can be packed.
const MaxWords = 16

// Layout says where each component of a state stands, and where the visited set keeps its level: in the last word's upper bits,
// which are 0 in a state elsewhere, or beside the state.
type Layout struct {
	Fields []Field // one per site, then the budgets
	Level  Field   // of the last word; no bits: beside
	Words  int
}

// Field is where a component stands: no component crosses a word.
type Field struct {
	Word  uint8
	Shift uint8
	Bits  uint8
}

// Limit is the least number that the field has no room for.
func (f Field) Limit() uint64 { return 1 << f.Bits }

// Mask has the bits of the field in its word.
func (f Field) Mask() uint64 { return (f.Limit() - 1) << f.Shift }

// LevelBits are the most bits that a level needs.
const LevelBits = 16

// HasLevel reports whether there is room for this level.
func (l *Layout) HasLevel(level int) bool { return l.Level.Bits == 0 || level < int(l.Level.Limit()) }

// NewLayout finds the smallest layout in which component k has at least need[k] bits; what is left in a word is shared
// out among its fields, so that they seldom have to be moved. The last component, the budgets, never grows. The level
// stands beside the state. It returns false if more than so many words would be needed.
func NewLayout(need []int, widest int) (l Layout, ok bool) {
	for _, words := range wordCounts {
		if l, ok := Fit(need, words, 0); ok && words <= widest {
			return l, true
		}
	}
	return Layout{}, false
}

// Fit finds a layout of so many words, with so many bits for the level.
func Fit(need []int, words, level int) (Layout, bool) {
	l := Layout{Fields: make([]Field, len(need)), Words: words}
	l.Level = Field{uint8(words - 1), uint8(64 - level), uint8(level)}
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
			return Layout{}, false
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
			l.Fields[k] = Field{uint8(w), uint8(shift), uint8(width)}
			shift += width
		}
	}
	return l, true
}

// Choose finds a layout for nodes of which so many are known at each site, and so many combinations of budgets: room for
// four times the nodes known, or twice if that costs fewer words, or just for them where that is all there is; at least
// least bits each unless that costs a word more. Levels, the deepest of which is given, stand in the states if that costs no
// word and leaves every node leastBeside bits, so that states seldom have to be packed anew for it. Depth first, where all
// states are of level 0, they never can be, and the nodes get all the bits. It returns false if more than widest words
// would be needed.
func Choose(known []int, budgets, least, deepest, widest int) (l Layout, ok bool) {
	room := func(times, least int) []int {
		need := make([]int, len(known)+1)
		for k, n := range known {
			need[k] = max(least, bits.Len(uint(times*max(64, n))))
		}
		need[len(known)] = bits.Len(uint(budgets - 1))
		return need
	}
	times := 2
	if l, ok = NewLayout(room(times, 0), widest); !ok {
		times = 1
		if l, ok = NewLayout(room(times, 0), widest); !ok {
			return l, false
		}
	} else if _, ok := Fit(room(4, 0), l.Words, 0); ok {
		times = 4
	}
	level := 0
	if deepest > 0 {
		level = min(LevelBits, max(LeastLevel, bits.Len(4*uint(deepest))))
	}
	for _, try := range []struct{ least, level int }{{least, level}, {leastBeside, level}, {least, 0}} {
		if wide, ok := Fit(room(times, try.least), l.Words, try.level); ok {
			return wide, true
		}
	}
	return Fit(room(times, 0), l.Words, 0)
}

// The least bits of a level, and of a node where levels stand in the states.
const (
	LeastLevel  = 10 // bits
	leastBeside = 13
)

// Get reads component k of s.
func Get[S State](l *Layout, s *S, k int) uint32 {
	f := l.Fields[k]
	return uint32((*s)[f.Word] >> f.Shift & (1<<f.Bits - 1))
}

// Pack packs a state.
func Pack[S State](l *Layout, s Vector) S {
	var p S
	for k, x := range s {
		Set(l, &p, k, 0, x)
	}
	return p
}

// Unpack reads all components of a packed state.
func Unpack[S State](l *Layout, p *S) Vector { return AppendTo(make(Vector, 0, len(l.Fields)), l, p) }

// AppendTo appends the components of a packed state.
func AppendTo[S State](s Vector, l *Layout, p *S) Vector {
	for k := range l.Fields {
		s = append(s, Get(l, p, k))
	}
	return s
}

// Set replaces component k of s, which was old, by x.
func Set[S State](l *Layout, s *S, k int, old, x uint32) {
	f := l.Fields[k]
	(*s)[f.Word] += (uint64(x) - uint64(old)) << f.Shift
}

// Add is s with the words of d added to its own: what a move does.
func Add[S State](s *S, d []uint64) (t S) {
	for k := range len(t) {
		t[k] = (*s)[k] + d[k]
	}
	return t
}

// Hash mixes all words of s into 64 good bits. It only finds a place: equality of states is always equality of words.
func Hash[S State](s *S) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for k := range len(*s) {
		hi, lo := bits.Mul64(h^(*s)[k], 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h^0xA0761D6478BD642F, 0xE7037ED1A0B428DB)
	return hi ^ lo
}

// Fits reports whether the layout has room for a state.
func (l *Layout) Fits(s Vector) bool {
	for k, x := range s {
		if uint64(x) >= l.Fields[k].Limit() {
			return false
		}
	}
	return true
}

// Segment is a stretch of a frontier: states of a level in the order in which they were found, each with its sleep set.
type Segment[S State] struct {
	States []S
	Asleep []SleepSet
}

// SegmentSize is how many states a segment has room for.
const SegmentSize = 4096

// NewSegment returns an empty segment.
func NewSegment[S State]() Segment[S] {
	return Segment[S]{make([]S, 0, SegmentSize), make([]SleepSet, 0, SegmentSize)}
}

// Size is how many states the segment has.
func (x *Segment[S]) Size() int { return len(x.States) }

// Add appends a state with its sleep set.
func (x *Segment[S]) Add(s *S, a SleepSet) {
	x.States, x.Asleep = append(x.States, *s), append(x.Asleep, a)
}

// Take empties the segment and returns its room.
func (x *Segment[S]) Take() Segment[S] {
	room := Segment[S]{x.States[:0], x.Asleep[:0]}
	*x = Segment[S]{}
	return room
}

// StatesIn is how many states the segments have.
func StatesIn[S State](segments []Segment[S]) (n int) {
	for _, x := range segments {
		n += x.Size()
	}
	return n
}

// SleepSet is the sites, by index, whose free moves need not be made in a state, because the states that they lead to are
// found on other ways. These are sleep sets (P. Godefroid, "Using Partial Orders to Improve Automatic Verification
// Methods", CAV 1990), in the form that suits a search by levels: all states are visited, each in its level, and all
// transitions are counted, but of the ways that differ only in the order of independent moves nearly all but one are
// spared.
//
// Free moves a of site i and b of site j commute if a sends nothing to j: b takes the same message, if any, from the
// same variables before and after a; a does so before and after b, whose messages, if they go to i, only come on top;
// and what both send to a third site comes over different channels, or into a bag. So where i leads from s to y by a,
// everything that j can do in y it could do in s. If j's site is below i's, it sleeps in y.
//
// That loses no state. Let x be in level k, and let b, of the site with the largest index of all those that lead to x
// from level k-1, do so from y. If b's site slept in y, then y was found by an a as above, from s in level k-2. So b
// leads from s to some t, in level k-1 at most, and a from t to x, so t is in that level. But a's site has a larger index
// than b's. One way to y is enough for this, whichever is found first; of several, each has a reason for every site that it
// puts to sleep, so that all of these may sleep.
type SleepSet uint16

// SitesBelow is the sites of smaller index than k, as far as there are bits: others never sleep.
func SitesBelow(k int) SleepSet { return 1<<k - 1 }

// Has reports whether the site with this index sleeps.
func (a SleepSet) Has(site int) bool { return a>>site&1 != 0 }

// Padding, as the last field, keeps what one core writes all the time out of the cache lines of another core's neighbouring
// value: where they share a line, it travels between the cores with every state.
type Padding [128]byte

// Unshared makes a slice that shares no cache line with another, for the same reason.
func Unshared[T any](length int) []T {
	var x T
	return make([]T, length, length+2*len(Padding{})/int(unsafe.Sizeof(x)))
}
