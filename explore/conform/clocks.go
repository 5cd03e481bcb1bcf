package conform

import "github.com/gmecheck/gmecheck/model"

// clocks say of each step of a run which steps of other sites must come before it: those that it knows of by messages. Of
// equal messages the one sent first is taken to arrive first.
type clocks struct {
	now    [][]int32 // of each site: how many steps of each it knows of
	fifo   bool
	flight map[address][]letter
}

// address is what is known of a message in flight.
type address struct {
	to, from model.Site // from: 0 in a bag
	value    any
}

// letter is a message in flight: its sender, and what that has known.
type letter struct {
	from  model.Site
	knows []int32
}

func newClocks(sites int, network model.Network) *clocks {
	c := &clocks{fifo: network == model.FIFO, flight: map[address][]letter{}}
	for range sites {
		c.now = append(c.now, make([]int32, sites))
	}
	return c
}

// step takes a step, and returns what its site then knows of.
func (c *clocks) step(o *option) []int32 {
	e := o.move.Event
	own := append([]int32(nil), c.now[o.site]...)
	own[o.site]++
	if e.Message.Value != nil {
		at := address{e.Site, e.Message.From, e.Message.Value}
		all := c.flight[at]
		k := 0
		for k < len(all) && o.from != 0 && all[k].from != o.from {
			k++
		}
		if k < len(all) {
			for n, steps := range all[k].knows {
				own[n] = max(own[n], steps)
			}
			if e.Kind == model.DuplicateEvent {
				c.flight[at] = append(all, all[k])
			} else {
				c.flight[at] = append(append([]letter(nil), all[:k]...), all[k+1:]...)
			}
		}
	}
	c.now[o.site] = own
	for _, m := range e.Sends {
		at := address{to: m.To, value: m.Value}
		if c.fifo {
			at.from = e.Site
		}
		c.flight[at] = append(c.flight[at], letter{e.Site, own})
	}
	return own
}
