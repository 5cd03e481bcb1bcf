package views

import (
	"fmt"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
)

// one is the closure of views of one entity: every message that was ever sent to a site may arrive there, in every state of the
// site, any number of times.
//
// Alone that proves next to nothing. So entities have weights: a site the tokens that it holds, a message those that it
// carries. If no step makes what takes part in it heavier, then what stands together in a reachable state is never heavier
// than the initial state: by induction over the steps. And then a site and a message that are heavier together never
// meet, which is why their meeting is not looked at.
type one struct {
	*entities
	states   [][]int32 // by site
	messages [][]int32
}

func closeOne(s *session.Session, o Options, laws []Law) *Result {
	c := &one{newEntities(s, o, laws...), make([][]int32, len(s.Sys.Places)), make([][]int32, len(s.Sys.Places))}
	for e := int32(0); int(e) < len(c.all) && c.broken == nil && !c.stopped(); e++ {
		site := c.all[e].site
		if c.all[e].flies() {
			c.messages[site] = append(c.messages[site], e)
			for _, v := range c.states[site] {
				c.meet(v, e)
			}
			continue
		}
		c.states[site] = append(c.states[site], e)
		c.meet(e, none)
		for _, m := range c.messages[site] {
			c.meet(e, m)
		}
	}
	r := &Result{things: c.entities}
	c.counts(r)
	r.Views = len(c.all)
	if r.Limit != "" || c.foundBroken() >= 0 {
		return r
	}
	for q := range o.Questions {
		r.Answers = append(r.Answers, c.answer(q))
	}
	c.vacuous(r.Answers)
	return r
}

// meet looks at what happens where a site meets a message, or none.
func (c *one) meet(v, m int32) {
	if c.broken == nil && !c.bars(v, m) && !c.tooMany(v, m) {
		c.outcomes(v, m)
	}
}

// answer judges the closure.
func (c *one) answer(q int) Answer {
	question := &c.options.Questions[q]
	a := Answer{Name: question.Name}
	if c.fault != nil {
		a.Why, a.View = c.fault.Error(), c.shown(c.lost.actor, c.lost.message)
		a.Steps = c.ways(nil, c.lost.actor, c.lost.message)
		return a
	}
	if x, heard := c.heard[q]; heard {
		a.Why, a.View, a.Steps = whyHeard, c.shown(x.actor, x.message), c.ways(&x)
		return a
	}
	switch {
	case c.credits.broken != nil:
		c.unweighable(c.credits, &a)
	case c.broken != nil:
		c.unweighable(c.weights, &a)
	case question.Heard != nil:
		a.Proved = true
	case question.Pair == nil:
		c.weighed(question, &a)
	case c.unknowing(q, &a):
	default:
		c.pairs(question, &a)
	}
	return a
}

// pairs judges every two sites that are light enough to stand side by side.
func (c *one) pairs(question *Question, a *Answer) {
	kinds := make([][]kind, len(c.states))
	for site, states := range c.states {
		index := map[kind]int{}
		for _, e := range states {
			v := kind{look: question.told(c.looks[e]), lightest: none}
			for n, w := range c.laws {
				v.credits[n] = w.weight(e)
			}
			k, known := index[v]
			if !known {
				k = len(kinds[site])
				index[v], v.lightest = k, e
				kinds[site] = append(kinds[site], v)
			}
			if x := &kinds[site][k]; c.weight(e) < c.weight(x.lightest) {
				x.lightest = e
			}
		}
	}
	for i, ones := range kinds {
		for j := range i {
			for k := range ones {
				for l := range kinds[j] {
					e, f := kinds[j][l].lightest, ones[k].lightest
					if !c.bars(e, f) && !c.tooMany(e, f) && c.bad(question, &kinds[j][l].look, &ones[k].look) {
						a.Why = fmt.Sprintf("they have no more than %d tokens together, so views of 1 do not tell that they never stand side by side", c.most)
						if c.Sys.Questioned() {
							a.Why = "they have no more credits together than there are, and views of 1 tell by nothing else that two never stand side by side"
						}
						if c.panicked != nil {
							a.Why = c.panicked.Error()
						}
						a.View, a.Steps = c.shown(e, f), c.ways(nil, e, f)
						return
					}
				}
			}
		}
	}
	a.Proved = true
}

// kind is the states of a site that look alike and have as many credits.
type kind struct {
	look     model.View
	credits  [1 + mostLaws]int // by law
	lightest int32             // in tokens
}
