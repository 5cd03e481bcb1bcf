package flags

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// MakeTraceDir makes the directory that --trace-dir names, if it names one.
func MakeTraceDir(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return &options.UsageError{Flag: "trace-dir", Given: dir, Problem: err.Error()}
	}
	return nil
}

// fileName is a property's name as that of a file: whatever is no letter, digit, dot or hyphen is an underscore.
func fileName(property string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '-') {
			return r
		}
		return '_'
	}, property)
}

// WriteTraces writes one file for every violation.
func WriteTraces(dir string, a *paper.Algorithm, c model.Config, findings []invariants.Finding) error {
	used := map[string]int{}
	for _, f := range findings {
		if f.Verdict != invariants.Refuted {
			continue
		}
		name := fmt.Sprintf("%s-%s", a.Name, fileName(f.Property.Name))
		if used[name]++; used[name] > 1 { // two expressions may differ in signs only
			name = fmt.Sprintf("%s-%d", name, used[name])
		}
		if err := WriteTrace(dir, name+".trace", a, c, f); err != nil {
			return err
		}
	}
	return nil
}

// WriteTrace writes the trace of a violation.
func WriteTrace(dir, name string, a *paper.Algorithm, c model.Config, f invariants.Finding) error {
	t := counterexamples.Trace{
		Model: options.Line(a, c), Fingerprint: c.Fingerprint(), Property: f.Property.Name, Start: f.Start, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop,
	}
	if err := os.WriteFile(filepath.Join(dir, name), t.Format(), 0o666); err != nil {
		return &options.UsageError{Flag: "trace-dir", Given: dir, Problem: err.Error()}
	}
	return nil
}

// ModelOrTrace is the model that the arguments and flags of a verb describe, or that of a trace file, with its steps.
func ModelOrTrace(p *program.Program, cmd *cobra.Command, args []string, configured *options.Flags, file string) (*paper.Algorithm, model.Config, []string, error) {
	if file == "" {
		if err := program.OneAlgorithm(p, cmd.Name(), args); err != nil {
			return nil, model.Config{}, nil, err
		}
		a, c, err := p.Model(args, configured)
		return a, c, nil, err
	}
	if len(args) > 0 {
		return nil, model.Config{}, nil, &options.UsageError{Flag: "trace", Given: file, Problem: "the file names its model; " + args[0] + " cannot be given, too"}
	}
	if err := Refuse(cmd, "the trace file of --trace names its model", options.Names(p.Algorithms)...); err != nil {
		return nil, model.Config{}, nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, model.Config{}, nil, options.Usage(err)
	}
	t, err := counterexamples.Parse(file, data)
	if err != nil {
		return nil, model.Config{}, nil, options.Usage(err)
	}
	a, c, err := options.Parse(p.Algorithms, t.Model)
	if err != nil {
		line, column := counterexamples.Where(data, "model")
		return nil, model.Config{}, nil, &options.UsageError{Problem: fmt.Sprintf("%s:%d:%d: %v", file, line, column, err)}
	}
	return a, c, t.Steps, nil
}
