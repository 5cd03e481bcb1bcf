package stubborn

import (
	"math"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/model/system"
)

// withheld remembers what can still arrive at a site that does nothing from now on, by the nodes of all others: by the state with
// node 0 for that site. The number of the list stands where a visited set has the level.
type withheld[S packed.State] struct {
	set   *visited.Set[S]
	count atomic.Int64
}

// mostNumbered is the first number of a list that there is no room for: endless stands for it, which is more.
const mostNumbered = math.MaxUint16

func (w *withheld[S]) get(s *S) (Coming, bool) {
	level := w.set.LevelNow(s)
	return Coming(max(0, level)), level >= 0
}

func (w *withheld[S]) put(s *S, c Coming) {
	if c >= mostNumbered {
		c = endless
	}
	if w.set.Add(s, uint16(c)) {
		w.count.Add(1)
	}
}

// outlook works out what is not remembered yet: depth first, a strongly connected component at a time (R. Tarjan, 1972).
type outlook[S packed.State] struct {
	*withheld[S]
	*lists
	rules  Rule
	sys    *system.System
	layout *packed.Layout
	moves  *transitions.Reader
	site   int // that does nothing
	stop   func() bool

	frames []frame
	stack  []open[S]
	places map[S]int // in the stack
	steps  []step[S] // of all frames, those of the last one at the end
	nodes  []uint32
	rows   []transitions.Row
}

// mostOpen is how many states may be open. Beyond it, too much may arrive: runs that go on and on never end the search for what
// arrives on them.
const mostOpen = 1 << 8

// frame is a state whose successors are being looked at.
type frame struct{ place, low, first, next int }

// open is a state whose component is not complete.
type open[S packed.State] struct {
	at      S
	list    Coming
	arrives bool // on a step inside of the component
}

// step is one of another site, with the batch that it sends to the site, or 0.
type step[S packed.State] struct {
	to    S
	batch uint32
}

// of is what can arrive where the others are as in s; false if the layout has no room, or there is a reason to stop.
func (o *outlook[S]) of(s S) (Coming, bool) {
	if len(o.nodes) == 1 {
		return nothing, true // there are no others
	}
	if c, ok := o.get(&s); ok {
		return c, true
	}
	o.frames, o.stack, o.steps = o.frames[:0], o.stack[:0], o.steps[:0]
	clear(o.places)
	if !o.push(s) {
		return 0, false
	}
	for len(o.frames) > 0 {
		f := &o.frames[len(o.frames)-1]
		if f.next == len(o.steps) || o.stack[f.place].list == endless {
			o.pop()
			continue
		}
		x := &o.steps[f.next]
		if c, ok := o.get(&x.to); ok {
			if x.batch != 0 {
				c = o.plus(c, x.batch)
			}
			at := &o.stack[f.place]
			at.list = o.union(at.list, c)
		} else if place, ok := o.places[x.to]; ok {
			f.low = min(f.low, place)
			o.stack[f.place].arrives = o.stack[f.place].arrives || x.batch != 0
		} else if !o.push(x.to) {
			return 0, false
		} else {
			continue // and come back to it
		}
		f.next++
	}
	return o.get(&s)
}

func (o *outlook[S]) push(s S) bool {
	if len(o.stack)%64 == 0 && o.stop() {
		return false
	}
	place := len(o.stack)
	o.places[s] = place
	o.stack = append(o.stack, open[S]{at: s})
	o.frames = append(o.frames, frame{place, place, len(o.steps), len(o.steps)})
	list, fits := endless, true
	if place < mostOpen {
		list, fits = o.expand(&s)
	}
	if list == endless {
		o.steps = o.steps[:o.frames[len(o.frames)-1].first]
	}
	o.stack[place].list = list
	return fits
}

// pop closes a state, and its component if it was the first of it.
func (o *outlook[S]) pop() {
	f := o.frames[len(o.frames)-1]
	o.frames, o.steps = o.frames[:len(o.frames)-1], o.steps[:f.first]
	if len(o.frames) > 0 {
		above := &o.frames[len(o.frames)-1]
		above.low = min(above.low, f.low)
	}
	if f.low < f.place {
		return
	}
	list := nothing
	for _, x := range o.stack[f.place:] {
		if list = o.union(list, x.list); x.arrives {
			list = endless
		}
	}
	for _, x := range o.stack[f.place:] {
		o.put(&x.at, list)
		delete(o.places, x.at)
	}
	o.stack = o.stack[:f.place]
}

// expand appends the steps of all other sites that need not wait for quiet. Where a handler is wrong, anything may arrive.
func (o *outlook[S]) expand(s *S) (list Coming, fits bool) {
	defer broken(func() { list, fits = endless, true })
	sites := len(o.nodes)
	budget := packed.Get(o.layout, s, sites)
	for k := range o.nodes {
		if o.nodes[k] = packed.Get(o.layout, s, k); k == o.site {
			continue
		}
		if o.rows[k] = o.moves.Row(k, o.nodes[k], budget); o.rows[k] == nil {
			return nothing, false
		}
	}
	waits := false
	for k, e := range o.rows {
		if k == o.site {
			continue
		}
		counts := transitions.Counts(e[1])
		e = e[2:]
		for range counts.Plain() {
			o.steps = append(o.steps, step[S]{packed.Add(s, e), 0})
			e = e[len(*s):]
		}
		for range counts.Sending() + counts.Particular() {
			p, deliveries, rest := e.Next(len(*s))
			after, possible := budget, true
			switch cost := p.Cost(); {
			case cost >= system.WhenQuiet:
				waits, possible = true, false
			case cost == system.Free:
			case !o.rules.has(Faults) && cost != system.OneTicket:
				possible = false
			default:
				after, possible = o.sys.Pay(budget, cost, system.Busy)
			}
			if possible {
				t := packed.Add(s, e)
				packed.Set(o.layout, &t, sites, budget, after)
				batch, ok := o.deliver(&t, deliveries)
				if !ok {
					return nothing, false
				}
				if t != *s || batch != 0 {
					o.steps = append(o.steps, step[S]{t, batch})
				}
			}
			e = rest
		}
	}
	if waits {
		list = o.plus(list, waiting)
	}
	return list, true
}

// deliver puts messages into the inboxes of others; batch is what comes to the site itself.
func (o *outlook[S]) deliver(t *S, deliveries []uint64) (batch uint32, fits bool) {
	for k, d := range deliveries {
		if int(d>>32) == o.site {
			batch = uint32(d)
		} else if _, fits := transitions.Deliver(o.moves, t, o.nodes, deliveries[k:k+1]); !fits {
			return 0, false
		}
	}
	return batch, true
}
