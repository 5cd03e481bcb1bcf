package search

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model"
)

// Run explores one configuration.
func Run(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, o explore.Options) ([]invariants.Finding, *explore.Result, error) {
	findings, r, err := explore.CheckAll(ctx, a.New(c), panel, o)
	return findings, r, Explained(err)
}

// Explained adds the trace and the stack to the error of a handler that panicked. An expression that cannot be evaluated in some
// state is a mistake of usage.
func Explained(err error) error {
	var refused *explore.NotCanonical
	if errors.As(err, &refused) {
		wrong := &options.UsageError{Flag: "canonical", Given: string(explore.CanonicalOn), Problem: refused.Why, Allowed: "off, or auto"}
		if refused.In != "" {
			return fmt.Errorf("%w\n%s", wrong, refused.In)
		}
		return wrong
	}
	var broken *explore.Broken
	if errors.As(err, &broken) {
		if wrong, is := broken.Cause.(*predicate.Error); is {
			return &options.UsageError{Problem: fmt.Sprintf("the expression cannot be evaluated %s: %v", at(broken.Trace), wrong)}
		}
		where := at(nil)
		if len(broken.Trace) > 0 {
			where = "after\n  " + strings.Join(broken.Trace, "\n  ")
		} else if broken.Astray {
			where = "while canonical forms were checked"
		} else if broken.Lost {
			where = "after steps that are not known"
		}
		if strings.Contains(broken.Stack, "\n") { // the error names the place of one function
			where += "\nin\n  " + strings.ReplaceAll(broken.Stack, "\n", "\n  ")
		}
		return fmt.Errorf("%w\n%s", err, where)
	}
	return err
}

// at names the state after the steps of a trace.
func at(steps []string) string {
	if len(steps) == 0 {
		return "in the initial state"
	}
	return "after " + strings.Join(steps, ", ")
}
