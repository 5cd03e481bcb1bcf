package views

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// two is the closure of views of two entities: which of them can stand side by side.
//
// A step of a site takes place if the site and the message that it takes can stand side by side. What it makes then stands side by
// side, and stands beside everything that could stand beside the site and beside the message. Every pair of entities of every
// reachable state is in the closure, by induction over the steps: two that the step leaves as they are were a pair before; of
// the others at least one is made by it.
type two struct {
	*entities
	beside  []row // of each entity: those that can stand beside it; of a message itself, too, if it can be there twice
	done    []row // of these, those with which all steps have been looked at
	queue   []int32
	queued  []bool
	stepped []bool                 // sites whose own steps have been looked at
	own     map[int32][][]int32    // their outcomes
	taken   map[[2]int32][][]int32 // those of deliveries
	judges  []*judge               // by question; nil where it is not about pairs

	because map[[2]int32]cause // nil: nobody wants to know
	again   *two               // the same once more, with causes
	renamed bool               // it began with more than the system does: there are no steps to tell
}

// cause is why two entities can stand side by side: a step, and the one that stood beside it; none if the step made both.
type cause struct {
	step
	witness int32
}

func closeTwo(s *session.Session, o Options, laws []Law) *Result {
	c := newTwo(s, o, laws...)
	c.run(c.refuted)
	r := &Result{things: c.entities, pairs: c}
	c.counts(r)
	r.Views = c.pairs
	if s.Halted() != session.Running || r.Limit != "" || c.foundBroken() >= 0 {
		return r
	}
	for q := range o.Questions {
		r.Answers = append(r.Answers, c.answer(q))
	}
	c.vacuous(r.Answers)
	return r
}

func newTwo(s *session.Session, o Options, laws ...Law) *two {
	c := &two{entities: newEntities(s, o, laws...), own: map[int32][][]int32{}, taken: map[[2]int32][][]int32{}}
	for q := range o.Questions {
		c.judges = append(c.judges, newJudge(&o.Questions[q]))
	}
	return c
}

// run closes the pairs of the initial states, unless it is stopped.
func (c *two) run(stop func() bool) {
	for _, sites := range c.starts {
		for k, a := range sites {
			c.enter(a)
			for _, b := range sites[:k] {
				c.join(b, a, cause{initial, none})
			}
		}
	}
	c.close(stop)
}

// close closes the pairs that there are, unless it is stopped.
func (c *two) close(stop func() bool) {
	for head := 0; head < len(c.queue) && !c.stopped() && !stop(); head++ {
		e := c.queue[head]
		c.queue[head], c.queued[e] = none, false
		c.look(e)
		if head > len(c.queue)/2 && head > 1<<16 {
			c.queue, head = append([]int32(nil), c.queue[head+1:]...), -1
		}
	}
}

// enter makes room for an entity that can be there.
func (c *two) enter(e int32) {
	for len(c.beside) <= int(e) {
		c.beside, c.done = append(c.beside, row{}), append(c.done, row{})
		c.queued, c.stepped = append(c.queued, false), append(c.stepped, false)
	}
	switch {
	case c.all[e].flies() && c.Sys.Config.Duplicate > 0:
		c.join(e, e, cause{initial, none})
	case !c.all[e].flies() && !c.stepped[e]:
		c.wake(e)
	}
}

// wake has the steps of an entity looked at.
func (c *two) wake(e int32) {
	if !c.queued[e] {
		c.queue, c.queued[e] = append(c.queue, e), true
	}
}

// join lets two entities stand side by side.
func (c *two) join(a, b int32, why cause) {
	if c.beside[a].has(b) {
		return
	}
	c.beside[a].add(b)
	c.beside[b].add(a)
	c.pairs++
	c.wake(a)
	c.wake(b)
	if c.because != nil {
		c.because[sorted(a, b)] = why
	}
	if x, y := c.all[a], c.all[b]; !x.flies() && !y.flies() {
		if x.site > y.site {
			a, b = b, a
		}
		for _, j := range c.judges {
			j.hear(c.entities, a, b)
		}
	}
}

