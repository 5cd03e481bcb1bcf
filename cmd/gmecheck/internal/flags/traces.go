package flags

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// MakeTraceDir makes the directory that --trace-dir names.
func MakeTraceDir(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return &options.UsageError{Flag: "trace-dir", Given: dir, Problem: err.Error()}
	}
	return nil
}

// InDirectory refuses a file of a flag, if it names one, or the beginning of the names of several, that has no directory to be written
// into: that is found out before anything runs.
func InDirectory(flag, file string) error {
	if file == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return &options.UsageError{Flag: flag, Given: file, Problem: "no such directory", Allowed: "a file in a directory that is there"}
	}
	return nil
}

// Placed refuses that, and a file that is a directory.
func Placed(flag, file string) error {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return &options.UsageError{Flag: flag, Given: file, Problem: "it is a directory", Allowed: "a file"}
	}
	return InDirectory(flag, file)
}

// fileName is a property's name as that of a file: whatever is no letter, digit, dot or hyphen is an underscore, and what is too long is told
// from another one by a number.
func fileName(property string) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '-') {
			return r
		}
		return '_'
	}, property)
	if len(name) > disk.LongestName {
		return disk.Distinct(name, property)
	}
	return name
}

// WriteTraces writes one file for every violation that a run shows, and returns those that it has written, by property. A file that cannot be written
// takes nothing away from the others.
func WriteTraces(dir string, a *paper.Algorithm, c model.Config, findings []invariants.Finding) (files map[string]string, failed error) {
	files = map[string]string{}
	used := map[string]int{}
	for _, f := range findings {
		if !f.Shown() {
			continue
		}
		name := fmt.Sprintf("%s-%s", a.Name, fileName(f.Property.Name))
		if used[name]++; used[name] > 1 { // two expressions may differ in signs only
			name = fmt.Sprintf("%s-%d", name, used[name])
		}
		if err := WriteTrace(dir, name+".trace", a, c, f); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		files[f.Property.Name] = filepath.Join(dir, name+".trace")
	}
	return files, failed
}

// WriteTrace writes the trace of a violation.
func WriteTrace(dir, name string, a *paper.Algorithm, c model.Config, f invariants.Finding) error {
	t := counterexamples.Trace{
		Model: options.Line(a, c), Fingerprint: c.Fingerprint(), Property: f.Property.Name, Start: f.Start, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop,
	}
	return disk.WriteBytes(filepath.Join(dir, name), t.Format())
}

// TraceFile is a trace and the model that it names.
type TraceFile struct {
	*counterexamples.Trace
	Algorithm *paper.Algorithm
	Config    model.Config

	name string
	data []byte
}

// ReadTrace reads a trace file. Errors are usage errors with line and column.
func ReadTrace(list paper.List, file string) (*TraceFile, error) {
	data, err := disk.ReadFile(file, counterexamples.MaxTraceBytes)
	if err != nil {
		return nil, options.Usage(err)
	}
	return parseTrace(list, file, data)
}

// Stdin names the standard input where a trace file is expected.
const Stdin = "-"

// ReadTraceOf reads a trace file from elsewhere, no more than a file may have; errors call it by the name.
func ReadTraceOf(list paper.List, name string, r io.Reader) (*TraceFile, error) {
	data, err := io.ReadAll(io.LimitReader(r, counterexamples.MaxTraceBytes+1)) // one byte too many is an error
	if err != nil {
		return nil, options.Usage(fmt.Errorf("%s: %w", name, err))
	}
	return parseTrace(list, name, data)
}

func parseTrace(list paper.List, name string, data []byte) (*TraceFile, error) {
	t, err := counterexamples.Parse(name, data)
	if err != nil {
		return nil, options.Usage(err)
	}
	f := &TraceFile{Trace: t, name: name, data: data}
	if f.Algorithm, f.Config, err = options.Parse(list, f.Model); err != nil {
		return nil, f.Misplaced("model", err)
	}
	if err := f.Of(f.Config); err != nil {
		return nil, f.Misplaced("fingerprint", err)
	}
	return f, nil
}

// Name is the name of the file.
func (f *TraceFile) Name() string { return f.name }

// Misplaced is an error about the value of a keyword of the file.
func (f *TraceFile) Misplaced(keyword string, err error) error {
	line, column := counterexamples.Where(f.data, keyword)
	return &options.UsageError{Problem: fmt.Sprintf("%s:%d:%d: %v", f.name, line, column, err)}
}

// Beginning says where somebody begins to look at a model.
type Beginning struct{ trace, start string }

// Begin registers the flags of a verb that looks at one run.
func Begin(cmd *cobra.Command) *Beginning {
	b := &Beginning{}
	cmd.Flags().StringVar(&b.trace, "trace", "", "begin with the steps of this trace file, in its model")
	cmd.Flags().StringVar(&b.start, "start", "", "begin in the initial state of this name, if there are several (default: the first)")
	Complete(cmd, "start")
	return b
}

// ModelOrTrace is the model that the arguments and flags of a verb describe, with a trace without steps, or a trace file.
func ModelOrTrace(p *program.Program, cmd *cobra.Command, args []string, configured *options.Flags, from *Beginning) (*TraceFile, error) {
	if from.trace == "" {
		if err := program.OneAlgorithm(p, cmd.Name(), args); err != nil {
			return nil, err
		}
		a, c, err := p.Model(args, configured)
		if err != nil {
			return nil, err
		}
		all := counterexamples.Starts(a.New(c))
		t := &TraceFile{Trace: &counterexamples.Trace{Model: options.Line(a, c), Fingerprint: c.Fingerprint(), Start: all[0]}, Algorithm: a, Config: c}
		if cmd.Flags().Changed("start") {
			if t.Start = from.start; !slices.Contains(all, t.Start) {
				return nil, &options.UsageError{Flag: "start", Given: t.Start, Problem: "no initial state has this name", Allowed: allowed(all), Nearest: names.Nearest(t.Start, all)}
			}
		}
		return t, nil
	}
	if len(args) > 0 {
		return nil, &options.UsageError{Flag: "trace", Given: from.trace, Problem: "the file names its model; " + args[0] + " cannot be given, too"}
	}
	if err := Refuse(cmd, "the trace file of --trace names its model and where it begins", append([]string{"start"}, options.Names(p.Algorithms)...)...); err != nil {
		return nil, err
	}
	return ReadTrace(p.Algorithms, from.trace)
}

// allowed lists the names of initial states.
func allowed(all []string) string {
	if len(all) == 1 {
		return "nothing: there is only one"
	}
	return names.Or(all)
}
