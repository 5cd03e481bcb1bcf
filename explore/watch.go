package explore

import (
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// watch looks at the clock and the memory while the search runs, and reports progress.
func (c *common) watch() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for ticks := 1; ; ticks++ {
			select {
			case <-done:
				return
			case <-c.ctx.Done():
				c.halt.CompareAndSwap(haltNone, haltContext)
				return
			case <-tick.C:
				used := c.processBytes()
				if c.memory.Exceeded() {
					c.halt.CompareAndSwap(haltNone, haltMemory)
				}
				if c.options.Progress == nil || ticks%10 != 0 {
					continue
				}
				if p := c.progress(); p != nil {
					p.Bytes = used
					c.options.Progress(*p)
				}
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// peakBytes is the most memory that the process held since the search began: as the system counts it if it was never more
// before, otherwise as seen.
func (c *common) peakBytes() int64 {
	if p := membudget.PeakBytes(); p > c.memory.PeakBefore {
		return p
	}
	c.processBytes()
	return c.peak.Load()
}

// processBytes is the memory that the process holds, and keeps the largest amount seen.
func (c *common) processBytes() int64 {
	used := c.memory.ProcessBytes()
	for {
		peak := c.peak.Load()
		if used <= peak || c.peak.CompareAndSwap(peak, used) {
			return used
		}
	}
}

// observe notes the memory of the process, and how far the search is.
func (c *common) observe() {
	c.processBytes()
	c.shown.Store(&Progress{Level: c.level, Frontier: c.frontierSize()})
}

// haltWithoutRoom, deferred, makes a reservation without room, a system without numbers, or a question that
// panics end the search.
func (c *common) haltWithoutRoom() {
	switch r := recover().(type) {
	case nil:
	case membudget.Exhausted:
		c.halt.CompareAndSwap(haltNone, haltMemory)
	case *system.Full:
		c.end(r)
	case *model.Broken:
		c.asked.CompareAndSwap(nil, r)
		c.halt.CompareAndSwap(haltNone, haltBroken)
	default:
		panic(r)
	}
}

// end ends the search because a system has no numbers left.
func (c *common) end(f *system.Full) {
	c.full.CompareAndSwap(nil, f)
	c.halt.CompareAndSwap(haltNone, haltFull)
}
