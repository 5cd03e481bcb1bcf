package gate

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	answers "github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// beginner are the flags of gate init.
type beginner struct {
	command
	search     search.Flags
	invariants []string
	file, name string
}

// initVerb is the verb below gate that writes a manifest.
var initVerb = program.Verb{
	Use:   "init ALGORITHM",
	Short: "Write a manifest that expects what is found now",
	Long: "init takes the flags of check, explores the model, and writes a manifest with one check that expects the verdicts and the\n" +
		"numbers that were found. What it does not name holds. A file that is there already is not touched.",
	Args: func(p *program.Program, verb string, args []string) error {
		return program.OneAlgorithm(p, "gate "+verb, withoutCheck(args))
	},
	Complete: program.CompleteAlgorithm,
	Build:    buildInit,
}

// withoutCheck leaves out the verb of a line of check that was put behind gate init.
func withoutCheck(args []string) []string {
	if len(args) > 0 && args[0] == "check" {
		return args[1:]
	}
	return args
}

func buildInit(p *program.Program, cmd *cobra.Command) {
	f := beginner{command: command{program: p}, search: search.Flags{Program: p, Search: "bfs"}}
	example := p.Algorithms[0].Name
	if _, err := p.Algorithms.Find("raymond"); err == nil {
		example = "raymond -n 3 -r 2 --invariant 'few-inside=len(cs) < 2'"
	}
	cmd.Example = "  " + p.Name + " gate init " + example
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	set.StringSliceVar(&f.search.Properties, "property", nil, "judge only these properties (default: all of the algorithm but its further ones)")
	set.StringArrayVar(&f.invariants, "invariant", nil, "judge this expression in every state, too: `NAME=EXPR`, or EXPR alone; may be repeated")
	f.search.Limits(set)
	set.StringVar(&f.file, "file", "gate.yaml", "the manifest that is written; - is the standard output")
	set.StringVar(&f.name, "name", "", "the name of the check (default: the model)")
	set.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.search.Complete(cmd, configured)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, c, err := p.Model(withoutCheck(args), configured)
		if err != nil {
			return err
		}
		return f.run(cmd, a, c)
	}
}

func (f *beginner) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	if _, err := os.Lstat(f.file); err == nil && f.file != "-" {
		return f.occupied()
	}
	if err := flags.Placed("file", f.file); err != nil {
		return err
	}
	head, err := f.head(cmd.Flags(), a, c)
	if err != nil {
		return err
	}
	words := Vocabulary(f.program.Algorithms)
	m, err := manifest.Parse(f.file, []byte(head), words)
	if err != nil {
		return options.Usage(err)
	}
	if m.Checks[0].Config.Fingerprint() != c.Fingerprint() {
		return fmt.Errorf("the manifest would be of another model: %s", head)
	}
	report := f.runner(cmd).Run(cmd.Context(), []*manifest.Manifest{m})
	if err := report.Err(); err != nil {
		return err
	}
	x := report.Results[0]
	if cmd.Context().Err() != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: interrupted: nothing is written\n", f.program.Name)
		return exit.Code(exit.Inconclusive)
	}
	text := head + x.expectations()
	if _, err := manifest.Parse(f.file, []byte(text), words); err != nil {
		return fmt.Errorf("the manifest would be wrong: %w", err)
	}
	if f.file == "-" {
		_, err := fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	}
	if err := create(f.file, text); errors.Is(err, os.ErrExist) {
		return f.occupied()
	} else if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "written: %s; %s gate %s compares with it\n", names.Shown(f.file), f.program.Name, answers.Word(f.file))
	return err
}

func (f *beginner) occupied() error {
	return &options.UsageError{Flag: "file", Given: f.file, Problem: "it is there already", Allowed: "a new file, or - for the standard output"}
}

// create writes a file that is not there.
func create(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(name) // it was not there
	}
	return err
}

// Schema is where editors find what a manifest may say.
const Schema = "https://raw.githubusercontent.com/gmecheck/gmecheck/main/docs/schemas/manifest.schema.json"

