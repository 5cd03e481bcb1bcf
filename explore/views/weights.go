package views

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// weights are the tokens that entities have: a site those that it holds, a message those that it carries.
type weights struct {
	of      []int
	most    int    // the weight of an initial state, the heaviest if there are several
	least   int    // that of the lightest
	broken  *step  // that makes the whole heavier, or shows that weights are none
	why     string // in which way
	lighter *step  // that makes it lighter
	uneven  *step  // before which a site does not show the sum of the tokens that it holds and that come to it
}

// weighStarts weighs the initial states.
func (c *entities) weighStarts() {
	for k, sites := range c.starts {
		total := 0
		for _, e := range sites {
			total += c.weight(e)
		}
		if c.most = max(c.most, total); k == 0 || total < c.least {
			c.least = total
		}
	}
}

// weight is that of an entity. A message weighs what it adds to the tokens that its destination shows at the beginning: that is a
// choice, and nothing rests on it but that it is always the same.
func (c *entities) weight(e int32) int {
	for k := int32(len(c.weights.of)); k <= e; k++ {
		w := c.looks[k].Holds + c.looks[k].Coming
		if x := c.all[k]; x.flies() {
			first := c.all[c.starts[0][x.site]].local
			w = tokens(c.view(x.site, first, x.message)) - tokens(c.view(x.site, first))
		}
		if c.weights.of = append(c.weights.of, w); w < 0 && c.broken == nil {
			c.broken, c.why = &initial, "a site shows fewer tokens than none"
		}
	}
	return c.weights.of[e]
}

func tokens(v model.View) int { return v.Holds + v.Coming }

// weigh weighs what takes part in a step, before and after it.
func (c *entities) weigh(v, m int32, outcomes [][]int32) {
	before := c.weight(v)
	if m != none {
		before += c.weight(m)
		c.compare(v, m)
	}
	for k, made := range outcomes {
		if made == nil {
			continue
		}
		after, twice := 0, false
		for _, e := range made {
			after += c.weight(e)
			twice = twice || c.all[e].flies() && c.weight(e) > 0 && c.Sys.Config.Duplicate > 0
		}
		x := &step{v, m, k}
		switch {
		case c.broken != nil:
		case twice:
			c.broken, c.why = x, "it sends a message with tokens, which may come twice"
		case after > before:
			c.broken, c.why = x, fmt.Sprintf("it makes %d tokens of %d", after, before)
		case after < before && c.lighter == nil:
			c.lighter = x
		}
	}
}

// compare compares the weights with the tokens that a site shows to which a message comes: at the beginning also together with each of
// the others. That it shows a sum where there are more is taken for granted.
func (c *entities) compare(v, m int32) {
	if c.uneven != nil || !slices.ContainsFunc(c.options.Questions, func(q Question) bool { return q.Tokens > 0 }) {
		return
	}
	x, y := c.all[v], c.all[m]
	differs := func(messages ...int32) bool {
		total, numbers := c.weight(v), []uint32(nil)
		for _, k := range messages {
			total, numbers = total+c.weight(k), append(numbers, c.all[k].message)
		}
		return tokens(c.view(x.site, x.local, numbers...)) != total
	}
	uneven := differs(m)
	if v == c.starts[0][x.site] {
		for k, e := range c.all[:m+1] {
			uneven = uneven || e.flies() && e.site == y.site && differs(m, int32(k))
		}
	}
	if uneven {
		c.uneven = &step{v, m, 0}
	}
}

// unweighable says why nothing follows from weights.
func (c *entities) unweighable(a *Answer) {
	a.Why, a.View, a.Steps = c.why, c.shown(c.broken.actor, c.broken.message), c.ways(c.broken)
}

// weighed answers a question about the weight of the whole, where no step makes it heavier.
func (c *entities) weighed(question *Question, a *Answer) {
	if question.Inside > 0 {
		c.inside(question, a)
		return
	}
	a.Why = c.tokensLost(question.Tokens)
	if a.Proved = a.Why == ""; c.lighter != nil {
		a.View, a.Steps = c.shown(c.lighter.actor, c.lighter.message), c.ways(c.lighter)
	}
}

// tokensLost says why the number of tokens may change; empty if it does not.
func (c *entities) tokensLost(n int) string {
	f := c.Sys.Config
	switch {
	case c.most != n || c.least != n:
		return fmt.Sprintf("there are %d tokens at the beginning", c.most)
	case f.Loss > 0:
		return "tokens may be lost with a message"
	case f.Crash > 0:
		return "tokens may be dropped with a message to a site that is down"
	case c.lighter != nil:
		return "there are fewer tokens after this step than before it"
	case c.uneven != nil:
		return "the tokens that a site shows are not the sum of those that it holds and those that come to it"
	}
	return ""
}

// inside compares the weight of those that are lightest in their critical section with that of the whole.
func (c *entities) inside(question *Question, a *Answer) {
	var lightest []int32
	for k, e := range c.all {
		if e.flies() || !c.looks[k].InCS {
			continue
		}
		at := slices.IndexFunc(lightest, func(f int32) bool { return c.all[f].site == e.site })
		if at < 0 {
			lightest = append(lightest, int32(k))
		} else if c.weight(int32(k)) < c.weight(lightest[at]) {
			lightest[at] = int32(k)
		}
	}
	slices.SortStableFunc(lightest, func(a, b int32) int { return c.weight(a) - c.weight(b) })
	if len(lightest) <= question.Inside {
		a.Proved = true
		return
	}
	total := 0
	for _, e := range lightest[:question.Inside+1] {
		total += c.weight(e)
	}
	if a.Proved = total > c.most; !a.Proved {
		a.Why = fmt.Sprintf("so many may be inside with %d tokens together, and there are %d", total, c.most)
		a.View, a.Steps = c.shown(lightest[:question.Inside+1]...), c.ways(nil, lightest[:question.Inside+1]...)
	}
}
