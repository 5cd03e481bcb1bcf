package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutant"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/invariants"
)

// few is the part of a check that judges what shows in few places.
func (x *check) few() *check {
	part := *x
	part.panel, part.expect = nil, nil
	for k, p := range x.panel {
		if p.Few != nil {
			part.panel, part.expect = append(part.panel, p), append(part.expect, x.expect[k])
		}
	}
	return &part
}

// prove searches a model with a mutant switched on, and closes its views. A proof of what the search violates kills: it would be false.
func (w *worker) prove(x *check, number, work int, limit trial.Limit) trial.Answer {
	x = x.few()
	a := w.check(x, number, limit)
	violated := map[string]bool{}
	for k := range a.Properties {
		s := &a.Properties[k]
		s.Kills, violated[s.Property] = false, s.Got == string(invariants.Refuted)
		a.Violates = a.Violates || violated[s.Property]
	}
	for _, entities := range []int{2, 1} {
		w.close(x, &a, violated, number, entities, work, limit)
	}
	return a
}

// close closes views of so many places.
func (w *worker) close(x *check, a *trial.Answer, violated map[string]bool, number, entities, work int, limit trial.Limit) {
	defer w.during(*a, limit)()
	mutant.Choose(number)
	defer mutant.Choose(0)
	defer func() {
		if p := recover(); p != nil {
			a.Broken, _, _ = strings.Cut(fmt.Sprint(p), "\n")
		}
	}()
	run, err := proofs.Close(context.Background(), x.algorithm, x.config, entities, work, 0)
	if err != nil || run == nil {
		a.Broken = fmt.Sprint(err)
		return
	}
	for _, answer := range run.Answers {
		proved := answer.Verdict == proofs.Proved
		if a.Asked++; proved {
			a.Proved++
		}
		a.Properties = append(a.Properties, trial.Says{
			Property: fmt.Sprintf("%s by views of %d", answer.Property, entities), Want: proofs.Open, Got: answer.Verdict, Kills: proved && violated[answer.Property],
		})
	}
}
