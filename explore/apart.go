package explore

import "unsafe"

// apart, as the last field, keeps what one core writes all the time out of the cache lines of another core's neighbouring
// value: where they share a line, it travels between the cores with every state.
type apart [128]byte

// alone makes a slice that shares no cache line with another, for the same reason.
func alone[T any](length int) []T {
	var x T
	return make([]T, length, length+2*len(apart{})/int(unsafe.Sizeof(x)))
}
