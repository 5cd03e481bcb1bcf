package mean

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// explorer finds the chain of a system, lumped by a symmetry: a state stands for all its images.
type explorer struct {
	*session.Session
	reader   *system.Reader
	rows     *rows
	states   *states
	lates    *lates            // nil but under fifo; then a state has a number of its own for them, behind the budget
	doing    int               // where a state says what processes do by marked events; 0: nowhere
	verdicts *verdicts.Vectors // nil: nothing is judged
	chain    *chain

	represented int // states, those that are lumped included
	refused     []system.Refusal

	images  [][]uint32 // by site: those of a state's nodes
	late    uint32     // its messages that have come
	marked  marked     // and what its processes do by marked events
	phases  map[phase]uint32
	phaseOf map[string]uint32 // by the numbers of the views and the budget
}

func newExplorer(s *session.Session, clocks Clocks, judge question.Judge) *explorer {
	x := &explorer{
		Session: s, reader: s.Sys.NewReader(),
		chain: &chain{first: []uint32{0}, broken: map[uint32]uint64{}}, images: make([][]uint32, len(s.Sys.Places)),
		phases: map[phase]uint32{}, phaseOf: map[string]uint32{},
	}
	x.rows = newRows(s.Sys, x.reader, clocks)
	width := len(s.Sys.Places) + 1
	if x.rows.fifo {
		x.lates = newLates(s.Symmetry)
		width++
	}
	if !clocks.Marks.None() {
		x.doing = width
		width++
	}
	x.states = newStates(width, s.Memory.Reserve)
	if judge != nil {
		x.verdicts = verdicts.OfVectors(verdicts.NewCache(s.Sys, judge, &s.Memory), x.reader)
	}
	return x
}

