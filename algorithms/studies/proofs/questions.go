package proofs

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// MostProcesses is as many as views are closed for.
const MostProcesses = 200

// Question is a property that shows in few places as a question.
func Question(p *invariants.Property) views.Question {
	q := views.Question{Name: p.Name, Pair: p.Few.Pair, Deaf: p.Deaf, Inside: p.Few.Inside, Tokens: p.Few.Tokens}
	if p.Few.Heard {
		q.Heard = p.Hears
	}
	if p.State != nil {
		q.Speaks = func(v *model.View) bool { return p.State(invariants.Views{v}) != invariants.Silent }
	}
	return q
}

// Questions are those of an algorithm.
func Questions(a *paper.Algorithm, c model.Config) (all []views.Question) {
	for _, p := range a.Properties(c) {
		if p.Few != nil {
			all = append(all, Question(&p))
		}
	}
	return all
}

// Endless is a system of a configuration, and that configuration, with any number of requests wherever there are some, and have no time stamps.
// The error is that of [paper.Algorithm.Fits].
func Endless(a *paper.Algorithm, c model.Config) (*system.System, model.Config, error) {
	c = c.Clone()
	if c.Processes > min(a.Processes.Max, model.MaxSites) {
		c.Unsearched = true
	}
	if err := a.Fits(c); err != nil {
		return nil, c, err
	}
	sys := a.New(c)
	if !a.NoRequests && !sys.Alone().Ticketed() {
		for k := range c.Requests {
			if c.Requests[k] > 0 {
				c.Requests[k] = model.Unlimited
			}
		}
		sys = a.New(c)
	}
	return sys, c, nil
}
