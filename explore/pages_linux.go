package explore

import "syscall"

const (
	hugePage      = 1 << 21
	populateWrite = 23 // MADV_POPULATE_WRITE, which package syscall does not know
)

// mapPages returns zeroed memory outside Go's heap; nil if there is none. All of it will soon be in use: so the system
// may provide it at once, in huge pages as far as they fit.
func mapPages(size int) []byte {
	region, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	// Both are mere advice: older systems refuse it, and nothing changes.
	if size >= hugePage {
		_ = syscall.Madvise(region, syscall.MADV_HUGEPAGE)
	}
	_ = syscall.Madvise(region, populateWrite)
	return region
}

func unmapPages(region []byte) {
	if err := syscall.Munmap(region); err != nil {
		panic(err)
	}
}
