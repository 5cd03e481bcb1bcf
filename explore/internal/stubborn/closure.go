package stubborn

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// question is what a choice at a site depends on.
type question struct {
	node   uint32
	budget uint32
	coming Coming
	site   int
}

// Set is the transitions of a site that are tried: T.
type Set struct {
	Key   Name
	Names []Name // of T, the key's included
	Moves []int  // those possible now, by their places in the node's expansion
}

// Name tells the events of a site apart, whatever they choose. All that bear a name in T are in T, also those not possible yet.
type Name struct {
	kind     model.EventKind
	value    any // of the message
	from     model.Site
	position int
	name     string
	demand   *model.Demand
}

func nameOf(e *model.Event) Name {
	return Name{e.Kind, e.Message.Value, e.Message.From, e.Message.Position, e.Name, e.Demand}
}

// In reports that the name is one of those in T.
func (t *Set) In(e *model.Event) bool { return slices.Contains(t.Names, nameOf(e)) }

// IsKey reports that the event bears the name of the key.
func (t *Set) IsKey(e *model.Event) bool { return t.Key == nameOf(e) }

// mostNodes is how many nodes are looked at for one key; where there are more, there is no T from it.
const mostNodes = 96

// closure finds T at one node.
type closure struct {
	*Chooser
	question
	items   []item
	quiet   bool // somebody may wait for quiet
	moves   []system.Move
	current Set
	seen    map[place]bool
	todo    []place
}

// Chooser is what choices at a node are made with.
type Chooser struct {
	sys    *system.System
	reader *system.Reader
	rules  Rule
	keeps  Keeps
	deaf   bool
}

// place is a node that the site can come to, with the budgets left and what has arrived on the way, four bits for each item.
type place struct {
	node, budget uint32
	arrived      uint64
}

// best is the smallest T at a node, of those that are there if nothing can arrive; nil if there is none. Where something is wrong
// with a handler, or with a property, there is none either.
func (c *Chooser) best(q question, items []item, bounds []Set) (best *Set) {
	defer broken(func() { best = nil })
	x := c.closure(q, items)
	for k := range bounds {
		if best != nil && len(bounds[k].Moves) >= len(best.Moves) {
			break
		}
		if t, ok := x.from(bounds[k].Key); ok && (best == nil || len(t.Moves) < len(best.Moves)) {
			best = &t
		}
	}
	return best
}

// all are the sets at a node if nothing can arrive, one for each key, the smallest first: with what can arrive they only grow.
func (c *Chooser) all(q question) (sets []Set) {
	defer broken(func() { sets = nil })
	x := c.closure(q, nil)
	var tried []Name
	for k := range x.moves {
		m := &x.moves[k]
		name := nameOf(m.Event)
		if m.Cost != system.Free || !x.changes(q.node, m) || slices.Contains(tried, name) {
			continue
		}
		tried = append(tried, name)
		if t, ok := x.from(name); ok {
			sets = append(sets, t)
		}
	}
	slices.SortStableFunc(sets, func(t, u Set) int { return compare(&t, &u) })
	return sets
}

func (c *Chooser) closure(q question, items []item) closure {
	return closure{Chooser: c, question: q, items: items, moves: c.reader.Expand(q.site, q.node, q.budget).Moves, seen: map[place]bool{}}
}

// broken does something where a handler, or a property, turns out to be wrong. It must be deferred.
func broken(then func()) {
	switch r := recover().(type) {
	case nil:
	case *model.Broken:
		then()
	default:
		panic(r)
	}
}

// compare orders sets of the same node: by their size, then by the key, so that the choice does not depend on how things are
// numbered. Requests stand in their order.
func compare(t, u *Set) int {
	a, b := &t.Key, &u.Key
	order := cmp.Or(
		cmp.Compare(len(t.Moves), len(u.Moves)), cmp.Compare(a.kind, b.kind), cmp.Compare(a.from, b.from),
		cmp.Compare(a.position, b.position), cmp.Compare(a.name, b.name),
	)
	if order == 0 && a.value != b.value {
		return cmp.Compare(model.Text(a.value), model.Text(b.value))
	}
	return order
}

// changes reports that a move changes the state; others are no transitions.
func (x *closure) changes(node uint32, m *system.Move) bool {
	return m.Next != node || len(m.Sends) > 0 || !x.rules.has(Changes)
}

// possible returns the budgets after a move that is a transition as long as somebody is busy.
func (x *closure) possible(at place, m *system.Move) (uint32, bool) {
	if m.Cost >= system.WhenQuiet || !x.changes(at.node, m) || m.Cost != system.Free && !x.rules.has(OwnFaults) {
		return 0, false
	}
	return x.sys.Pay(at.budget, m.Cost, system.Busy)
}

// from lets T grow from a key until nothing outside of it conflicts with it.
func (x *closure) from(key Name) (Set, bool) {
	x.current = Set{Key: key, Names: []Name{key}}
	for {
		conflicts, ok := x.explore()
		if !ok {
			return Set{}, false
		}
		if len(conflicts) == 0 {
			break
		}
		x.current.Names = append(x.current.Names, conflicts...)
	}
	start := place{node: x.node, budget: x.budget}
	for k := range x.moves {
		m := &x.moves[k]
		if _, possible := x.possible(start, m); possible && x.current.In(m.Event) {
			x.current.Moves = append(x.current.Moves, k)
		}
	}
	return x.current, true
}

