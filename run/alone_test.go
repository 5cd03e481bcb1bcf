package run

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// club is two sites, of which a guest who is inside leaves when its client wants to. A site takes no letter of rank 0.
type club struct{}

type guest struct {
	inside bool
	last   letter
}

type letter struct{ Rank, Number int }

func (club) Start(model.Site) guest                                            { return guest{} }
func (club) MayRequest(_ model.Site, v guest) bool                             { return !v.inside }
func (club) InCS(_ model.Site, v guest) bool                                   { return v.inside }
func (club) Exit(_ model.Site, v *guest, _ *model.Outbox[letter])              { v.inside = false }
func (club) Receive(_ model.Site, v *guest, m letter, _ *model.Outbox[letter]) { v.last = m }
func (club) Accepts(_ model.Site, _ guest, m letter) bool                      { return m.Rank > 0 }
func (club) Look(_ model.Site, v guest, _ []letter) model.View                 { return model.View{InCS: v.inside} }
func (club) Request(_ model.Site, v *guest, _ model.Demand, out *model.Outbox[letter]) {
	v.inside = true
	out.Enter()
}

// still is site 1 of a system, without its loop: nothing happens to it by itself.
func still(t *testing.T, sys *system.System, o Options) *Node {
	t.Helper()
	o.Site = 1
	n := &Node{
		o: o, sys: sys, sites: sys.Direct(rand.New(rand.NewPCG(1, 1))), random: rand.New(rand.NewPCG(1, 2)), logger: slog.New(slog.DiscardHandler),
		alarms: map[string]*alarm{}, links: map[model.Site]*link{}, conns: map[model.Site]*inbound{}, todo: make(chan func(), 256), done: make(chan struct{}),
	}
	n.ctx, n.cancel = context.WithCancelCause(t.Context())
	t.Cleanup(func() {
		for _, a := range n.alarms {
			a.stop()
		}
	})
	var err error
	if n.codec, err = newCodec(sys, nil); err != nil {
		t.Fatal(err)
	}
	if n.metrics, err = newMetrics(nil, 1); err != nil {
		t.Fatal(err)
	}
	n.vars, n.message = n.sites.Types()
	if _, err = n.load(); err != nil {
		t.Fatal(err)
	}
	return n
}

func clubs(c model.Config) *system.System {
	c.Processes, c.Requests = 2, []int{model.Unlimited, model.Unlimited}
	return system.Compose[guest, letter](club{}, c)
}

// delivered is what the site has got last.
func (n *Node) delivered() letter { return n.sites.Vars(1).(guest).last }

// TestCanBeLost: of a model in which only some kinds of messages are lost no others are, whatever is injected.
func TestCanBeLost(t *testing.T) {
	for _, x := range []struct {
		lossy []string
		comes int
	}{{nil, 0}, {[]string{"letter"}, 0}, {[]string{"other"}, 1}} {
		n := still(t, clubs(model.Config{Loss: 1, Lossy: x.lossy}), Options{Faults: Faults{Loss: 1}})
		if n.send(direct.Send{To: 1, Message: letter{1, 1}}); len(n.st.Inbox) != x.comes {
			t.Errorf("of %v messages may be lost: %d have come, not %d", x.lossy, len(n.st.Inbox), x.comes)
		}
	}
}

// TestOvertaking: under fifo no message overtakes one of its sender that is not accepted, or not due; those of others do.
func TestOvertaking(t *testing.T) {
	hour := time.Now().Add(time.Hour)
	for _, x := range []struct {
		network model.Network
		first   parcel
		from    model.Site // of the second
		comes   bool
	}{
		{model.FIFO, parcel{value: letter{0, 1}}, 2, false}, {model.FIFO, parcel{value: letter{1, 1}, due: hour}, 2, false},
		{model.FIFO, parcel{value: letter{0, 1}}, 1, true}, {model.FIFO, parcel{value: letter{1, 1}, due: hour}, 1, true},
		{model.Bag, parcel{value: letter{0, 1}}, 2, true}, {model.Bag, parcel{value: letter{1, 1}, due: hour}, 2, true},
	} {
		n := still(t, clubs(model.Config{Network: x.network}), Options{})
		x.first.From = 2
		n.st.Inbox = []*parcel{&x.first, {From: x.from, value: letter{1, 2}}}
		if is := n.deliverOne(); is != x.comes || is != (n.delivered() == letter{1, 2}) || len(n.st.Inbox) != 2-map[bool]int{true: 1}[is] {
			t.Errorf("%+v: delivered: %v", x, is)
		}
	}
}

