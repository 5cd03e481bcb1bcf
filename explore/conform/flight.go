package conform

import (
	"encoding/binary"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// flight is who has sent the messages in flight, where these do not tell: in a bag, messages of other senders may be equal. It is
// sorted, and never changed.
type flight []sent

// sent is a message of which count copies are in flight.
type sent struct {
	to, from model.Site
	value    uint32 // its number
	count    int
}

func (s sent) less(t sent) int {
	for _, d := range []int{int(s.to) - int(t.to), int(s.value) - int(t.value), int(s.from) - int(t.from)} {
		if d != 0 {
			return d
		}
	}
	return 0
}

// with changes the count of a message by n.
func (f flight) with(s sent, n int) flight {
	k, found := slices.BinarySearchFunc(f, s, sent.less)
	switch {
	case !found && n < 0:
		return f // of a sender that is not known
	case !found:
		s.count = n
		return slices.Insert(slices.Clone(f), k, s)
	case f[k].count+n == 0:
		return slices.Concat(f[:k], f[k+1:])
	}
	f = slices.Clone(f)
	f[k].count += n
	return f
}

// senders are those of a message to a site.
func (f flight) senders(to model.Site, value uint32) (all []model.Site) {
	for _, s := range f {
		if s.to == to && s.value == value {
			all = append(all, s.from)
		}
	}
	return all
}

func (f flight) append(key []byte) []byte {
	for _, s := range f {
		for _, n := range []int{int(s.to), int(s.from), int(s.value), s.count} {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	return key
}
