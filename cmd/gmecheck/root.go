package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
)

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &answer{Writer: stdout}
	root := newRoot(out, stderr)
	started := false // errors before that are about the command line
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		started = true
		return noEmpty(c.Flags())
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var code exit
	var usage *options.UsageError
	switch {
	case out.err != nil:
		fmt.Fprintln(stderr, "gmecheck:", out.err)
		return exitInternal
	case err == nil:
		return exitFine
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintln(stderr, "gmecheck:", err)
	if !started || errors.As(err, &usage) {
		return exitUsage
	}
	return exitInternal
}

// newRoot is the command with all verbs.
func newRoot(stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "gmecheck VERB [ALGORITHM] [flags]",
		Short: "Check mutual exclusion algorithms of the literature exhaustively",
		Long: "gmecheck explores every state that a published mutual exclusion algorithm can reach at a small size. It decides\n" +
			"which properties and which claims of the paper hold there, and shows a shortest trace of each violation.",
		Example:       "  gmecheck list\n  gmecheck check srt-gme -n 2",
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noVerb("verb"),
		RunE:          func(*cobra.Command, []string) error { return nil }, // noVerb has refused it
	}
	root.SetVersionTemplate(versionLine() + "\n")
	root.Flags().Bool("version", false, "show the version")
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return options.FlagError(c.Flags(), err) })
	root.AddCommand(newList(), newCheck(), newSimulate(), newGraph(), newReplay(), newGate(), newClaims(), newCompare(),
		newRepairs(), newSweep(), newVersion())
	root.InitDefaultHelpCmd()
	strictTopics(root)
	return root
}

// noVerb refuses a command line without a known verb, or, for completion, shell.
func noVerb(kind string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		var verbs []string
		for _, verb := range c.Commands() {
			if !verb.Hidden {
				verbs = append(verbs, verb.Name())
			}
		}
		if len(args) == 0 {
			return &options.UsageError{Problem: fmt.Sprintf("no %s is given", kind), Allowed: names.Or(verbs)}
		}
		return &options.UsageError{
			Problem: fmt.Sprintf("no %s is named %q", kind, args[0]), Allowed: names.Or(verbs),
			Nearest: names.Nearest(args[0], verbs),
		}
	}
}

// strictTopics makes "help NOTHING" and "completion NOTHING" errors, as everywhere else.
func strictTopics(root *cobra.Command) {
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args, c.RunE = noVerb("shell"), func(*cobra.Command, []string) error { return nil }
		case "help":
			c.Run, c.RunE = nil, func(_ *cobra.Command, args []string) error {
				topic, _, err := root.Find(args)
				if err != nil {
					return options.Usage(err)
				}
				if topic == root && len(args) > 0 {
					return noVerb("verb")(root, args)
				}
				topic.InitDefaultHelpFlag()
				return topic.Help()
			}
		}
	}
}
