package stategraph

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// Components finds strongly connected components, by D. J. Pearce's space-efficient form of R. E. Tarjan's algorithm
// ("A space-efficient algorithm for finding strongly connected components", Information Processing Letters 116(1),
// 2016), without recursion.
type Components struct {
	g   *Graph
	Cut func(from uint32, index int) bool // transitions not to follow; nil: none
	// of is 0 for a state not visited; while it is open, the least index that it has reached; afterwards the name of its
	// component: names are given from the largest number downwards, and are above all indices.
	Of    []uint32
	index uint32
	name  uint32
	calls []call
	stack []uint32
}

type call struct {
	state uint32
	next  uint16 // transition to follow next
	root  bool
}

const firstName = ^uint32(0)

func NewComponents(g *Graph) *Components {
	return &Components{g: g, Of: make([]uint32, g.States()), index: 1, name: firstName}
}

// Visit finds the components of all states that can be reached from root through states kept (nil: all), as far as they
// have not been visited before. Each is emitted after all those that it leads to.
func (c *Components) Visit(root uint32, keep func(uint32) bool, emit func(members []uint32)) {
	if c.Of[root] != 0 {
		return
	}
	c.open(root)
	for steps := 0; len(c.calls) > 0; steps++ {
		if steps%4096 == 0 && c.g.Stopped() {
			return
		}
		f := &c.calls[len(c.calls)-1]
		if out := c.g.Out(f.state); int(f.next) < out.Len() {
			t := out.At(int(f.next))
			f.next++
			switch {
			case keep != nil && !keep(t), c.Cut != nil && c.Cut(f.state, int(f.next)-1):
			case c.Of[t] == 0:
				c.open(t)
			default:
				c.reach(f, c.Of[t])
			}
			continue
		}
		done := *f
		c.calls = c.calls[:len(c.calls)-1]
		c.close(done, emit)
		if last := len(c.calls) - 1; last >= 0 {
			c.reach(&c.calls[last], c.Of[done.state])
		}
	}
}

func (c *Components) open(s uint32) {
	c.Of[s] = c.index
	c.index++
	c.calls = append(c.calls, call{state: s, root: true})
}

// reach notes that a state reaches one with this index.
func (c *Components) reach(f *call, index uint32) {
	if index < c.Of[f.state] {
		c.Of[f.state] = index
		f.root = false
	}
}

func (c *Components) close(f call, emit func([]uint32)) {
	c.stack = append(c.stack, f.state)
	if !f.root {
		return
	}
	begin := len(c.stack) - 1
	for begin > 0 && c.Of[f.state] <= c.Of[c.stack[begin-1]] {
		begin--
	}
	members := c.stack[begin:]
	for _, s := range members {
		c.Of[s] = c.name
	}
	c.index -= uint32(len(members))
	c.name--
	emit(members)
	c.stack = c.stack[:begin]
}

// Forget makes states unvisited again, among them all that have been visited: names can be given anew.
func (c *Components) Forget(states []uint32) {
	for _, s := range states {
		c.Of[s] = 0
	}
	c.index, c.name = 1, firstName
}

// Order is the states of the graph, component by component, each behind those that it leads to.
type Order struct {
	g          *Graph
	count      uint32
	states     []uint32 // nil: by number, from the last to the first
	nontrivial []span   // components of more than one state, in order
	Of         []uint32 // by state: the name of its component; nil if every component is one state
}

// span is a component of more than one state: those from..to-1 of the order.
type span struct{ from, to int }

// Order finds the components. Where every transition leads one level up there is nothing to find.
func (g *Graph) Order() *Order {
	o := &Order{g: g, count: g.States()}
	if g.rising {
		return o
	}
	if o.states = g.topological(); o.states != nil {
		return o
	}
	o.states = make([]uint32, 0, g.States())
	c := NewComponents(g)
	for first := range g.Begin(1) { // from every initial state
		c.Visit(first, nil, func(members []uint32) {
			if len(members) > 1 {
				o.nontrivial = append(o.nontrivial, span{len(o.states), len(o.states) + len(members)})
			}
			o.states = append(o.states, members...)
		})
	}
	if len(o.nontrivial) > 0 {
		o.Of = c.Of
	}
	return o
}

// topological lists the states so that each stands behind those that it leads to, by A. B. Kahn's algorithm
// ("Topological sorting of large networks", Communications of the ACM 5(11), 1962); nil if there are cycles. The states
// that are ready at a time are listed by number, so that who goes through the list stays near the cache.
func (g *Graph) topological() []uint32 {
	waits := membudget.NewPaged[uint32](&g.Memory.Pages, int(g.States()))
	defer waits.Free()
	into := waits.All // transitions from states that are not listed yet
	all := g.all()
	for k := range all.Len() {
		into[all.At(k)]++
	}
	list, sorter := make([]uint32, 0, g.States()), newSorter(g.States())
	if into[0] == 0 {
		list = append(list, 0)
	}
	for from, end := 0, len(list); from < end; from, end = end, len(list) {
		for k, s := range list[from:end] {
			if k%4096 == 0 && g.Stopped() {
				return nil
			}
			out := g.Out(s)
			for k := range out.Len() {
				t := out.At(k)
				if into[t]--; into[t] == 0 {
					list = append(list, t)
				}
			}
		}
		sorter.sort(list[end:])
	}
	if len(list) < int(g.States()) {
		return nil
	}
	slices.Reverse(list)
	return list
}

// sorter sorts different numbers below a bound.
type sorter struct{ bits []uint64 } // all 0 in between

func newSorter(bound uint32) *sorter { return &sorter{make([]uint64, bound/64+1)} }

// sort marks numbers that are dense and collects them in order, in linear time.
func (x *sorter) sort(list []uint32) {
	if len(list) < 2 {
		return
	}
	least, most := slices.Min(list)/64, slices.Max(list)/64
	if int(most-least) > 8*len(list) {
		slices.Sort(list)
		return
	}
	for _, n := range list {
		x.bits[n/64] |= 1 << (n % 64)
	}
	list = list[:0]
	for w := least; w <= most; w++ {
		for ; x.bits[w] != 0; x.bits[w] &= x.bits[w] - 1 {
			list = append(list, w*64+uint32(bits.TrailingZeros64(x.bits[w])))
		}
	}
}

// Cycles yields the components of more than one state, in order.
func (o *Order) Cycles(yield func(members []uint32) bool) {
	for _, k := range o.nontrivial {
		if !yield(o.states[k.from:k.to]) {
			return
		}
	}
}

// Acyclic reports that every component is one state.
func (o *Order) Acyclic() bool { return len(o.nontrivial) == 0 }

// Each calls one for every state that is a component of its own, and all for every other one, in order, unless the search is
// halted: then what has been worked out is of no use.
func (o *Order) Each(one func(s uint32), all func(members []uint32)) {
	if o.states == nil {
		for s := o.count; s > 0; s-- {
			if s%1024 == 0 && o.g.Stopped() {
				return
			}
			one(s - 1)
		}
		return
	}
	singles := func(states []uint32) {
		for k, s := range states {
			if k%1024 == 1023 && o.g.Stopped() {
				return
			}
			one(s)
		}
	}
	at := 0
	for _, k := range o.nontrivial {
		if o.g.Stopped() {
			return
		}
		singles(o.states[at:k.from])
		all(o.states[k.from:k.to])
		at = k.to
	}
	singles(o.states[at:])
}