// explore visits all nodes that the site can come to by moves outside of T, and by what arrives. It returns the names of the
// moves that conflict with T, and must join it; false if there is a conflict with what arrives.
func (x *closure) explore() (conflicts []Name, ok bool) {
	start := place{node: x.node, budget: x.budget}
	clear(x.seen)
	x.seen[start], x.todo = true, append(x.todo[:0], start)
	x.quiet = len(x.items) > 0 && x.items[0].batch() == waiting
	busy := true
	add := func(p place) {
		if !x.seen[p] {
			x.seen[p], x.todo = true, append(x.todo, p)
		}
	}
	for len(x.todo) > 0 {
		at := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if len(x.seen) > mostNodes {
			return nil, false
		}
		here := x.reader.Expand(x.site, at.node, x.budget)
		if busy = busy && here.Calm == system.Busy; !x.key(at) {
			return nil, false
		}
		for k := range here.Moves {
			m := &here.Moves[k]
			switch {
			case m.Cost >= system.WhenQuiet:
				x.quiet = true
			case m.Cost == system.OneTicket && x.rules.has(Tickets):
				return nil, false
			}
			budget, possible := x.possible(at, m)
			if !possible || x.current.In(m.Event) {
				continue
			}
			next := place{m.Next, budget, at.arrived}
			if len(m.Sends) > 0 && x.rules.has(Silent) || x.rules.has(OwnDiamonds) && !x.ownDiamonds(at, here, m, next) || !x.key(next) {
				if name := nameOf(m.Event); !slices.Contains(conflicts, name) {
					conflicts = append(conflicts, name)
				}
				continue
			}
			add(next)
		}
		for k, i := range x.items {
			arrived := at.arrived >> (4 * k) & 15
			if i.batch() == waiting || !x.rules.has(Arrivals) || arrived == i.most() || arrived == 1 && !x.rules.has(Repeated) {
				continue
			}
			next := place{x.reader.Put(x.site, at.node, i.batch()), at.budget, at.arrived + 1<<(4*k)}
			if x.rules.has(SentDiamonds) && !x.sentDiamonds(at, here, i.batch(), next) {
				return nil, false
			}
			add(next)
		}
	}
	early := x.sys.Budget(x.budget).Early > 0 && x.rules.has(Early) // a timer is free of charge as soon as it is quiet
	if x.quiet && (early || !busy && x.rules.has(Patience)) {
		return nil, false
	}
	return conflicts, true
}

// key reports that the key is possible at a node, and keeps what it must.
func (x *closure) key(at place) bool {
	if !x.rules.has(KeyStays) && at.node != x.node {
		return true
	}
	here := x.reader.Expand(x.site, at.node, x.budget)
	for k := range here.Moves {
		m := &here.Moves[k]
		if m.Cost != system.Free || !x.changes(at.node, m) || nameOf(m.Event) != x.current.Key {
			continue
		}
		if x.keeps == nil || x.keepsAll(here, m) {
			return true
		}
	}
	return false
}

// keepsAll reports that after a move every violation before it is still one.
func (x *closure) keepsAll(here *system.Expansion, m *system.Move) bool {
	if len(m.Sends) > 0 && !x.deaf && x.rules.has(Unheard) {
		return false
	}
	before, after := here.View, x.reader.Expand(x.site, m.Next, x.budget).View
	return before == after || !x.rules.has(Keeping) || x.keeps(x.sys.View(before), x.sys.View(after))
}

// ownDiamonds reports that what is in T after a move outside of it, which sends nothing, could go before it.
func (x *closure) ownDiamonds(at place, here *system.Expansion, v *system.Move, next place) bool {
	return x.diamonds(at, here, next, func(after, end uint32) bool {
		if after == end && v.Cost == system.Free {
			return true
		}
		all := x.reader.Expand(x.site, after, x.budget).Moves
		return slices.ContainsFunc(all, func(m system.Move) bool { return m.Next == end && m.Cost == v.Cost && len(m.Sends) == 0 })
	})
}

// sentDiamonds reports that what is in T after a batch has arrived could go before it.
func (x *closure) sentDiamonds(at place, here *system.Expansion, batch uint32, next place) bool {
	return x.diamonds(at, here, next, func(after, end uint32) bool { return x.reader.Put(x.site, after, batch) == end })
}

// diamonds reports that for each transition t of T at the next node there is one of T here that costs the same, sends the same, and
// after which closes leads to where t does.
func (x *closure) diamonds(at place, here *system.Expansion, next place, closes func(after, end uint32) bool) bool {
	there := x.reader.Expand(x.site, next.node, x.budget)
	for k := range there.Moves {
		t := &there.Moves[k]
		if _, possible := x.possible(next, t); !possible || !x.current.In(t.Event) {
			continue
		}
		closed := slices.ContainsFunc(here.Moves, func(u system.Move) bool {
			if u.Cost != t.Cost || x.rules.has(SameSends) && !slices.Equal(u.Sends, t.Sends) {
				return false
			}
			_, possible := x.possible(at, &u)
			return possible && x.current.In(u.Event) && closes(u.Next, t.Next)
		})
		if !closed {
			return false
		}
	}
	return true
}
