package stategraph

import (
	"cmp"
	"math"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// builder is one worker that finds the transitions of stored states.
type builder[S packed.State] struct {
	e         *Source[S]
	g         *Graph
	q         *quotient // nil without symmetry
	images    reduction.Images[S]
	forms     *reduction.Forms[S] // nil: states are not made canonical
	numbering *numbering[S]
	lookup    lookup[S]
	reader    *system.Reader
	moves     transitions.Reader
	views     *verdicts.Sights
	bounds    *transitions.Bounds

	stateLabels []uint32 // by number of the combination of views, or of kinds
	forgot      int      // how often these numbers had been given anew
	nodes       []uint32
	entries     []transitions.Row
	seen        []uint32     // see [transitions.Head.Seen]
	edgeLabels  [][][]uint16 // by site and row: the labels of the moves

	recent  visited.Cache[S]
	numbers []uint32 // of the recent states; of one that is in the batch, its place there and [inBatch]

	level        int      // of the current state
	left         bool     // it is where the search has ended: its transitions lead to what is not known
	leaves       bool     // a transition of it leads there, or outside of the boundary
	next         uint32   // where the level after it begins
	batch        []S      // successors of states of this level whose numbers are not known yet
	waits        []wait   // for these numbers
	from         []uint32 // states whose transitions are in hand
	begin        []uint32 // where these begin
	to           []uint32
	label        []uint16 // of the transitions of the current state
	shapes       shapeReader
	permutations []uint8 // under symmetry

	stabilizer []int
	row        []uint32
}

// wait is a place in to that waits for the number of a state of the batch.
type wait struct {
	at    uint32
	batch uint32
}

// inBatch marks that a state's number is not known yet; no state has so high a number.
const inBatch = 1 << 31

func newBuilder[S packed.State](e *Source[S], g *Graph, q *quotient, n *numbering[S]) *builder[S] {
	sites, sees := len(e.Sys.Places), g.StateLabels.Sees
	if q != nil {
		sees = nil // labels are those of the images, too
	}
	w := &builder[S]{
		e: e, g: g, q: q, numbering: n, lookup: lookup[S]{numbering: n}, reader: e.Sys.NewReader(), views: verdicts.NewSights(e.Sys, sees, &e.Memory),
		nodes: make([]uint32, sites), entries: make([]transitions.Row, sites), seen: make([]uint32, sites), edgeLabels: make([][][]uint16, sites),
		batch: make([]S, 0, visited.BatchSize), recent: visited.NewCache[S](),
	}
	w.numbers, w.shapes = make([]uint32, len(w.recent)), g.shapes.reader()
	if e.Sys.Within != nil {
		w.bounds = transitions.NewBounds(e.Sys)
	}
	if e.Sys.Canonical {
		w.forms = reduction.NewForms[S](e.Layout, w.reader)
	}
	w.moves = transitions.NewReader(e.Table, w.reader)
	w.views.Renew = func(site int, node uint32) uint32 { return w.moves.Renew(w.entries[site], site, node) }
	if q != nil {
		w.images = reduction.NewImages[S](q.symmetry, e.Layout)
	}
	return w
}

// states finds the transitions of the states of these numbers and puts them down in the graph.
func (w *builder[S]) states(from, to uint32) {
	for s := from; s < to; s++ {
		if s%64 == 0 && w.e.Halted() != session.Running {
			return
		}
		if s == from || s >= w.next {
			w.resolve()
			w.level = w.g.Level(s)
			w.next = w.g.levels[w.level+1]
		}
		w.from, w.begin, w.label = append(w.from, s), append(w.begin, uint32(len(w.to))), w.label[:0]
		w.leaves, w.left = false, w.e.Partly && w.level == w.g.Levels()-1
		w.expand(&w.numbering.states[s])
		if w.leaves {
			w.g.leaves[s] = true
		}
		if len(w.label) > math.MaxUint16 {
			w.g.wide.Store(true)
		}
		w.g.shape[s] = w.shapes.number(w.stateLabel(packed.Get(w.e.Layout, &w.numbering.states[s], len(w.nodes))), w.label)
		if w.q != nil {
			w.images.Read(&w.numbering.states[s])
			w.stabilizer = w.images.Stabilizer(w.stabilizer[:0])
			w.q.orbitType[s] = w.q.orbitTypes.with(w.stabilizer)
		}
	}
	w.resolve()
	end := w.g.used.Add(uint64(len(w.to)))
	if end > uint64(w.e.Transitions) {
		panic("explore: the graph has more transitions than the search")
	}
	at := uint32(end) - uint32(len(w.to))
	w.g.to.put(at, w.to)
	if w.q != nil {
		copy(w.q.permutation[at:], w.permutations)
	}
	for k, s := range w.from {
		w.g.first[s] = at + w.begin[k]
	}
	w.from, w.begin, w.to, w.permutations = w.from[:0], w.begin[:0], w.to[:0], w.permutations[:0]
}

func (w *builder[S]) expand(s *S) {
	l, sites := w.e.Layout, len(w.nodes)
	budget := packed.Get(l, s, sites)
	calm := system.Still
	for k := range w.nodes {
		node := packed.Get(l, s, k)
		w.nodes[k], w.entries[k] = node, w.moves.Row(k, node, budget)
	}
	for k, e := range w.entries {
		h := e.Head()
		w.seen[k] = h.Seen()
		calm = min(calm, h.Calm())
	}
	for k, e := range w.entries {
		labels := w.edgeLabelsOf(k, budget)
		counts := transitions.Counts(e[1])
		e = e[2:]
		for n := range counts.Plain() {
			t := packed.Add(s, e)
			e = e[len(t):]
			w.emit(s, &t, labels[n])
		}
		labels = labels[counts.Plain():]
		for n := range counts.Sending() + counts.Particular() {
			p, _, rest := e.Next(len(*s))
			if t, _, made, _ := transitions.Make(&w.moves, s, w.nodes, budget, calm, e); made {
				if labels[n] == unlabelled {
					labels[n] = w.weigh(k, p.Place(), budget)
				}
				w.emit(s, &t, labels[n])
			}
			e = rest
		}
	}
}

// emit puts a successor of s down, with its number if it was met a short while ago.
func (w *builder[S]) emit(s, t *S, label uint16) {
	if w.left || w.bounds != nil && !w.bounds.Of(w.reader, func(site int) uint32 { return packed.Get(w.e.Layout, t, site) }, packed.Get(w.e.Layout, t, len(w.nodes))) {
		w.leaves = true
		return
	}
	w.label = append(w.label, label)
	if w.forms != nil {
		if !w.forms.Make(t) {
			panic("explore: a complete search lacks the canonical form of a successor")
		}
		if *t == *s {
			w.g.still.Store(true)
		}
	}
	if w.q != nil {
		g, fits := w.images.Represent(t)
		if !fits {
			panic("explore: a complete search lacks the image of a successor")
		}
		w.permutations = append(w.permutations, w.q.inverse[g])
	}
	at := packed.Hash(t) & uint64(len(w.recent)-1)
	if w.recent[at] != *t {
		w.recent[at], w.numbers[at] = *t, inBatch|uint32(len(w.batch))
		w.batch = append(w.batch, *t)
	}
	number := w.numbers[at]
	if number&inBatch != 0 {
		w.waits = append(w.waits, wait{uint32(len(w.to)), number &^ inBatch})
	} else if number < w.next {
		w.g.falls.Store(true)
	}
	w.to = append(w.to, number)
	if len(w.batch) == visited.BatchSize {
		w.resolve()
	}
}

// edgeLabelsOf is the labels of the moves of a node: first the plain ones, as everywhere in the graph, which are always possible.
func (w *builder[S]) edgeLabelsOf(site int, budget uint32) []uint16 {
	row := int(w.e.Sys.Row(w.nodes[site], budget))
	for row >= len(w.edgeLabels[site]) {
		w.e.Memory.Reserve(24 * 2 * int64(len(w.edgeLabels[site])))
		w.edgeLabels[site] = append(w.edgeLabels[site], make([][]uint16, len(w.edgeLabels[site])+64)...)
	}
	if labels := w.edgeLabels[site][row]; labels != nil {
		return labels
	}
	x := w.reader.Expand(site, w.nodes[site], budget)
	labels := make([]uint16, 0, len(x.Moves)+1)
	others := 0
	for i := range x.Moves {
		switch m := &x.Moves[i]; transitions.KindOf(m, w.nodes[site]) {
		case transitions.Plain:
			labels = append(labels, w.weigh(site, i, budget))
		case transitions.Sending, transitions.Particular:
			others++
		}
	}
	for range others {
		labels = append(labels, unlabelled)
	}
	w.edgeLabels[site][row] = labels
	return labels
}

// weigh finds the label of a move of the current state's node.
func (w *builder[S]) weigh(site, place int, budget uint32) uint16 {
	if w.q != nil {
		return w.weighImages(site, place, budget)
	}
	x := w.reader.Expand(site, w.nodes[site], budget)
	return w.edgeLabel(site, x, &x.Moves[place], budget)
}

// edgeLabel is the label of a move.
func (w *builder[S]) edgeLabel(site int, x *system.Expansion, m *system.Move, budget uint32) uint16 {
	var before, after *model.View
	if w.g.EdgeLabels.Weighs() {
		before, after = w.e.Sys.View(x.View), w.e.Sys.View(w.reader.Expand(site, m.Next, budget).View)
	}
	n, ok := w.g.EdgeLabels.Number(m.Event, before, after)
	if !ok {
		w.g.full.Store(true)
	}
	return n
}

// weighImages finds the row of the labels of a move's images.
func (w *builder[S]) weighImages(site, place int, budget uint32) uint16 {
	y, node := w.q.symmetry, w.nodes[site]
	w.row = w.row[:0]
	for g, image := range y.Images(site, node) {
		to := y.To(g, site)
		m := y.Counterparts(w.reader, g, site, node, budget)[place]
		w.row = append(w.row, uint32(w.edgeLabel(to, w.reader.Expand(to, image, budget), m, budget)))
	}
	n, ok := w.q.edgeRows.row(w.row)
	if !ok {
		w.g.full.Store(true)
	}
	return uint16(n)
}

// resolve finds the numbers of the batch.
func (w *builder[S]) resolve() {
	numbers, falls := w.lookup.find(w.batch, w.level+1), false
	for k := range w.batch {
		t, number := &w.batch[k], numbers[k]
		falls = falls || number < w.next
		if at := packed.Hash(t) & uint64(len(w.recent)-1); w.recent[at] == *t {
			w.numbers[at] = number
		}
	}
	for _, x := range w.waits {
		w.to[x.at] = numbers[x.batch]
	}
	if falls {
		w.g.falls.Store(true)
	}
	w.batch, w.waits = w.batch[:0], w.waits[:0]
}

// stateLabel is the number of the label of the state expanded last; under symmetry that of the row of its images' labels.
func (w *builder[S]) stateLabel(budget uint32) uint32 {
	if w.q == nil {
		w.views.Update(w.seen, w.nodes)
	}
	if w.forgot != w.views.Forgot {
		w.forgot = w.views.Forgot
		clear(w.stateLabels)
	}
	at, ok := w.views.Number(w.seen)
	if !ok && w.views.Exhausted() {
		panic(&system.Full{What: "combinations of views", Most: math.MaxUint32})
	}
	if !ok {
		panic(membudget.Exhausted{})
	}
	for int(at) >= len(w.stateLabels) {
		w.e.Memory.Reserve(4 * 2 * int64(len(w.stateLabels)))
		w.stateLabels = append(w.stateLabels, make([]uint32, len(w.stateLabels)+64)...)
	}
	known := w.stateLabels[at]
	if known != 0 && (w.q != nil || !w.views.Hit()) {
		return known
	}
	if w.q != nil {
		w.stateLabels[at] = w.stateLabelOfImages(budget)
		return w.stateLabels[at]
	}
	label := w.g.StateLabels.Number(w.views.Views(w.seen, w.nodes))
	if w.views.Outdated() {
		return w.stateLabel(budget)
	}
	if known != 0 && known != label {
		property, function := w.g.StateLabels.Differ(known, label)
		panic(w.views.Unsteady(cmp.Or(question.NameOf(w.e.Judge, property), model.Unnamed), function))
	}
	w.stateLabels[at] = label
	return label
}

// stateLabelOfImages finds the row of the labels of the images.
func (w *builder[S]) stateLabelOfImages(budget uint32) uint32 {
	y, views := w.q.symmetry, make([]*model.View, len(w.nodes))
	w.row = w.row[:0]
	for g := range y.Order() {
		for k, node := range w.nodes {
			to := y.To(g, k)
			views[to] = w.views.View(w.reader.Expand(to, y.Images(k, node)[g], budget).View)
		}
		w.row = append(w.row, w.g.StateLabels.Number(views))
	}
	n, _ := w.q.stateRows.row(w.row)
	return n
}
