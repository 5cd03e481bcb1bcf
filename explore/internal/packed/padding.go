package packed

import "unsafe"

// Padding, as the last field, keeps what one core writes all the time out of the cache lines of another core's neighbouring
// value: where they share a line, it travels between the cores with every state.
type Padding [128]byte

// Unshared makes a slice that shares no cache line with another, for the same reason.
func Unshared[T any](length int) []T {
	var x T
	return make([]T, length, length+2*len(Padding{})/int(unsafe.Sizeof(x)))
}
