package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// sampled runs mutants that are recorded as killed until the time is over, an equal share of it for each package.
// Of a gate that has changed since it only tells: its mutants have to die all the same.
func (f *flags) sampled(ctx context.Context, s *session) error {
	seed := fnv.New64a()
	seed.Write([]byte(f.sample))
	random := rand.New(rand.NewPCG(seed.Sum64(), 0))
	end := time.Now().Add(f.time)
	var wrong []error
	for k, p := range s.packages {
		x := s.subjects[k]
		record, err := x.record(s.root, p)
		if err != nil {
			return err
		}
		found := &record.Found
		again := "go run ./algorithms/mutation --update " + x.names[0]
		switch {
		case found.Made == "":
			fmt.Printf("%s: the mutants have not been run yet: %s\n", x.title(), again)
			continue
		case found.Made != made(p):
			wrong = append(wrong, fmt.Errorf("%s: the handlers have changed since the mutants were run: %s", x.title(), again))
			continue
		case found.Gate != hash(filepath.Join(s.root, x.gate())):
			fmt.Printf("%s: the gate has changed since the mutants were run: %s\n", x.title(), again)
		}
		left := slices.DeleteFunc(slices.Clone(p.Mutants), func(m *mutate.Mutant) bool {
			return slices.Contains(found.Survivors(), m.ID)
		})
		random.Shuffle(len(left), func(a, b int) { left[a], left[b] = left[b], left[a] })
		share, cancel := context.WithTimeout(ctx, time.Until(end)/time.Duration(len(s.packages)-k))
		done := 0
		err = s.trials(share, k, nil, left, func(r trial.Result) {
			done++
			if !r.Outcome.Dead() {
				wrong = append(wrong, fmt.Errorf("%s: %s is recorded as killed, but survives: %s", x.title(), r.Mutant.ID, r.Mutant.Change()))
			}
		})
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		fmt.Printf("%s: %d of %d that are recorded as killed were run\n", x.title(), done, len(left))
	}
	return errors.Join(wrong...)
}
