package drsgme_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestSessionsCounted: what opens a session, and what puts a process into the queue.
func TestSessionsCounted(t *testing.T) {
	for _, test := range []struct{ why, line, property, want string }{
		{"an idle holder queues the requester and sends the token in one step", "-n 2 -m 1", "switches", "1"},
		{"a captain that accepts a second token opens a second session",
			"-n 3 -m 1 --duplicate 1 --timeouts off", "bypass-sessions", "0..3"},
		{"so does one that waits, no longer in its critical section, when it accepts a second token",
			"-n 2 -r 2 --repair new-session,add-requester,treat-as-request", "switches", "1..2"},
	} {
		if got := value(t, test.line, test.property); got != test.want {
			t.Errorf("%s: %s is %s, want %s: %s", test.line, test.property, got, test.want, test.why)
		}
	}
}

// value is what a bound or a cost of the model comes to, its verdict where it has none.
func value(t *testing.T, line, property string) string {
	t.Helper()
	c := papertest.Model(t, &drsgme.Algorithm, line)
	for _, p := range drsgme.Algorithm.AllProperties(c) {
		if p.Name != property {
			continue
		}
		findings, r, err := explore.CheckAll(t.Context(), drsgme.Algorithm.New(c), invariants.Panel{p}, explore.Options{})
		if err != nil || !r.Complete {
			t.Fatalf("%s: not complete: %v", line, err)
		}
		if v := findings[0].Value; v != nil {
			return v.String()
		}
		return string(findings[0].Verdict)
	}
	t.Fatalf("%s: no property %s", line, property)
	return ""
}
