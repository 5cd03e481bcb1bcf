package model

import "sync"

// patientMutex is a mutex whose Lock waits awake for a while before it lets the goroutine sleep: what it guards takes
// microseconds, and to be woken up takes longer.
type patientMutex struct{ sync.Mutex }

// attempts take about as long as a few derivations.
const attempts = 1 << 14

func (m *patientMutex) Lock() {
	for range attempts {
		if m.TryLock() {
			return
		}
	}
	m.Mutex.Lock()
}
