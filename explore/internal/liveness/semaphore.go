package liveness

import "sync"

// semaphore is memory that tasks share.
type semaphore struct {
	mu    sync.Mutex
	freed sync.Cond
	size  uint64
	used  uint64
}

func newSemaphore(size uint64) *semaphore {
	r := &semaphore{size: size}
	r.freed.L = &r.mu
	return r
}

// acquire waits until there is room for so many bytes; false if there never will be.
func (r *semaphore) acquire(bytes uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if bytes > r.size {
		return false
	}
	for r.used+bytes > r.size {
		r.freed.Wait()
	}
	r.used += bytes
	return true
}

func (r *semaphore) release(bytes uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used -= bytes
	r.freed.Broadcast()
}
