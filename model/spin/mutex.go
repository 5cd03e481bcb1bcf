// Package spin has a mutex for what is over soon.
package spin

import (
	"sync"
	"sync/atomic"
)

// Mutex is a mutex whose Lock waits awake for a while before it lets the goroutine sleep: to be woken up takes longer
// than what such a mutex guards. Its zero value is unlocked.
type Mutex struct {
	mu   sync.Mutex
	held atomic.Bool // those who wait awake only read it, so that they do not disturb who holds the mutex
}

// attempts to lock take some hundred microseconds: as much as it takes to be woken up.
const attempts = 1 << 17

// Lock locks the mutex.
func (m *Mutex) Lock() {
	for range attempts {
		if !m.held.Load() && m.mu.TryLock() {
			m.held.Store(true)
			return
		}
	}
	m.mu.Lock()
	m.held.Store(true)
}

// Unlock unlocks it.
func (m *Mutex) Unlock() {
	m.held.Store(false)
	m.mu.Unlock()
}