// TestDueFirst: the site wakes up for the message that is due first, wherever it stands.
func TestDueFirst(t *testing.T) {
	for _, waits := range [][]time.Duration{{time.Hour, 10 * time.Millisecond, time.Hour}, {10 * time.Millisecond, time.Hour}, {time.Hour, 10 * time.Millisecond}} {
		n := still(t, clubs(model.Config{}), Options{})
		for _, d := range waits {
			n.st.Inbox = append(n.st.Inbox, &parcel{From: 2, value: letter{1, 1}, due: time.Now().Add(d)})
		}
		if n.deliverOne() {
			t.Fatal("what is not due is delivered")
		}
		select {
		case f := <-n.todo:
			if f(); !n.deliverOne() {
				t.Errorf("%v: it wakes up too early", waits)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%v: it does not wake up", waits)
		}
	}
}

// TestNever: a timer without an end is not set.
func TestNever(t *testing.T) {
	for value, sets := range map[int]bool{model.Unlimited: false, 100: true} {
		sys := drsgme.Algorithm.New(drsgme.Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Timeouts = 3, model.ByClock
			c.Times = &model.Times{Delay: model.Interval{Hi: 2}, CS: model.Interval{Lo: 1, Hi: 1}, Timers: map[string]int{drsgme.T1: value}}
		}))
		n := still(t, sys, Options{Tick: time.Minute})
		n.ring([]string{drsgme.T1}, nil)
		if a := n.alarms[ofTimer+drsgme.T1]; (a != nil && a.timer != nil) != sets || n.err() != nil {
			t.Errorf("a timer of %d ticks is set: %v; %v", value, a != nil, n.err())
		}
	}
}

// TestGoneWhileDown: a site that is down does nothing when its client goes away; it leaves when it has recovered.
func TestGoneWhileDown(t *testing.T) {
	n := still(t, clubs(model.Config{Crash: 1}), Options{})
	n.sites.SetVars(1, guest{inside: true})
	x := &client{entry: 1, result: make(chan answer, 1)}
	n.st.Down, n.st.Asked, n.st.Inner, n.st.Entry, n.served, n.told = true, true, true, 1, x, 1
	if n.leave(x); n.st.Seq != 0 || !n.st.Inner {
		t.Error("it leaves while it is down")
	}
	if n.recover(); n.st.Seq != 2 || n.st.Inner {
		t.Errorf("after the recovery it is inside: %v; %d events", n.st.Inner, n.st.Seq)
	}
}

// TestGap: a message with a number too large is not taken, and its connection ends; nor is one that has come before.
func TestGap(t *testing.T) {
	n := still(t, clubs(model.Config{}), Options{})
	here, there := net.Pipe()
	defer there.Close()
	c := &inbound{w: newWire(here), from: 2, more: make(chan struct{}, 1)}
	n.conns[2] = c
	text := json.RawMessage(`{}`)
	for _, seq := range []uint64{1, 2, 2, 1, 3} {
		n.arrived(c, &frame{Seq: seq, Message: text}, letter{1, int(seq)})
	}
	n.arrived(c, &frame{Seq: 5, Message: text}, letter{1, 5})
	var got []int
	for _, p := range n.st.Inbox {
		got = append(got, p.value.(letter).Number)
	}
	if !slices.Equal(got, []int{1, 2, 3}) || n.st.In[2].Last != 3 {
		t.Errorf("taken are %v, up to %d", got, n.st.In[2].Last)
	}
	there.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := there.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the connection goes on: %v", err)
	}
}
