package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// result is one table: a configuration and what every tool made of it.
type result struct {
	config  config
	count   count  // the same for all
	counted string // who found it first
	rows    []row
}

// row is one tool and its runs; no command and none of them if it is not installed.
type row struct {
	tool
	dir     string
	command []string
	runs    []sample
}

// sample is one run of a tool.
type sample struct {
	wall   time.Duration
	peak   int64   // bytes: the largest resident set of any of its processes; 0 if it cannot be known
	others float64 // cores that other processes kept busy meanwhile
}

// measure builds all tools, then runs them in turn, so that whatever else the machine does hits all alike.
func measure(ctx context.Context, c config, tools []tool, o options, progress io.Writer) (result, error) {
	r := result{config: c}
	top, err := os.MkdirTemp("", "peers")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(top)
	for _, t := range tools {
		row := row{tool: t}
		if row.dir, err = os.MkdirTemp(top, "verifier"); err != nil {
			return r, err
		}
		if row.command, err = t.build(ctx, row.dir, c); err != nil && !errors.Is(err, errMissing) {
			return r, fmt.Errorf("%v: %w", t, err)
		}
		r.rows = append(r.rows, row)
	}
	for round := range o.runs {
		for k := range r.rows {
			row := &r.rows[k]
			if row.command == nil {
				continue
			}
			if err := r.run(ctx, row, o.limit); err != nil {
				return r, fmt.Errorf("%v: %w", row.tool, err)
			}
			fmt.Fprintf(progress, "%v: run %d of %d: %v: %.2f s\n", c, round+1, o.runs, row.tool, row.runs[round].wall.Seconds())
		}
	}
	return r, nil
}

// run adds a run to a row. It must count what all runs before it did.
func (r *result) run(ctx context.Context, row *row, limit time.Duration) error {
	output, s, err := runOnce(ctx, row.dir, row.command, limit)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, output)
	}
	found, err := row.parse(output)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, output)
	}
	if r.counted == "" {
		r.counted, r.count = row.String(), found
	}
	if found != r.count {
		return fmt.Errorf("the tools disagree: it finds %v, %s %v", found, r.counted, r.count)
	}
	row.runs = append(row.runs, s)
	return nil
}

// runOnce runs a verifier to its end. An exit code other than 0 is an error, but 0 says nothing yet.
func runOnce(ctx context.Context, dir string, command []string, limit time.Duration) (output string, s sample, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("stopped after %v", limit))
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.WaitDelay = 5 * time.Second // then it is killed
	isolate(cmd)
	before, start := busy(), time.Now()
	err = cmd.Run()
	s.wall = time.Since(start)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return stdout.String() + stderr.String(), s, err
	}
	s.peak = peak(cmd.ProcessState)
	own := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	s.others = max(0, (busy()-before-own).Seconds()/s.wall.Seconds())
	return stdout.String() + stderr.String(), s, nil
}

// missing reports that the tool is not installed.
func (r row) missing() bool { return len(r.runs) == 0 }

// wall is the median.
func (r row) wall() time.Duration {
	return median(r.runs, func(s sample) time.Duration { return s.wall })
}

// peak is the median.
func (r row) peak() int64 {
	return median(r.runs, func(s sample) int64 { return s.peak })
}

// rate is states per second; 0 if the tool is not installed.
func (r result) rate(of row) float64 {
	if of.missing() {
		return 0
	}
	return float64(r.count.states) / of.wall().Seconds()
}

// reference is the rate of SPIN's fastest search with at most so many workers; 0 if it is not installed.
func (r result) reference(workers int) float64 {
	best := 0.0
	for _, row := range r.rows {
		if row.reference && row.workers <= workers {
			best = max(best, r.rate(row))
		}
	}
	return best
}

// median is the middle value of at least one sample: the lower of two.
func median[T time.Duration | int64 | float64](samples []sample, value func(sample) T) T {
	var values []T
	for _, s := range samples {
		values = append(values, value(s))
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
