package program

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
)

// Verb declares a verb. Its flags are registered only if it is asked for.
type Verb struct {
	Use         string // "check ALGORITHM"
	Short, Long string
	Examples    []string // command lines without the name of the program
	Args        func(p *Program, verb string, args []string) error
	Complete    func(p *Program, args []string) ([]cobra.Completion, cobra.ShellCompDirective)
	// Build registers the flags on the command, and says how it runs.
	Build func(p *Program, cmd *cobra.Command)
}

// Name is the first word of Use.
func (v *Verb) Name() string {
	name, _, _ := strings.Cut(v.Use, " ")
	return name
}

// Command is the verb without its flags.
func (v *Verb) Command(p *Program) *cobra.Command {
	example := p.Examples(v.Examples...)
	if !strings.Contains(v.Use, "ALGORITHM") { // of files
		example = "  " + p.Name + " " + strings.Join(v.Examples, "\n  "+p.Name+" ")
	}
	cmd := &cobra.Command{
		Use: v.Use, Short: v.Short, Long: v.Long, Example: example, RunE: func(*cobra.Command, []string) error { return nil },
	}
	if len(p.Algorithms) == 1 {
		cmd.Use = strings.Replace(cmd.Use, " ALGORITHM", " ["+p.Algorithms[0].Name+"]", 1)
	}
	return cmd
}

// Built is the verb with its flags.
func (v *Verb) Built(p *Program) *cobra.Command {
	cmd := v.Command(p)
	cmd.Args = func(_ *cobra.Command, args []string) error { return v.Args(p, v.Name(), args) }
	if v.Complete != nil {
		cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return v.Complete(p, args)
		}
	}
	v.Build(p, cmd)
	return cmd
}

// Examples is examples as the program's user types them. In the place of those with algorithms that the program does not
// have there is one with an algorithm of its own.
func (p *Program) Examples(lines ...string) string {
	var shown []string
	own := false
	for _, line := range lines {
		if words := strings.Fields(line); len(words) > 1 && !strings.HasPrefix(words[1], "-") && !strings.Contains(words[1], ".") && !slices.Contains(p.Algorithms.Names(), words[1]) {
			if own || len(p.Algorithms) == 0 {
				continue
			}
			line = words[0] + " " + p.Algorithms[0].Name
			own = true
		}
		shown = append(shown, "  "+p.Name+" "+line)
	}
	return strings.Join(shown, "\n")
}

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
