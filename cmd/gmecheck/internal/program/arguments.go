package program

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
)

// NoArguments refuses any argument.
func NoArguments(_ *Program, verb string, args []string) error {
	if len(args) > 0 {
		return &options.UsageError{Problem: fmt.Sprintf("%s takes no argument, not %q", verb, args[0])}
	}
	return nil
}

// Anything refuses nothing.
func Anything(*Program, string, []string) error { return nil }

// OneAlgorithm refuses anything but one known algorithm as arguments; it may be left out if there is only one.
func OneAlgorithm(p *Program, verb string, args []string) error {
	if len(args) == 0 && len(p.Algorithms) != 1 {
		return &options.UsageError{Problem: fmt.Sprintf("%s needs an algorithm; %s list shows them", verb, p.Name)}
	}
	return AtMostOneAlgorithm(p, verb, args)
}

// AtMostOneAlgorithm refuses anything but no argument or one known algorithm.
func AtMostOneAlgorithm(p *Program, verb string, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case len(args) > 1:
		return &options.UsageError{Problem: fmt.Sprintf("%s takes one algorithm, not %q too", verb, args[1])}
	}
	_, err := p.Find(args[0])
	return err
}

// Algorithms refuses arguments that name no algorithm, or one twice.
func Algorithms(p *Program, _ string, args []string) error {
	for k, name := range args {
		if _, err := p.Find(name); err != nil {
			return err
		}
		if slices.Contains(args[:k], name) {
			return &options.UsageError{Problem: fmt.Sprintf("%s is named twice", name)}
		}
	}
	return nil
}

// CompleteAlgorithm completes a verb's first argument.
func CompleteAlgorithm(p *Program, args []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return CompleteAlgorithms(p, args)
}

// CompleteAlgorithms completes algorithms that are not named yet.
func CompleteAlgorithms(p *Program, args []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []cobra.Completion
	for _, a := range p.Algorithms {
		if !slices.Contains(args, a.Name) {
			all = append(all, cobra.CompletionWithDesc(a.Name, a.Title))
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}
