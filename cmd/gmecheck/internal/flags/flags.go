// Package flags has what the flags of all verbs share: the model's flags, the refusal of wrong ones, completion, and the
// files of --trace-dir.
package flags

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/model"
)

// Must is for errors of the flags' registration, which only a mistake in this package can cause.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}

// Complete completes a flag by all its values; of a flag without any, nothing is completed, no file either.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	Must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
}

// RefuseEmpty refuses flags that name nothing, as --checkpoint "$DIR" does where DIR is not set: a search that is not saved
// although it was told to be is found out too late.
func RefuseEmpty(set *pflag.FlagSet) (err error) {
	set.Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = &options.UsageError{Flag: f.Name, Problem: "nothing is named"}
		}
	})
	return err
}

// Hide leaves flags out of the help of a verb that refuses them.
func Hide(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		Must(cmd.Flags().MarkHidden(name))
	}
}

// Refuse is the error of a flag that the verb has no use for.
func Refuse(cmd *cobra.Command, problem string, names ...string) error {
	for _, name := range names {
		flag := cmd.Flags().Lookup(name)
		if !flag.Changed {
			continue
		}
		given := flag.Value.String()
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			given = strings.Join(list.GetSlice(), ",")
		}
		return &options.UsageError{Flag: name, Given: given, Problem: problem}
	}
	return nil
}

// Model gives a verb the model's flags, with completion of their values.
func Model(p *program.Program, c *cobra.Command) *options.Flags {
	flags := options.New(c.Flags(), p.Algorithms)
	for _, name := range options.Names(p.Algorithms) {
		if flags.Untimed() && options.OfTimes(name) {
			continue
		}
		complete := func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var a *paper.Algorithm
			if len(args) > 0 || len(p.Algorithms) == 1 {
				a, _ = p.Algorithm(args)
			}
			return InList(options.Values(p.Algorithms, a, name), typed), cobra.ShellCompDirectiveNoFileComp
		}
		Must(c.RegisterFlagCompletionFunc(name, complete))
	}
	return flags
}

// OfModel completes a flag by what is known of the model that the command line describes so far.
func OfModel(cmd *cobra.Command, p *program.Program, configured *options.Flags, flag string, known func(a *paper.Algorithm, c model.Config, typed string) ([]cobra.Completion, cobra.ShellCompDirective)) {
	Must(cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		a, err := p.Algorithm(args)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c, err := configured.Config(a)
		if err != nil { // flags still to be completed
			c = a.Config(model.Published)
		}
		return known(a, c, typed)
	}))
}

// InList completes the last name of a list with commas by the values that are not in it.
func InList(values []string, typed string) []cobra.Completion {
	begun := typed[:strings.LastIndex(typed, ",")+1]
	var all []cobra.Completion
	for _, value := range values {
		if !strings.Contains(","+begun, ","+value+",") {
			all = append(all, begun+value)
		}
	}
	return all
}
