// Package cli is the command line of gmecheck for any list of algorithms: check, replay, gate, simulate, sweep, graph, claims,
// repairs, compare, list. A program of its own needs only this:
//
//	func main() { cli.Main(&mine.Algorithm) }
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/check"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/claims"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/compare"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/conform"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/explorer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/find"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/graph"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/list"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/load"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/mean"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/repairs"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/replay"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/simulate"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/step"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/sweep"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/task"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/views"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// Program is a command line with its algorithms.
type Program struct {
	// Algorithms are those that the verbs take, in the order of list. If there is only one, its name may be left out.
	Algorithms paper.List
	Name       string // of the program in its messages; empty: that of the running file
	Version    string // empty: that of the program's module
	// Short and Long are the first lines of the help; Long may have several.
	Short, Long string
	// Known are the stored counterexamples to properties of an algorithm, which claims replays; nil: there are none.
	Known func(algorithm string) ([]*counterexamples.Trace, error)
	// Refuting are configurations in which claims are known to be refuted, a line each as [ledger.FormatRefuting] has them; claims explores them first.
	Refuting string
	// Engine does the tasks of large levels of check --store in other processes; nil: this process does all.
	Engine *Engine
	// Bucket opens the bucket of a --store that is a URL, with a directory for copies; nil: there are none, and --store is a directory.
	Bucket func(url string) (dir string, b explore.Bucket, err error)
}

// Engine does the tasks of large levels of check --store in other processes.
type Engine = program.Engine

// Main runs the command line of a program with these algorithms, and ends the process with its exit code.
func Main(algorithms ...*paper.Algorithm) { Program{Algorithms: algorithms}.Main() }

// Refuse ends the process like a command line that is mistaken, because of what is wrong with the program.
func Refuse(err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", Program{}.complete().Name, err)
	os.Exit(exit.Usage)
}

// Main runs the command line of the process, and ends the process with its exit code. The first Ctrl-C ends searches, which
// report what they have found; the second ends the process.
func (p Program) Main() {
	if len(ignored) > 0 { // to ignore none would ignore all
		signal.Ignore(ignored...)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	code := p.Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run executes one command line and returns its exit code.
func (p Program) Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return run(ctx, p.complete(), args, stdout, stderr)
}

// Do does one task of the search in a directory, as the verb task does.
func (p Program) Do(ctx context.Context, dir string, t explore.Task) error {
	return search.Do(ctx, p.complete(), search.Flags{}, dir, t)
}

// Command is the command with the flags of all verbs, for documentation.
func (p Program) Command() *cobra.Command {
	return newRoot(p.complete(), func(string) bool { return true }, &terminal.Output{Writer: os.Stdout}, os.Stderr)
}

func (p Program) complete() *program.Program { return program.Program(p).WithDefaults() }

// verbs are all of them; help sorts them.
var verbs = []*program.Verb{
	&list.Verb, &check.Verb, &simulate.Verb, &load.Verb, &graph.Verb, &replay.Verb, &find.Verb, &conform.Verb, &explorer.Verb, &step.Verb, &gate.Verb, &claims.Verb, &compare.Verb, &repairs.Verb, &sweep.Verb, &mean.Verb, &views.Verb, &task.Verb, &manVerb, &versionVerb,
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, p *program.Program, args []string, stdout, stderr io.Writer) int {
	out := &terminal.Output{Writer: stdout, Color: terminal.Colors[0]}
	root := newRoot(p, func(verb string) bool { return slices.Contains(args, verb) || slices.Contains(args, manVerb.Name()) }, out, stderr)
	started := false // errors before that are about the command line
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if !slices.Contains(terminal.Colors, out.Color) {
			return &options.UsageError{Flag: "color", Given: out.Color, Allowed: names.Or(terminal.Colors), Nearest: names.Nearest(out.Color, terminal.Colors)}
		}
		started = true
		return flags.RefuseEmpty(c.Flags())
	}
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		unquoteUsages(root)
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var code exit.Code
	var usage *options.UsageError
	switch {
	case out.Err != nil:
		complain(stderr, p.Name, out.Err)
		return exit.Internal
	case err == nil:
		return exit.Fine
	case errors.As(err, &code):
		return int(code)
	}
	complain(stderr, p.Name, err)
	var broken *model.Broken
	if !started || errors.As(err, &usage) || errors.As(err, &broken) && p.Own() {
		return exit.Usage
	}
	return exit.Internal
}

// complain writes an error, each line of it behind the program's name: an error repeats what it was given, and where a CI reads
// commands from lines, no line may begin with that.
func complain(w io.Writer, name string, err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "%s: %s\n", name, names.OneLine(strings.TrimRight(line, "\n")))
	}
}

// newRoot is the command with all verbs. Only those that are wanted have their flags: the verbs that a command line names,
// since each may be run, explained or completed.
func newRoot(p *program.Program, wanted func(verb string) bool, stdout *terminal.Output, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           p.Name + " VERB [ALGORITHM] [flags]",
		Short:         p.Short,
		Long:          p.Long,
		Example:       p.Examples("list", "check srt-gme -n 2"),
		Version:       p.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noVerb("verb"),
		RunE:          func(*cobra.Command, []string) error { return nil }, // noVerb has refused it
	}
	root.SetVersionTemplate(p.VersionLine() + "\n")
	root.Flags().Bool("version", false, "show the version")
	root.PersistentFlags().StringVar(&stdout.Color, "color", terminal.Colors[0], "`when` words are painted: always, never, or auto (on a terminal, unless NO_COLOR is set)")
	flags.Complete(root, "color", terminal.Colors...)
	root.SetOut(stdout) // before completion, which keeps it
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return options.FlagError(c.Flags(), err) })
	command := func(v *program.Verb) *cobra.Command {
		if wanted(v.Name()) {
			return v.Built(p)
		}
		return v.Command(p)
	}
	for _, v := range verbs {
		root.AddCommand(command(v))
	}
	root.SetHelpCommand(command(&helpVerb))
	root.InitDefaultHelpCmd()
	strictShells(root)
	help := helper{p, terminal.Columns(stdout)}
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		_ = help.show(stdout, c, help.named(append(c.Flags().Args(), args...))) // the output keeps the error
	})
	return root
}

// unquoteUsages takes the quotes off that name a flag's argument in the help, and that a shell would show.
func unquoteUsages(c *cobra.Command) {
	unquote := func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) }
	c.PersistentFlags().VisitAll(unquote)
	c.Flags().VisitAll(unquote)
	for _, sub := range c.Commands() {
		unquoteUsages(sub)
	}
}

// noVerb refuses a command line without a known verb, or, for completion, shell.
func noVerb(kind string, others ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		var verbs []string
		for _, verb := range c.Commands() {
			if !verb.Hidden {
				verbs = append(verbs, verb.Name())
			}
		}
		verbs = append(verbs, others...)
		if len(args) == 0 {
			return &options.UsageError{Problem: fmt.Sprintf("no %s is given", kind), Allowed: names.Or(verbs) + "; " + c.CommandPath() + " --help explains them"}
		}
		return &options.UsageError{
			Problem: fmt.Sprintf("no %s is named %q", kind, args[0]), Allowed: names.Or(verbs),
			Nearest: names.Nearest(args[0], verbs),
		}
	}
}

// strictShells makes "completion NOTHING" an error, as everywhere else.
func strictShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = noVerb("shell"), func(*cobra.Command, []string) error { return nil }
		}
	}
}
