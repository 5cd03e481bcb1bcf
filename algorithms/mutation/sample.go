package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// sampled runs mutants that are recorded as killed, of each package in turn, until the time is over. Which, the word
// decides; those that are recorded as survivors are left out. Of a gate that has changed since it only tells: its mutants
// have to die all the same.
func (f *flags) sampled(ctx context.Context, s *session) error {
	seed := fnv.New64a()
	seed.Write([]byte(f.sample))
	random := rand.New(rand.NewPCG(seed.Sum64(), 0))
	checks := make([][]trial.Answer, len(s.packages)) // of each package, none of them run
	queues := make([][]*trial.Job, len(s.packages))
	var wrong []error
	for k := range s.packages {
		left, err := s.killed(k)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		random.Shuffle(len(left), func(a, b int) { left[a], left[b] = left[b], left[a] })
		job := s.job(k, nil)
		job.List = true
		if checks[k], err = s.bench.Baseline(ctx, job); err != nil {
			return err
		}
		queues[k] = s.jobs(k, s.job(k, nil), trial.Plan(checks[k], true), left)
	}
	jobs, of := inTurn(queues)
	ctx, cancel := context.WithTimeout(ctx, f.time)
	defer cancel()
	done := make([]int, len(queues))
	err := s.bench.Run(ctx, jobs, func(job *trial.Job, found []trial.Answer) {
		k := of[job]
		done[k]++
		r := trial.Decide(s.packages[k].Mutants[job.Mutant-s.first(k)], checks[k], found)
		if !r.Outcome.Dead() {
			wrong = append(wrong, fmt.Errorf("%s: %s is recorded as killed, but survives: %s",
				s.subjects[k].title(), r.Mutant.ID, r.Mutant.Change()))
		}
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	for k, x := range s.subjects {
		fmt.Printf("%s: %d of %d that are recorded as killed were run\n", x.title(), done[k], len(queues[k]))
	}
	return errors.Join(wrong...)
}

// killed lists the mutants of package k that are recorded as killed. It is an error if the record is of others.
func (s *session) killed(k int) ([]*mutate.Mutant, error) {
	x, p := s.subjects[k], s.packages[k]
	record, err := x.record(s.root, p)
	if err != nil {
		return nil, err
	}
	found := &record.Found
	again := "go run ./algorithms/mutation --update " + x.names[0]
	switch {
	case found.Made == "":
		fmt.Printf("%s: the mutants have not been run yet: %s\n", x.title(), again)
		return nil, nil
	case found.Made != made(p):
		return nil, fmt.Errorf("%s: the handlers have changed since the mutants were run: %s", x.title(), again)
	case found.Gate != hash(filepath.Join(s.root, x.gate())):
		fmt.Printf("%s: the gate has changed since the mutants were run: %s\n", x.title(), again)
	}
	return slices.DeleteFunc(slices.Clone(p.Mutants), func(m *mutate.Mutant) bool {
		return slices.Contains(found.Survivors(), m.ID)
	}), nil
}

// inTurn takes the first job of each queue, then the second of each, and so on, and tells of which queue each is.
func inTurn(queues [][]*trial.Job) (all []*trial.Job, of map[*trial.Job]int) {
	of = map[*trial.Job]int{}
	for at := 0; ; at++ {
		before := len(all)
		for k, queue := range queues {
			if at < len(queue) {
				all = append(all, queue[at])
				of[queue[at]] = k
			}
		}
		if len(all) == before {
			return all, of
		}
	}
}
