package mean

// chain is the states of a system, what comes after each, and how long it stays.
type chain struct {
	start []share // where runs begin
	first []uint32
	to    []uint32  // by transition
	p     []float64 // its probability, once its state is left
	step  []uint16  // what it counts

	stay  []float64 // by state: the mean time in it; 0 at an end, and where something happens at once
	phase []uint32  // by state

	steps  []step
	phases []phase
	kinds  []string // of messages
	tokens []bool   // by kind: it carries one

	asking uint64 // the sites at which an event that is marked, and by which they ask, can happen; 0 without marks

	turns   []turn                 // where states are lumped: the permutations of each transition
	renamed func(by, site int) int // the site that a permutation makes of a site, both from 0

	// Of the properties that are asked for, those that a state, or its end, violates, and those that a transition does.
	violates []uint64
	broken   map[uint32]uint64
}

// turn is a transition, and the permutation that makes of its end the state that stands for that.
type turn struct {
	from, edge uint32
	by         int // the number of the permutation
}

// share is a state with a probability.
type share struct {
	state uint32
	p     float64
}

func (c *chain) count() int { return len(c.first) - 1 }

// out is the transitions of a state.
func (c *chain) out(s uint32) (from, to uint32) { return c.first[s], c.first[s+1] }

// into is the transitions backwards, without those from a state to itself, which are in loop.
type into struct {
	first []uint32
	from  []uint32
	p     []float64
	loop  []float64 // by state: the probability to stay
}

func (c *chain) into() *into {
	n := c.count()
	x := &into{first: make([]uint32, n+2), loop: make([]float64, n), from: make([]uint32, len(c.to)), p: make([]float64, len(c.to))}
	for _, t := range c.to {
		x.first[t+2]++
	}
	for t := range n {
		x.first[t+2] += x.first[t+1]
	}
	for s := range uint32(n) {
		for e, end := c.out(s); e < end; e++ {
			t := c.to[e]
			if t == s {
				x.loop[s] += c.p[e]
			}
			at := x.first[t+1]
			x.first[t+1]++
			x.from[at], x.p[at] = s, c.p[e]
		}
	}
	x.first = x.first[:n+1]
	return x
}

// components is the strongly connected components, each after those that it leads to, the states of each by number; by R. E. Tarjan's
// algorithm ("Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972), without recursion.
type components struct {
	states []uint32 // one component after another
	first  []uint32 // where each begins in states, and at the end their number
	of     []uint32 // by state
}

func (c *chain) components() *components {
	const open = ^uint32(0)
	n := c.count()
	x := &components{states: make([]uint32, 0, n), of: make([]uint32, n), first: []uint32{0}}
	index, low, next := make([]uint32, n), make([]uint32, n), uint32(1)
	for s := range x.of {
		x.of[s] = open
	}
	type call struct{ state, edge uint32 }
	var calls []call
	var stack []uint32
	enter := func(s uint32) {
		index[s], low[s] = next, next
		next++
		calls, stack = append(calls, call{s, c.first[s]}), append(stack, s)
	}
	for root := range uint32(n) {
		if index[root] == 0 {
			enter(root)
		}
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			s := f.state
			if f.edge < c.first[s+1] {
				t := c.to[f.edge]
				f.edge++
				if index[t] == 0 {
					enter(t)
				} else if x.of[t] == open {
					low[s] = min(low[s], index[t])
				}
				continue
			}
			if calls = calls[:len(calls)-1]; len(calls) > 0 {
				above := calls[len(calls)-1].state
				low[above] = min(low[above], low[s])
			}
			if low[s] == index[s] {
				for last := open; last != s; {
					last = stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					x.of[last] = uint32(len(x.first) - 1)
				}
				x.first = append(x.first, 0)
			}
		}
	}
	x.list()
	return x
}

// list sorts the states by component and number.
func (x *components) list() {
	for _, k := range x.of {
		x.first[k+1]++
	}
	for k := range len(x.first) - 1 {
		x.first[k+1] += x.first[k]
	}
	at := append([]uint32(nil), x.first...)
	x.states = x.states[:len(x.of)]
	for s, k := range x.of {
		x.states[at[k]] = uint32(s)
		at[k]++
	}
}

func (x *components) count() int { return len(x.first) - 1 }

// members are the states of component k.
func (x *components) members(k int) []uint32 { return x.states[x.first[k]:x.first[k+1]] }
