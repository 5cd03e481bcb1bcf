package explore

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
)

// memory keeps the process below a limit. Whoever is about to allocate much claims it first, so that no table doubles
// past the limit; what grows in small pieces is seen by the search's watch.
type memory struct {
	limit int64 // bytes of the whole process; 0: none
	mu    sync.Mutex
	pages pages // tables outside Go's heap
	left  int64 // what the heap was told to stay below; the watch's own

	before int64 // the most that the process had held when the search began

	spills bool        // states that the store has no room for go to disk
	pause  atomic.Bool // the workers are to stop for that
	over   atomic.Bool // the search is over: what the report needs is granted
}

// noRoom is the panic of a claim that would exceed the limit.
type noRoom struct{}

// haltWithoutRoom, deferred, makes a claim without room, a system without numbers, or a question that panics end the search.
func (c *common) haltWithoutRoom() {
	switch r := recover().(type) {
	case nil:
	case noRoom:
		c.halt.CompareAndSwap(haltNone, haltMemory)
	case *model.Full:
		c.end(r)
	case *model.Broken:
		c.asked.CompareAndSwap(nil, r)
		c.halt.CompareAndSwap(haltNone, haltBroken)
	default:
		panic(r)
	}
}

// end ends the search because a system has no numbers left.
func (c *common) end(f *model.Full) {
	c.full.CompareAndSwap(nil, f)
	c.halt.CompareAndSwap(haltNone, haltFull)
}

// large is the size from which allocations are claimed.
const large = 1 << 16

// guard makes the garbage collector keep the process below the limit as long as it can.
func (m *memory) guard() {
	if m.limit > 0 {
		m.adjust()
	}
}

// leave lets the process go on without this search.
func (m *memory) leave() {
	heapLimit.leave(m)
	garbage.leave(m)
}

// adjust leaves to Go's heap what is not taken outside of it, but for a sixteenth.
func (m *memory) adjust() {
	left := m.limit - m.limit/16 - mapped() - outside.Load()
	if off := left - m.left; off < -m.limit/64 || off > m.limit/64 {
		m.left = left
		heapLimit.want(m, max(left, 1))
	}
}

// collectMore makes the collector let less garbage pile up, if there is a limit.
func (m *memory) collectMore(percent int64) {
	if m.limit > 0 {
		garbage.want(m, percent)
	}
}

// claim panics with noRoom if bytes more would exceed the limit, even after garbage has been collected.
func (m *memory) claim(bytes int64) {
	if !m.room(bytes) {
		panic(noRoom{})
	}
}

// room reports whether bytes more stay within the limit.
func (m *memory) room(bytes int64) bool { return m.below(m.limit, bytes) }

// storeRoom is room for the store, which leaves some to what cannot be spilled.
func (m *memory) storeRoom(bytes int64) bool {
	if m.spills {
		return m.below(m.limit/8*5, bytes)
	}
	return m.room(bytes)
}

// cacheRoom is room for what is only kept to be faster.
func (m *memory) cacheRoom(bytes int64) bool {
	if m.spills {
		return m.below(m.limit/8*6, bytes)
	}
	return m.below(m.limit/8*7, bytes)
}

// tight reports that memory is better used otherwise than for order.
func (m *memory) tight() bool { return m.limit > 0 && m.held() > m.limit/4 }

func (m *memory) below(limit, bytes int64) bool {
	if m.limit == 0 || bytes < large || m.over.Load() {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held()+bytes <= limit {
		return true
	}
	debug.FreeOSMemory()
	return m.held()+bytes <= limit
}

// exceeded reports whether the process holds more than the limit, garbage not counted.
func (m *memory) exceeded() bool {
	if m.limit == 0 {
		return false
	}
	if m.adjust(); m.held() <= m.limit {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	debug.FreeOSMemory()
	return m.held() > m.limit
}

// peak is the most physical memory that the process ever held, as the system counts it; 0 where it does not tell.
func peak() int64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(data), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kilobytes, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes << 10
}

// held is the memory of the process: what Go holds and has not given back, tables outside its heap, and the resident
// part of the program itself.
func (m *memory) held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()-sample[1].Value.Uint64()) + outside.Load() + mapped()
}

// mapped is the resident part of mapped files, above all the program's; 0 where the system does not tell.
func mapped() int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data)) // in pages: size, resident, shared, ...
	if len(fields) < 3 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
