package explore_test

import (
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
)

// TestRefusedMemory demands the same result of a search to which the system refuses memory outside Go's heap, always or
// now and then.
func TestRefusedMemory(t *testing.T) {
	a, c := &suzukikasami.Algorithm, suzuki(3, 2, 2, 2)
	want := check(t, a, c, explore.Options{Workers: 1})
	for workers, every := range map[int]int64{1: 1, 2: 2, 3: 7} {
		var asked atomic.Int64
		o := explore.Options{Workers: workers}.Refusing(func() bool { return asked.Add(1)%every == 0 })
		if diff := cmp.Diff(want, check(t, a, c, o)); diff != "" {
			t.Errorf("%d workers, memory is refused once in %d times: %s", workers, every, diff)
		}
		if asked.Load() < 64 {
			t.Errorf("%d workers: memory was asked for %d times only", workers, asked.Load())
		}
	}
}
