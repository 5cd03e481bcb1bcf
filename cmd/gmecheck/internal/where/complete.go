package where

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Completion completes the last name of an expression that a flag takes, for a shell.
func Completion(p *program.Program, configured *options.Flags) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		a, err := p.Algorithm(args)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c, err := configured.Config(a)
		if err != nil { // flags still to be completed
			c = a.Config(model.Published)
		}
		return completions(typed, a.New(c).Showing()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// lastName is the name that an expression ends with, perhaps not all of it.
var lastName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\w*$`) })

// completions are the expressions in which the last name is all of one that is known: those that an error lists.
func completions(typed string, sys *system.System) (all []string) {
	at := lastName().FindStringIndex(typed)[0]
	_, err := predicate.New(typed[:at]+"no_such_name", sys)
	var wrong *predicate.Error
	if errors.As(err, &wrong) {
		for _, name := range wrong.Known {
			if strings.HasPrefix(name, typed[at:]) {
				all = append(all, typed[:at]+name)
			}
		}
	}
	return all
}
