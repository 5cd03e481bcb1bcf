package explore

import (
	"encoding/binary"
	"slices"
	"sync"
)

// rows numbers lists of numbers, from 1 up to a limit.
type rows struct {
	limit uint32
	mu    sync.Mutex
	known map[string]uint32
	all   [][]uint32
}

func newRows(limit uint32) rows {
	return rows{limit: limit, known: map[string]uint32{}, all: make([][]uint32, 1)}
}

// number is that of a row, which is copied if it is new; false if there are too many.
func (x *rows) number(row []uint32) (n uint32, ok bool) {
	var key []byte
	for _, v := range row {
		key = binary.AppendUvarint(key, uint64(v))
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if n, ok = x.known[string(key)]; !ok {
		if n = uint32(len(x.all)); n == x.limit {
			return 0, false
		}
		x.known[string(key)] = n
		x.all = append(x.all, slices.Clone(row))
	}
	return n, true
}
