package stubborn

import (
	"encoding/binary"
	"sync"
)

// Coming is the number of a list of what can arrive at a site.
type Coming uint32

const (
	nothing Coming = iota
	endless        // too much, or without end
)

// What is on a list: a batch of messages and how often it can come at most, in one number so that lists are sorted by batch.
type item uint64

func (x item) batch() uint32 { return uint32(x >> 32) }
func (x item) most() uint64  { return uint64(uint32(x)) }

// waiting, in place of a batch, is on the list if some other site may wait for quiet.
const waiting = 0

// The most that is kept track of.
const (
	mostTimes   = 6  // that a batch comes
	mostBatches = 12 // on a list
)

// lists numbers lists of what can arrive.
type lists struct {
	mu    sync.RWMutex
	of    map[string]Coming
	all   [][]item
	added map[[2]uint64]Coming // list and item
	most  map[[2]Coming]Coming // two lists
}

func newLists() *lists {
	return &lists{of: map[string]Coming{"": nothing}, all: [][]item{nil, nil}, added: map[[2]uint64]Coming{}, most: map[[2]Coming]Coming{}}
}

func (l *lists) items(c Coming) []item {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.all[c]
}

// number is that of a list; the caller holds the lock.
func (l *lists) number(x []item) Coming {
	if len(x) > mostBatches {
		return endless
	}
	var key []byte
	for _, i := range x {
		if i.most() > mostTimes {
			return endless
		}
		key = binary.LittleEndian.AppendUint64(key, uint64(i))
	}
	n, ok := l.of[string(key)]
	if !ok {
		n = Coming(len(l.all))
		l.of[string(key)], l.all = n, append(l.all, x)
	}
	return n
}

// plus is a list with a batch that comes once more.
func (l *lists) plus(c Coming, batch uint32) Coming {
	if c == endless {
		return c
	}
	return remembered(&l.mu, l.added, [2]uint64{uint64(c), uint64(batch)}, func() Coming {
		one := item(batch)<<32 | 1
		var sum []item
		done := false
		for _, x := range l.all[c] {
			switch {
			case x.batch() == batch && batch == waiting: // once is all there is to know
				done = true
			case x.batch() == batch:
				x, done = x+1, true
			case x.batch() > batch && !done:
				sum, done = append(sum, one), true
			}
			sum = append(sum, x)
		}
		if !done {
			sum = append(sum, one)
		}
		return l.number(sum)
	})
}

// union has what is on either list, as often as on that where it is more often.
func (l *lists) union(a, b Coming) Coming {
	switch {
	case a == endless || b == endless:
		return endless
	case a == b || b == nothing:
		return a
	case a == nothing:
		return b
	case a > b:
		a, b = b, a
	}
	return remembered(&l.mu, l.most, [2]Coming{a, b}, func() Coming {
		var sum []item
		x, y := l.all[a], l.all[b]
		for len(x) > 0 || len(y) > 0 {
			switch {
			case len(y) == 0 || len(x) > 0 && x[0].batch() < y[0].batch():
				sum, x = append(sum, x[0]), x[1:]
			case len(x) == 0 || y[0].batch() < x[0].batch():
				sum, y = append(sum, y[0]), y[1:]
			default:
				sum, x, y = append(sum, max(x[0], y[0])), x[1:], y[1:]
			}
		}
		return l.number(sum)
	})
}

// remembered is a value by its key; work finds it, with the lock held.
func remembered[K comparable](mu *sync.RWMutex, known map[K]Coming, key K, work func() Coming) Coming {
	mu.RLock()
	n, ok := known[key]
	mu.RUnlock()
	if ok {
		return n
	}
	mu.Lock()
	defer mu.Unlock()
	n = work()
	known[key] = n
	return n
}
