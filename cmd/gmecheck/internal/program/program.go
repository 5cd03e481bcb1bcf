// Package program is what a command line is made of: the program's name, its algorithms, and its verbs, declared as values.
// Nothing here is global, so that a program with a list of its own has the same command line.
package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// Program is a command line with its algorithms. The package cli documents the fields.
type Program struct {
	Algorithms  paper.List
	Name        string
	Version     string
	Short, Long string
	Known       func(algorithm string) ([]*counterexamples.Trace, error)
	Refuting    string
	Engine      *Engine
	Bucket      func(url string) (dir string, b explore.Bucket, err error)
}

// Place is where a search on files is: a directory, or a bucket with a directory of copies.
func (p *Program) Place(store string) (dir string, b explore.Bucket, err error) {
	switch {
	case !IsBucket(store):
		return store, nil, nil
	case p.Bucket == nil:
		return "", nil, &options.UsageError{Flag: "store", Given: store, Problem: p.Name + " keeps searches in directories", Allowed: "a directory, or with gmecheck-beam s3://BUCKET/PREFIX"}
	}
	if dir, b, err = p.Bucket(store); err != nil {
		err = &options.UsageError{Flag: "store", Given: store, Problem: err.Error()}
	}
	return dir, b, err
}

// IsBucket reports whether a search is in a bucket.
func IsBucket(store string) bool { return strings.Contains(store, "://") }

// Engine does the tasks of large levels of check --store in other processes.
type Engine struct {
	Name  string               // the value of --engine
	Flags func(*pflag.FlagSet) // adds flags of its own to those of check
	Ready func() error         // says what is wrong with them

	// Level does the tasks of a level of the search in a directory, and tells on w what it took.
	Level func(ctx context.Context, w io.Writer, dir string, l explore.Level) error
}

// WithDefaults fills in what is not given: the name of the running program, and the version of its module.
func (p Program) WithDefaults() *Program {
	if p.Name == "" {
		p.Name = strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	}
	if p.Version == "" {
		p.Version = moduleVersion()
	}
	if p.Short == "" {
		p.Short = "Check " + strings.Join(p.Algorithms.Names(), ", ") + " exhaustively"
	}
	if p.Long == "" {
		p.Long = p.Name + " explores every state that its algorithms can reach at a small size. It decides which properties hold there,\n" +
			"and shows a shortest trace of each violation."
	}
	if p.Known == nil {
		p.Known = func(string) ([]*counterexamples.Trace, error) { return nil, nil }
	}
	return &p
}

// moduleVersion is the release or the commit of the program's module, or "devel".
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// VersionLine says what was built, with what and for what.
func (p *Program) VersionLine() string {
	return fmt.Sprintf("%s %s %s %s/%s", p.Name, p.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Own reports that all algorithms are protocols of one's own, in which what is wrong is a mistake of the user's.
func (p *Program) Own() bool {
	return !slices.ContainsFunc(p.Algorithms, func(a *paper.Algorithm) bool { return !a.Own })
}

// Check is the command line that explores a model.
func (p *Program) Check(line string) string { return p.Name + " check " + line }

// Find is the algorithm that an argument names.
func (p *Program) Find(name string) (*paper.Algorithm, error) {
	a, err := p.Algorithms.Find(name)
	if err != nil {
		return nil, options.Usage(err)
	}
	return a, nil
}

// Algorithm is the one that a verb's first argument names. It may be left out if there is only one.
func (p *Program) Algorithm(args []string) (*paper.Algorithm, error) {
	switch {
	case len(args) > 0:
		return p.Find(args[0])
	case len(p.Algorithms) == 1:
		return p.Algorithms[0], nil
	}
	return nil, &options.UsageError{Problem: "no algorithm is named"}
}

// Model is the algorithm that a verb's first argument names, in the configuration that its flags describe.
func (p *Program) Model(args []string, flags *options.Flags) (*paper.Algorithm, model.Config, error) {
	a, err := p.Algorithm(args)
	if err != nil {
		return nil, model.Config{}, err
	}
	c, err := flags.Config(a)
	return a, c, err
}

// OnModel runs a verb on the model that its arguments and flags describe.
func (p *Program) OnModel(flags *options.Flags, run func(*cobra.Command, *paper.Algorithm, model.Config) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		a, c, err := p.Model(args, flags)
		if err != nil {
			return err
		}
		return run(cmd, a, c)
	}
}

// Verb declares a verb. Its flags are registered only if it is asked for.
type Verb struct {
	Use         string // "check ALGORITHM"
	Short, Long string
	Examples    []string // command lines without the name of the program
	Args        func(p *Program, verb string, args []string) error
	Complete    func(p *Program, args []string) ([]cobra.Completion, cobra.ShellCompDirective)
	OfPapers    bool // a program of one's own does not list it: it is of no use there
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
		example = p.named("  " + p.Name + " " + strings.Join(v.Examples, "\n  "+p.Name+" "))
	}
	cmd := &cobra.Command{
		Use: v.Use, Short: v.Short, Long: v.Long, Example: example, Hidden: v.OfPapers && p.Own(),
		RunE: func(*cobra.Command, []string) error { return nil },
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

// named makes names of trace files in examples those that protocols of one's own have.
func (p *Program) named(text string) string {
	if !p.Own() || len(p.Algorithms) == 0 {
		return text
	}
	return traces.ReplaceAllString(text, p.Algorithms[0].Name+"-PROPERTY.trace")
}

var traces = regexp.MustCompile(`\S+\.trace`)

// Examples is examples as the program's user types them. In the place of those with algorithms that the program does not
// have there is one with an algorithm of its own.
func (p *Program) Examples(lines ...string) string {
	var shown []string
	own := false
	for _, line := range lines {
		line = p.named(line)
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
		problem := fmt.Sprintf("%s takes one algorithm, not %q too", verb, args[1])
		if args[1] == "true" || args[1] == "false" {
			problem += "; a flag that is on or off takes its value behind =, as in --json=" + args[1]
		}
		return &options.UsageError{Problem: problem}
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