// head is the manifest without expectations. What is wrong with a flag is said of the flag.
func (f *beginner) head(set *pflag.FlagSet, a *paper.Algorithm, c model.Config) (string, error) {
	if _, err := f.search.Options(); err != nil {
		return "", err
	}
	if _, err := f.search.Selected(a, c); err != nil {
		return "", err
	}
	line := options.Line(a, c)
	name := f.name
	if !set.Changed("name") {
		name = line
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# yaml-language-server: $schema=%s\n", Schema)
	fmt.Fprintf(&b, "# What was found, exactly. What is not named holds. %s gate --update rewrites it; say in the commit why.\n", f.program.Name)
	fmt.Fprintf(&b, "version: 1\nchecks:\n  - name: %s\n    model: {algorithm: %s", quoted(name), quoted(a.Name))
	words := strings.Fields(line)[1:]
	for k := 0; k+1 < len(words); k += 2 {
		flag := set.Lookup(strings.TrimLeft(words[k], "-"))
		if flag == nil {
			flag = set.ShorthandLookup(words[k][1:])
		}
		fmt.Fprintf(&b, ", %s: %s", manifest.KeyOf(flag.Name), listed(words[k+1]))
	}
	b.WriteString("}\n")
	if len(f.invariants) > 0 {
		b.WriteString("    invariants:\n")
		sys := a.New(c)
		for k, text := range f.invariants {
			name := "invariant-" + strconv.Itoa(k+1)
			if m := named.FindStringSubmatch(text); m != nil {
				name, text = m[1], m[2]
			}
			if _, err := where.Parse("invariant", text, sys); err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "      %s: %s\n", name, quoted(text))
		}
	}
	var limits []string
	if len(f.search.Properties) > 0 {
		limits = append(limits, "properties: ["+strings.Join(f.search.Properties, ", ")+"]")
	}
	for _, key := range search.LimitKeys {
		if set.Changed(key) {
			limits = append(limits, key+": "+quoted(set.Lookup(key).Value.String()))
		}
	}
	if len(limits) > 0 {
		fmt.Fprintf(&b, "    search: {%s}\n", strings.Join(limits, ", "))
	}
	return b.String(), nil
}

// named is an expression behind its name.
var named = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_-]*)=([^=].*)$`)

// expectations are what was found, as the manifest writes it.
func (x *Result) expectations() string {
	var b strings.Builder
	b.WriteString("    expect:\n")
	if r := x.Found; r.Complete {
		fmt.Fprintf(&b, "      states: %d\n      transitions: %d\n      depth: %d\n", r.States, r.Transitions, r.Depth)
	} else {
		b.WriteString("      complete: false\n")
	}
	if idle := x.answer.Idle; len(idle) > 0 {
		fmt.Fprintf(&b, "      idle: [%s]\n", strings.Join(idle, ", "))
	}
	head := "      properties:\n"
	for _, f := range x.answer.Findings {
		if said := said(&f, x.Found.Complete); said != "" {
			fmt.Fprintf(&b, "%s        %s: %s\n", head, f.Property.Name, said)
			head = ""
		}
	}
	return b.String()
}

// said is the finding on a property; "" is what need not be said: that it holds, or that an incomplete search has left it open.
func said(f *invariants.Finding, complete bool) string {
	var parts []string
	usual := f.Verdict == invariants.Holds && complete || f.Verdict == invariants.Inconclusive && !complete
	if !usual {
		parts = append(parts, "verdict: "+string(f.Verdict))
	}
	if f.Shown() {
		parts = append(parts, "steps: "+strconv.Itoa(f.Steps))
	}
	if f.Value != nil && complete && (f.Verdict == invariants.Holds || f.Verdict == invariants.Refuted) {
		least, most := manifest.Ends(f.Value)
		parts = append(parts, "value: {min: "+least+", max: "+most+"}")
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// listed is the value of a flag: a list where it has commas.
func listed(value string) string {
	if !strings.Contains(value, ",") {
		return quoted(value)
	}
	var all []string
	for _, entry := range strings.Split(value, ",") {
		all = append(all, quoted(entry))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// quoted is a text as a scalar that is read as it is.
func quoted(text string) string {
	if bare.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

// bare is what needs no quotation marks.
var bare = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)
