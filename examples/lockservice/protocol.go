package main

import (
	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/run"
)

// marks are the lock's events that are a client's.
var marks = run.Marks{Request: ask, Exit: leave}

// protocol is what the processes of the service run: the lock of this example, or a repaired algorithm of the literature.
type protocol struct {
	algorithm string // empty: the lock
	processes int
	// budgets of faults: how many there are bounds a search and no run
	loss, duplicate, early int
}

func (p protocol) system() (*system.System, error) {
	if p.algorithm == "" {
		return Lock(p.processes).System()
	}
	a, err := algorithms.All().Find(p.algorithm)
	if err != nil {
		return nil, err
	}
	c := a.With(model.Repaired, func(c *model.Config) {
		c.Processes = p.processes
		if c.Groups > 0 {
			c.Groups = p.processes // each asks for its own, so that nobody meets anybody
		}
		c.Loss, c.Duplicate, c.Early = p.loss, p.duplicate, p.early
		for range p.processes {
			c.Requests = append(c.Requests, model.Unlimited)
		}
	})
	return a.New(c), nil
}
