package flags

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

// Model gives a verb the model's flags, with completion of their values.
func Model(p *program.Program, c *cobra.Command) *options.Flags {
	flags := options.New(c.Flags(), p.Algorithms)
	for _, name := range options.Names(p.Algorithms) {
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
