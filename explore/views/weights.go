package views

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// weights are those of entities in a law: no step makes what takes part in it heavier, so the whole is never heavier than at the beginning.
// Nothing weighs less than nothing. A step that breaks the law is looked for among all that a closure makes; with one nothing follows from it.
type weights struct {
	things  *entities
	name    string               // of what is weighed
	read    func(model.View) int // the weight of a site and of the messages on their way to it
	law     *Law                 // that says the weight instead; nil: read does
	of      []int
	most    int    // the weight of an initial state, the heaviest if there are several
	least   int    // that of the lightest
	broken  *step  // that makes the whole heavier, or shows that weights are none
	why     string // in which way
	lighter *step  // that makes it lighter
	barred  bool   // it has kept things apart
}

// tokens weighs the tokens that a site holds and those that messages carry, credits weighs what a protocol says.
func tokens(v model.View) int  { return v.Holds + v.Coming }
func credits(v model.View) int { return v.Credit }

// weighs gives the things their weights. Where messages may come twice, what they carry may, too: there are no credits then.
func (t *entities) weighs(laws []Law) {
	t.weights = &weights{things: t, name: "tokens", read: tokens}
	t.credits = &weights{things: t, name: "credits", read: credits}
	if t.options.lawless || t.Sys.Config.Duplicate > 0 {
		t.credits.read = func(model.View) int { return 0 }
	}
	t.laws = []*weights{t.credits}
	for k := range laws {
		t.laws = append(t.laws, &weights{things: t, name: "credits", law: &laws[k]})
	}
}

// tooMany reports that entities are never there together: by one of the laws they have more credits than the whole.
func (t *entities) tooMany(all ...int32) bool {
	return slices.ContainsFunc(t.laws, func(w *weights) bool { return w.most > 0 && w.bars(all...) })
}

// found are the laws that were found.
func (t *entities) found() (laws []Law) {
	for _, w := range t.laws[1:] {
		laws = append(laws, *w.law)
	}
	return laws
}

// foundBroken is the index of a law that was found, and is none; -1: they are, as far as the closure goes.
func (t *entities) foundBroken() int {
	return slices.IndexFunc(t.laws[1:], func(w *weights) bool { return w.broken != nil })
}

// begin weighs the initial states.
func (w *weights) begin() {
	for k, sites := range w.things.starts {
		total := w.total(sites...)
		if w.most = max(w.most, total); k == 0 || total < w.least {
			w.least = total
		}
	}
}

// weight is that of an entity. A message weighs what it adds to what its destination shows at the beginning: that is a
// choice, and nothing rests on it but that it is always the same.
func (w *weights) weight(e int32) int {
	t := w.things
	for k := int32(len(w.of)); k <= e; k++ {
		x, weight := t.all[k], 0
		switch {
		case w.law != nil:
			weight = w.cut(w.law.weigh(t.amounts(x)), k)
		case !x.flies():
			weight = w.shown(t.looks[k], k)
		default:
			first := t.all[t.starts[0][x.site]].local
			weight = w.shown(t.view(x.site, first, x.message), k) - w.shown(t.view(x.site, first), k)
		}
		if w.of = append(w.of, weight); weight < 0 && w.broken == nil {
			w.broken, w.why = &t.by[k], "a site shows fewer "+w.name+" than none"
		}
	}
	return w.of[e]
}

// mostWeight is more than any law needs, and so little that sums of it stay numbers.
const mostWeight = 1 << 31

// shown is what a view of entity e shows.
func (w *weights) shown(v model.View, e int32) int { return w.cut(w.read(v), e) }

// cut is the weight x of entity e; more than the most breaks the law, and is cut off.
func (w *weights) cut(x int, e int32) int {
	if x > mostWeight && w.broken == nil {
		w.broken, w.why = &w.things.by[e], fmt.Sprintf("a site shows more %s than %d", w.name, mostWeight)
	}
	return min(max(x, -mostWeight), mostWeight)
}

// total is the weight of some entities; each may be none.
func (w *weights) total(all ...int32) (total int) {
	for _, e := range all {
		if e != none {
			total += w.weight(e)
		}
	}
	return total
}

// bars reports that entities are never there together: they are heavier than the whole.
func (w *weights) bars(all ...int32) bool {
	barred := w.total(all...) > w.most
	w.barred = w.barred || barred
	return barred
}

// weigh weighs what takes part in a step, before and after it.
func (w *weights) weigh(v, m int32, outcomes [][]int32) {
	t, before := w.things, w.total(v, m)
	for k, made := range outcomes {
		after := w.total(made...)
		switch {
		case w.broken != nil || made == nil:
		case t.Sys.Config.Duplicate > 0 && slices.ContainsFunc(made, func(e int32) bool { return t.all[e].flies() && w.weight(e) > 0 }):
			w.broken, w.why = &step{v, m, k}, "it sends a message with tokens, which may come twice"
		case after > before:
			w.broken, w.why = &step{v, m, k}, fmt.Sprintf("it makes %d %s of %d", after, w.name, before)
		case after < before && w.lighter == nil:
			w.lighter = &step{v, m, k}
		}
	}
}

// compare compares the weights with the tokens that a site shows to which a message comes: at the beginning also together with each of
// the others. That it shows a sum where there are more is taken for granted.
func (c *entities) compare(v, m int32) {
	if m == none || c.uneven != nil || !slices.ContainsFunc(c.options.Questions, func(q Question) bool { return q.Tokens > 0 }) {
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
			if uneven || c.worked() {
				break
			}
			if e.flies() && e.site == y.site {
				c.steps++ // with tens of thousands of messages most of the work is here
				uneven = differs(m, int32(k))
			}
		}
	}
	if uneven {
		c.uneven = &step{v, m, 0}
	}
}

// unweighable says why nothing follows from weights.
func (t *entities) unweighable(w *weights, a *Answer) {
	a.Why, a.View, a.Steps = w.why, t.shown(w.broken.actor, w.broken.message), t.ways(w.broken)
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
