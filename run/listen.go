package run

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gmecheck/gmecheck/model"
)

// inbound is a connection over which another site sends.
type inbound struct {
	w    *wire
	from model.Site

	mu   sync.Mutex
	last uint64 // to be acknowledged
	more chan struct{}
}

// listen takes connections.
func (n *Node) listen() {
	for n.ctx.Err() == nil {
		conn, err := n.o.Listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			n.logger.Warn("a connection fails", "error", err)
			select {
			case <-time.After(leastPause):
			case <-n.ctx.Done():
			}
			continue
		}
		n.all.Go(func() {
			defer conn.Close()
			defer context.AfterFunc(n.ctx, func() { conn.Close() })()
			if err := n.accept(conn); n.ctx.Err() == nil {
				n.logger.Debug("a connection ends", "from", conn.RemoteAddr().String(), "error", err)
			}
		})
	}
}

// accept takes the messages of one connection.
func (n *Node) accept(conn net.Conn) error {
	c := &inbound{w: newWire(conn), more: make(chan struct{}, 1)}
	conn.SetDeadline(time.Now().Add(helloTime))
	var h hello
	if err := c.w.read(&h); err != nil {
		return err
	}
	c.from = h.From
	reply := make(chan welcome, 1)
	if err := n.known(h); err != nil {
		reply <- welcome{Error: err.Error(), Final: true}
	} else if err := speaksFor(conn, h.From); err != nil {
		reply <- welcome{Error: err.Error()}
	} else if !n.post(func() { n.welcome(c, h, reply) }) {
		return ErrStopped
	}
	var back welcome
	select {
	case back = <-reply:
	case <-n.ctx.Done():
		return ErrStopped
	}
	if err := c.w.send(back); err != nil {
		return err
	}
	if back.Error != "" {
		n.logger.Warn("refused", "from", int(h.From), "error", back.Error)
		return errors.New(back.Error)
	}
	conn.SetDeadline(time.Time{})
	c.last = back.Last
	var acks sync.WaitGroup
	ended := make(chan struct{})
	acks.Go(func() { c.acknowledge(back.Last, ended) })
	defer acks.Wait()
	defer close(ended)
	for {
		var f frame
		if err := c.w.read(&f); err != nil {
			return err
		}
		value, err := n.codec.decode(n.message, f.Message)
		if err != nil {
			n.logger.Warn("a message cannot be read", "from", int(h.From), "error", err)
			return err
		}
		if !n.post(func() { n.arrived(c, &f, value) }) {
			return ErrStopped
		}
	}
}

// known is what is wrong with a hello, whatever this site knows of the other.
func (n *Node) known(h hello) error {
	switch {
	case h.Version != version:
		return fmt.Errorf("this is version %d, not %d", version, h.Version)
	case h.Model != n.identity():
		return fmt.Errorf("this is %s, not %s", n.identity(), h.Model)
	case h.To != n.o.Site:
		return fmt.Errorf("this is site %d, not %d", n.o.Site, h.To)
	case n.st.In[h.From] == nil:
		return fmt.Errorf("there is no other site %d", h.From)
	}
	return nil
}

// welcome tells another site what has come of its messages, unless it has lost its state.
func (n *Node) welcome(c *inbound, h hello, reply chan welcome) {
	in := n.st.In[h.From]
	if in.Run != "" && in.Run != h.Run {
		reply <- welcome{Final: true, Error: fmt.Sprintf("site %d has come back without its state, and the model does not have that", h.From)}
		return
	}
	if h.Acknowledged > in.Last {
		err := n.stale(h.From, "knows that this one has had its message %d, and it knows of %d", h.Acknowledged, in.Last)
		reply <- welcome{Error: err.Error()}
		if in.Run != "" { // otherwise it may have no state at all, which the others say better
			n.fail(err)
		}
		return
	}
	if in.Run == "" {
		in.Run, n.changed = h.Run, true
	}
	if before := n.conns[h.From]; before != nil {
		before.w.conn.Close()
	}
	n.conns[h.From] = c
	back := welcome{Run: n.st.Run, Last: in.Last}
	n.after = append(n.after, func() { reply <- back })
}

// arrived takes a message, unless it has come before.
func (n *Node) arrived(c *inbound, f *frame, value any) {
	in := n.st.In[c.from]
	switch {
	case n.conns[c.from] != c || f.Seq > in.Last+1:
		c.w.conn.Close()
		return
	case f.Seq == in.Last+1:
		in.Last = f.Seq
		n.receive(&parcel{From: c.from, Message: f.Message, value: value})
	}
	last := in.Last
	n.after = append(n.after, func() { c.reached(last) })
}

// reached notes that messages up to a number are on disk.
func (c *inbound) reached(last uint64) {
	c.mu.Lock()
	c.last = last
	c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// acknowledge writes acknowledgements, one for many messages where they come faster.
func (c *inbound) acknowledge(told uint64, ended chan struct{}) {
	for {
		select {
		case <-c.more:
		case <-ended:
			return
		}
		c.mu.Lock()
		last := c.last
		c.mu.Unlock()
		if last > told {
			if c.w.send(ack{last}) != nil {
				c.w.conn.Close()
				return
			}
			told = last
		}
	}
}
