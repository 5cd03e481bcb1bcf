package explore

import (
	"runtime/debug"
	"sync"
)

// setting is a number of the whole process that searches want to be low: as low as the lowest that one of them wants, and
// what it was before when none is left. It is touched only for searches that have a limit of memory.
type setting struct {
	set func(int64) (before int64)

	mu     sync.Mutex
	wanted map[*memory]int64
	before int64 // as it was without searches; negative: off
	last   int64 // what it was set to
}

var (
	heapLimit = setting{set: debug.SetMemoryLimit}
	garbage   = setting{set: func(percent int64) int64 { return int64(debug.SetGCPercent(int(percent))) }}
)

// want is called by a search with what it wants now.
func (s *setting) want(who *memory, value int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.wanted) == 0 {
		s.wanted = map[*memory]int64{}
		s.before = s.set(value)
	}
	s.wanted[who] = value
	s.least()
}

// leave is called when a search wants nothing any more.
func (s *setting) leave(who *memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.wanted[who]; !ok {
		return
	}
	if delete(s.wanted, who); len(s.wanted) > 0 {
		s.least()
	} else if other := s.set(s.before); other != s.last { // somebody else has set it meanwhile
		s.set(other)
	}
}

func (s *setting) least() {
	s.last = s.before
	if s.before >= 0 {
		for _, value := range s.wanted {
			s.last = min(s.last, value)
		}
	}
	s.set(s.last)
}
