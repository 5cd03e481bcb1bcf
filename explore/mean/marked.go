package mean

import (
	"fmt"
	"math/bits"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// What a protocol of one's own shows does not say which of its processes wait and which are inside: that follows from the events which are
// marked as requests, entries and exits. So a state of its chain says it, too, in the last number of its vector.

// marked is two bits for each process.
type marked uint32

const (
	waits marked = 1 << iota
	inside
	bitsEach = iota
)

// mostMarked is how many processes there can be.
const mostMarked = 32 / bitsEach

func (d marked) is(site int, what marked) bool { return d>>(bitsEach*site)&what != 0 }

func (d marked) with(site int, what marked) marked    { return d | what<<(bitsEach*site) }
func (d marked) without(site int, what marked) marked { return d &^ (what << (bitsEach * site)) }

// count is how many processes do something.
func (d marked) count(what marked) int {
	const each = ^uint32(0) / (1<<bitsEach - 1) // a bit for each process
	return bits.OnesCount32(uint32(d) & (uint32(what) * each))
}

// image is what permutation g makes of it.
func (d marked) image(y *system.Symmetry, g, sites int) (image marked) {
	for site := range sites {
		image |= d >> (bitsEach * site) & (1<<bitsEach - 1) << (bitsEach * y.To(g, site))
	}
	return image
}

// after is what processes do after an event, and what the event counts then.
func (c Clocks) after(d marked, e *model.Event, counts step) (marked, step) {
	site := int(e.Site) - 1
	var request, entry, exit bool
	if e.Kind == model.InternalEvent {
		request, entry, exit = c.Marks.Of(e.Name)
	}
	if request {
		d = d.with(site, waits)
		counts.requests = true
	}
	enter := func() {
		counts.entries, counts.who = counts.entries+1, e.Site
		if d = d.without(site, waits); c.Marks.Exit == "" || c.Marks.Entry == "" {
			counts.exits = true // at once
		} else {
			d = d.with(site, inside)
		}
	}
	switch {
	case exit && d.is(site, inside):
		d, counts.exits = d.without(site, inside), true
	case exit && c.Marks.Entry == "" && d.is(site, waits):
		enter()
	}
	if entry {
		enter()
	}
	return d, counts
}

// wrongMarks says what is wrong with marks; nil: nothing.
func wrongMarks(c Clocks, processes int) error {
	switch m := c.Marks; {
	case m.None():
	case processes > mostMarked:
		return fmt.Errorf("with marked events there are at most %d processes", mostMarked)
	case m.Entry == "" && (m.Request == "" || m.Exit == ""):
		return fmt.Errorf("neither the entry is marked, nor the request and the exit around it")
	}
	return nil
}