// run finds all states, unless the session is halted, or a permutation is no symmetry: then it is refused.
func (x *explorer) run() {
	weights, sum := x.Sys.StartWeights(), 0.0
	for _, w := range weights {
		sum += w
	}
	for k, nodes := range x.Sys.Starts() {
		first := x.form(append(packed.Vector(nodes), x.Sys.StartBudget()))
		if x.lates != nil {
			first = append(first, 0)
		}
		if x.doing > 0 {
			first = append(first, 0)
		}
		representative, _ := x.represent(first)
		n, isNew := x.states.number(representative)
		if isNew {
			x.chain.start = append(x.chain.start, share{state: n})
		}
		at := slices.IndexFunc(x.chain.start, func(s share) bool { return s.state == n })
		x.chain.start[at].p += weights[k] / sum
	}
	for n := uint32(0); int(n) < x.states.count() && x.Halted() == session.Running && x.refused == nil && x.rows.refuses == nil; n++ {
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
	x.chain.steps, x.chain.kinds, x.chain.tokens = x.rows.steps.all, x.rows.steps.kinds, x.rows.steps.tokens
	if y := x.Symmetry; y != nil {
		x.chain.renamed = y.To
	}
}

// expand adds a state's transitions, its stay and what it looks like. Only what happens at once happens where something does.
func (x *explorer) expand(s packed.Vector) {
	sites, calm := len(x.Sys.Places), system.Still
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
	out := &outgoing{explorer: x}
	for k, e := range expansions {
		for n := range e.Moves {
			m := &e.Moves[n]
			if x.doing > 0 && m.Event.Kind == model.InternalEvent && x.rows.clocks.Marks.Asks(m.Event.Name) {
				x.asks(k)
			}
			after, possible := x.Sys.Pay(budget, m.Cost, calm)
			if !possible || rows[k].weights[n] == 0 {
				continue
			}
			to := slices.Clone(s)
			to[k], to[sites] = m.Next, after
			for _, d := range m.Sends {
				to[d.Site] = x.reader.Put(d.Site, to[d.Site], d.Batch)
			}
			timed := rows[k].timed[n]
			if x.lates == nil {
				out.move(s, to, m, rows[k].weights[n], rows[k].steps[n], timed)
				continue
			}
			list := s[sites+1]
			if from := m.Event.Message.From; from != 0 && m.Event.Message.Position == 1 && x.lates.come(list, int(from)-1, k)&1 != 0 {
				timed = timed && m.Event.Kind != model.DeliverEvent && m.Event.Kind != model.DropEvent // it has waited for the one before
			}
			if rows[k].alike[n] == nil {
				to[sites+1] = x.lates.after(list, m.Event)
				out.move(s, to, m, rows[k].weights[n], rows[k].steps[n], timed)
			}
			for _, position := range rows[k].alike[n] {
				e := *m.Event
				e.Message.Position = position
				to[sites+1] = x.lates.after(list, &e)
				out.move(s, to, m, rows[k].weights[n], rows[k].steps[n], timed)
			}
		}
	}
	for _, r := range rows {
		for _, ch := range r.channels {
			come := x.lates.come(s[sites+1], ch.from, ch.to)
			for p := 1; p < ch.length; p++ {
				if come>>p&1 == 0 {
					to := slices.Clone(s)
					to[sites+1] = x.lates.with(s[sites+1], ch.from, ch.to, come|1<<p)
					out.move(s, to, nil, 1/x.rows.clocks.Latency, x.rows.steps.nothing(), true)
				}
			}
		}
	}
	out.end(s, expansions)
}

// asks notes that a site does, and so does each that a permutation makes of it.
func (x *explorer) asks(site int) {
	x.chain.asking |= 1 << site
	if y := x.Symmetry; y != nil {
		for g := range y.Order() {
			x.chain.asking |= 1 << y.To(g, site)
		}
	}
}

// outgoing is what can happen in a state.
type outgoing struct {
	*explorer
	all    []happening
	atOnce bool
}

// happening is a move; nil: a message comes, and waits.
type happening struct {
	to     packed.Vector
	move   *system.Move
	weight float64
	step   uint16
	timed  bool
}

// move adds one that changes the state, or counts something.
func (o *outgoing) move(s, to packed.Vector, m *system.Move, weight float64, step uint16, timed bool) {
	if o.doing > 0 && m != nil {
		doing, site := marked(s[o.doing]), int(m.Event.Site)-1
		if m.Event.Kind == model.CrashEvent && o.Sys.Vars(site, s[site]) != o.Sys.Vars(site, to[site]) {
			doing = doing.without(site, waits|inside) // with the variables, the request is forgotten
		}
		after, counts := o.rows.clocks.after(doing, m.Event, o.rows.steps.all[step])
		to[o.doing], step = uint32(after), o.rows.steps.of(counts)
	}
	if to = o.form(to); !slices.Equal(to, s) || step != o.rows.steps.nothing() {
		o.all, o.atOnce = append(o.all, happening{slices.Clone(to), m, weight, step, timed}), o.atOnce || !timed
	}
}

// end adds the transitions to the chain: where something happens at once, nothing else does.
func (o *outgoing) end(s packed.Vector, expansions []*system.Expansion) {
	c, begin, sum := o.chain, len(o.chain.to), 0.0
	for _, h := range o.all {
		if o.atOnce && h.timed {
			continue
		}
		judged := uint64(0)
		if o.verdicts != nil && h.move != nil && h.move.Watched {
			judged = o.verdicts.Step(o.global(s), h.move.Event, o.global(h.to)).Violated
		}
		sum += h.weight
		o.add(begin, h.to, h.weight, h.step, judged)
	}
	for e := begin; e < len(c.to); e++ {
		c.p[e] /= sum
	}
	stay := 0.0
	if !o.atOnce && sum > 0 {
		stay = 1 / sum
	}
	c.stay, c.phase, c.first = append(c.stay, stay), append(c.phase, o.phase(s, expansions)), append(c.first, uint32(len(c.to)))
	if o.verdicts != nil {
		violated := o.verdicts.At(o.global(s)).Violated
		if begin == len(c.to) {
			violated |= o.verdicts.End(o.global(s)).Violated
		}
		c.violates = append(c.violates, violated)
	}
}

// form is what stands for a state.
func (x *explorer) form(s packed.Vector) packed.Vector {
	if !x.Sys.Canonical {
		return s
	}
	sites := len(x.Sys.Places) + 1
	return append(slices.Clone(x.reader.Canon(s[:sites])), s[sites:]...)
}

// global is a state as the system knows it.
func (x *explorer) global(s packed.Vector) packed.Vector { return s[:len(x.Sys.Places)+1] }

// add adds a transition, to one that counts the same if there is one.
func (x *explorer) add(begin int, to packed.Vector, weight float64, step uint16, violated uint64) {
	c := x.chain
	representative, g := x.represent(to)
	n, _ := x.states.number(representative)
	turns := func(e int) {
		if x.Symmetry == nil {
			return
		}
		if len(c.turns) == cap(c.turns) {
			x.Memory.Reserve(16 * int64(len(c.turns)))
		}
		c.turns = append(c.turns, turn{uint32(c.count()), uint32(e), g})
	}
	for e := begin; e < len(c.to); e++ {
		if c.to[e] == n && c.step[e] == step && c.broken[uint32(e)] == violated {
			c.p[e] += weight
			turns(e)
			return
		}
	}
	turns(len(c.to))
	if len(c.to) == cap(c.to) {
		x.Memory.Reserve(14 * int64(len(c.to)))
	}
	if violated != 0 {
		c.broken[uint32(len(c.to))] = violated
	}
	c.to, c.p, c.step = append(c.to, n), append(c.p, weight), append(c.step, step)
}

// represent is the least of the images of a state, and the permutation that makes it.
func (x *explorer) represent(s packed.Vector) (packed.Vector, int) {
	if x.Symmetry == nil {
		return s, 0
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
	if x.lates != nil {
		image[len(x.images)+1] = x.lates.image(x.late, least)
	}
	if x.doing > 0 {
		image[x.doing] = uint32(x.marked.image(x.Symmetry, least, len(x.images)))
	}
	return image, least
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
	if x.lates != nil {
		x.late = s[len(x.images)+1]
	}
	if x.doing > 0 {
		x.marked = marked(s[x.doing])
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
	if x.lates != nil {
		if a, b := x.lates.image(x.late, g), x.lates.image(x.late, h); a != b {
			return int(a) - int(b)
		}
	}
	if x.doing > 0 {
		return int(x.marked.image(x.Symmetry, g, len(x.images))) - int(x.marked.image(x.Symmetry, h, len(x.images)))
	}
	return 0
}
