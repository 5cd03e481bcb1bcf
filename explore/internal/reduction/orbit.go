package reduction

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Orbit is a worker's view of all images of the state that it expands: the state represents them. Each is judged, as a
// search without reduction would judge it, so a property may well tell processes apart that the protocol does not.
type Orbit[S packed.State] struct {
	*session.Session
	layout     *packed.Layout
	reader     *system.Reader
	verdicts   *verdicts.Cache               // nil if nothing is judged
	here       imageViews[S]                 // of the images of the state
	there      imageViews[S]                 // of the images of one of its successors
	stabilizer []int                         // of the state
	size       int                           // distinct images
	steps      map[stepSeen]verdicts.Verdict // verdicts on steps, those on their images included
	numbering  int                           // how often the combinations had been forgotten when the steps were numbered
	Counted    Represented
}

// Represented counts what stands behind the states visited.
type Represented struct{ States, Transitions int }

// Add adds what a worker has counted.
func (r *Represented) Add(s Represented) {
	r.States += s.States
	r.Transitions += s.Transitions
}

// stepSeen is what a verdict on a step depends on: the event, and the combinations of views before and after.
type stepSeen struct {
	event         *model.Event
	before, after uint32
}

// NewOrbit returns the view of the worker that has this reader and these verdicts.
func NewOrbit[S packed.State](s *session.Session, l *packed.Layout, r *system.Reader, v *verdicts.Cache) *Orbit[S] {
	o := &Orbit[S]{Session: s, layout: l, reader: r, verdicts: v, steps: map[stepSeen]verdicts.Verdict{}}
	o.here, o.there = newImageViews(o), newImageViews(o)
	if v != nil {
		v.Images = o.here.all
	}
	return o
}

// Enter looks up the images of the state with these nodes. It is false if one of them does not fit, or turns out not to be an
// image after all; then the search is halted.
func (o *Orbit[S]) Enter(nodes []uint32, budget uint32) bool {
	for k, node := range nodes {
		o.here.Nodes[k] = o.Symmetry.Images(k, node)
		for g, image := range o.here.Nodes[k] {
			if uint64(image) >= o.layout.Fields[o.Symmetry.To(g, k)].Limit() { // the search packs its states anew
				o.Halt(session.Overflow)
				return false
			}
		}
	}
	for k, node := range nodes {
		if len(o.Symmetry.Check(o.reader, k, node, budget)) > 0 {
			o.Halt(session.Asymmetric)
			return false
		}
	}
	o.here.reset(budget)
	o.stabilizer = o.here.Stabilizer(o.stabilizer[:0])
	o.size = o.Symmetry.Order() / len(o.stabilizer)
	o.Counted.States += o.size
	return true
}

// Represent replaces a successor by the least of its images.
func (o *Orbit[S]) Represent(t *S) {
	o.Counted.Transitions += o.size
	if _, fits := o.there.Represent(t); !fits { // the search packs its states anew
		o.Halt(session.Overflow)
	}
}

// JudgeStep judges the step to t, and its images.
func (o *Orbit[S]) JudgeStep(m *system.Move, t *S) verdicts.Verdict {
	v, there := o.verdicts, &o.there
	there.reset(packed.Get(o.layout, t, len(there.Nodes)))
	there.Read(t)
	if o.numbering != v.Forgot || len(o.steps) >= v.Most { // these are other numbers, or too many steps
		clear(o.steps)
		o.numbering = v.Forgot
	}
	key := stepSeen{m.Event, o.here.combination(), there.combination()}
	all, known := o.steps[key]
	if !known {
		for g, before := range o.here.all() {
			spoke, violated := o.Judge.Step(before, o.Symmetry.Event(g, m.Event), there.all()[g])
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
	Images[S]
	o      *Orbit[S]
	budget uint32
	known  bool
	views  [][]*model.View // by permutation, then by site
	number uint32          // of the combination of the state's own views; 0: not asked for yet
}

func newImageViews[S packed.State](o *Orbit[S]) imageViews[S] {
	v := imageViews[S]{Images: NewImages[S](o.Symmetry, o.layout), o: o, views: make([][]*model.View, o.Symmetry.Order())}
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
			to := v.o.Symmetry.To(g, k)
			v.views[g][to] = v.o.verdicts.View(v.o.reader.Expand(to, node, v.budget).View)
		}
	}
	return v.views
}

// combination numbers the state's own views; 0 if there is no memory for a new number.
func (v *imageViews[S]) combination() uint32 {
	if v.number == 0 {
		own := make([]uint32, len(v.Nodes))
		for k, row := range v.Nodes {
			own[k] = v.o.reader.Expand(k, row[0], v.budget).View
		}
		v.number, _ = v.o.verdicts.Number(own)
	}
	return v.number
}
