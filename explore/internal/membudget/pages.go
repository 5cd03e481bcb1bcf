package membudget

import (
	"sync/atomic"
	"unsafe"
)

// Pages hands out the memory of large tables outside Go's heap, where the system has such: it can grow without being
// copied, is given back the moment it is not needed any more, and does not make the garbage collector wait for as much
// garbage again.
type Pages struct {
	Held   atomic.Int64 // bytes
	Refuse func() bool  // tests: systems without memory to give
}

// outside is the bytes that all pages of the process hold.
var outside atomic.Int64

func (p *Pages) hold(bytes int) {
	p.Held.Add(int64(bytes))
	outside.Add(int64(bytes))
}

// LeastMapped is the size in bytes from which an array stands outside Go's heap.
const LeastMapped = 1 << 13

// Grow gives an array a larger length: zeros, then what it held. Its pages are nil if it stands in Go's heap.
func Grow[T any](from *Pages, old []T, held []byte, length int) ([]T, []byte) {
	var x T
	size := length * int(unsafe.Sizeof(x))
	var region []byte
	switch {
	case held != nil:
		region = from.remap(held, size)
	case size >= LeastMapped:
		region = from.remap(nil, size)
	}
	if region == nil {
		longer := make([]T, length)
		copy(longer[length-len(old):], old)
		from.Unmap(held)
		return longer, nil
	}
	longer := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region))), length)
	gap := length - len(old)
	if held == nil {
		copy(longer[gap:], old)
	} else {
		copy(longer[gap:], longer[:len(old)])
		clear(longer[:min(gap, len(old))])
	}
	return longer, region
}

// remap returns the pages, or new ones, with so many bytes; nil if there are none, and then the old ones are as they were.
func (p *Pages) remap(old []byte, size int) []byte {
	if p.Refuse != nil && p.Refuse() {
		return nil
	}
	region := mapPages(old, size)
	if region != nil {
		p.hold(len(region) - len(old))
	}
	return region
}

func (p *Pages) Unmap(region []byte) {
	if region != nil {
		p.hold(-len(region))
		unmapPages(region)
	}
}
