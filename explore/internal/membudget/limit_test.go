package membudget

import (
	"runtime"
	"testing"
)

// TestAllowed: without a limit of memory there is one all the same, where the system tells how much memory there is.
func TestAllowed(t *testing.T) {
	for given, limited := range map[int64]bool{0: true, NoLimit: false, 64 << 20: true} {
		var m Budget
		if m.Allow(given); runtime.GOOS == "linux" && (m.Limit > 0) != limited || given > 0 && m.Limit != given {
			t.Errorf("%d: %d bytes", given, m.Limit)
		}
	}
}
