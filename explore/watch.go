package explore

import (
	"runtime/metrics"
	"time"
)

// watch looks at the clock and the memory while the search runs, and reports progress.
func (c *common) watch() (stop func()) {
	done := make(chan struct{})
	go func() {
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
				if c.options.MaxMemory > 0 && used > c.options.MaxMemory {
					c.halt.CompareAndSwap(haltNone, haltMemory)
				}
				if shown := c.shown.Load(); shown != nil && c.options.Progress != nil && ticks%10 == 0 {
					p := *shown
					p.States, p.Elapsed, p.Bytes = int(c.stored.Load()), time.Since(c.start), used
					c.options.Progress(p)
				}
			}
		}
	}()
	return func() { close(done) }
}

// processBytes is the memory that the process holds, and keeps the largest amount seen.
func (c *common) processBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	used := int64(sample[0].Value.Uint64()-sample[1].Value.Uint64()) + c.pages.held.Load()
	for {
		peak := c.peak.Load()
		if used <= peak || c.peak.CompareAndSwap(peak, used) {
			return used
		}
	}
}

// observe notes the memory of the search's own tables, and how far it is.
func (c *common) observe(e engine) {
	c.processBytes()
	if own := e.memory(); own > c.bytes.Load() {
		c.bytes.Store(own)
	}
	c.shown.Store(&Progress{Level: c.level, Frontier: e.frontierSize()})
}
