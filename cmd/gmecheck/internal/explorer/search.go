package explorer

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants/predicate"
)

// goal is what is looked for from a state: one of the fields is set.
type goal struct {
	Property string `json:"property"` // a violation of it
	Enters   string `json:"enters"`   // this site enters its critical section
	Event    string `json:"event"`    // an event of this class happens
	Where    string `json:"where"`    // an expression is true
}

// job is a search that is going on, or over.
type job struct {
	cancel context.CancelFunc

	mu     sync.Mutex
	status searchStatus
}

// searchStatus is how far a search has come.
type searchStatus struct {
	ID       string   `json:"id"`
	States   int      `json:"states"` // met so far
	Depth    int      `json:"depth"`  // steps from where it began
	Done     bool     `json:"done"`
	Reached  bool     `json:"reached"`
	Complete bool     `json:"complete"` // all that can follow was looked at
	Steps    []string `json:"steps"`
	Error    string   `json:"error"`
	Endless  bool     `json:"endless"` // runs that go on for ever may violate the property, too: nobody has looked at these
	Events   []string `json:"events"`  // an event was looked for: those that happen among what was looked at
}

// target is what a question looks for.
type target struct {
	reaches func(counterexamples.Reached) bool
	endless bool
	events  map[string]bool // that have been seen; nil: no event is looked for
}

// search begins to look for a goal from the state after some steps.
func (l *lab) search(_ *http.Request, q struct {
	runQuestion
	Goal goal `json:"goal"`
}) (searchStatus, error) {
	v, err := l.variant(q.Variant)
	if err != nil {
		return searchStatus{}, err
	}
	target, err := l.target(v, q.Goal)
	if err != nil {
		return searchStatus{}, err
	}
	run, err := counterexamples.NewRunFrom(v.system(), v.begin(q.Start))
	if err != nil {
		return searchStatus{}, err
	}
	for _, label := range q.Steps {
		if err := run.Take(label); err != nil {
			return searchStatus{}, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{cancel: cancel, status: searchStatus{ID: rand.Text(), Steps: []string{}, Events: []string{}, Endless: target.endless}}
	l.mu.Lock()
	for _, other := range l.jobs { // one at a time: whoever asks anew has lost interest in the last answer
		other.cancel()
	}
	l.jobs = map[string]*job{j.status.ID: j}
	l.mu.Unlock()
	status := j.status
	go func() {
		defer cancel()
		defer func() {
			if r := recover(); r != nil { // an expression, or a function of a property, went wrong in some state
				j.end(counterexamples.Found{}, nil, fmt.Errorf("%v", r))
			}
		}()
		found, err := run.Find(ctx, target.reaches, l.limit, j.progress)
		j.end(found, slices.Sorted(maps.Keys(target.events)), err)
	}()
	return status, nil
}

func (j *job) progress(states, depth int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.status.States, j.status.Depth = states, depth
}

func (j *job) end(found counterexamples.Found, events []string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.status.Done, j.status.Reached, j.status.Complete, j.status.States = true, found.Reached, found.Complete, found.States
	j.status.Steps, j.status.Events = append(j.status.Steps, found.Steps...), append(j.status.Events, events...)
	if err != nil {
		j.status.Error = err.Error()
	}
}

// searched tells how far a search has come, and stops it if that is asked.
func (l *lab) searched(_ *http.Request, q struct {
	ID   string `json:"id"`
	Stop bool   `json:"stop"`
}) (searchStatus, error) {
	l.mu.Lock()
	j := l.jobs[q.ID]
	l.mu.Unlock()
	if j == nil {
		return searchStatus{}, errors.New("there is no such search any more")
	}
	if q.Stop {
		j.cancel()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.status, nil
}

// target is what a question looks for.
func (l *lab) target(v *variant, g goal) (x target, err error) {
	switch {
	case g.Property != "":
		for _, p := range l.beginning(v).properties {
			if p.Name == g.Property && counterexamples.Pursuable(p) {
				return target{reaches: counterexamples.Violating(p), endless: !p.Shows()}, nil
			}
		}
		return x, fmt.Errorf("no property that judges states, steps or ends is named %q", g.Property)
	case g.Enters != "":
		for k, place := range v.system().Places {
			if place.Title() == g.Enters {
				x.reaches = func(x counterexamples.Reached) bool {
					return x.Event != nil && int(x.Event.Site) == k+1 && x.Event.Entries > 0
				}
				return x, nil
			}
		}
		return x, fmt.Errorf("no site is named %q", g.Enters)
	case g.Event != "":
		x.events = map[string]bool{}
		x.reaches = func(r counterexamples.Reached) bool {
			if r.Event == nil {
				return false
			}
			class := r.Event.Class()
			x.events[class] = true
			return class == g.Event
		}
		return x, nil
	}
	if g.Where == "" {
		return x, errors.New("nothing is looked for")
	}
	p, err := predicate.New(g.Where, v.system())
	var wrong *predicate.Error
	if errors.As(err, &wrong) && len(wrong.Known) > 0 {
		if near := names.Nearest(wrong.Unknown, wrong.Known); near != "" {
			return x, fmt.Errorf("%w\nthe nearest name is %s", err, near)
		}
		return x, fmt.Errorf("%w\nthe names are %s", err, names.Or(wrong.Known))
	} else if err != nil {
		return x, err
	}
	x.reaches = func(r counterexamples.Reached) bool { return !r.Outside && p.Holds(r.After) }
	return x, nil
}
