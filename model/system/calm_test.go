package system

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// timed is a protocol whose site 1 has a long timer and site 2 a short one, which stops when it expires.
type timed struct {
	model.Protocol[bool, int]
	durations []string
}

func (timed) Start(model.Site) bool                                        { return true }
func (timed) MayRequest(model.Site, bool) bool                             { return false }
func (timed) InCS(model.Site, bool) bool                                   { return false }
func (timed) Look(model.Site, bool, []int) model.View                      { return model.View{} }
func (p timed) Durations() []string                                        { return p.durations }
func (timed) Expire(_ model.Site, v *bool, _ string, _ *model.Outbox[int]) { *v = false }
func (timed) Timers(i model.Site, v bool) []string {
	if !v {
		return nil
	}
	return []string{[]string{"long", "short"}[i-1]}
}

// TestOrderedTimers demands that a timer is due when no shorter one runs, that before that it costs an early expiry, and
// that timers without an order are all due when the system is quiet.
func TestOrderedTimers(t *testing.T) {
	p := timed{durations: []string{"short", "long"}}
	for _, ordered := range []bool{true, false} {
		for _, early := range []int{0, 1} {
			c := model.Config{Processes: 2, Requests: []int{0, 0}, Network: model.Bag, Timeouts: model.Patient, OrderedTimers: ordered, Early: early}
			sys := Compose[bool, int](p, c)
			r, start, full := sys.NewReader(), sys.Start(), sys.StartBudget()
			long, short := r.Expand(0, start[0], full), r.Expand(1, start[1], full)
			calm := min(long.Calm, short.Calm)
			if left, ok := sys.Pay(full, short.Moves[0].Cost, calm); !ok || left != full {
				t.Errorf("ordered %t, early %d: the short timer is not due", ordered, early)
			}
			left, ok := sys.Pay(full, long.Moves[0].Cost, calm)
			if due := ok && left == full; due == ordered || ok != (!ordered || early > 0) {
				t.Errorf("ordered %t, early %d: the long timer expires: %t, due: %t", ordered, early, ok, due)
			}
			calm = min(long.Calm, r.Expand(1, short.Moves[0].Next, full).Calm)
			if left, ok := sys.Pay(full, long.Moves[0].Cost, calm); !ok || left != full {
				t.Errorf("ordered %t, early %d: the long timer is not due when the short one has expired", ordered, early)
			}
		}
	}
}

// TestFingerprint: it stays what it was where timers are not ordered, and differs where they are.
func TestFingerprint(t *testing.T) {
	c := model.Config{Algorithm: "a", Processes: 2, Requests: []int{1, 1}, Network: model.Bag, Timeouts: model.Patient}
	if got, want := c.Fingerprint(), "bac18a62fee753a0"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	ordered := c
	if ordered.OrderedTimers = true; ordered.Fingerprint() == c.Fingerprint() {
		t.Error("ordered timers have the same fingerprint")
	}
}
