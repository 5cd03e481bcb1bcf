package run

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/gmecheck/gmecheck/model"
)

// link carries messages to another site: over one connection after another, those again that have not been acknowledged.
type link struct {
	n  *Node
	to model.Site

	mu    sync.Mutex
	queue []*frame // not acknowledged, in order; those of the node's state that were committed
	last  uint64   // number of the last of those that were committed
	more  chan struct{}

	peer string // the other's run, once it is known; it belongs to the goroutine of run
}

// How long a link waits before it connects again.
const (
	leastPause = 10 * time.Millisecond
	mostPause  = time.Second
)

// connect takes the connections of the others, and makes those to them.
func (n *Node) connect() error {
	address := n.o.Peers[n.o.Site-1]
	if n.o.Transport == UDP {
		return n.connectUDP(address)
	}
	if n.o.Listener == nil {
		l, err := net.Listen("tcp", address)
		if err != nil {
			return err
		}
		n.o.Listener = l
	}
	if n.o.TLS != nil {
		n.o.Listener = tls.NewListener(n.o.Listener, incomingTLS(n.o.TLS))
	}
	n.all.Go(n.listen)
	for to, out := range n.st.Out {
		l := &link{n: n, to: to, queue: slices.Clone(out.Queue), last: out.Last, more: make(chan struct{}, 1), peer: n.st.In[to].Run}
		n.links[to] = l
		n.metrics.connected(to, false)
		n.all.Go(l.run)
	}
	return nil
}

// enqueue numbers a message and hands it to the link when it is on disk.
func (n *Node) enqueue(to model.Site, text json.RawMessage) {
	out := n.st.Out[to]
	out.Last++
	f := &frame{out.Last, text}
	out.Queue = append(out.Queue, f)
	n.metrics.queued(to, len(out.Queue))
	n.after = append(n.after, func() { n.links[to].push(f) })
}

// acknowledged forgets the messages that have come. That need not be on disk: they would be sent once more.
func (n *Node) acknowledged(to model.Site, last uint64) {
	out := n.st.Out[to]
	out.Queue = slices.DeleteFunc(out.Queue, func(f *frame) bool { return f.Seq <= last })
	n.metrics.queued(to, len(out.Queue))
}

func (l *link) push(f *frame) {
	l.mu.Lock()
	l.queue, l.last = append(l.queue, f), f.Seq
	l.mu.Unlock()
	l.wake()
}

func (l *link) wake() {
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// sent is up to which number messages have been sent, and up to which they have been acknowledged.
func (l *link) sent() (last, acknowledged uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) > 0 {
		return l.last, l.queue[0].Seq - 1
	}
	return l.last, l.last
}

// after is the messages behind a number.
func (l *link) after(seq uint64) []*frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := slices.IndexFunc(l.queue, func(f *frame) bool { return f.Seq > seq })
	if k < 0 {
		return nil
	}
	return slices.Clone(l.queue[k:])
}

func (l *link) acknowledged(seq uint64) {
	l.mu.Lock()
	l.queue = slices.DeleteFunc(l.queue, func(f *frame) bool { return f.Seq <= seq })
	l.mu.Unlock()
	l.n.post(func() { l.n.acknowledged(l.to, seq) })
}

// run connects, again and again.
func (l *link) run() {
	pause := leastPause
	for l.n.ctx.Err() == nil {
		taken, err := l.once()
		l.n.metrics.connected(l.to, false)
		if taken {
			pause = leastPause
		}
		l.n.logger.Debug("no connection", "to", int(l.to), "error", err, "again in", pause)
		select {
		case <-time.After(pause):
		case <-l.n.ctx.Done():
		}
		pause = min(2*pause, mostPause)
	}
}

// once makes one connection and uses it until it breaks; false if the other side did not take it.
func (l *link) once() (taken bool, err error) {
	dial, cancel := context.WithTimeout(l.n.ctx, helloTime)
	defer cancel()
	conn, err := l.dial(dial)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	defer context.AfterFunc(l.n.ctx, func() { conn.Close() })()
	w := newWire(conn)
	conn.SetDeadline(time.Now().Add(helloTime))
	_, acknowledged := l.sent()
	if err := w.send(hello{version, l.n.identity(), l.n.o.Site, l.to, l.n.st.Run, acknowledged}); err != nil {
		return false, err
	}
	var back welcome
	if err := w.read(&back); err != nil {
		return false, err
	}
	if err := l.welcomed(back); err != nil {
		return false, err
	}
	conn.SetDeadline(time.Time{})
	l.n.metrics.connected(l.to, true)
	l.n.logger.Info("connected", "to", int(l.to), "last", back.Last)
	l.acknowledged(back.Last)

	broken := make(chan error, 1)
	l.n.all.Go(func() {
		for {
			var a ack
			if err := w.read(&a); err != nil {
				broken <- err
				return
			}
			l.acknowledged(a.Ack)
		}
	})
	err = l.write(w, back.Last, broken)
	conn.Close()
	return true, err
}

func (l *link) dial(ctx context.Context) (net.Conn, error) {
	address := l.n.o.Peers[l.to-1]
	if l.n.o.TLS == nil {
		return new(net.Dialer).DialContext(ctx, "tcp", address)
	}
	return (&tls.Dialer{Config: outgoingTLS(l.n.o.TLS, l.to)}).DialContext(ctx, "tcp", address)
}

// welcomed is whether the other side is whom this site has known, and takes its messages.
func (l *link) welcomed(back welcome) error {
	if back.Error != "" {
		err := fmt.Errorf("site %d: %s", l.to, back.Error)
		if back.Final && l.peer == "" { // otherwise the other one is the stranger
			l.n.fail(err)
		}
		return err
	}
	if l.peer != "" && l.peer != back.Run {
		err := fmt.Errorf("site %d has come back without its state: the model does not have that", l.to)
		l.n.logger.Error("refused", "error", err)
		return err
	}
	l.peer = back.Run
	if last, _ := l.sent(); back.Last > last {
		err := l.n.stale(l.to, "has had message %d of this one, which knows of %d", back.Last, last)
		l.n.fail(err)
		return err
	}
	return nil
}

// stale is the error of a site whose state another one knows better.
func (n *Node) stale(other model.Site, knows string, args ...any) error {
	return fmt.Errorf("the state in %s is an older copy: site %d "+knows, append([]any{n.o.Dir, other}, args...)...)
}

// write sends the messages behind a number, and those that come.
func (l *link) write(w *wire, last uint64, broken chan error) error {
	for {
		for _, f := range l.after(last) {
			if f.Seq != last+1 {
				return fmt.Errorf("site %d has messages up to %d, and the next is %d: its state is an older copy", l.to, last, f.Seq)
			}
			if err := w.write(f); err != nil {
				return err
			}
			last = f.Seq
		}
		if err := w.out.Flush(); err != nil {
			return err
		}
		select {
		case <-l.more:
		case err := <-broken:
			return err
		case <-l.n.ctx.Done():
			return errors.New("the node ends")
		}
	}
}
