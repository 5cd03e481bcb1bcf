package explore

import "sync"

// shape says how the permutations make an orbit of its representative.
type shape struct {
	turns []uint8 // for each state of the orbit the first permutation that makes it
	index []uint8 // by permutation: which of these states it makes
}

// shapes numbers the shapes that occur: there is one for each stabilizer of a representative.
type shapes struct {
	products [][]int
	mu       sync.Mutex
	known    map[string]uint16
	all      []shape
}

func (x *shapes) of(r uint32, q *quotient) *shape { return &x.all[q.shape[r]] }

// number is that of the orbits of representatives with this stabilizer.
func (x *shapes) number(stabilizer []int) uint16 {
	key := make([]byte, len(stabilizer))
	for k, g := range stabilizer {
		key[k] = byte(g)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	n, ok := x.known[string(key)]
	if !ok {
		n = uint16(len(x.all))
		x.known[string(key)] = n
		x.all = append(x.all, newShape(stabilizer, x.products))
	}
	return n
}

func newShape(stabilizer []int, products [][]int) shape {
	order := len(products)
	x, made := shape{index: make([]uint8, order)}, make([]bool, order)
	for g := range order {
		if made[g] {
			continue
		}
		for _, h := range stabilizer {
			x.index[products[g][h]], made[products[g][h]] = uint8(len(x.turns)), true
		}
		x.turns = append(x.turns, uint8(g))
	}
	return x
}
