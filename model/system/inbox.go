package system

import (
	"encoding/binary"

	"github.com/gmecheck/gmecheck/model"
)

// An inbox is the messages on their way to one site, as a string so that it can be part of a map's key: six bytes for
// each message, the channel (the sender; 0 under bag), the message's number and its age (0 without times). Entries are sorted by channel; within
// one, a bag is sorted by number and age and a fifo channel stands in its order, oldest first. So equal multisets (under fifo:
// equal channels) are equal strings.
type inbox string

const entrySize = 6

// envelope is one entry of an inbox.
type envelope struct {
	from    model.Site
	message uint32
	age     uint8 // in ticks
}

func (e envelope) bytes() [entrySize]byte {
	var b [entrySize]byte
	b[0] = byte(e.from)
	binary.BigEndian.PutUint32(b[1:], e.message)
	b[5] = e.age
	return b
}

func (b inbox) len() int { return len(b) / entrySize }

func (b inbox) at(k int) envelope {
	e := b[k*entrySize : (k+1)*entrySize]
	return envelope{model.Site(e[0]), uint32(e[1])<<24 | uint32(e[2])<<16 | uint32(e[3])<<8 | uint32(e[4]), e[5]}
}

// with puts e at position k.
func (b inbox) with(k int, e envelope) inbox {
	x := e.bytes()
	return b[:k*entrySize] + inbox(x[:]) + b[k*entrySize:]
}

// without removes the entry at position k.
func (b inbox) without(k int) inbox { return b[:k*entrySize] + b[(k+1)*entrySize:] }

// put adds e as the network does: anywhere in a bag, behind the last of its channel under fifo.
func (b inbox) put(e envelope) inbox {
	k := 0
	for k < b.len() {
		if x := b.at(k); x.from > e.from || e.from == 0 && (x.message > e.message || x.message == e.message && x.age >= e.age) {
			break
		}
		k++
	}
	return b.with(k, e)
}

// head reports whether the entry at k may be delivered or dropped: in a bag every first of equal messages, under fifo
// the oldest of its channel.
func (b inbox) head(k int) bool {
	if k == 0 {
		return true
	}
	x, before := b.at(k), b.at(k-1)
	if x.from == 0 {
		return x != before
	}
	return x.from != before.from
}

// position is the place of entry k in its channel, from 1; 0 in a bag.
func (b inbox) position(k int) int {
	from := b.at(k).from
	if from == 0 {
		return 0
	}
	p := 1
	for k > 0 && b.at(k-1).from == from {
		p, k = p+1, k-1
	}
	return p
}
