package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
	"github.com/gmecheck/gmecheck/algorithms/mutation/table"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// session is the packages that are mutated, and the worker with all their mutants in it.
type session struct {
	root     string
	subjects []*subject
	packages []*mutate.Package // of the same subjects
	bench    *trial.Bench
}

// load reads the packages of the algorithms.
func load(names []string) (*session, error) {
	root, err := top()
	if err != nil {
		return nil, err
	}
	s := &session{root: root}
	if s.subjects, err = chosen(names); err != nil {
		return nil, err
	}
	var dirs []string
	for _, x := range s.subjects {
		dirs = append(dirs, x.dir)
	}
	s.packages, err = mutate.Load(root, dirs...)
	return s, err
}

// first is the number of the first mutant of package k.
func (s *session) first(k int) int {
	n := 1
	for _, p := range s.packages[:k] {
		n += len(p.Mutants)
	}
	return n
}

// job is what is run of package k with one of its mutants, but for the checks.
func (s *session) job(k int, config []string) trial.Job {
	if len(config) == 0 {
		return trial.Job{Gate: s.subjects[k].gate()}
	}
	var lines []string
	for _, name := range s.subjects[k].names {
		for _, c := range config {
			lines = append(lines, name+" "+c)
		}
	}
	return trial.Job{Lines: lines}
}

// jobs is a job for each of these mutants of package k, with the checks of the plan.
func (s *session) jobs(k int, common trial.Job, plan []trial.Limit, mutants []*mutate.Mutant) (all []*trial.Job) {
	common.Checks = plan
	for _, m := range mutants {
		job := common
		job.Mutant = s.first(k) + slices.Index(s.packages[k].Mutants, m)
		all = append(all, &job)
	}
	return all
}

// trials runs mutants of package k. If quick, not all properties are judged of those that die.
func (s *session) trials(ctx context.Context, k int, config []string, quick bool, mutants []*mutate.Mutant, told func(trial.Result)) error {
	job := s.job(k, config)
	base, err := s.bench.Baseline(ctx, job)
	if err != nil {
		return err
	}
	return s.bench.Run(ctx, s.jobs(k, job, trial.Plan(base, quick), mutants), func(job *trial.Job, found []trial.Answer) {
		told(trial.Decide(s.packages[k].Mutants[job.Mutant-s.first(k)], base, found))
	})
}

func (f *flags) do(ctx context.Context, names []string) error {
	s, err := load(names)
	if err != nil {
		return err
	}
	if f.list {
		for _, p := range s.packages {
			for _, m := range p.Mutants {
				fmt.Printf("%s  %s  %s  %s\n", m.ID, m.Where(), m.Operator, m.Change())
			}
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // of the system's temporary files
	binary, err := trial.Build(s.root, dir, s.packages)
	if err != nil {
		return err
	}
	s.bench = &trial.Bench{Binary: binary, Root: s.root, Processes: f.processes}
	switch {
	case f.sample != "":
		return f.sampled(ctx, s)
	case f.views > 0:
		return f.viewed(ctx, s)
	case len(f.run) > 0:
		return f.some(ctx, s)
	}
	for k := range s.packages {
		if err := f.whole(ctx, s, k); err != nil {
			return err
		}
	}
	return nil
}

// some runs the mutants that are named, and prints all that was found.
func (f *flags) some(ctx context.Context, s *session) error {
	left := slices.Clone(f.run)
	for k, p := range s.packages {
		var named []*mutate.Mutant
		for _, m := range p.Mutants {
			if at := slices.Index(left, m.ID); at >= 0 {
				left = slices.Delete(left, at, at+1)
				named = append(named, m)
			}
		}
		if len(named) == 0 {
			continue
		}
		err := s.trials(ctx, k, f.config, false, named, func(r trial.Result) { fmt.Print(detailed(r)) })
		if err != nil {
			return err
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("no mutant is named %s", strings.Join(left, ", "))
	}
	return nil
}

// whole runs all mutants of package k, or those that are recorded as survivors.
func (f *flags) whole(ctx context.Context, s *session, k int) error {
	p, x := s.packages[k], s.subjects[k]
	record, err := x.record(s.root, p)
	if err != nil {
		return err
	}
	found := table.Found{Made: made(p), Gate: hash(filepath.Join(s.root, x.gate())), Mutants: len(p.Mutants)}
	mutants := p.Mutants
	if was := &record.Found; f.survivors {
		if was.Made != found.Made {
			return fmt.Errorf("--survivors: what is recorded of %s is of other mutants: all have to be run", x.title())
		}
		mutants = slices.DeleteFunc(slices.Clone(mutants), func(m *mutate.Mutant) bool { return !slices.Contains(was.Survivors(), m.ID) })
		found.Killed, found.Endless, found.Broken = was.Killed, was.Endless, was.Broken
		if f.open {
			equivalent := func(id string) bool { _, is := record.Reason(id); return is }
			mutants = slices.DeleteFunc(mutants, func(m *mutate.Mutant) bool { return equivalent(m.ID) })
			found.Same = slices.DeleteFunc(slices.Clone(was.Same), func(id string) bool { return !equivalent(id) })
			found.Differ = slices.DeleteFunc(slices.Clone(was.Differ), func(id string) bool { return !equivalent(id) })
		}
	}
	results := map[string]trial.Result{}
	shown := time.Now()
	err = s.trials(ctx, k, f.config, true, mutants, func(r trial.Result) {
		results[r.Mutant.ID] = r
		if time.Since(shown) > 10*time.Second {
			shown = time.Now()
			fmt.Fprintf(os.Stderr, "%s: %d of %d\n", x.title(), len(results), len(mutants))
		}
	})
	if err != nil {
		return err
	}
	var wrong []error
	for _, m := range mutants {
		r := results[m.ID]
		count(&found, r)
		switch why, _ := record.Reason(m.ID); {
		case r.Outcome.Dead() && why != "" && len(f.config) == 0:
			wrong = append(wrong, fmt.Errorf("%s/%s says why %s survives, but it is %s", x.dir, table.RecordFile, m.ID, r.Outcome))
		case !r.Outcome.Dead() && f.verbose:
			fmt.Print(brief(r, record))
		}
	}
	record.Found = found
	fmt.Println(x.section(p, record))
	if f.update {
		wrong = append(wrong, table.Write(filepath.Join(s.root, x.dir, table.RecordFile), &found), writeDocument(s.root))
	}
	return errors.Join(wrong...)
}

// count adds what became of a mutant.
func count(found *table.Found, r trial.Result) {
	switch r.Outcome {
	case trial.Survived:
		found.Same = append(found.Same, r.Mutant.ID)
		return
	case trial.Counts:
		found.Differ = append(found.Differ, r.Mutant.ID)
		return
	case trial.Endless:
		found.Endless++
	case trial.Broken:
		found.Broken++
	}
	found.Killed++
}
