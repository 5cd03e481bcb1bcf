package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// rumur searches breadth first. Processes are numbers and no scalarset, so there is no symmetry to reduce.
func rumur(threads int) tool {
	return tool{
		name: "Rumur", workers: threads, parse: parseRumur,
		build: func(ctx context.Context, dir string, c config) ([]string, error) {
			if err := installed("rumur", "gcc"); err != nil {
				return nil, err
			}
			size := fmt.Sprintf("const N: %d; R: %d;", len(c.requests), slices.Max(c.requests))
			for i, budget := range append(slices.Clone(c.requests), 0, 0, 0)[:5] { // at least two processes
				size += fmt.Sprintf(" B%d: %d;", i+1, budget)
			}
			if err := copyModel(dir, "suzuki_kasami.m", size+"\n"); err != nil {
				return nil, err
			}
			if err := compile(ctx, dir, "rumur", "--deadlock-detection", "off", "--symmetry-reduction", "off",
				"--threads", fmt.Sprint(threads), "--output", "verifier.c", "suzuki_kasami.m"); err != nil {
				return nil, err
			}
			if err := unbounded(filepath.Join(dir, "verifier.c")); err != nil {
				return nil, err
			}
			return []string{"./verifier"}, compile(ctx, dir, "gcc", "-std=c11", "-O3", "-march=native", "-mcx16",
				"-o", "verifier", "verifier.c", "-lpthread", "-latomic")
		},
	}
}

// unbounded refuses a verifier that would cut its search: it would not say so.
func unbounded(source string) error {
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	if !regexp.MustCompile(`(?m)^#define BOUND 0$`).Match(text) {
		return errors.New("the verifier bounds its search, or does not say that it has no bound")
	}
	return nil
}

// What a verifier of Rumur prints at its end.
var (
	rumurFine  = regexp.MustCompile(`(?m)^Status:\n\n\tNo error found\.$`)
	rumurCount = regexp.MustCompile(`(?m)^\t(\d+) states, (\d+) rules fired in \d+s\.$`)
)

func parseRumur(output string) (count, error) {
	found := rumurCount.FindStringSubmatch(output)
	switch {
	case !rumurFine.MatchString(output):
		return count{}, errors.New(`it does not say "No error found."`)
	case found == nil:
		return count{}, errors.New("the report is not whole")
	}
	return counted(found[1], found[2])
}
