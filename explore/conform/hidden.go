package conform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// StepKinds are the kinds of the steps that a log may lack, as Options.HiddenKinds has them. All of them are known of a protocol of one's own;
// of others those of which the system has made one, and those that every protocol can have.
func StepKinds(sys *system.System) (all []string) {
	for k := model.RequestEvent; k <= model.InternalEvent; k++ {
		if k != model.LoseEvent && k != model.DuplicateEvent && !(sys.Own() && (k == model.RequestEvent || k == model.ExitEvent)) {
			all = append(all, k.String())
		}
	}
	for _, class := range sys.Classes() {
		if message, is := strings.CutPrefix(class, "deliver("); is {
			all = append(all, "drop("+message)
		}
		if kind, _, _ := strings.Cut(class, "("); kind != model.LoseEvent.String() && kind != model.DuplicateEvent.String() {
			all = append(all, class)
		}
	}
	return all
}

// hidable refuses kinds of steps that a protocol of one's own has not.
func (o Options) hidable(sys *system.System) error {
	if !sys.Own() {
		return nil
	}
	all := StepKinds(sys)
	for _, kind := range o.HiddenKinds {
		if !slices.Contains(all, kind) {
			return &Mistake{fmt.Sprintf("HiddenKinds: %q is no kind of step of %s; allowed is %s", kind, sys.Config.Algorithm, names.Or(all))}
		}
	}
	return nil
}

// hides reports that steps of the kind of an event may be hidden.
func (o Options) hides(e *model.Event) bool {
	return len(o.HiddenKinds) == 0 || slices.Contains(o.HiddenKinds, e.Kind.String()) || slices.Contains(o.HiddenKinds, e.Class())
}

// mayHide reports that something may happen here that the site has not logged: where its numbers have a gap, behind its last
// event, or anywhere if it has no numbers.
func (s *searcher) mayHide(p *place, k int) bool {
	if p.hidden == 0 {
		return false
	}
	t := &s.sites[k]
	return !t.numbered || int(p.done[k]) == len(t.events) || int(p.gaps[k]) < s.gap(p, k)
}

// hiding lists the steps of a site that nobody may have logged.
func (s *searcher) hiding(p *place, k int) (all []option) {
	x := s.reader.Expand(k, p.nodes[k], s.budget(p))
	for n := range x.Moves {
		m := &x.Moves[n]
		switch m.Event.Kind {
		case model.LoseEvent, model.DuplicateEvent:
			all = s.unlogged(all, p, k, m, s.anyone(p, k, m.Event))
			continue
		}
		if !s.o.hides(m.Event) {
			continue
		}
		budget, early, possible := s.pay(p, m)
		if !possible {
			continue
		}
		for _, sender := range s.anyone(p, k, m.Event) {
			all = append(all, option{site: k, move: m, budget: budget, from: sender, hidden: true, early: early})
		}
	}
	return all
}