// look looks at the steps in which an entity takes part, as far as something new can stand beside it. Of a site with many messages that takes
// seconds: it leaves off when it is stopped.
func (c *two) look(e int32) {
	now := c.beside[e].clone()
	fresh := now.without(&c.done[e])
	c.done[e] = now
	site := c.all[e].site
	if c.all[e].flies() {
		now.each(func(v int32) {
			if x := c.all[v]; !x.flies() && x.site == site && !c.stopped() {
				c.deliver(v, e, v, &now, &fresh)
			}
		})
		return
	}
	if !c.stepped[e] {
		c.stepped[e] = true
		c.own[e] = c.outcomes(e, none)
		c.make(step{e, none, 0}, c.own[e], &now)
	} else {
		c.make(step{e, none, 0}, c.own[e], &fresh)
	}
	now.each(func(m int32) {
		if x := c.all[m]; x.flies() && x.site == site && !c.stopped() {
			c.deliver(e, m, m, &now, &fresh)
		}
	})
}

// deliver looks at a delivery, in the presence of what is fresh beside one of the two; of everything, now, where the other one is.
func (c *two) deliver(v, m, other int32, now, fresh *row) {
	if fresh.has(other) {
		fresh = now
	}
	context := fresh.with(&c.beside[other])
	if fresh != now && len(context.at) == 0 {
		return // they have been looked at, and nothing has changed for them
	}
	made, known := c.taken[[2]int32{v, m}]
	if !known {
		made = c.outcomes(v, m)
		c.taken[[2]int32{v, m}] = made
	}
	if len(made) == 0 {
		return
	}
	c.make(step{v, m, 0}, made, &context)
}

// make lets what outcomes make stand side by side, and beside what stood beside all that they need.
func (c *two) make(x step, outcomes [][]int32, context *row) {
	if slices.ContainsFunc(c.laws, func(w *weights) bool { return w.most > 0 }) {
		some := context.where(func(b int32) bool { return !c.tooMany(x.actor, x.message, b) })
		context = &some
	}
	for k, made := range outcomes {
		x.outcome = k
		for _, a := range made {
			c.enter(a)
		}
		for i, a := range made {
			for _, b := range made[:i] {
				c.join(b, a, cause{x, none})
			}
			fresh := context.without(&c.beside[a])
			fresh.each(func(b int32) { c.join(a, b, cause{x, b}) })
		}
	}
}

// refuted reports that no question is left open.
func (c *two) refuted() bool {
	for q := range c.options.Questions {
		if j := c.judges[q]; j != nil && !j.found {
			return false
		}
		if _, heard := c.heard[q]; c.options.Questions[q].Heard != nil && !heard {
			return false
		}
		if c.judges[q] == nil && c.options.Questions[q].Heard == nil && c.broken == nil {
			return false
		}
	}
	return len(c.options.Questions) > 0
}

func (c *two) answer(q int) Answer {
	question, j := &c.options.Questions[q], c.judges[q]
	a := Answer{Name: question.Name}
	x, heard := c.heard[q]
	switch {
	case c.fault != nil:
		a.Why, a.View = c.fault.Error(), c.shown(c.lost.actor, c.lost.message)
		a.Steps = c.pairWays(nil, [2]int32{c.lost.actor, c.lost.message})
	case c.credits.broken != nil:
		c.unweighable(c.credits, &a)
	case heard:
		a.Why, a.View = whyHeard, c.shown(x.actor, x.message)
		a.Steps = c.pairWays(&x, [2]int32{x.actor, x.message})
	case j == nil && question.Heard == nil && c.broken != nil:
		c.unweighable(c.weights, &a)
	case j == nil && question.Heard == nil:
		c.weighed(question, &a)
	case c.unknowing(q, &a):
	case j != nil && j.found:
		a.Why, a.View, a.Steps = "views of 2 do not tell that they never stand side by side", c.shown(j.pair[:]...), c.pairWays(nil, j.pair)
		if j.panicked != nil {
			a.Why = j.panicked.Error()
		}
	default:
		a.Proved = true
	}
	return a
}
