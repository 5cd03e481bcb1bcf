package system

import (
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// A memory that processes share is one site, without messages and requests. So each of its nodes is a state, which comes but once, and nothing that is worked
// out for a node is remembered for others. It is worked out without the space's lock, by several goroutines at a time: only numbers are given one after the other.

// met is one outcome of an action of a process.
type met[V, M comparable] struct {
	inner int    // whose action it is, by its number in the guards
	hash  uint32 // of its variables
	ran[V, M]
}

// plainEvent is an event that does nothing but change variables: it is the same whatever they are, and the same for all of them.
type plainEvent struct {
	name    string
	free    bool
	choices string
}

// expandMemory is expand for a memory.
func (s *space[V, M]) expandMemory(node uint32, once *Expansion) *Expansion {
	table, sp := s.sys.sites[0], s.sites[0]
	known := func() *Expansion {
		if dir := table.rows.Load(); dir != nil {
			return dir.at(node)
		}
		return nil
	}
	if x := known(); x != nil {
		return x
	}
	own, box, vars := s.memoryAt(node)
	c := s.callers.Get().(*caller[V, M])
	defer s.callers.Put(c)
	guards, broken := c.meet(vars)

	s.mu.Lock()
	defer s.mu.Unlock()
	if x := known(); x != nil {
		return x // somebody else was faster
	}
	s.prepare(Entry{Node: node})
	if first := sp.broken[node]; first != nil {
		panic(first) // once more: the protocol may not always do the same
	}
	if broken != nil {
		sp.broken[node] = broken
		panic(broken)
	}
	x := &s.expanding
	*x = expanding{self: own, calm: Still, moves: s.moves[:0]}
	from := 0
	for k := range c.met {
		m := &c.met[k]
		e := &guards.inners[m.inner]
		if s.sys.Apart || k > 0 && m.inner != c.met[k-1].inner {
			from = len(x.moves)
		}
		cost := Free
		switch {
		case e.Patient:
			cost = WhenQuiet
		case !e.Optional:
			x.calms(Busy)
		}
		own.local = sp.locals.hashed(&m.vars, m.hash)
		x.add(from, sp.number(own, box), cost, s.plain(e, &m.ran))
	}
	if s.moves = x.moves; once != nil && !slices.ContainsFunc(x.moves, func(m Move) bool { return m.Watched }) {
		once.Moves, once.View, once.Calm = append(once.Moves[:0], x.moves...), node, x.calm
		return once
	}
	expansion := &Expansion{Moves: slices.Concat(x.moves), View: node, Calm: x.calm} // it is asked for again, to judge the steps
	table.store(node, expansion)
	return expansion
}

// memoryAt is what a node stands for; the variables do not change.
func (s *space[V, M]) memoryAt(node uint32) (own self, box uint32, vars *V) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, box = s.sites[0].node(node)
	return own, box, s.sites[0].locals.ref(own.local)
}

// meet finds out what processes can do with these variables of their memory: c.met. Where something is wrong with the protocol it goes on until it knows all that is.
func (c *caller[V, M]) meet(vars *V) (g *guards, broken *model.Broken) {
	c.met = c.met[:0]
	if g, broken = c.ask(1, *vars); broken != nil {
		return g, broken
	}
	for k, e := range g.inners {
		all, wrong := c.outcomes(1, *vars, trigger{kind: model.InternalEvent, name: e.Name, free: e.Optional})
		if wrong != nil && before(wrong, broken) {
			broken = wrong
		}
		for _, r := range all {
			c.met = append(c.met, met[V, M]{k, c.sites[0].locals.hash(r.vars), r})
		}
	}
	return g, broken
}

// plain is an outcome of an action.
func (s *space[V, M]) plain(e *model.Inner, r *ran[V, M]) *Outcome {
	known, key := s.sites[0].plain, plainEvent{e.Name, e.Optional, strings.Join(r.Choices, "\n")}
	o := known[key]
	if o == nil {
		event := s.event(1, e.Name, eventKey{kind: model.InternalEvent})
		event.Optional, event.Choices = e.Optional, r.Choices
		o = s.outcome(event, 0, nil)
		known[key] = o
	}
	return o
}
