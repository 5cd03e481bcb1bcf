package explorer

import (
	"strings"
	"testing"
	"time"
)

// TestAtlasLimited: a map that is not all of the model says so, and which limit it met: the one that the page has been given, or its own time.
func TestAtlasLimited(t *testing.T) {
	l := labOf(t, "suzuki-kasami -n 3 -r inf", 1000)
	for _, x := range []struct {
		limit int
		most  time.Duration
		why   string
	}{{1000, mostTime, "max-states 1000"}, {1 << 30, 50 * time.Millisecond, "the map takes at most 50ms"}} {
		m, err := newAtlas(t.Context(), l.variants[0], x.limit, x.most)
		if err != nil {
			t.Fatal(err)
		}
		if m.Complete || !strings.Contains(m.Why, x.why) || m.States == 0 || len(m.Nodes) > 0 {
			t.Errorf("with %d states and %v: complete %v, %q, %d states, %d drawn", x.limit, x.most, m.Complete, m.Why, m.States, len(m.Nodes))
		}
	}
}
