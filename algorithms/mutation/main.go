// Command mutation makes mutants of algorithms, each with one small mistake, and says which of them the properties catch
// at the sizes of the algorithm's gate.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"

	"github.com/spf13/pflag"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

// flags of the command.
type flags struct {
	all, verbose, list, update bool
	survivors, open            bool
	run                        []string
	config                     []string
	sample                     string
	time                       time.Duration
	processes                  int
	views                      int
}

func run(ctx context.Context) error {
	var f flags
	set := pflag.NewFlagSet("mutation", pflag.ContinueOnError)
	set.BoolVar(&f.all, "all", false, "all algorithms")
	set.BoolVarP(&f.verbose, "verbose", "v", false, "list the mutants that survive, with the lines that change")
	set.BoolVar(&f.list, "list", false, "list all mutants, and run none")
	set.BoolVar(&f.update, "update", false, "write what is found beside the algorithm, and into the table in docs")
	set.BoolVar(&f.survivors, "survivors", false, "run only those that are recorded as survivors: enough where properties and checks have only been added")
	set.BoolVar(&f.open, "open", false, "with --survivors: leave out those that are equivalent, as somebody has written: no check can kill them")
	set.StringSliceVar(&f.run, "run", nil, "run these mutants only, and print what the properties say")
	set.StringArrayVar(&f.config, "config", nil, `other sizes instead of the gate's: "-n 3 -r 2"; may be repeated`)
	set.StringVar(&f.sample, "sample", "", "run mutants in an order that this word chooses, and demand that those die that are recorded as killed")
	set.DurationVar(&f.time, "time", time.Minute, "with --sample: for so long")
	set.IntVar(&f.views, "views", 0, "with --config: search what shows in few places, close views with so much work, and demand that these prove nothing that is violated")
	set.IntVarP(&f.processes, "processes", "j", runtime.GOMAXPROCS(0), "worker processes")
	set.Usage = func() {
		fmt.Fprintf(os.Stderr, "go run ./algorithms/mutation [flags] ALGORITHM...\n\n%s", set.FlagUsages())
	}
	if err := set.Parse(os.Args[1:]); errors.Is(err, pflag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	names := set.Args()
	switch {
	case len(names) == 0 && !f.all && f.sample == "":
		set.Usage()
		return errors.New("no algorithm is named; --all takes all")
	case f.open && !f.survivors:
		return errors.New("--open is about --survivors")
	case f.views > 0 && len(f.config) == 0:
		return errors.New("--views is about models: --config names them")
	case f.update && (len(f.config) > 0 || len(f.run) > 0 || f.sample != "" || f.views > 0):
		return errors.New("--update writes what all mutants do at the gate's sizes: not with --config, --run, --sample or --views")
	}
	return f.do(ctx, names)
}
