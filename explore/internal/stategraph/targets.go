package stategraph

import (
	"encoding/binary"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// targets is where transitions lead, by their number: states in as few bytes as their number takes, three or four.
type targets struct {
	membudget.Paged[byte] // behind the last one are bytes enough to read it as a whole word
	width                 int
}

const wordBytes = 4

// targetWidth is how many bytes a state takes, of so many states.
func targetWidth(states uint64) int {
	if states <= 1<<24 {
		return 3
	}
	return wordBytes
}

func newTargets(pages *membudget.Pages, states, transitions int) targets {
	width := targetWidth(uint64(states))
	return targets{membudget.NewPaged[byte](pages, width*transitions+wordBytes), width}
}

// put writes down where transitions lead, from one of them on.
func (t *targets) put(from uint32, states []uint32) {
	b := t.All[int(from)*t.width:]
	for _, s := range states {
		b[0], b[1], b[2] = byte(s), byte(s>>8), byte(s>>16)
		if t.width == wordBytes {
			b[3] = byte(s >> 24)
		}
		b = b[t.width:]
	}
}

// of is where so many transitions lead, from one of them on.
func (t *targets) of(from uint32, count int) Out {
	wide := 0
	if t.width == wordBytes {
		wide = 1
	}
	return Out{t.All[int(from)*t.width:], count<<1 | wide}
}

// Out is where the transitions of one state lead, in order. It is small enough to be kept in registers.
type Out struct {
	bytes []byte // from the first one on
	shape int    // how many there are, doubled, and one more if states take whole words
}

// Len is how many they are.
func (o Out) Len() int { return o.shape >> 1 }

// At is where one of them leads.
func (o Out) At(index int) uint32 {
	if o.shape&1 != 0 {
		return binary.LittleEndian.Uint32(o.bytes[4*index : 4*index+4])
	}
	return binary.LittleEndian.Uint32(o.bytes[3*index:3*index+4]) & (1<<24 - 1)
}
