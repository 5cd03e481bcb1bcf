package stategraph

import (
	"encoding/binary"
	"slices"
	"sync"
)

// numbered gives values numbers in the order in which they are first met. Values with the same key are one. All workers
// share it; the list of all values is read once they are done.
type numbered[T any] struct {
	limit uint32 // numbers are below it
	mu    sync.Mutex
	known map[string]uint32
	all   []T // by number
}

// newNumbered begins with number first, which is 0 or 1.
func newNumbered[T any](first int, limit uint32) numbered[T] {
	return numbered[T]{limit: limit, known: map[string]uint32{}, all: make([]T, first)}
}

// number is that of the value with this key, which is made if it is new; false if there are too many.
func (x *numbered[T]) number(key []byte, value func() T) (n uint32, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if n, ok = x.known[string(key)]; !ok {
		if n = uint32(len(x.all)); n == x.limit {
			return 0, false
		}
		x.known[string(key)] = n
		x.all = append(x.all, value())
	}
	return n, true
}

// rows numbers lists of numbers, from 1.
type rows struct{ numbered[[]uint32] }

func newRows(limit uint32) rows { return rows{newNumbered[[]uint32](1, limit)} }

// row is the number of a list, which is copied if it is new; false if there are too many.
func (x *rows) row(list []uint32) (n uint32, ok bool) {
	var key []byte
	for _, v := range list {
		key = binary.AppendUvarint(key, uint64(v))
	}
	return x.number(key, func() []uint32 { return slices.Clone(list) })
}
