package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// find is the algorithm that a verb's argument names.
func find(name string) (*paper.Algorithm, error) {
	a, err := algorithms.Find(name)
	return a, options.Usage(err)
}

// modelOf is the algorithm that a verb's first argument names, in the configuration that its flags describe.
func modelOf(args []string, flags *options.Flags) (*paper.Algorithm, model.Config, error) {
	a, err := find(args[0])
	if err != nil {
		return nil, model.Config{}, err
	}
	c, err := flags.Config(a)
	return a, c, err
}

// oneAlgorithm refuses anything but one known algorithm as arguments.
func oneAlgorithm(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return &options.UsageError{Problem: c.Name() + " needs an algorithm; gmecheck list shows them"}
	}
	return atMostOneAlgorithm(c, args)
}

// atMostOneAlgorithm refuses anything but no argument or one known algorithm.
func atMostOneAlgorithm(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case len(args) > 1:
		return &options.UsageError{Problem: fmt.Sprintf("%s takes one algorithm, not %q too", c.Name(), args[1])}
	}
	_, err := find(args[0])
	return err
}

// completeAlgorithm completes a verb's first argument.
func completeAlgorithm(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []cobra.Completion
	if len(args) == 0 {
		for _, a := range algorithms.All() {
			all = append(all, cobra.CompletionWithDesc(a.Name, a.Title))
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// modelFlags gives a verb the model's flags, with completion of their values.
func modelFlags(c *cobra.Command) *options.Flags {
	flags := options.New(c.Flags())
	for _, name := range options.Names() {
		complete := func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var a *paper.Algorithm
			if len(args) > 0 {
				a, _ = algorithms.Find(args[0])
			}
			return inList(options.Values(a, name), typed), cobra.ShellCompDirectiveNoFileComp
		}
		must(c.RegisterFlagCompletionFunc(name, complete))
	}
	return flags
}

// inList completes the last name of a list with commas by the values that are not in it.
func inList(values []string, typed string) []cobra.Completion {
	begun := typed[:strings.LastIndex(typed, ",")+1]
	var all []cobra.Completion
	for _, value := range values {
		if !strings.Contains(","+begun, ","+value+",") {
			all = append(all, begun+value)
		}
	}
	return all
}
