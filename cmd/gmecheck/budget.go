package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// claimsBudget is how many states a ledger explores unless it is told otherwise: a few seconds.
const claimsBudget = "200K"

// leastCharge is how many states can be explored, roughly, in the time that it takes to begin with a configuration.
const leastCharge = 1_000

// ladderFlags are the flags of a verb that decides claims on a ladder.
type ladderFlags struct {
	budget string
	fresh  bool
}

func (l *ladderFlags) add(cmd *cobra.Command, budget string) {
	flags := cmd.Flags()
	flags.StringVar(&l.budget, "budget", budget, "`states` to explore, such as 500K, 50M or none; or a time such as 10m, after which "+
		"the answer depends on the machine")
	flags.BoolVar(&l.fresh, "fresh", false, "explore everything anew: neither use nor store what was explored before")
	fixedValues(cmd, "budget")
}

// options are those of a ledger of an algorithm within the limits of all explorations.
func (l *ladderFlags) options(cmd *cobra.Command, f *explorations, a *paper.Algorithm) (o ledger.Options, err error) {
	if o.Budget, o.Until, err = parseBudget(l.budget); err != nil {
		return o, err
	}
	if f.maxTime > 0 && (o.Until.IsZero() || time.Until(o.Until) > f.maxTime) {
		o.Until = time.Now().Add(f.maxTime)
	}
	if !o.Until.IsZero() {
		f.maxTime = time.Until(o.Until)
	}
	o.Most = f.maxStates
	if o.Search, err = f.searches(cmd); err != nil {
		return o, err
	}
	if o.Known, err = knownRefutations(a.Name); err != nil {
		return o, err
	}
	o.Replay = stillRefuted
	if !l.fresh {
		warn := func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), "gmecheck: "+format+"\n", args...) }
		if s := newShelf(warn); s != nil {
			o.Store = s
		}
	}
	o.Progress = func(at ledger.Progress) {
		f.doing = fmt.Sprintf("%s of %s  %s  ", grouped(at.Spent), l.budget, at.Line)
	}
	return o, nil
}

// thousands are the letters behind a number of states.
var thousands = []struct {
	letter string
	times  float64
}{{"K", 1e3}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}}

// parseBudget reads a number of states, or a time from now on; 0 states are no limit.
func parseBudget(text string) (states int, until time.Time, err error) {
	if text == unlimited {
		return 0, time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return 0, time.Now().Add(d), nil
	}
	number, times := strings.ReplaceAll(text, ",", ""), 1.0
	for _, t := range thousands {
		if rest, ok := strings.CutSuffix(number, t.letter); ok {
			number, times = rest, t.times
			break
		}
	}
	if n, err := strconv.ParseFloat(number, 64); err == nil && n*times >= 1 && n*times <= 1e15 {
		return int(n * times), time.Time{}, nil
	}
	return 0, time.Time{}, &options.UsageError{
		Flag: "budget", Given: text, Allowed: "a number of states such as 500K or 50M, none, or a time such as 10m",
	}
}
