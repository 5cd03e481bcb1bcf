package liveness

import (
	"sync"
	"testing"
)

func TestSemaphore(t *testing.T) {
	r := newSemaphore(100)
	if r.acquire(101) {
		t.Error("there is no room for 101 bytes in 100")
	}
	var most, used int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				if !r.acquire(40) {
					t.Error("40 bytes fit 100")
				}
				mu.Lock()
				used += 40
				most = max(most, used)
				mu.Unlock()
				mu.Lock()
				used -= 40
				mu.Unlock()
				r.release(40)
			}
		})
	}
	all.Wait()
	if most > 100 || r.used != 0 {
		t.Errorf("%d bytes were in use, %d are left behind", most, r.used)
	}
}
