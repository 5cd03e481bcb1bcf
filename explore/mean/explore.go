package mean

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// explorer finds the chain of a system, lumped by a symmetry: a state stands for all its images.
type explorer struct {
	*session.Session
	reader   *system.Reader
	rows     *rows
	states   *states
	verdicts *verdicts.Vectors // nil: nothing is judged
	chain    *chain

	represented int // states, those that are lumped included
	refused     []system.Refusal

	images  [][]uint32 // by site: those of a state's nodes
	phases  map[phase]uint32
	phaseOf map[string]uint32 // by the numbers of the views and the budget
}

func newExplorer(s *session.Session, clocks Clocks, judge question.Judge) *explorer {
	x := &explorer{
		Session: s, reader: s.Sys.NewReader(), states: newStates(len(s.Sys.Places)+1, s.Memory.Reserve),
		chain: &chain{first: []uint32{0}, broken: map[uint32]uint64{}}, images: make([][]uint32, len(s.Sys.Places)),
		phases: map[phase]uint32{}, phaseOf: map[string]uint32{},
	}
	x.rows = newRows(s.Sys, x.reader, clocks)
	if judge != nil {
		x.verdicts = verdicts.OfVectors(verdicts.NewCache(s.Sys, judge, &s.Memory), x.reader)
	}
	return x
}

// run finds all states, unless the session is halted, or a permutation is no symmetry: then it is refused.
func (x *explorer) run() {
	starts := x.Sys.Starts()
	for _, nodes := range starts {
		n, isNew := x.states.number(x.represent(append(packed.Vector(nodes), x.Sys.StartBudget())))
		if isNew {
			x.chain.start = append(x.chain.start, share{state: n})
		}
		at := slices.IndexFunc(x.chain.start, func(s share) bool { return s.state == n })
		x.chain.start[at].p += 1 / float64(len(starts))
	}
	for n := uint32(0); int(n) < x.states.count() && x.Halted() == session.Running && x.refused == nil; n++ {
		if n%64 == 0 {
			x.Stored.Store(int64(x.states.count()))
		}
		if n%4096 == 0 {
			x.CheckMemory()
		}
		x.expand(slices.Clone(x.states.at(n)))
		if x.MaxStates > 0 && x.states.count() > x.MaxStates {
			x.Halt(session.States)
		}
	}
	x.chain.steps, x.chain.kinds = x.rows.steps.all, x.rows.steps.kinds
}

// expand adds a state's transitions, its stay and what it looks like. Only what happens at once happens where something does.
func (x *explorer) expand(s packed.Vector) {
	sites, calm := len(s)-1, system.Still
	budget := s[sites]
	expansions, rows := make([]*system.Expansion, sites), make([]*row, sites)
	for k, node := range s[:sites] {
		if x.Symmetry != nil {
			if x.refused = x.Symmetry.Check(x.reader, k, node, budget); x.refused != nil {
				return
			}
		}
		expansions[k], rows[k] = x.reader.Expand(k, node, budget), x.rows.of(k, node, budget)
		calm = min(calm, expansions[k].Calm)
	}
	x.represented += x.orbit(s)
	c := x.chain
	begin, sum, atOnce := len(c.to), 0.0, false
	for k, e := range expansions {
		for n := range e.Moves {
			m, timed := &e.Moves[n], rows[k].timed[n]
			after, possible := x.Sys.Pay(budget, m.Cost, calm)
			if !possible || rows[k].weights[n] == 0 || atOnce && timed {
				continue
			}
			to := slices.Clone(s)
			to[k], to[sites] = m.Next, after
			for _, d := range m.Sends {
				to[d.Site] = x.reader.Put(d.Site, to[d.Site], d.Batch)
			}
			if slices.Equal(to, s) {
				continue
			}
			if !timed && !atOnce {
				atOnce, sum = true, 0
				c.to, c.p, c.step = c.to[:begin], c.p[:begin], c.step[:begin]
				for e := range c.broken {
					if int(e) >= begin {
						delete(c.broken, e)
					}
				}
			}
			judged := uint64(0)
			if x.verdicts != nil && m.Watched {
				judged = x.verdicts.Step(s, m.Event, to).Violated
			}
			sum += rows[k].weights[n]
			x.add(begin, to, rows[k].weights[n], rows[k].steps[n], judged)
		}
	}
	for e := begin; e < len(c.to); e++ {
		c.p[e] /= sum
	}
	stay := 0.0
	if !atOnce && sum > 0 {
		stay = 1 / sum
	}
	c.stay, c.phase, c.first = append(c.stay, stay), append(c.phase, x.phase(expansions)), append(c.first, uint32(len(c.to)))
	if x.verdicts != nil {
		violated := x.verdicts.At(s).Violated
		if begin == len(c.to) {
			violated |= x.verdicts.End(s).Violated
		}
		c.violates = append(c.violates, violated)
	}
}

// add adds a transition, to one that counts the same if there is one.
func (x *explorer) add(begin int, to packed.Vector, weight float64, step uint16, violated uint64) {
	c := x.chain
	n, _ := x.states.number(x.represent(to))
	for e := begin; e < len(c.to); e++ {
		if c.to[e] == n && c.step[e] == step && c.broken[uint32(e)] == violated {
			c.p[e] += weight
			return
		}
	}
	if len(c.to) == cap(c.to) {
		x.Memory.Reserve(14 * int64(len(c.to)))
	}
	if violated != 0 {
		c.broken[uint32(len(c.to))] = violated
	}
	c.to, c.p, c.step = append(c.to, n), append(c.p, weight), append(c.step, step)
}

// represent is the least of the images of a state.
func (x *explorer) represent(s packed.Vector) packed.Vector {
	if x.Symmetry == nil {
		return s
	}
	x.look(s)
	least := 0
	for g := 1; g < x.Symmetry.Order(); g++ {
		if x.compare(g, least) < 0 {
			least = g
		}
	}
	image := slices.Clone(s)
	for k := range x.images {
		image[k] = x.at(least, k)
	}
	return image
}

// orbit is how many images a state has.
func (x *explorer) orbit(s packed.Vector) int {
	if x.Symmetry == nil {
		return 1
	}
	x.look(s)
	same := 0
	for g := range x.Symmetry.Order() {
		if x.compare(g, 0) == 0 {
			same++
		}
	}
	return x.Symmetry.Order() / same
}

func (x *explorer) look(s packed.Vector) {
	for k := range x.images {
		x.images[k] = x.Symmetry.Images(k, s[k])
	}
}

// at is the node of site k in the image under permutation g.
func (x *explorer) at(g, k int) uint32 { return x.images[x.Symmetry.From(g, k)][g] }

func (x *explorer) compare(g, h int) int {
	for k := range x.images {
		if a, b := x.at(g, k), x.at(h, k); a != b {
			return int(a) - int(b)
		}
	}
	return 0
}
