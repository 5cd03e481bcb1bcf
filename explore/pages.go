package explore

import (
	"sync/atomic"
	"unsafe"
)

// pages hands out the memory of large tables outside Go's heap, where the system has such: it can grow without being
// copied, is given back the moment it is not needed any more, and does not make the garbage collector wait for as much
// garbage again.
type pages struct {
	held   atomic.Int64 // bytes
	refuse func() bool  // tests: systems without memory to give
}

// outside is the bytes that all pages of the process hold.
var outside atomic.Int64

func (p *pages) hold(bytes int) {
	p.held.Add(int64(bytes))
	outside.Add(int64(bytes))
}

// mappedFrom is the size in bytes from which an array stands outside Go's heap.
const mappedFrom = 1 << 13

// lengthen gives an array a larger length: zeros, then what it held. Its pages are nil if it stands in Go's heap.
func lengthen[T any](from *pages, old []T, held []byte, length int) ([]T, []byte) {
	var x T
	size := length * int(unsafe.Sizeof(x))
	var region []byte
	switch {
	case held != nil:
		region = from.remap(held, size)
	case size >= mappedFrom:
		region = from.remap(nil, size)
	}
	if region == nil {
		longer := make([]T, length)
		copy(longer[length-len(old):], old)
		from.unmap(held)
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
func (p *pages) remap(old []byte, size int) []byte {
	if p.refuse != nil && p.refuse() {
		return nil
	}
	region := mapPages(old, size)
	if region != nil {
		p.hold(len(region) - len(old))
	}
	return region
}

func (p *pages) unmap(region []byte) {
	if region != nil {
		p.hold(-len(region))
		unmapPages(region)
	}
}
