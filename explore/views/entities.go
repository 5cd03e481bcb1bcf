package views

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// entity is a site with its variables, or a message on its way to one.
type entity struct {
	site    int
	local   system.Local
	message uint32 // 0: it is a site
}

func (e entity) flies() bool { return e.message != 0 }

// entities are those that have been seen, by their number from 0, and what happens to them.
type entities struct {
	*session.Session
	options  Options
	asks     int64         // of the functions of questions
	panicked *model.Broken // how the last one ended, if it did not return
	alone    *system.Alone
	starts   [][]int32 // the sites of each initial state
	numbers  map[entity]int32
	all      []entity
	looks    []model.View // of sites, as they look without messages
	capped   bool
	unsure   bool           // numbers that are not known decide what sites show, other than what deaf questions ask for
	compares map[int]bool   // by question: it looks at numbers otherwise than by their methods
	last     [2]*model.View // that were drawn: what a site shows with numbers, and without
	heard    map[int]step   // by question: a step that must not happen
	by       []step         // that made an entity first; zero for those of initial states
	making   step           // that is being looked at
	*weights                // tokens
	credits  *weights       // that are declared
	laws     []*weights     // the credits, and those of laws that were found
	uneven   *step          // before which a site does not show the sum of the tokens that it holds and that come to it
	fault    *model.Broken  // a handler that is at a loss
	lost     step
	steps    int // so many have been
	pairs    int // so many are there, where views are of two
}

// entityWork is how many steps an entity counts for in [Options.MaxWork]: so many pairs take about its memory.
const entityWork = 50

// none is the number of no entity: an event that takes no message, or what is beyond a cap.
const none = -1

// step is one outcome of an event, and what it needs.
type step struct {
	actor, message int32
	outcome        int // which of those of all events that are possible to both, from 0
}

// initial is the step that makes initial states.
var initial = step{none, none, 0}

func newEntities(s *session.Session, o Options, laws ...Law) *entities {
	t := &entities{Session: s, options: o, alone: s.Sys.Alone(), numbers: map[entity]int32{}, heard: map[int]step{}, compares: map[int]bool{}, making: initial}
	t.alone.Drawn(t.drawn)
	t.weighs(laws)
	if o.Unfold {
		t.alone.Unfold()
	}
	for _, vars := range t.alone.Starts() {
		var sites []int32
		for site, v := range vars {
			sites = append(sites, t.number(entity{site: site, local: system.Local{Vars: v}})) // no cap is for these
		}
		t.starts = append(t.starts, sites)
	}
	t.weights.begin()
	for _, w := range t.laws {
		w.begin()
	}
	return t
}

// number is that of an entity; none if it is beyond a cap.
func (t *entities) number(e entity) int32 {
	if k, known := t.numbers[e]; known {
		return k
	}
	if t.making != initial && t.beyond(e) {
		t.capped = true
		t.numbers[e] = none
		return none
	}
	var look model.View
	if !e.flies() {
		look = t.view(e.site, e.local) // which may panic: nothing is numbered before
	}
	k := int32(len(t.all))
	t.numbers[e] = k
	t.all = append(t.all, e)
	t.looks, t.by = append(t.looks, look), append(t.by, t.making)
	return k
}

// view is what a site shows.
func (t *entities) view(site int, l system.Local, messages ...uint32) model.View {
	v, sure := t.alone.Sees(site, l, messages...)
	t.unsure = t.unsure || !sure && len(messages) == 0
	return v
}

func (t *entities) beyond(e entity) bool {
	o := t.options
	if o.Queues == 0 && o.Numbers == 0 {
		return false
	}
	var value any
	if value = t.alone.Vars(e.site, e.local.Vars); e.flies() {
		value = t.alone.Message(e.message)
	}
	list, number := values.Extent(value)
	return o.Queues > 0 && list > o.Queues || o.Numbers > 0 && number > o.Numbers
}

// happens lists the outcomes of the site's own events, or of the delivery of a message to it.
func (t *entities) happens(actor, message int32) []system.Happens {
	e := t.all[actor]
	if message == none {
		return t.alone.Own(e.site, e.local)
	}
	return t.alone.Takes(e.site, e.local, t.all[message].message)
}

// outcomes are what the events make of a site: of each the site as it is then, and the messages sent; nil if any of it is
// beyond a cap. A handler may not know what to do where no run leads: then there are none, and nothing is proved.
func (t *entities) outcomes(actor, message int32) (all [][]int32) {
	if t.steps++; t.steps%4096 == 0 {
		t.CheckMemory()
		if t.options.Progress != nil {
			t.options.Progress(len(t.all))
		}
	}
	t.making = step{actor, message, 0}
	err := session.Try(func() {
		for k, h := range t.happens(actor, message) {
			t.making.outcome = k
			for q, question := range t.options.Questions {
				if _, already := t.heard[q]; !already && question.Heard != nil && question.Heard(h.Event) {
					t.heard[q] = t.making
				}
			}
			all = append(all, t.made(t.all[actor].site, h))
		}
		t.weights.weigh(actor, message, all)
		for _, w := range t.laws {
			w.weigh(actor, message, all)
		}
		t.compare(actor, message)
	})
	if broken, is := err.(*model.Broken); is {
		t.fault, t.lost = broken, t.making
		return nil
	} else if err != nil {
		panic(err)
	}
	return all
}

// stopped reports that there is no use in going on.
func (t *entities) stopped() bool {
	return t.fault != nil || slices.ContainsFunc(t.laws, func(w *weights) bool { return w.broken != nil }) || t.Halted() != session.Running || t.worked()
}

// worked reports that there has been as much work as there may be.
func (t *entities) worked() bool {
	return t.options.MaxWork > 0 && t.steps+t.pairs+entityWork*len(t.all) > t.options.MaxWork
}

func (t *entities) made(site int, h system.Happens) []int32 {
	made := []int32{t.number(entity{site: site, local: h.Next})}
	for _, m := range h.Sends {
		made = append(made, t.number(entity{site: m.To, message: m.Message}))
	}
	for _, e := range made {
		if e == none {
			return nil
		}
	}
	return made
}

// counts fills in how many there are, and what was growing if there has been too much work.
func (t *entities) counts(r *Result) {
	if t.worked() {
		r.Limit, r.Growing = fmt.Sprintf("so much work, %d steps, pairs, and %d for each entity", t.options.MaxWork, entityWork), t.growing()
	}
	r.Entities, r.Capped = t.options.Entities, t.capped
	if t.credits.broken == nil {
		r.Credits = t.credits.most
	}
	for _, w := range t.laws[1:] {
		if w.barred {
			r.Laws = append(r.Laws, *w.law)
		}
	}
	for _, e := range t.all {
		if e.flies() {
			r.Messages++
		} else {
			r.States++
		}
	}
}

// vacuous marks the answers that say nothing.
func (t *entities) vacuous(all []Answer) {
	for q := range all {
		question := &t.options.Questions[q]
		all[q].Vacuous = all[q].Proved && question.Speaks != nil
		for k := range t.all {
			if !all[q].Vacuous {
				break
			}
			all[q].Vacuous = t.all[k].flies() || !t.speaks(question, &t.looks[k])
		}
	}
}

// told is a view as a [Question] sees it.
func (q *Question) told(v model.View) model.View {
	if !q.Deaf {
		return v
	}
	return v.Brief()
}
