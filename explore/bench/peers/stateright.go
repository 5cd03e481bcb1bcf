package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// stateright searches breadth first. It knows states by hashes of 64 bits.
func stateright(threads int, fetch bool) tool {
	return tool{
		name: "Stateright", workers: threads, parse: parseStateright,
		build: func(ctx context.Context, dir string, c config) ([]string, error) {
			if !fetch {
				return nil, errMissing
			}
			if err := installed("cargo"); err != nil {
				return nil, err
			}
			source, err := fs.Sub(models, "models/stateright")
			if err != nil {
				return nil, err
			}
			if err := os.CopyFS(dir, source); err != nil {
				return nil, err
			}
			made, err := cache("stateright")
			if err != nil {
				return nil, err
			}
			command := []string{filepath.Join(made, "release", "suzuki-kasami"), fmt.Sprint(threads)}
			for _, budget := range c.requests {
				command = append(command, fmt.Sprint(budget))
			}
			return command, compile(ctx, dir, "cargo", "build", "--release", "--locked", "--target-dir", made)
		},
	}
}

// What the model prints at its end.
var (
	staterightDone  = regexp.MustCompile(`(?m)^done: true$`)
	staterightCount = regexp.MustCompile(`(?m)^distinct states: (\d+)\ngenerated states: (\d+)\n`)
)

// parseStateright takes one from the states that were generated: the initial state, at which no transition arrives.
func parseStateright(output string) (count, error) {
	found := staterightCount.FindStringSubmatch(output)
	if !staterightDone.MatchString(output) || found == nil {
		return count{}, errors.New("it is not done, or the report is not whole")
	}
	c, err := counted(found[1], found[2])
	c.transitions--
	return c, err
}
