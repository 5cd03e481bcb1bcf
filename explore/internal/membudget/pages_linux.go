package membudget

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	hugePage  = 1 << 21
	leastRoom = 16 * hugePage
	roomFor   = 16 // times the size of a larger array
	inUse     = unix.PROT_READ | unix.PROT_WRITE
	reserved  = unix.MAP_ANON | unix.MAP_PRIVATE | unix.MAP_NORESERVE
)

// mapPages returns old, which may be nil, with a larger size, or nil if there is no such memory. What is new is zeroed
// and stands outside Go's heap. All of it will soon be in use: so the system may provide it at once, in huge pages as far
// as they fit.
//
// The capacity of what is returned is the addresses that are kept for it. An array that grows within them stays where it is:
// to move pages, the system interrupts every core that runs the process.
func mapPages(old []byte, size, workers int) []byte {
	region := old
	if size > cap(old) {
		room := size
		if addresses() {
			room = max(leastRoom, roomFor*size)
		}
		region = movePages(old, room, size)
	} else if unix.Mprotect(old[pageOf(len(old)):size], inUse) != nil {
		region = nil
	}
	if region == nil {
		return nil
	}
	provide(region[pageOf(len(old)):size], workers)
	return region[:size]
}

// leastShare is the memory that one goroutine provides faster than it could share.
const leastShare = 4 * hugePage

// provide makes the system provide memory at once; this is mere advice, which older systems refuse. Workers share in what
// is much: the system clears it, and a virtual machine's host may have to find it first.
func provide(region []byte, workers int) {
	var all sync.WaitGroup
	for share := max(leastShare, len(region)/workers&^(hugePage-1)); len(region) > share+leastShare; region = region[share:] {
		all.Go(func() { _ = unix.Madvise(region[:share], unix.MADV_POPULATE_WRITE) })
	}
	_ = unix.Madvise(region, unix.MADV_POPULATE_WRITE)
	all.Wait()
}

// addresses reports that the process may have as many as it likes (ulimit -v).
var addresses = sync.OnceValue(func() bool {
	var most unix.Rlimit
	return unix.Getrlimit(unix.RLIMIT_AS, &most) == nil && most.Cur == unix.RLIM_INFINITY
})

// pageOf is where the page begins in which a byte stands.
func pageOf(at int) int { return at &^ (unix.Getpagesize() - 1) }

// movePages moves old to where there are addresses for room bytes, of which the first size are in use; nil if there are none,
// and then old is as it was.
func movePages(old []byte, room, size int) []byte {
	room = pageOf(room + unix.Getpagesize() - 1)
	first, err := unix.MmapPtr(-1, 0, nil, uintptr(room+hugePage), unix.PROT_NONE, reserved)
	if err != nil {
		return nil
	}
	all := unsafe.Slice((*byte)(first), room+hugePage)
	gap := int(-uintptr(first) & (hugePage - 1)) // huge pages have round addresses
	_ = unmap(all[:gap])
	_ = unmap(all[gap+room:])
	region := all[gap : gap+room : gap+room]
	_ = unix.Madvise(region, unix.MADV_HUGEPAGE) // mere advice, too
	if unix.Mprotect(region[:size], inUse) != nil {
		_ = unmap(region)
		return nil
	}
	if old != nil {
		from, to, held := unsafe.Pointer(unsafe.SliceData(old)), unsafe.Pointer(unsafe.SliceData(region)), uintptr(len(old))
		if _, err := unix.MremapPtr(from, held, to, held, unix.MREMAP_MAYMOVE|unix.MREMAP_FIXED); err != nil {
			_ = unmap(region)
			return nil
		}
		_ = unmap(old[:cap(old)][pageOf(len(old)+unix.Getpagesize()-1):])
	}
	return region
}

// unmapPages gives an array's memory, and its addresses, back.
func unmapPages(region []byte) {
	if err := unmap(region[:cap(region)]); err != nil {
		panic(err)
	}
}

// unmap gives addresses back. Where it cannot, because the process has too many mappings, they are lost, and nothing else.
func unmap(region []byte) error {
	if len(region) == 0 {
		return nil
	}
	return unix.MunmapPtr(unsafe.Pointer(unsafe.SliceData(region)), uintptr(len(region)))
}
