package explore

import (
	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/model"
)

// Judge has opinions on states, ends and steps, for up to 64 properties at once: bit p of spoke is set if property p
// had something to say, bit p of violated if it was violated. Lists of views are overwritten after the call. A judge, or a
// question, that panics with a [*model.Broken] ends the search like a handler: with an error that has the trace.
type Judge interface {
	State(views []*model.View) (spoke, violated uint64)
	End(views []*model.View) (spoke, violated uint64)
	Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64)
	// Hears reports whether Step wants to judge such events.
	Hears(e *model.Event) bool
}

// Refuser is a judge that can say what is wrong with what it judges by. Then nothing is searched.
type Refuser interface{ Refuse() error }

// refused is what is wrong with a judge.
func refused(j Judge) error {
	if r, ok := j.(Refuser); ok {
		return r.Refuse()
	}
	return nil
}

// opinions remembers what the judge said of combinations of views: mostly there are far fewer of them than states. Where
// there are not, because the views of a protocol tell nearly all, it forgets them now and then. Each worker has its own.
type opinions struct {
	judge   Judge
	sys     *model.System
	memory  *membudget.Budget
	views   []*model.View // by number, as far as they were asked for
	numbers combinations
	verdict []masks // by number of the combination
	most    int     // of them
	scratch []uint32
	asked   []*model.View

	images func() [][]*model.View // under symmetry: the views of the images of the state, its own included
	forgot int                    // how often forget was called: combinations have other numbers since
}

type masks struct{ spoke, violated uint64 }

// mostVerdicts are remembered at a time: more do not stay near the core, and are found no faster than they are asked for.
const mostVerdicts = 1 << 16

func newOpinions(sys *model.System, judge Judge, m *membudget.Budget) *opinions {
	return &opinions{judge: judge, sys: sys, memory: m, numbers: newCombinations(m), verdict: make([]masks, 1), most: mostVerdicts}
}

// state judges a state with these views.
func (o *opinions) state(views []uint32) masks {
	at, ok := o.numbers.number(views)
	for !ok || int(at) >= len(o.verdict) {
		if ok = ok && len(o.verdict) < o.most && o.memory.FitsCache(16*2*int64(len(o.verdict))); !ok {
			o.forget()
			at, ok = o.numbers.number(views)
			continue
		}
		o.verdict = append(o.verdict, make([]masks, len(o.verdict))...)
	}
	m := &o.verdict[at]
	if m.spoke == 0 {
		*m = o.ask(views, o.judge.State)
		m.spoke |= judged
	}
	return *m
}

// ask asks for an opinion on the state with these views, and on all that it represents.
func (o *opinions) ask(views []uint32, judge func(views []*model.View) (spoke, violated uint64)) (all masks) {
	if o.images == nil {
		o.asked = o.list(o.asked[:0], views)
		all.spoke, all.violated = judge(o.asked)
		return all
	}
	for _, image := range o.images() {
		spoke, violated := judge(image)
		all.spoke, all.violated = all.spoke|spoke, all.violated|violated
	}
	return all
}

// forget makes room for other combinations: what was said of one is only remembered to be faster.
func (o *opinions) forget() {
	clear(o.verdict)
	o.numbers.clear()
	o.forgot++
}

// viewsOf returns the numbers of the views of expansions, until it is called again.
func (o *opinions) viewsOf(xs []*model.Expansion) []uint32 {
	o.scratch = o.scratch[:0]
	for _, x := range xs {
		o.scratch = append(o.scratch, x.View)
	}
	return o.scratch
}

// judged marks a combination that has been judged; no property has this bit.
const judged = 1 << 63

// MaxProperties is how many properties one search can judge.
const MaxProperties = 63

// of returns views by their numbers.
func (o *opinions) of(numbers []uint32) []*model.View {
	return o.list(make([]*model.View, 0, len(numbers)), numbers)
}

// list appends views by their numbers.
func (o *opinions) list(views []*model.View, numbers []uint32) []*model.View {
	for _, v := range numbers {
		views = append(views, o.view(v))
	}
	return views
}

func (o *opinions) view(number uint32) *model.View {
	for int(number) >= len(o.views) {
		o.views = append(o.views, nil)
	}
	if o.views[number] == nil {
		o.views[number] = o.sys.View(number)
	}
	return o.views[number]
}
