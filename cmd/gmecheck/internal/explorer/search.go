package explorer

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"sync"

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
	reaches, err := v.goal(q.Goal)
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
	j := &job{cancel: cancel, status: searchStatus{ID: rand.Text(), Steps: []string{}}}
	l.mu.Lock()
	for _, other := range l.jobs { // one at a time: whoever asks anew has lost interest in the last answer
		other.cancel()
	}
	l.jobs = map[string]*job{j.status.ID: j}
	l.mu.Unlock()
	status := j.status
	go func() {
		defer cancel()
		found, err := run.Find(ctx, reaches, l.limit, j.progress)
		j.end(found, err)
	}()
	return status, nil
}

func (j *job) progress(states, depth int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.status.States, j.status.Depth = states, depth
}

func (j *job) end(found counterexamples.Found, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.status.Done, j.status.Reached, j.status.Complete, j.status.States = true, found.Reached, found.Complete, found.States
	j.status.Steps = append(j.status.Steps, found.Steps...)
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

// goal is what a question looks for.
func (v *variant) goal(g goal) (func(counterexamples.Reached) bool, error) {
	switch {
	case g.Property != "":
		for _, p := range v.properties {
			if p.Name == g.Property && counterexamples.Pursuable(p) {
				return counterexamples.Violating(p), nil
			}
		}
		return nil, fmt.Errorf("no property that judges states, steps or ends is named %q", g.Property)
	case g.Enters != "":
		for k, place := range v.system().Places {
			if place.Title() == g.Enters {
				return func(x counterexamples.Reached) bool {
					return x.Event != nil && int(x.Event.Site) == k+1 && x.Event.Entries > 0
				}, nil
			}
		}
		return nil, fmt.Errorf("no site is named %q", g.Enters)
	case g.Event != "":
		return func(x counterexamples.Reached) bool { return x.Event != nil && x.Event.Class() == g.Event }, nil
	}
	if g.Where == "" {
		return nil, errors.New("nothing is looked for")
	}
	p, err := predicate.New(g.Where, v.system())
	if err != nil {
		return nil, err
	}
	return func(x counterexamples.Reached) bool { return !x.Outside && p.Holds(x.After) }, nil
}
