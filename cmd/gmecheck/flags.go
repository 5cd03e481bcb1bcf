package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gmecheck/algorithms/options"
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

// refuseNoProperty is the error of --property without a name.
func (f *checkFlags) refuseNoProperty(cmd *cobra.Command) error {
	if cmd.Flags().Changed("property") && len(f.properties) == 0 {
		return &options.UsageError{Flag: "property", Problem: "no property is named"}
	}
	return nil
}

// makeTraceDir makes the directory that --trace-dir names, if it names one.
func makeTraceDir(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return &options.UsageError{Flag: "trace-dir", Given: dir, Problem: err.Error()}
	}
	return nil
}
