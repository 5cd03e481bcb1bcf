// Package proofs closes the views of an algorithm for more and more processes, as far as a budget of work goes, and says of each
// property that shows in few places for how many processes it is proved, how, and what stands in the way of more.
package proofs

import (
	"context"
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
)

// Report is what was found of an algorithm.
type Report struct {
	Algorithm string `json:"algorithm"`
	Runs      []Run  `json:"runs"`
}

// Run is a closure.
type Run struct {
	Line      string   `json:"run"` // the model's flags
	Variant   string   `json:"variant"`
	Processes int      `json:"n"`
	Entities  int      `json:"views"` // of so many places
	Queues    int      `json:"queues,omitempty"`
	Numbers   int      `json:"numbers,omitempty"` // caps
	Capped    bool     `json:"capped,omitempty"`  // one was hit
	States    int      `json:"states"`
	Messages  int      `json:"messages"`
	Pairs     int      `json:"pairs,omitempty"`
	Work      int      `json:"work"` // that it may take, as in [Options]
	Ended     bool     `json:"ended"`
	Growing   []string `json:"growing,omitempty"` // to the end of the work
	Answers   []Answer `json:"answers,omitempty"`
}

// Answer is what a closure says of a property.
type Answer struct {
	Property string `json:"property"`
	Verdict  string `json:"verdict"` // proved, vacuous or open
	Why      string `json:"why,omitempty"`
}

// The verdicts.
const (
	Proved  = "proved"
	Vacuous = "vacuous"
	Open    = "open"
)

// Options are the bounds.
type Options struct {
	First int // work of the smallest closure, since many have no end: steps, pairs, and 50 for each entity
	Work  int // work of each other one
	Most  int // processes
	Caps  int // of queues and of numbers, where the smallest closure does not end without
}

// Decide closes the views of all variants of an algorithm.
func Decide(ctx context.Context, a *paper.Algorithm, o Options) (*Report, error) {
	r := &Report{Algorithm: a.Name}
	for _, variant := range a.AllVariants() {
		if variant == model.Repaired && len(a.Repairs) == 0 {
			continue
		}
		for _, entities := range []int{2, 1} {
			if err := r.climb(ctx, a, variant, entities, o); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// climb closes views of so many places for more and more processes, until one closure proves nothing.
func (r *Report) climb(ctx context.Context, a *paper.Algorithm, variant string, entities int, o Options) error {
	large := a.UpTo(MostProcesses)
	first := max(2, a.Processes.Min)
	work := o.First
	for n := first; n <= o.Most; n++ {
		c := large.With(variant, func(c *model.Config) { c.Processes = n })
		if _, _, err := options.Parse(paper.List{large}, options.Line(large, c)); err != nil {
			continue // as where processes must be a square
		}
		run, err := Close(ctx, a, c, entities, work, 0)
		if run == nil {
			return err // nil: there is no such configuration
		}
		r.Runs = append(r.Runs, *run)
		if !run.proves() {
			if n > first || run.Ended {
				return nil
			}
			if run, err = Close(ctx, a, c, entities, work, o.Caps); run != nil {
				r.Runs = append(r.Runs, *run)
			}
			return err
		}
		work = o.Work
	}
	return nil
}

// Close closes the views of one configuration within so much work, with caps if they are not 0. There is no run of a configuration that
// there is not.
func Close(ctx context.Context, a *paper.Algorithm, c model.Config, entities, work, caps int) (*Run, error) {
	sys, c, err := Endless(a, c)
	if err != nil {
		return nil, nil
	}
	o := views.Options{Entities: entities, Questions: Questions(a, c), MaxWork: work, Queues: caps, Numbers: caps}
	result, err := views.Of(ctx, sys, o)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	run := &Run{
		Line: strings.TrimPrefix(options.Line(a, c), a.Name+" "), Variant: c.Variant, Processes: c.Processes, Entities: entities, Queues: caps, Numbers: caps,
		Capped: result.Capped, States: result.States, Messages: result.Messages, Work: work, Ended: result.Limit == "",
	}
	if entities == 2 {
		run.Pairs = result.Views
	}
	for _, g := range result.Growing {
		run.Growing = append(run.Growing, grown(g))
	}
	for _, x := range result.Answers {
		answer := Answer{x.Name, Open, x.Why}
		if x.Proved {
			answer.Verdict = Proved
		}
		if x.Vacuous {
			answer.Verdict = Vacuous
		}
		run.Answers = append(run.Answers, answer)
	}
	return run, nil
}

// grown says what grows where: "numbers in Token.LN".
func grown(g views.Growing) string {
	what := "numbers"
	switch {
	case g.List > 0 && g.Number > 0:
		what = "lists and numbers"
	case g.List > 0:
		what = "lists"
	}
	where := g.Field
	if g.Message != "" {
		where = "messages " + strings.TrimSuffix(g.Message+"."+g.Field, ".")
	}
	return fmt.Sprintf("%s in %s", what, where)
}

// proves reports that it proves anything.
func (r *Run) proves() bool {
	for _, a := range r.Answers {
		if a.Verdict != Open && r.Ended {
			return true
		}
	}
	return false
}

// of is what a closure says of a property; nil if it says nothing.
func (r *Run) of(property string) *Answer {
	for k := range r.Answers {
		if r.Answers[k].Property == property {
			return &r.Answers[k]
		}
	}
	return nil
}
