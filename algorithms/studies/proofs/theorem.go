package proofs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// EveryWork is how many steps and pairs a closure for every number of processes may have.
const EveryWork = 2_000_000

// Every is what is known of an algorithm for every number of processes.
type Every struct {
	views.Everywhere
	Conditions []Condition
}

// Condition is one of the theorem in docs/every-n.md.
type Condition struct {
	Number  int
	Text    string
	Met     bool
	How     string // it is known to be met, or why it is not
	Blocked bool   // it is known not to be met
}

var conditions = []string{
	"handlers commute with renaming of sites",
	"no result depends on the number of processes or on the topology",
	"pairs are closed under renaming, and every beginning is among them",
	"pairs are closed under steps, without caps",
	"there are as many processes as three things mention",
}

// DecideEvery closes the pairs of an algorithm under renaming, and looks at every condition of the theorem.
func DecideEvery(ctx context.Context, a *paper.Algorithm, c model.Config, o views.Options) (*Every, error) {
	o.Questions = everyQuestions(a, c)
	if len(o.Questions) == 0 {
		return nil, fmt.Errorf("%s has no property that shows in few places", a.Name)
	}
	r, err := views.Every(ctx, family(a, c), o)
	if err != nil {
		return nil, err
	}
	e := &Every{Everywhere: *r}
	known := ""
	switch {
	case a.Own || !Uniform(a):
		known = "the static check has not found handlers to be uniform"
	case len(a.Params) > 0 && !OnTrees(a):
		known = "there are parameters besides a tree"
	case c.Groups > 0 || c.Tokens > 1 || c.Priorities > 0:
		known = "there are groups, tokens or priorities, which may depend on the number of processes"
	}
	for k, text := range conditions {
		e.Conditions = append(e.Conditions, e.condition(k+1, text, known))
	}
	return e, nil
}

// condition decides one; missing says why the static check does not tell, and is empty if it does.
func (e *Every) condition(number int, text, missing string) Condition {
	x := Condition{Number: number, Text: text}
	blocked := slices.IndexFunc(e.Obstacles, func(o views.Obstacle) bool { return o.Condition == number })
	closed := e.Processes > 0 && !slices.ContainsFunc(e.Obstacles, func(o views.Obstacle) bool { return o.Condition >= 4 })
	refuted := len(e.Answers) > 0 && !slices.ContainsFunc(e.Answers, func(a views.Answer) bool { return a.Proved })
	switch {
	case blocked >= 0:
		x.Blocked, x.How = true, e.Obstacles[blocked].Text
		if number == 4 && len(e.Growing) > 0 {
			var all []string
			for _, g := range e.Growing {
				all = append(all, grown(g))
			}
			x.How += ": " + strings.ReplaceAll(growing(all), "`", "")
		}
	case !closed || refuted:
		x.How = "not looked at: the closure has not ended"
		if refuted {
			x.How = "not looked at: nothing is proved"
		}
	case number <= 3 && missing != "":
		x.How = fmt.Sprintf("so it is at n = %d; beyond, %s", e.Processes, missing)
	case number <= 3:
		x.Met, x.How = true, fmt.Sprintf("by every pair at n = %d, and by the static check of the handlers", e.Processes)
	case number == 4:
		x.Met, x.How = true, fmt.Sprintf("%s pairs at n = %d, from %d topologies", humanize.Comma(int64(e.Pairs)), e.Processes, e.Topologies)
		if e.Orbits > 0 {
			x.How += fmt.Sprintf("; %s up to names", humanize.Comma(int64(e.Orbits)))
		}
	default:
		x.Met, x.How = e.Enough(), fmt.Sprintf("they mention %d, and n = %d", e.Mentioned, e.Processes)
	}
	return x
}

// Theorem reports that all conditions are met.
func (e *Every) Theorem() bool {
	return len(e.Conditions) > 0 && !slices.ContainsFunc(e.Conditions, func(c Condition) bool { return !c.Met })
}

// Conjectured reports that all conditions are met as far as they can be checked on a closure.
func (e *Every) Conjectured() bool {
	return !slices.ContainsFunc(e.Conditions, func(c Condition) bool { return !c.Met && (c.Number > 3 || c.Blocked) })
}

// Missing are the numbers of the conditions that are not met, in words.
func (e *Every) Missing() string {
	var all []string
	for _, c := range e.Conditions {
		if !c.Met {
			all = append(all, fmt.Sprint(c.Number))
		}
	}
	return strings.Join(all, ", ")
}

// everyQuestions are the properties of an algorithm that are the same for every number of processes.
func everyQuestions(a *paper.Algorithm, c model.Config) (all []views.Question) {
	same := []invariants.Property{invariants.Mutex, invariants.GME, invariants.Spurious, invariants.Environment, invariants.OneToken}
	for _, p := range a.Properties(c) {
		if slices.ContainsFunc(same, func(q invariants.Property) bool { return p.Few != nil && p.Few == q.Few }) {
			all = append(all, Question(&p))
		}
	}
	return all
}
