package membudget

import "testing"

// TestGarbage demands that the collector's percentage is the lowest that is wanted, and stays off where it was.
func TestGarbage(t *testing.T) {
	for _, test := range []struct{ before, during int64 }{{100, 40}, {20, 20}, {-1, -1}} {
		now := test.before
		s := setting{set: func(x int64) int64 { old := now; now = x; return old }}
		a, b := &Budget{Limit: 1}, &Budget{Limit: 1}
		s.want(a, 60)
		s.want(b, 40)
		if now != test.during {
			t.Errorf("%d before: %d wanted, %d set", test.before, test.during, now)
		}
		s.leave(b)
		s.leave(b)
		if s.leave(a); now != test.before {
			t.Errorf("%d before, %d after", test.before, now)
		}
	}
}
