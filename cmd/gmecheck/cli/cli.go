// Package cli is the command line of gmecheck for any list of algorithms: check, replay, gate, simulate, sweep, graph, claims,
// repairs, compare, list. A program of its own needs only this:
//
//	func main() { cli.Main(&mine.Algorithm) }
package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/counterexamples"
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
}

// Main runs the command line of a program with these algorithms, and ends the process with its exit code.
func Main(algorithms ...*paper.Algorithm) { Program{Algorithms: algorithms}.Main() }

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

// Command is the command with the flags of all verbs, for documentation.
func (p Program) Command() *cobra.Command {
	return newRoot(p.complete(), func(string) bool { return true }, &terminal.Output{Writer: os.Stdout}, os.Stderr)
}

func (p Program) complete() *program.Program { return program.Program(p).WithDefaults() }
