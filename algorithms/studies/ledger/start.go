package ledger

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// words are flags of the model with their values.
type words map[string]string

// parseWords reads flags as the command line takes them.
func parseWords(a *paper.Algorithm, line string) (words, error) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	options.New(set, paper.List{a})
	if err := set.Parse(strings.Fields(line)); err != nil {
		return nil, err
	}
	w := words{}
	set.Visit(func(f *pflag.Flag) { w[f.Name] = f.Value.String() })
	return w, nil
}

// with is the flags with those of others, which prevail.
func (w words) with(others words) words {
	all := maps.Clone(w)
	maps.Copy(all, others)
	return all
}

// without is the flags but for one.
func (w words) without(flag string) words {
	all := maps.Clone(w)
	delete(all, flag)
	return all
}

// timed reports that the flags give a model times.
func (w words) timed() bool { return w["delay"] != "" || w["cs"] != "" || w["timer"] != "" }

// String is the flags in a fixed order, as the command line takes them.
func (w words) String() string {
	var all []string
	for _, flag := range slices.Sorted(maps.Keys(w)) {
		all = append(all, fmt.Sprintf("--%s=%s", flag, w[flag]))
	}
	return strings.Join(all, " ")
}

// faults are the flags of budgets of what goes wrong. A claim that covers one fault covers two.
var faults = []string{"loss", "duplicate", "crash", "early"}
