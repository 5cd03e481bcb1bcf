package mean

import (
	"encoding/binary"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Under fifo each message has a clock of its own, too: one that comes before those ahead of it in its channel waits for them. So a state
// of the chain says which messages have come and wait: the last number of its vector is that of such a list.

// channel is the messages from a site to another, by index.
type channel struct{ from, to, length int }

// late is which messages of a channel have come: bit p is that of position p, the oldest being 0.
type late struct {
	from, to int
	come     uint64
}

// mostLate is how many messages of a channel there can be.
const mostLate = 64

// lates numbers lists of channels in which messages wait, sorted; 0 is the empty one.
type lates struct {
	symmetry *system.Symmetry // may be nil
	all      [][]late
	numbers  map[string]uint32
	images   [][]uint32 // by list and permutation
}

func newLates(y *system.Symmetry) *lates {
	x := &lates{symmetry: y, numbers: map[string]uint32{}}
	x.number(nil)
	return x
}

func (x *lates) number(list []late) uint32 {
	list = slices.DeleteFunc(list, func(l late) bool { return l.come == 0 })
	slices.SortFunc(list, func(a, b late) int {
		if a.to != b.to {
			return a.to - b.to
		}
		return a.from - b.from
	})
	var key []byte
	for _, l := range list {
		key = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(key, uint64(l.from)), uint64(l.to)), l.come)
	}
	n, known := x.numbers[string(key)]
	if !known {
		n = uint32(len(x.all))
		x.numbers[string(key)], x.all, x.images = n, append(x.all, list), append(x.images, nil)
	}
	return n
}

// come is which messages of a channel have come.
func (x *lates) come(list uint32, from, to int) uint64 {
	for _, l := range x.all[list] {
		if l.from == from && l.to == to {
			return l.come
		}
	}
	return 0
}

// with is the list with other messages of a channel.
func (x *lates) with(list uint32, from, to int, come uint64) uint32 {
	all := slices.DeleteFunc(slices.Clone(x.all[list]), func(l late) bool { return l.from == from && l.to == to })
	return x.number(append(all, late{from, to, come}))
}

// image is the list under permutation g.
func (x *lates) image(list uint32, g int) uint32 {
	if x.images[list] == nil {
		images := make([]uint32, x.symmetry.Order())
		for g := range images {
			var all []late
			for _, l := range x.all[list] {
				all = append(all, late{x.symmetry.To(g, l.from), x.symmetry.To(g, l.to), l.come})
			}
			images[g] = x.number(all)
		}
		x.images[list] = images
	}
	return x.images[list][g]
}

// after is the list after an event at a site: what it takes out of its channel, or puts into it, moves those behind.
func (x *lates) after(list uint32, e *model.Event) uint32 {
	if e.Message.From == 0 {
		return list
	}
	from, to := int(e.Message.From)-1, int(e.Site)-1
	come := x.come(list, from, to)
	ahead := uint64(1)<<(e.Message.Position-1) - 1
	switch e.Kind {
	case model.DeliverEvent, model.DropEvent, model.LoseEvent:
		come = come&ahead | come>>1&^ahead
	case model.DuplicateEvent: // the copy stands behind it
		ahead = ahead<<1 | 1
		come = come&ahead | come&^ahead<<1
	}
	return x.with(list, from, to, come)
}

// channelsOf are the channels to a site, given the messages on their way to it.
func channelsOf(site int, inbox []model.Message) (all []channel) {
	for _, m := range inbox {
		from := int(m.From) - 1
		if k := len(all) - 1; k >= 0 && all[k].from == from {
			all[k].length++
		} else {
			all = append(all, channel{from, site, 1})
		}
		if all[len(all)-1].length > mostLate {
			panic(&system.Full{What: "messages in a channel", Most: mostLate})
		}
	}
	return all
}
