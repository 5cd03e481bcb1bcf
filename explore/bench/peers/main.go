// Command peers measures gmecheck beside SPIN, Rumur, Stateright and TLC: the same protocol with the same budgets, the same
// two invariants judged in every state, the whole process timed from start to end. It prints Markdown tables.
//
//	go run ./explore/bench/peers            # two sizes, five runs of everything
//	go run ./explore/bench/peers --quick    # a small size, once: do the tools agree?
//	go run ./explore/bench/peers --update   # writes the tables into docs/speed.md
//	go run ./explore/bench/peers --fetch    # with Stateright and TLC, which are fetched: it needs cargo and mvn
//
// SPIN and Rumur are found on the path, with gcc to compile their verifiers; TLC on the class path in TLC_CP, unless it is
// fetched. A tool that is not installed is a row that says so. A tool that did not finish, found a violation, or counted other
// states or transitions than the rest is an error: the exit code is 1 then, and docs/speed.md stays as it is.
//
// What every tool checks, in every state and nothing else: at most one process is in its critical section, and exactly one
// token exists. Deadlock is judged by none of them, for each means another thing by it. Reductions are off everywhere.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Exit codes.
const (
	exitFine  = 0
	exitFail  = 1
	exitUsage = 64
)

// options are the flags.
type options struct {
	quick    bool
	update   bool
	fetch    bool
	sizes    []string
	runs     int
	limit    time.Duration
	document string

	configs []config // the sizes
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stderr)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return exitFine
	case err != nil:
		fmt.Fprintln(stderr, "peers:", err)
		return exitUsage
	}
	if err := o.run(ctx, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "peers:", err)
		return exitFail
	}
	return exitFine
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := pflag.NewFlagSet("peers", pflag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringArrayVar(&o.sizes, "requests", []string{"3,3,3", "2,2,1,1"}, "budgets of 2 to 5 processes, 0 to 4 each; a table for each such flag")
	flags.BoolVar(&o.quick, "quick", false, "one small size, once: do the tools agree?")
	flags.BoolVar(&o.update, "update", false, "write the tables into the document")
	flags.BoolVar(&o.fetch, "fetch", false, "fetch TLC from the Maven repository, and build Stateright's checker from the Rust registry; they are kept in your cache")
	flags.IntVar(&o.runs, "runs", 5, "runs of every tool; the median is shown")
	flags.DurationVar(&o.limit, "limit", 15*time.Minute, "stop a run after this time, and fail")
	flags.StringVar(&o.document, "document", "docs/speed.md", "the document that --update writes")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.quick && !flags.Changed("runs") {
		o.runs = 1
	}
	if o.quick && !flags.Changed("requests") {
		o.sizes = []string{"2,2,2"}
	}
	for _, size := range o.sizes {
		c, err := parseConfig(size)
		if err != nil {
			return o, fmt.Errorf("--requests %s: %w", size, err)
		}
		o.configs = append(o.configs, c)
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q: there are only flags", flags.Arg(0))
	case o.runs < 1:
		return o, fmt.Errorf("--runs %d: at least 1", o.runs)
	case o.limit <= 0:
		return o, fmt.Errorf("--limit %v: a time such as 15m", o.limit)
	case o.quick && o.update:
		return o, errors.New("--update: a quick table says nothing of speed; leave --quick out")
	}
	return o, nil
}

// run measures everything, prints the tables, and writes them if they are to be kept.
func (o options) run(ctx context.Context, stdout, stderr io.Writer) error {
	if o.update {
		if err := o.updatable(); err != nil {
			return fmt.Errorf("--update: %w", err)
		}
	}
	var results []result
	for _, c := range o.configs {
		r, err := measure(ctx, c, o.tools(), o, stderr)
		if err != nil {
			return fmt.Errorf("%v: %w", c, err)
		}
		results = append(results, r)
	}
	var text strings.Builder
	write(&text, describe(ctx, o.fetch), time.Now(), o.runs, results)
	if _, err := io.WriteString(stdout, text.String()); err != nil {
		return err
	}
	if !o.update {
		return nil
	}
	return update(o.document, text.String())
}

// updatable reports what would be in the way of an update, before an hour is spent on measuring.
func (o options) updatable() error {
	if installed("spin", "gcc") != nil {
		return errors.New("spin or gcc is not installed, and there is nothing to compare with")
	}
	_, _, err := around(o.document)
	return err
}
