package load

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// letter is a message on its way.
type letter struct {
	message  any
	from, to model.Site
}

// letters are the messages on their way, by number.
type letters struct {
	all  []letter
	free []uint32
	// Of a network that keeps their order: when the last letter of each channel comes. Where there are few sites the channels
	// are numbered, otherwise they are looked up.
	fifo   bool
	sites  int
	dense  []float64
	sparse map[uint64]float64
}

// mostDense is the most sites whose channels are numbered.
const mostDense = 512

func newLetters(fifo bool, sites int) letters {
	l := letters{fifo: fifo, sites: sites}
	switch {
	case fifo && sites <= mostDense:
		l.dense = make([]float64, (sites+1)*(sites+1))
	case fifo:
		l.sparse = map[uint64]float64{}
	}
	return l
}

func (l *letters) put(x letter) uint32 {
	if k := len(l.free); k > 0 {
		slot := l.free[k-1]
		l.free = l.free[:k-1]
		l.all[slot] = x
		return slot
	}
	l.all = append(l.all, x)
	return uint32(len(l.all) - 1)
}

func (l *letters) take(slot uint32) letter {
	x := l.all[slot]
	l.all[slot].message = nil
	l.free = append(l.free, slot)
	return x
}

// inOrder is when a letter comes that would come at a time of its own: not before the one ahead of it in its channel. Each letter
// has a latency of its own, and waits for those ahead if it would overtake them.
func (l *letters) inOrder(from, to model.Site, at float64) float64 {
	if !l.fifo {
		return at
	}
	if l.dense != nil {
		last := &l.dense[int(from)*(l.sites+1)+int(to)]
		*last = max(*last, at)
		return *last
	}
	key := uint64(from)<<32 | uint64(to)
	at = max(at, l.sparse[key])
	l.sparse[key] = at
	return at
}

// send puts a message into the network. It may be lost there, or come twice. Those to oneself travel like any other.
func (r *run) send(from model.Site, s direct.Send) {
	x := letter{message: s.Message, from: from, to: s.To}
	if s.To != from {
		r.meter.send(r, s)
	}
	slot := r.post(x)
	if r.o.Loss > 0 && r.random.Float64() < r.o.Loss && r.canBeLost(s.Message) {
		r.faults++
		r.unhandled(model.LoseEvent, slot)
		r.letters.take(slot)
		return
	}
	r.dispatch(slot)
	if r.o.Duplicate > 0 && r.random.Float64() < r.o.Duplicate {
		r.unhandled(model.DuplicateEvent, slot)
		r.dispatch(r.post(x))
	}
}

// unhandled is an event of a letter that no handler hears of.
func (r *run) unhandled(kind model.EventKind, slot uint32) {
	r.events++
	if r.watch != nil {
		r.watch.without(r, kind, slot)
	}
}

func (r *run) canBeLost(message any) bool {
	return len(r.config.Lossy) == 0 || slices.Contains(r.config.Lossy, r.sites.Kind(message))
}

// post gives a letter a number.
func (r *run) post(x letter) uint32 {
	slot := r.letters.put(x)
	if r.watch != nil {
		r.watch.sent(slot, x)
	}
	return slot
}

// dispatch notes when a letter comes.
func (r *run) dispatch(slot uint32) {
	x := &r.letters.all[slot]
	latency := r.o.Latency
	if len(r.o.Links) > 0 {
		if own, has := r.o.Links[Link{x.from, x.to}]; has {
			latency = own
		}
	}
	at := r.letters.inOrder(x.from, x.to, r.now+latency.Draw(r.random))
	r.flying++
	r.queue.add(happening{at: at, kind: delivers, site: int32(x.to), arg: slot})
}

// arrive is that a letter has come: it is dropped if the site is down, and waits while it is not accepted.
func (r *run) arrive(i model.Site, slot uint32) {
	p := &r.procs[i]
	switch {
	case p.down:
		r.faults++
		r.unhandled(model.DropEvent, slot)
		r.letters.take(slot)
	case r.sites.Selective() && (r.behind(p.held, slot) || !r.sites.Accepts(i, r.letters.all[slot].message)):
		p.held = append(p.held, slot)
	default:
		r.deliver(i, slot)
	}
}

// behind reports that a letter stands in its channel behind one of these.
func (r *run) behind(held []uint32, slot uint32) bool {
	from := r.letters.all[slot].from
	return r.letters.fifo && slices.ContainsFunc(held, func(s uint32) bool { return r.letters.all[s].from == from })
}

// retry delivers the first of the letters that wait at a site and are accepted now; delivering it tries the others.
func (r *run) retry(i model.Site, p *process) {
	for k, slot := range p.held {
		if !r.behind(p.held[:k], slot) && r.sites.Accepts(i, r.letters.all[slot].message) {
			p.held = slices.Delete(p.held, k, k+1)
			r.deliver(i, slot)
			return
		}
	}
}

func (r *run) deliver(i model.Site, slot uint32) {
	if r.watch != nil {
		r.watch.taken(slot)
	}
	x := r.letters.take(slot)
	r.happen(direct.Event{Kind: model.DeliverEvent, Site: i, Message: x.message}, &x)
}
