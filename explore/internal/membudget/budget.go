package membudget

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Budget keeps the process below a limit. Large allocations are reserved first, so that no table doubles past the limit;
// what grows in small pieces is seen by the search's watch, which asks for [Budget.Exceeded].
type Budget struct {
	Limit int64 // bytes of the whole process; 0: none
	Light bool  // nobody has asked for the limit: the settings of the process are left alone
	mu    sync.Mutex
	Pages Pages // hands out memory outside Go's heap
	left  int64 // what the heap was told to stay below; the watch's own

	PeakBefore int64 // the most that the process had held when the search began

	Spills bool        // states that the visited set has no room for go to disk
	Pause  atomic.Bool // the workers are to stop for that
	Lifted atomic.Bool // the search is over: what the report needs is granted
}

// NoLimit, where a number of bytes is given, lets a search take as much memory as the process can get.
const NoLimit = -1

// Allow makes the limit so many bytes; 0: the [MachineShare].
func (m *Budget) Allow(given int64) {
	m.Limit, m.Light = given, given == 0
	switch given {
	case NoLimit:
		m.Limit = 0
	case 0:
		m.Limit = MachineShare()
	}
}

// Exhausted is the panic of a reservation that would exceed the limit.
type Exhausted struct{}

func (Exhausted) Error() string { return "the limit of memory is reached" }

// large is the size in bytes from which allocations are reserved.
const large = 1 << 16

// Start makes the garbage collector keep the process below the limit as long as it can.
func (m *Budget) Start() {
	if m.Limit > 0 {
		m.adjust()
	}
}

// Stop lets the process go on without this search.
func (m *Budget) Stop() {
	heapLimit.leave(m)
	garbage.leave(m)
}

// usable is what a search plans with: less than the limit, as garbage is collected late on a busy machine, and the report needs some.
func (m *Budget) usable() int64 {
	if m.Light {
		return m.Limit
	}
	return m.Limit - m.Limit/16
}

// adjust leaves to Go's heap what is not taken outside of it, but for a sixteenth.
func (m *Budget) adjust() {
	if m.Light {
		return
	}
	left := m.usable() - m.Limit/16 - mapped() - outside.Load()
	if off := left - m.left; off < -m.Limit/64 || off > m.Limit/64 {
		m.left = left
		heapLimit.want(m, max(left, 1))
	}
}

// CollectGarbageAt makes the collector let less garbage pile up, if there is a limit.
func (m *Budget) CollectGarbageAt(percent int64) {
	if m.Limit > 0 && !m.Light {
		garbage.want(m, percent)
	}
}

// Reserve panics with [Exhausted] if so many bytes more would exceed the limit, even after garbage has been collected.
func (m *Budget) Reserve(bytes int64) {
	if !m.Fits(bytes) {
		panic(Exhausted{})
	}
}

// Fits reports whether so many bytes more stay within the limit.
func (m *Budget) Fits(bytes int64) bool { return m.below(m.usable(), bytes) }

// FitsStore is Fits for the visited set, which leaves some memory to what cannot be spilled.
func (m *Budget) FitsStore(bytes int64) bool {
	if m.Spills {
		return !m.Pause.Load() && m.below(m.usable()/8*5, bytes) // whoever still inserts shall not collect garbage once more
	}
	return m.Fits(bytes)
}

// FitsCache is Fits for what is only kept to be faster.
func (m *Budget) FitsCache(bytes int64) bool {
	if m.Spills {
		return m.below(m.usable()/8*6, bytes)
	}
	return m.below(m.usable()/8*7, bytes)
}

// UnderPressure reports that so much of the limit is used that nothing should be kept that only makes the search faster.
func (m *Budget) UnderPressure() bool { return m.Limit > 0 && m.ProcessBytes() > m.Limit/4 }

