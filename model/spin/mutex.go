// Package spin has a mutex for what is done in microseconds.
package spin

import "sync"

// Mutex is a mutex whose Lock waits awake for a while before it lets the goroutine sleep: to be woken up takes longer
// than what such a mutex guards. Its zero value is unlocked.
type Mutex struct{ sync.Mutex }

// attempts to lock take some ten microseconds.
const attempts = 1 << 13

func (m *Mutex) Lock() {
	for range attempts {
		if m.TryLock() {
			return
		}
	}
	m.Mutex.Lock()
}
