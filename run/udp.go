package run

import (
	"encoding/json"
	"errors"
	"net"
	"time"

	"github.com/gmecheck/gmecheck/model"
)

// datagram is a message over UDP. Nothing is repeated and nothing compared with what has come before: the model has all that can go
// wrong then. Nobody vouches for who has sent it.
type datagram struct {
	Model   string          `json:"model"`
	From    model.Site      `json:"from"`
	To      model.Site      `json:"to"`
	Message json.RawMessage `json:"message"`
}

// largest is the largest datagram.
const largest = 65507

func (n *Node) connectUDP(address string) error {
	if n.o.Packets == nil {
		p, err := net.ListenPacket("udp", address)
		if err != nil {
			return err
		}
		n.o.Packets = p
	}
	for _, peer := range n.o.Peers {
		to, err := net.ResolveUDPAddr("udp", peer)
		if err != nil {
			return err
		}
		n.addresses = append(n.addresses, to)
	}
	last := model.Site(len(n.sys.Places))
	text, err := json.Marshal(datagram{n.identity(), last, last, json.RawMessage("0")})
	if err != nil {
		return err
	}
	n.envelope = len(text)
	n.all.Go(n.listenUDP)
	return nil
}

// datagram sends a message. An error is a loss.
func (n *Node) datagram(to model.Site, message json.RawMessage) {
	text, err := json.Marshal(datagram{n.identity(), n.o.Site, to, message})
	if err == nil {
		_, err = n.o.Packets.WriteTo(text, n.addresses[to-1])
	}
	if err != nil {
		n.logger.Debug("a message is lost", "to", int(to), "error", err)
	}
}

// listenUDP takes datagrams; what is none of this system's is dropped.
func (n *Node) listenUDP() {
	b := make([]byte, largest)
	for {
		k, from, err := n.o.Packets.ReadFrom(b)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		var d datagram
		if err == nil {
			err = json.Unmarshal(b[:k], &d)
		}
		if err == nil && (d.Model != n.identity() || d.To != n.o.Site || d.From < 1 || int(d.From) > len(n.sys.Places)) {
			err = errors.New("it is none of this system")
		}
		var value any
		if err == nil {
			value, err = n.codec.decode(n.message, d.Message)
		}
		if err != nil {
			n.logger.Warn("a datagram is dropped", "from", from, "error", err)
			select {
			case <-time.After(time.Millisecond):
			case <-n.ctx.Done():
				return
			}
			continue
		}
		if !n.post(func() { n.receive(&parcel{From: d.From, Message: d.Message, value: value}) }) {
			return
		}
	}
}
