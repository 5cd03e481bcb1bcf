// Package ladder has the flags of the verbs that decide claims on a ladder of configurations, and keeps what ladders
// have explored in the user's cache.
package ladder

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
)

// LeastCharge is how many states can be explored, roughly, in the time that it takes to begin with a configuration.
const LeastCharge = 1_000

// Flags are the flags of a verb that decides claims on a ladder.
type Flags struct {
	*search.Study
	budget string
	fresh  bool
}

// New registers the flags. maxStates is the default limit of each exploration, budget that of all together.
func New(p *program.Program, cmd *cobra.Command, configured *options.Flags, maxStates int, budget string) *Flags {
	l := &Flags{Study: search.NewStudy(p, cmd, configured, maxStates)}
	set := cmd.Flags()
	set.StringVar(&l.budget, "budget", budget, "`states` to explore, such as 500K, 50M or none; or a time such as 10m, after which "+
		"the answer depends on the machine")
	set.BoolVar(&l.fresh, "fresh", false, "explore everything anew: neither use nor store what was explored before")
	flags.Complete(cmd, "budget")
	if p.Own() {
		flags.Hide(cmd, "fresh")
	}
	return l
}

// Options are those of a ledger of an algorithm within the limits of all explorations.
func (l *Flags) Options(cmd *cobra.Command, a *paper.Algorithm) (o ledger.Options, err error) {
	if o.Budget, o.Until, err = ParseBudget(l.budget); err != nil {
		return o, err
	}
	if l.MaxTime > 0 && (o.Until.IsZero() || time.Until(o.Until) > l.MaxTime) {
		o.Until = time.Now().Add(l.MaxTime)
	}
	if !o.Until.IsZero() {
		l.MaxTime = time.Until(o.Until)
	}
	o.Most = l.MaxStates
	if o.Search, err = l.Searches(cmd); err != nil {
		return o, err
	}
	known, err := l.Program.Known(a.Name)
	if err != nil {
		return o, err
	}
	o.Known, o.Replay = Known(known), Replay
	if o.Refuting, err = ledger.ParseRefuting(l.Program.Refuting); err != nil {
		return o, err
	}
	if !l.fresh && !a.Own { // what one's own program reads, such as a file, may change what its functions do
		warn := func(format string, args ...any) {
			fmt.Fprintf(cmd.ErrOrStderr(), l.Program.Name+": "+format+"\n", args...)
		}
		if s := NewShelf(warn); s != nil {
			o.Store = s
		}
	}
	var averages *terminal.Progress // one for all of them, which come last
	o.Progress = func(at ledger.Progress) {
		l.Doing = fmt.Sprintf("%s of %s states spent; %s: ", layout.Grouped(at.Spent), l.budget, at.Line)
		if at.Averages && !l.Quiet {
			if averages == nil {
				averages = terminal.NewProgress(cmd)
			}
			averages.Show("averages of " + at.Line)
		}
	}
	return o, nil
}

// ParseBudget reads a number of states, or a time from now on; 0 states are no limit.
func ParseBudget(text string) (states int, until time.Time, err error) {
	if text == search.Unlimited {
		return 0, time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return 0, time.Now().Add(d), nil
	}
	if n, err := options.Number(text); err == nil && n >= 1 {
		return n, time.Time{}, nil
	}
	return 0, time.Time{}, &options.UsageError{
		Flag: "budget", Given: text, Allowed: "a number of states such as 500K or 50M, none, or a time such as 10m",
	}
}
