package explore

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/canonical"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// NotCanonical is the error of a search that is to be of canonical forms and cannot be.
type NotCanonical struct {
	Why string
	In  string // a state in which it shows, and its form, a line each; may be empty
}

func (e *NotCanonical) Error() string {
	text := "canonical forms cannot be searched: " + e.Why
	if e.In != "" {
		text += "\n" + e.In
	}
	return text
}

// canonical reports that canonical forms are to be searched; it is an error if they cannot be.
func (o Options) canonical(sys *system.System) (bool, error) {
	why := o.notCanonical(sys)
	switch o.Canonical {
	case CanonicalOff:
		return false, nil
	case CanonicalOn:
		if why != "" {
			return false, &NotCanonical{Why: why}
		}
		return true, nil
	}
	c := sys.Config
	return why == "" && (sys.EndsOnForms() || sys.Questioned() && c.Loss+c.Duplicate == 0), nil
}

// formless says why a search whose canonical forms could have an end is one of all states, though nobody asked for that; empty: it is not so.
func (o Options) formless(sys *system.System) string {
	c := sys.Config
	switch {
	case o.Canonical != CanonicalByDefault || !sys.Own() && !slices.Contains(c.Requests, model.Unlimited):
		return ""
	case !sys.HasCanon() && !sys.HidesCanon():
		return ""
	case c.Loss+c.Duplicate > 0:
		return "messages can be lost or duplicated"
	}
	return o.notCanonical(sys)
}

// notCanonical says what stands in the way of a search of canonical forms; empty: nothing.
func (o Options) notCanonical(sys *system.System) string {
	switch {
	case sys.Within != nil:
		return "the search has a boundary"
	case sys.HidesCanon():
		return "expressions see the variables"
	case !sys.HasCanon():
		return "the protocol has none"
	case sys.Config.Times != nil:
		return "the model has times, and a form says nothing of ages"
	case o.Symmetry:
		return "the search is reduced by symmetry"
	case o.Reduce != "":
		return "the search leaves states out"
	case o.Mode == DFS:
		return "the search is depth first"
	case o.Checkpoint != nil || o.Spill != nil || o.Store != nil:
		return "the search is on files"
	}
	return ""
}

// onForms searches canonical forms, after they have been checked.
func onForms(ctx context.Context, sys *system.System, o Options, start time.Time) (*question.Result, error) {
	sys.Canonical = true
	s := o.session(ctx, sys, start, nil)
	forms, err := canonical.Check(sys, o.Judge, o.Questions, canonical.Enough, func() bool { return ctx.Err() != nil })
	var broken *model.Broken
	switch {
	case errors.As(err, &broken):
		if spent, is := broken.Cause.(canonical.Spent); is {
			return nil, &NotCanonical{spent.Why, spent.In}
		}
		if c := sys.Config; !sys.Own() && c.Loss+c.Duplicate > 0 { // the papers' forms are for reliable messages
			problem, in, _ := strings.Cut(broken.Problem, "\n")
			return nil, &NotCanonical{"the form is for messages that are neither lost nor duplicated; it " + problem, in}
		}
		return nil, (&trace.Broken{Broken: broken, Astray: true}).Complete(sys)
	case err != nil:
		s.Fail(err)
		return &question.Result{Limit: s.Text(session.Full), Coverage: map[string]int{}, Forms: forms}, nil
	}
	r, err := run(s, o)
	if r != nil {
		r.Forms = forms
		maps.DeleteFunc(r.Coverage, func(class string, n int) bool { // the forms may leave these messages out
			return n == 0 && strings.HasPrefix(class, "deliver(")
		})
	}
	return r, err
}