func (m *Budget) below(limit, bytes int64) bool {
	if m.Limit == 0 || bytes < large || m.Lifted.Load() {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ProcessBytes()+bytes <= limit {
		return true
	}
	debug.FreeOSMemory()
	return m.ProcessBytes()+bytes <= limit
}

// Collect gives garbage back to the system, if much of the limit is used.
func (m *Budget) Collect() {
	if m.UnderPressure() {
		debug.FreeOSMemory()
	}
}

// CollectAfter gives garbage back to the system after work on so many states, if they are enough to be worth it.
func CollectAfter(states int) {
	if states > 1<<18 {
		debug.FreeOSMemory()
	}
}

// Exceeded reports whether the process holds more than a search may use of the limit, garbage not counted.
func (m *Budget) Exceeded() bool {
	if m.Limit == 0 {
		return false
	}
	most := m.usable()
	if m.adjust(); m.ProcessBytes() <= most {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for range 2 { // what becomes garbage while a collection runs beside the workers is only seen by the next
		if debug.FreeOSMemory(); m.ProcessBytes() <= most {
			return false
		}
	}
	return true
}

// PeakBytes is the most physical memory that the process ever held, as the system counts it; 0 where it does not tell.
func PeakBytes() int64 {
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

// ProcessBytes is the memory of the process: what Go holds and has not given back, tables outside its heap, and the resident
// part of the program itself.
func (m *Budget) ProcessBytes() int64 {
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

// setting is a number of the whole process that searches want to be low: as low as the lowest that one of them wants, and
// what it was before when none is left. It is touched only for searches that have a limit of memory.
type setting struct {
	set func(int64) (before int64)

	mu     sync.Mutex
	wanted map[*Budget]int64
	before int64 // as it was without searches; negative: off
	last   int64 // what it was set to
}

var (
	heapLimit = setting{set: debug.SetMemoryLimit}
	garbage   = setting{set: func(percent int64) int64 { return int64(debug.SetGCPercent(int(percent))) }}
)

// want is called by a search with what it wants now.
func (s *setting) want(who *Budget, value int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.wanted) == 0 {
		s.wanted = map[*Budget]int64{}
		s.before = s.set(value)
	}
	s.wanted[who] = value
	s.least()
}

// leave is called when a search wants nothing any more.
func (s *setting) leave(who *Budget) {
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

// MachineShare is four fifths of the machine's memory, or its container's, in bytes; 0 where the system does not tell.
var MachineShare = sync.OnceValue(func() int64 {
	bytes, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return 0
	}
	return int64(bytes / 5 * 4)
})

// Pages hands out the memory of large tables outside Go's heap, where the system has such: it can grow without being
// copied, is given back the moment it is not needed any more, and does not make the garbage collector wait for as much
// garbage again.
type Pages struct {
	Held    atomic.Int64 // bytes
	Workers int          // share in making memory ready; 0: one
	Refuse  func() bool  // tests: systems without memory to give
}

// outside is the bytes that all pages of the process hold.
var outside atomic.Int64

func (p *Pages) hold(bytes int) {
	p.Held.Add(int64(bytes))
	outside.Add(int64(bytes))
}

// LeastMapped is the size in bytes from which an array stands outside Go's heap.
const LeastMapped = 1 << 13

// Grow gives an array a larger length: zeros, then what it held. Its pages are nil if it stands in Go's heap.
func Grow[T any](from *Pages, old []T, held []byte, length int) ([]T, []byte) {
	var x T
	size := length * int(unsafe.Sizeof(x))
	var region []byte
	switch {
	case held != nil:
		region = from.remap(held, size)
	case size >= LeastMapped:
		region = from.remap(nil, size)
	}
	if region == nil {
		longer := make([]T, length)
		copy(longer[length-len(old):], old)
		from.Unmap(held)
		return longer, nil
	}
	longer := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region))), length)
	gap := length - len(old)
	if held == nil {
		copy(longer[gap:], old)
	} else {
		copy(longer[gap:], longer[:len(old)])
		clear(longer[:min(gap, len(old))])
	}
	return longer, region
}

// remap returns the pages, or new ones, with so many bytes; nil if there are none, and then the old ones are as they were.
func (p *Pages) remap(old []byte, size int) []byte {
	if p.Refuse != nil && p.Refuse() {
		return nil
	}
	region := mapPages(old, size, max(1, p.Workers))
	if region != nil {
		p.hold(len(region) - len(old))
	}
	return region
}

func (p *Pages) Unmap(region []byte) {
	if region != nil {
		p.hold(-len(region))
		unmapPages(region)
	}
}

// Paged is an array outside of Go's heap where there is such memory: it is given back the moment it is freed.
type Paged[T any] struct {
	All   []T
	from  *Pages
	pages []byte // nil: it stands in Go's heap
}

// NewPaged returns so many zeros.
func NewPaged[T any](from *Pages, length int) (x Paged[T]) {
	x.from = from
	x.All, x.pages = Grow[T](from, nil, nil, length)
	return x
}

// Free gives the memory back. The array is empty afterwards.
func (x *Paged[T]) Free() {
	if x.from != nil {
		x.from.Unmap(x.pages)
	}
	x.All, x.pages = nil, nil
}
