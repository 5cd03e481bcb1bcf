package membudget

import "golang.org/x/sys/unix"

const hugePage = 1 << 21

// mapPages returns old, which may be nil, with a larger size, or nil if there is no such memory. What is new is zeroed
// and stands outside Go's heap. All of it will soon be in use: so the system may provide it at once, in huge pages as far
// as they fit.
func mapPages(old []byte, size int) []byte {
	var region []byte
	var err error
	if old == nil {
		region, err = unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	} else {
		region, err = unix.Mremap(old, size, unix.MREMAP_MAYMOVE)
	}
	if err != nil {
		return nil
	}
	// Both are mere advice: older systems refuse it, and nothing changes.
	if size >= hugePage {
		_ = unix.Madvise(region, unix.MADV_HUGEPAGE)
	}
	_ = unix.Madvise(region[len(old)&^(unix.Getpagesize()-1):], unix.MADV_POPULATE_WRITE)
	return region
}

func unmapPages(region []byte) {
	if err := unix.Munmap(region); err != nil {
		panic(err)
	}
}
