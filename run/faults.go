package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// ErrCrashed is what a client gets whose request its site has forgotten by a crash, where the model has crashes.
var ErrCrashed = errors.New("the site has crashed")

// untimed reports that nobody says how long a tick of the model is.
func untimed(c model.Config, o *Options) bool { return c.Times == nil || o.Tick == 0 }

func missing(timer string) error {
	return fmt.Errorf("Options.Timers does not say how long %s is, nor do the model's times with Options.Tick", timer)
}

// send hands a message to the network, which may lose it or double it if faults are injected.
func (n *Node) send(s direct.Send) {
	text, err := n.codec.encode(n.message, s.Message)
	if err != nil {
		n.fail(fmt.Errorf("message %s: %w", model.Text(s.Message), err))
		return
	}
	if err := n.tooLong(text); err != nil {
		n.fail(fmt.Errorf("message %s: %w", n.sites.Kind(s.Message), err))
		return
	}
	n.metrics.sent(n.sites.Kind(s.Message))
	times := 1
	f := &n.o.Faults
	if f.Loss > 0 && n.random.Float64() < f.Loss && n.canBeLost(s.Message) {
		times = 0
	} else if f.Duplicate > 0 && n.random.Float64() < f.Duplicate {
		times = 2
	}
	for range times {
		switch {
		case s.To == n.o.Site:
			n.receive(&parcel{From: s.To, Message: text, value: s.Message})
		case n.o.Transport == UDP:
			n.after = append(n.after, func() { n.datagram(s.To, text) })
		default:
			n.enqueue(s.To, text)
		}
	}
}

// tooLong is that a message does not go into a line, or into a datagram.
func (n *Node) tooLong(text json.RawMessage) error {
	most := longest - len(`{"seq":18446744073709551615,"message":}`) - 1
	if n.o.Transport == UDP {
		most = largest - n.envelope
	}
	if len(text) > most {
		return fmt.Errorf("it is %d bytes long as JSON; allowed are %d over %s", len(text), most, n.o.Transport)
	}
	return nil
}

func (n *Node) canBeLost(message any) bool {
	lossy := n.sys.Config.Lossy
	return len(lossy) == 0 || slices.Contains(lossy, n.sites.Kind(message))
}

// receive puts a message that has come into the inbox.
func (n *Node) receive(p *parcel) {
	if d := n.o.Faults.Most; d > 0 {
		least := n.o.Faults.Least
		p.due = time.Now().Add(least + time.Duration(n.random.Int64N(int64(d-least)+1)))
	}
	n.changed = true
	n.metrics.received(n.sites.Kind(p.value))
	n.st.Inbox = append(n.st.Inbox, p)
}

// scheduleCrash notes when the site crashes next.
func (n *Node) scheduleCrash() {
	if mean := n.o.Faults.Crash; mean > 0 {
		n.alarm("", "crash", n.crash).set(n.draw(mean))
	}
}

func (n *Node) draw(mean time.Duration) time.Duration {
	return time.Duration(n.random.ExpFloat64() * float64(mean))
}

// crash takes the site down: it does nothing until it recovers, and what comes is dropped.
func (n *Node) crash() {
	n.st.Down = true
	for name, a := range n.alarms {
		if name != "due" {
			a.stop()
		}
	}
	n.happen(direct.Event{Kind: model.CrashEvent, Site: n.o.Site}, nil)
	for name, a := range n.alarms { // those that run in the variables that are left begin anew when it recovers
		if name != "due" {
			a.stop()
		}
	}
	n.alarm("", "recover", n.recover).set(n.draw(n.o.Faults.Recovery))
}

// recover brings the site back.
func (n *Node) recover() {
	n.st.Down = false
	n.happen(direct.Event{Kind: model.RecoverEvent, Site: n.o.Site}, nil)
	n.ring(n.sites.Timers(n.o.Site), nil)
	n.tell() // a client that has gone meanwhile is let out
	n.scheduleCrash()
}
