package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
)

// must is for errors of the flags' registration, which only a mistake in this package can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// fixedValues completes a flag by all its values; of a flag without any, nothing is completed, no file either.
func fixedValues(cmd *cobra.Command, flag string, values ...string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
}

// noEmpty refuses flags that name nothing, as --checkpoint "$DIR" does where DIR is not set: a search that is not saved
// although it was told to be is found out too late.
func noEmpty(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = &options.UsageError{Flag: f.Name, Problem: "nothing is named"}
		}
	})
	return err
}

// hide leaves flags out of the help of a verb that refuses them.
func hide(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		must(cmd.Flags().MarkHidden(name))
	}
}

// refuse is the error of a flag that the verb has no use for.
func refuse(cmd *cobra.Command, problem string, flags ...string) error {
	for _, name := range flags {
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
