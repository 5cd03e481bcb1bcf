package where

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Complete completes the last name of an expression about a model, for a shell.
func Complete(a *paper.Algorithm, c model.Config, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return completions(typed, a.New(c).Showing()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
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
