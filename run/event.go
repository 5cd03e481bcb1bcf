package run

import (
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// happen makes an event happen at the site; of a delivery p is the message.
func (n *Node) happen(e direct.Event, p *parcel) {
	if n.err() != nil {
		return
	}
	f, err := n.sites.Run(e)
	if err != nil {
		n.fail(err)
		return
	}
	n.changed = true
	n.write(e, f.Choices, p)
	for _, s := range f.Sends {
		n.send(s)
	}
	n.ring(f.Set, f.Cleared)
	n.arm()
	why := ErrWithdrawn
	if e.Kind == model.RecoverEvent {
		why = ErrCrashed
	}
	n.note(n.leaves(e), why)
}

// write writes an event into the log.
func (n *Node) write(e direct.Event, choices []string, p *parcel) {
	n.st.Seq++
	n.metrics.happened(e, n.sites)
	from := model.Site(0)
	if p != nil {
		from = p.From
	}
	n.log.add(n.sites, e, choices, from, n.st.Seq)
}

// batch is after how many deliveries what has happened is committed, and whatever else has come is done meanwhile.
const batch = 256

// work lets the next client ask, delivers what can be delivered and does what has come, by turns; false: there is nothing left. What never
// ends, such as a site that always sends to itself, keeps nobody waiting.
func (n *Node) work() bool {
	for range batch {
		n.serve()
		delivered := n.deliverOne() // also what it has sent to itself, as it asked
		if n.err() != nil {
			return false
		}
		select {
		case f := <-n.todo:
			f()
		default:
			if !delivered {
				return false
			}
		}
	}
	return true
}

// deliverOne delivers the first message that is due and accepted; under fifo none overtakes another of its sender.
func (n *Node) deliverOne() bool {
	if n.err() != nil {
		return false
	}
	var next time.Time
	var behind model.Sites
	now := time.Now()
	for k, p := range n.st.Inbox {
		switch fifo := n.sys.Config.Network == model.FIFO; {
		case fifo && behind.Has(p.From):
		case p.due.After(now):
			behind = behind.With(p.From)
			if next.IsZero() || p.due.Before(next) {
				next = p.due
			}
		case n.st.Down:
			n.take(k)
			n.write(direct.Event{Kind: model.DropEvent, Site: n.o.Site, Message: p.value}, nil, p)
			return true
		case !n.sites.Accepts(n.o.Site, p.value):
			behind = behind.With(p.From)
		default:
			n.take(k)
			n.happen(direct.Event{Kind: model.DeliverEvent, Site: n.o.Site, Message: p.value}, p)
			return true
		}
	}
	if !next.IsZero() {
		n.alarm("", "due", func() {}).set(next.Sub(now))
	}
	return false
}

// take takes a message out of the inbox.
func (n *Node) take(k int) {
	n.changed = true
	n.st.Inbox = slices.Delete(n.st.Inbox, k, k+1)
}

// alarm is a function that loop runs after a time, unless it is stopped.
type alarm struct {
	n     *Node
	f     func()
	timer *time.Timer
	gen   int
}

// The kinds of alarms, so that names do not clash.
const (
	ofTimer    = "timer "
	ofInternal = "internal "
)

// alarm returns the alarm of a name, with its function if one is given.
func (n *Node) alarm(kind, name string, f func()) *alarm {
	a := n.alarms[kind+name]
	if a == nil {
		a = &alarm{n: n}
		n.alarms[kind+name] = a
	}
	if f != nil {
		a.f = f
	}
	return a
}

func (a *alarm) set(d time.Duration) {
	a.stop()
	gen := a.gen
	a.timer = time.AfterFunc(d, func() {
		a.n.post(func() {
			if a.gen == gen {
				a.timer = nil
				a.f()
			}
		})
	})
}

func (a *alarm) stop() {
	a.gen++
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}

// ring sets and clears timers.
func (n *Node) ring(set, cleared []string) {
	for _, name := range cleared {
		n.alarm(ofTimer, name, nil).stop()
	}
	if n.sys.Config.Timeouts == model.Off {
		return
	}
	for _, name := range set {
		d, never, err := n.lasts(name)
		if err != nil {
			n.fail(err)
			return
		}
		if never {
			continue
		}
		n.alarm(ofTimer, name, func() {
			n.happen(direct.Event{Kind: model.TimeoutEvent, Site: n.o.Site, Name: name}, nil)
		}).set(d)
	}
}

// lasts is after how long a timer expires.
func (n *Node) lasts(timer string) (d time.Duration, never bool, err error) {
	if d, given := n.o.Timers[timer]; given {
		return d, false, nil
	}
	if untimed(n.sys.Config, &n.o) {
		return 0, false, missing(timer)
	}
	clock, err := n.sites.Clock(timer, n.sys.Config.Times)
	ticks := clock.Value
	if !clock.Reaches {
		ticks++ // it expires when its clock exceeds the value
	}
	return time.Duration(ticks) * n.o.Tick, clock.Value == model.Unlimited, err
}

// arm sets alarms for the internal events that have become possible and happen by themselves, and stops those that are not
// possible any more. Optional events are a client's, unless they are patient: then they are timers.
func (n *Node) arm() {
	if !n.sites.HasInternals() {
		return
	}
	on := map[string]bool{}
	if !n.st.Down {
		for _, x := range n.sites.Internals(n.o.Site) {
			class, _, _ := strings.Cut(x.Name, "(")
			if class == n.o.Marks.Request || class == n.o.Marks.Exit || x.Optional && !x.Patient {
				continue
			}
			on[ofInternal+x.Name] = true
			a := n.alarm(ofInternal, x.Name, func() {
				n.happen(direct.Event{Kind: model.InternalEvent, Site: n.o.Site, Name: x.Name}, nil)
			})
			if a.timer != nil {
				continue
			}
			d := n.o.Events[class]
			if x.Patient {
				var known bool
				if d, known = n.o.Timers[class]; !known {
					n.fail(missing(class))
					return
				}
			}
			a.set(d)
		}
	}
	for name, a := range n.alarms {
		if strings.HasPrefix(name, ofInternal) && !on[name] {
			a.stop()
		}
	}
}
