package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// viewed compares what views prove of mutants with what searches find.
func (f *flags) viewed(ctx context.Context, s *session) error {
	var wrong []error
	for k, p := range s.packages {
		job := s.job(k, f.config)
		job.Views = f.views
		var plan []trial.Limit
		for at := range job.Lines {
			plan = append(plan, trial.Limit{Check: at, States: 200_000, Seconds: 30})
		}
		violating, answered, proved, lost := 0, 0, 0, 0
		err := s.bench.Run(ctx, s.jobs(k, job, plan, p.Mutants), func(job *trial.Job, found []trial.Answer) {
			violates, open := false, false
			for _, a := range found {
				open = open || a.Broken != "" || a.Limit != ""
				violates, answered, proved = violates || a.Violates, answered+a.Asked, proved+a.Proved
				for _, x := range a.Properties {
					if x.Kills {
						wrong = append(wrong, fmt.Errorf("%s: %s is proved, and violated: %s", a.Name, x.Property, p.Mutants[job.Mutant-s.first(k)].ID))
					}
				}
			}
			if violates {
				violating++
			} else if open {
				lost++
			}
		})
		if err != nil {
			return err
		}
		fmt.Printf("%s %s: %d mutants, of which %d violate what shows in few places and %d break or do not end; of %d answers of views %d are proofs\n",
			s.subjects[k].title(), strings.Join(f.config, "; "), len(p.Mutants), violating, lost, answered, proved)
	}
	return errors.Join(wrong...)
}
