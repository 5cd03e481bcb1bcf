package gmecheck_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

type paces struct{ Made gmecheck.PerSite[int] }

// TestMemoryPatience: an action that does not return is named, with the steps that lead to it, though other actions of the memory run at the same time.
func TestMemoryPatience(t *testing.T) {
	papertest.Seldom(t, 3) // it waits for some seconds
	stay := make(chan int)
	defer close(stay)
	const most = 200
	p := gmecheck.NewShared[paces]("memory", 2)
	p.Init(func(s *paces, _ gmecheck.Ctx) { s.Made = gmecheck.NewPerSite[int](2) })
	p.Action("step", func(s *paces, c gmecheck.Ctx) bool { return s.Made.At(c.Self) < most }, func(s *paces, c gmecheck.Ctx) {
		if s.Made.At(1) == 40 && s.Made.At(2) == 0 && c.Self == 1 { // more than a rehearsal sees
			<-stay
		}
		if s.Made.At(1)+s.Made.At(2) >= 40 {
			time.Sleep(time.Millisecond) // other calls go on while that one is waited for
		}
		s.Made = s.Made.With(c.Self, s.Made.At(c.Self)+1)
	})
	_, err := p.Check(gmecheck.Workers(3), gmecheck.MaxTime(time.Second))
	if text := fmt.Sprint(err); !strings.HasPrefix(text, "memory: the handler of step(1) has not returned for 5s\nafter the steps") || strings.Count(text, "  step(1)") != 40 {
		t.Errorf("%v; want 40 steps", err)
	}
}
