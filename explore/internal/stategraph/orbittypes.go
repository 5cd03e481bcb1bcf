package stategraph

import "math"

// orbitType is how the permutations make the states of an orbit of its representative: as the cosets of the stabilizer.
type orbitType struct {
	representatives []uint8 // for each state of the orbit the first permutation that makes it
	image           []uint8 // by permutation: which of these states it makes
}

// orbitTypes numbers the types that occur: there is one for each stabilizer of a representative.
type orbitTypes struct {
	products [][]int
	numbered[orbitType]
}

func newOrbitTypes(products [][]int) orbitTypes {
	return orbitTypes{products, newNumbered[orbitType](0, math.MaxUint16)}
}

// of is the type of a representative's orbit.
func (x *orbitTypes) of(r uint32, q *quotient) *orbitType { return &x.all[q.orbitType[r]] }

// with is the number of the type of the orbits of representatives with this stabilizer. There are fewer subgroups than numbers.
func (x *orbitTypes) with(stabilizer []int) uint16 {
	key := make([]byte, len(stabilizer))
	for k, g := range stabilizer {
		key[k] = byte(g)
	}
	n, _ := x.number(key, func() orbitType { return newOrbitType(stabilizer, x.products) })
	return uint16(n)
}

func newOrbitType(stabilizer []int, products [][]int) orbitType {
	order := len(products)
	x, made := orbitType{image: make([]uint8, order)}, make([]bool, order)
	for g := range order {
		if made[g] {
			continue
		}
		for _, h := range stabilizer {
			x.image[products[g][h]], made[products[g][h]] = uint8(len(x.representatives)), true
		}
		x.representatives = append(x.representatives, uint8(g))
	}
	return x
}
