package explore

import (
	"runtime"
	"testing"
)

// TestAllowed: without a limit of memory there is one all the same, where the system tells how much memory there is.
func TestAllowed(t *testing.T) {
	for given, limited := range map[int64]bool{0: true, NoLimit: false, 64 << 20: true} {
		if bytes := allowed(given); runtime.GOOS == "linux" && (bytes > 0) != limited || given > 0 && bytes != given {
			t.Errorf("%d: %d bytes", given, bytes)
		}
	}
}
