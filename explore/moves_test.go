package explore

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
)

// TestBlocks reads entries again where they were put: short ones, such as fill a block to the last word, and such as are
// longer than any block.
func TestBlocks(t *testing.T) {
	sys := model.Compose(counter{end: 1}, model.Config{Processes: 1, Requests: []int{1}, Network: model.Bag})
	m := newMoves(sys, packed.Layout{})
	var starts []uint32
	var entries []entry
	for n, length := range []int{2, firstBlock - 3, 1, 2 * firstBlock, 1 << placeBits, 3, 3 << placeBits, 7, 1<<placeBits - 7, 1} {
		e := make(entry, length)
		for k := range e {
			e[k] = uint64(n*1_000_000 + k + 1)
		}
		starts, entries = append(starts, m.put(e)), append(entries, e)
	}
	blocks := *m.blocks.Load()
	for k, at := range starts {
		if got := blocks[at>>placeBits][at&(1<<placeBits-1):][:len(entries[k])]; at == 0 || !slices.Equal(got, entries[k]) {
			t.Errorf("entry %d, of %d words, is another at %d", k, len(entries[k]), at)
		}
	}
}
