package explore

import (
	"runtime/debug"
	"sync"
	"testing"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// stops is a judge that waits when it is asked first.
type stops struct {
	once        *sync.Once
	begun, goOn chan struct{}
}

func (s stops) State([]*model.View) (spoke, violated uint64) {
	s.once.Do(func() { close(s.begun); <-s.goOn })
	return 0, 0
}
func (stops) End([]*model.View) (spoke, violated uint64) { return 0, 0 }
func (stops) Step([]*model.View, *model.Event, []*model.View) (spoke, violated uint64) {
	return 0, 0
}
func (stops) Hears(*model.Event) bool { return false }

// TestProcessSettings demands that searches which overlap leave the settings of the process as they were, keep the lowest
// limit of those at work, and touch nothing where no limit is given.
func TestProcessSettings(t *testing.T) {
	settings := func() [2]int64 {
		percent := debug.SetGCPercent(100)
		debug.SetGCPercent(percent)
		return [2]int64{debug.SetMemoryLimit(-1), int64(percent)}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	before := settings()
	sys := system.Compose(wide{}, model.Config{Processes: 3, Requests: []int{1, 1, 0}, Network: model.Bag})
	ask := question.Questions{CanReach: []question.CanReach{{Pending: func([]*model.View) uint64 { return 1 }, Goal: func([]*model.View) uint64 { return 1 }}}}
	begin := func(limit int64) (end func()) {
		judge, ended := stops{&sync.Once{}, make(chan struct{}), make(chan struct{})}, make(chan struct{})
		go func() {
			defer close(ended)
			if r, err := Check(t.Context(), sys, Options{Judge: judge, Questions: ask, MaxMemory: limit}); err != nil || !r.Complete || r.Limit != "" {
				t.Error(r, err)
			}
		}()
		<-judge.begun
		return func() { close(judge.goOn); <-ended }
	}
	const high, low = 1 << 42, 1 << 40
	near := func(want int64) bool { got := settings()[0]; return got <= want && got > want/2 }
	for _, firstEndsFirst := range []bool{true, false} {
		endHigh := begin(high)
		if !near(high) {
			t.Errorf("one search: %v", settings())
		}
		endLow := begin(low)
		if !near(low) {
			t.Errorf("two searches: %v", settings())
		}
		if firstEndsFirst {
			if endHigh(); !near(low) {
				t.Errorf("the lower limit is left: %v", settings())
			}
			endLow()
		} else {
			if endLow(); !near(high) {
				t.Errorf("the higher limit is left: %v", settings())
			}
			endHigh()
		}
		if settings() != before {
			t.Errorf("%v before, %v after", before, settings())
		}
	}
	end := begin(0)
	if settings() != before {
		t.Errorf("%v before, %v while a search without a limit is at work", before, settings())
	}
	end()
	end = begin(low)
	debug.SetMemoryLimit(1 << 39)
	if end(); settings()[0] != 1<<39 {
		t.Errorf("%v: not what the program has set meanwhile", settings())
	}
	debug.SetMemoryLimit(before[0])
}
