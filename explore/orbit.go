package explore

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// orbit is a worker's view of all images of the state that it expands: the state represents them. Each is judged, as a
// search without reduction would judge it, so a property may well tell processes apart that the protocol does not.
type orbit[S packed.State] struct {
	w          *worker[S]
	symmetry   *system.Symmetry
	here       imageViews[S]                 // of the images of the state
	there      imageViews[S]                 // of the images of one of its successors
	stabilizer []int                         // of the state
	size       int                           // distinct images
	steps      map[stepSeen]verdicts.Verdict // verdicts on steps, those on their images included
	numbering  int                           // how often the combinations had been forgotten when the steps were numbered
	counted    represented
}

// stepSeen is what a verdict on a step depends on: the event, and the combinations of views before and after.
type stepSeen struct {
	event         *model.Event
	before, after uint32
}

func newOrbit[S packed.State](w *worker[S]) *orbit[S] {
	o := &orbit[S]{w: w, symmetry: w.e.Symmetry, steps: map[stepSeen]verdicts.Verdict{}}
	o.here, o.there = newImageViews(o), newImageViews(o)
	if w.verdicts != nil {
		w.verdicts.Images = o.here.all
	}
	return o
}

// enter looks up the images of the state of which the worker has found the nodes. It is false if one of them does not
// fit, or turns out not to be an image after all; then the search is halted.
func (o *orbit[S]) enter(budget uint32) bool {
	for k, node := range o.w.nodes {
		o.here.Nodes[k] = o.symmetry.Images(k, node)
		for g, image := range o.here.Nodes[k] {
			if uint64(image) >= o.w.e.layout.Fields[o.symmetry.To(g, k)].Limit() { // the search packs its states anew
				o.w.e.Halt(session.Overflow)
				return false
			}
		}
	}
	for k, node := range o.w.nodes {
		if len(o.symmetry.Check(o.w.reader, k, node, budget)) > 0 {
			o.w.e.Halt(session.Asymmetric)
			return false
		}
	}
	o.here.reset(budget)
	o.stabilizer = o.here.Stabilizer(o.stabilizer[:0])
	o.size = o.symmetry.Order() / len(o.stabilizer)
	o.counted.states += o.size
	return true
}

// represent replaces a successor by the least of its images.
func (o *orbit[S]) represent(t *S) {
	o.counted.transitions += o.size
	if _, fits := o.there.Represent(t); !fits { // the search packs its states anew
		o.w.e.Halt(session.Overflow)
	}
}

// judgeStep judges the step to t, and its images.
func (o *orbit[S]) judgeStep(m *system.Move, t *S) verdicts.Verdict {
	w, there := o.w, &o.there
	there.reset(packed.Get(&w.e.layout, t, len(there.Nodes)))
	there.Read(t)
	if o.numbering != w.verdicts.Forgot || len(o.steps) >= w.verdicts.Most { // these are other numbers, or too many steps
		clear(o.steps)
		o.numbering = w.verdicts.Forgot
	}
	key := stepSeen{m.Event, o.here.combination(), there.combination()}
	all, known := o.steps[key]
	if !known {
		for g, before := range o.here.all() {
			spoke, violated := w.e.Judge.Step(before, o.symmetry.Event(g, m.Event), there.all()[g])
			all.NonVacuous, all.Violated = all.NonVacuous|spoke, all.Violated|violated
		}
		if key.before != 0 && key.after != 0 {
			o.steps[key] = all
		}
	}
	return all
}

// imageViews are the views of all images of a state, worked out when they are asked for.
type imageViews[S packed.State] struct {
	reduction.Images[S]
	o      *orbit[S]
	budget uint32
	known  bool
	views  [][]*model.View // by permutation, then by site
	number uint32          // of the combination of the state's own views; 0: not asked for yet
}

func newImageViews[S packed.State](o *orbit[S]) imageViews[S] {
	v := imageViews[S]{Images: reduction.NewImages[S](o.symmetry, &o.w.e.layout), o: o, views: make([][]*model.View, o.symmetry.Order())}
	for g := range v.views {
		v.views[g] = make([]*model.View, len(v.Nodes))
	}
	return v
}

// reset is for another state; its nodes are the caller's business.
func (v *imageViews[S]) reset(budget uint32) { v.budget, v.known, v.number = budget, false, 0 }

func (v *imageViews[S]) all() [][]*model.View {
	if v.known {
		return v.views
	}
	v.known = true
	for k, row := range v.Nodes {
		for g, node := range row {
			to := v.o.symmetry.To(g, k)
			v.views[g][to] = v.o.w.verdicts.View(v.o.w.reader.Expand(to, node, v.budget).View)
		}
	}
	return v.views
}

// combination numbers the state's own views; 0 if there is no memory for a new number.
func (v *imageViews[S]) combination() uint32 {
	if v.number == 0 {
		own := make([]uint32, len(v.Nodes))
		for k, row := range v.Nodes {
			own[k] = v.o.w.reader.Expand(k, row[0], v.budget).View
		}
		v.number, _ = v.o.w.verdicts.Numbers.Number(own)
	}
	return v.number
}

// eachAt is eachVisited with the images of the states that represent others. Images that do not fit are those of states
// that have not been expanded, because the search was halted.
func (e *search[S]) eachAt(shard, level int, yield func(*S)) {
	if e.Symmetry == nil {
		e.eachVisited(shard, level, yield)
		return
	}
	e.eachImage(shard, level, func(image packed.Vector) {
		if e.layout.Fits(image) {
			p := e.pack(image)
			yield(&p)
		}
	})
}

// eachImage is eachAt with all images, unpacked.
func (e *search[S]) eachImage(shard, level int, yield func(packed.Vector)) {
	e.eachVisited(shard, level, func(s *S) {
		if e.Symmetry == nil {
			yield(e.unpack(s))
			return
		}
		for _, image := range reduction.AllImages(e.Symmetry, e.unpack(s)) {
			yield(image)
		}
	})
}
