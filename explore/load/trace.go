package load

import (
	"cmp"
	"context"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// longest is the most steps of a violation that is told.
const longest = 20_000

// Used is what a violation has used: so large the budgets of a model must be that has its trace. Early is how many timers have
// expired: of those that were due in the model none is needed.
type Used struct {
	Property                           int
	Losses, Duplicates, Crashes, Early int
	Requests                           []int // of each process
}

// stop judges a run that has come to an end because nothing can happen any more.
func (r *run) stop() {
	if r.end != stopped || r.judged == nil {
		return
	}
	w := r.watch
	if w == nil { // the messages on their way are those that no site accepts
		w = newWatch(r, r.o.Judge, false)
		w.violated, w.spoke, w.found = r.judged.violated, r.judged.spoke, r.judged.found
		for i := range r.procs {
			for _, slot := range r.procs[i].held {
				w.sent(slot, r.letters.all[slot])
			}
			if i > 0 {
				w.look(model.Site(i), r.procs[i].down)
			}
		}
	}
	w.note(r.events, r.now, false, func() (uint64, uint64) { return r.o.Judge.End(w.views) })
	r.judged = w
}

// tell tells of the first violation of each property: the one with the fewest events.
func tell(sys *system.System, o *Options, all []*outcome, res *Result) {
	type first struct {
		violated
		run int
	}
	best := map[int]first{}
	for number, x := range all {
		for _, v := range x.found {
			if b, known := best[v.property]; !known || v.events < b.events {
				best[v.property] = first{v, number}
			}
		}
	}
	var order []first
	for _, f := range best {
		order = append(order, f)
	}
	slices.SortFunc(order, func(a, b first) int { return cmp.Compare(a.property, b.property) })
	for _, f := range order {
		if f.events > longest {
			res.Untold = append(res.Untold, Untold{f.property, f.events, f.time})
			continue
		}
		r := newRun(sys, o, f.run)
		w := newWatch(r, nil, true)
		r.watch, w.target = w, f.events
		if r.begin(); f.events == 0 || len(w.steps) >= f.events && w.shown == nil {
			w.shown, w.seen = w.final(r), slices.Clone(w.views)
		}
		r.until(context.Background(), o.Entries, f.events)
		w.steps = w.steps[:f.events]
		res.Violations = append(res.Violations, question.Violation{Property: f.property, Start: w.start, Path: w.steps, Final: w.shown, Views: w.seen})
		res.Used = append(res.Used, w.budgets(f.property, len(r.config.Requests)))
	}
}

// budgets is what the steps have used.
func (w *watch) budgets(property, processes int) Used {
	u := Used{Property: property, Requests: make([]int, processes)}
	for _, s := range w.steps {
		switch s.Event.Kind {
		case model.RequestEvent:
			u.Requests[s.Event.Site-1]++
		case model.LoseEvent:
			u.Losses++
		case model.DuplicateEvent:
			u.Duplicates++
		case model.CrashEvent:
			u.Crashes++
		case model.TimeoutEvent:
			u.Early++
		}
	}
	return u
}
