//go:build unix

package explore

import "syscall"

// mapPages returns zeroed memory outside Go's heap; nil if there is none.
func mapPages(size int) []byte {
	region, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return region
}

func unmapPages(region []byte) {
	if err := syscall.Munmap(region); err != nil {
		panic(err)
	}
}
