package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// tool is one way to run one model checker: a row of the table.
type tool struct {
	name      string // as the table shows it
	reference bool   // one of those that the others are compared with
	workers   int
	// build makes the verifier in an empty directory and returns the command that runs it there. errMissing if the
	// tool is not installed.
	build func(ctx context.Context, dir string, c config) (command []string, err error)
	// parse reads what the command printed. Only a complete search that found nothing has a count: whatever it
	// does not understand is an error, whatever the exit code was.
	parse func(output string) (count, error)
}

func (t tool) String() string { return fmt.Sprintf("%s (workers: %d)", t.name, t.workers) }

// count is what all tools must agree on.
type count struct {
	states      int // distinct states
	transitions int // out of all of them
}

func (c count) String() string {
	return fmt.Sprintf("%d states and %d transitions", c.states, c.transitions)
}

// tools are the rows of the table, in its order.
func (o options) tools() []tool {
	return []tool{
		gmecheck(1), gmecheck(2),
		spinDepthFirst(), spinBreadthFirst(), spinParallel(2), spinHashCompact(2),
		rumur(1), rumur(2),
		stateright(1, o.fetch), stateright(2, o.fetch),
		tlc(1, o.fetch), tlc(2, o.fetch),
	}
}

// errMissing says that a tool is not installed.
var errMissing = errors.New("not installed")

// The project's own models of the protocol that algorithms/suzukikasami models for gmecheck.
//
//go:embed models
var models embed.FS

// copyModel writes one of the models into dir, behind a preamble.
func copyModel(dir, name, preamble string) error {
	text, err := models.ReadFile("models/" + name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), append([]byte(preamble), text...), 0o666)
}

// installed returns errMissing unless all the programs are on the path.
func installed(programs ...string) error {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return errMissing
		}
	}
	return nil
}

// cache is a folder of its own for what is fetched of a tool.
func cache(name string) (string, error) {
	top, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(top, "gmecheck", "peers", name)
	return dir, os.MkdirAll(dir, 0o777)
}

// compile runs a program that makes a verifier, in dir.
func compile(ctx context.Context, dir, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, output)
	}
	return nil
}

// number reads what a pattern of digits has matched.
func number(digits string) (int, error) {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, fmt.Errorf("no count: %w", err)
	}
	return n, nil
}

// counted makes a count of two texts.
func counted(states, transitions string) (count, error) {
	s, err := number(states)
	if err != nil {
		return count{}, err
	}
	t, err := number(transitions)
	if err != nil {
		return count{}, err
	}
	return count{s, t}, nil
}
