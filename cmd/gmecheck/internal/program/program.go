// Package program is what a command line is made of: the program's name, its algorithms, and its verbs, declared as values.
// Nothing here is global, so that a program with a list of its own has the same command line.
package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
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
