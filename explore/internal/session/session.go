package session

import (
	"context"
	"fmt"
	"path"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Session is one run of the engine on a system of its own.
type Session struct {
	Ctx      context.Context
	Sys      *system.System
	Symmetry *system.Symmetry // nil: states are not reduced
	Memory   membudget.Budget
	Settings
	Start   time.Time
	Earlier time.Duration // that the runs took that this one resumes

	Stored atomic.Int64 // states so far, for progress and the limit
	Early  atomic.Bool  // a timer expired before its time

	halt     atomic.Int32 // a [Reason]
	failures [reasons]atomic.Pointer[error]

	shown atomic.Pointer[Progress]
	stage atomic.Pointer[Stage] // nil while states are searched
	peak  atomic.Int64
	marks []system.Mark // after the last levels
}

// Settings are a run's options with all defaults filled in.
type Settings struct {
	Judge       question.Judge // nil: nothing is judged
	KeepOrder   bool           // the order in which states are found is of use afterwards
	Workers     int
	MaxStates   int           // 0: no limit
	MaxDepth    int           // 0: no limit
	MaxTime     time.Duration // 0: no limit
	StopAtFirst bool
	Progress    func(Progress) // nil: nobody wants to know

	// Reduced: states may be left out, but for ends, and for violations that stay as long as the view of one site changes only as
	// Keeps says; nil: ends alone count.
	Reduced bool
	Keeps   func(before, after *model.View) bool
	Deaf    bool // Keeps asks for nothing that a message on its way can change

	TraceWidth    int // states of a level that a trace keeps
	Remembered    int // verdicts that a worker remembers
	DeepestLevel  int // that is searched
	WordsOfAState int // at most
}

// Numbers are options that are numbers.
type Numbers []struct {
	Name  string
	Given int64
}

// Wrong says which of them is below 0; nil if none is.
func (all Numbers) Wrong() error {
	for _, n := range all {
		if n.Given < 0 {
			return fmt.Errorf("%s is %d; allowed is a number from 1, or 0 for the default", n.Name, n.Given)
		}
	}
	return nil
}

// Refused is what is wrong with a judge.
func Refused(j question.Judge) error {
	if r, is := j.(question.Refuser); is {
		return r.Refuse()
	}
	return nil
}

// Reason why a run is to stop at once.
type Reason int32

// The reasons. Only the first and those about layouts are no end: the level is searched again.
const (
	Running  Reason = iota
	Overflow        // a state does not fit the layout
	States
	Memory
	Interrupted // by the context, or its deadline
	Broken      // a handler, a property or a question panicked
	Asymmetric  // a permutation is no symmetry
	Files
	Wide // no layout has room for the states
	Full // the system has no numbers left
	reasons
)

// Halted is the reason to stop; [Running] if there is none.
func (s *Session) Halted() Reason { return Reason(s.halt.Load()) }

// Halt stops the run, unless it is stopped already.
func (s *Session) Halt(r Reason) { s.halt.CompareAndSwap(int32(Running), int32(r)) }

// HaltAnyway stops the run for this reason, whatever the reason was before.
func (s *Session) HaltAnyway(r Reason) { s.halt.Store(int32(r)) }

// Proceed takes back a reason to stop, unless the context has ended.
func (s *Session) Proceed() {
	s.halt.Store(int32(Running))
	if s.Ctx.Err() != nil {
		s.Halt(Interrupted)
	}
}

// Fail stops the run because of an error: a reservation without room, a system without numbers, a panic of the user's code, or
// else something with files. It returns the reason.
func (s *Session) Fail(err error) Reason {
	reason := Files
	switch err.(type) {
	case membudget.Exhausted:
		reason = Memory
	case *system.Full:
		reason = Full
	case *model.Broken:
		reason = Broken
	}
	s.failures[reason].CompareAndSwap(nil, &err)
	s.Halt(reason)
	return reason
}

// Failure is the first error that was a reason of this kind; nil if there was none.
func (s *Session) Failure(r Reason) error {
	if err := s.failures[r].Load(); err != nil {
		return *err
	}
	return nil
}

// Elapsed is how long the run has taken, with those that it resumes.
func (s *Session) Elapsed() time.Duration { return s.Earlier + time.Since(s.Start) }

// Watch looks at the clock and the memory while the run goes on, and reports progress.
func (s *Session) Watch() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for ticks := 1; ; ticks++ {
			select {
			case <-done:
				return
			case <-s.Ctx.Done():
				s.Halt(Interrupted)
				return
			case <-tick.C:
				used := s.processBytes()
				s.CheckMemory()
				if s.Progress == nil || ticks%10 != 0 {
					continue
				}
				if p := s.progress(); p != nil {
					p.Bytes = used
					s.Progress(*p)
				}
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// CheckMemory stops the run if the limit of memory is exceeded: for work that takes much in small pieces, so that the watch, which
// may have to wait for a processor, is too late.
func (s *Session) CheckMemory() {
	if s.Memory.Exceeded() {
		s.Halt(Memory)
	}
}

// Observe notes the memory of the process, and how far the search is: a level, and how many states it has.
func (s *Session) Observe(level, frontier int) {
	s.NoteMemory()
	s.shown.Store(&Progress{Level: level, Frontier: frontier})
}

// PeakBytes is the most memory that the process held since the run began: as the system counts it if it was never more
// before, otherwise as seen.
func (s *Session) PeakBytes() int64 {
	if p := membudget.PeakBytes(); p > s.Memory.PeakBefore {
		return p
	}
	s.processBytes()
	return s.peak.Load()
}

// NoteMemory notes how much memory the process holds now.
func (s *Session) NoteMemory() { s.processBytes() }

// processBytes is the memory that the process holds, and keeps the largest amount seen.
func (s *Session) processBytes() int64 {
	used := s.Memory.ProcessBytes()
	for {
		peak := s.peak.Load()
		if used <= peak || s.peak.CompareAndSwap(peak, used) {
			return used
		}
	}
}

// growthLevels is how far back a search looks for what grows.
const growthLevels = 20

// LevelSeen notes what the system has numbered when a level is done.
func (s *Session) LevelSeen() {
	if s.marks = append(s.marks, s.Sys.Mark()); len(s.marks) > growthLevels+1 {
		s.marks = s.marks[1:]
	}
}

// Gone is what is wrong with a function that ends the goroutine in which it runs.
func Gone() *model.Broken {
	return &model.Broken{Property: model.Unnamed, Method: "a function", Problem: "ends its goroutine, as runtime.Goexit and FailNow of a test do"}
}

// Go does something in a goroutine. The run stops if a function of the user's ends that.
func (s *Session) Go(all *sync.WaitGroup, do func()) {
	all.Go(func() {
		gone := true
		defer func() {
			if gone {
				s.Fail(Gone())
			}
		}()
		do()
		gone = false
	})
}

// Share lets the workers do something for every part, numbered from 0; each begins by calling begin and ends with done. The
// error is the first that one of them met; the others go on.
func (s *Session) Share(parts int, begin func() (do func(part int), done func())) error {
	var next atomic.Int64
	var first atomic.Pointer[error]
	var all sync.WaitGroup
	for range s.Workers {
		s.Go(&all, func() {
			err := Try(func() {
				do, done := begin()
				for k := next.Add(1) - 1; int(k) < parts; k = next.Add(1) - 1 {
					do(int(k))
				}
				done()
			})
			if err != nil {
				first.CompareAndSwap(nil, &err)
			}
		})
	}
	all.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return nil
}

// Try does something that calls the user's code, the system or the visited set. It returns what these panic with as an
// error: a handler's, a property's or a question's panic, no numbers left, no memory left. A judge or a question that does not
// know what its functions are called panics with whatever it likes. A panic of the engine itself goes on. It is the only
// place that recovers.
func Try(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case membudget.Exhausted:
			err = r
		case *system.Full:
			err = r
		case *model.Broken:
			err = r
		default:
			if own(model.PanicPackage()) {
				panic(r)
			}
			err = model.PropertyBroken(model.Unnamed, "a function", r)
		}
	}()
	do()
	return nil
}

// own: a panic raised in this package is a mistake of the engine or of the model, which no judge has made.
func own(in string) bool {
	return in == engine || in == models || strings.HasPrefix(in, engine+"/") || strings.HasPrefix(in, models+"/")
}

var (
	engine = path.Dir(path.Dir(reflect.TypeFor[Session]().PkgPath()))
	models = reflect.TypeFor[model.Site]().PkgPath()
)

// Attempt does something, and stops the run if it fails.
func (s *Session) Attempt(do func()) {
	if err := Try(do); err != nil {
		s.Fail(err)
	}
}

// Limited is a context that ends after a time; 0: there is no limit.
func Limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}
