// Package claims is the verb claims: what becomes of every sentence of a paper, and which assumptions its properties
// need.
package claims

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	list "github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/ladder"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// budget is how many states a ledger explores unless it is told otherwise: a few seconds.
const budget = "300K"

// manySmall is the collector's setting where many small explorations leave their memory behind one after another: at its
// usual one, collecting it takes as long as they do.
const manySmall = 400

// Verb is the verb.
var Verb = program.Verb{
	Use:   "claims ALGORITHM",
	Short: "Decide every claim of the paper, or find the assumptions that each property needs",
	Long: "claims decides every lemma, theorem, formula and table cell of the paper, for all variants side by side. It decides\n" +
		"each on a ladder of configurations, which begins with those that are known to refute a claim; the model's flags fix\n" +
		"their part of all of them, but for averages, which have their own sizes. With --variant, --repair or --without it\n" +
		"shows only that variant.\n\n" +
		"claims --assumptions takes five assumptions: channels keep their order (fifo), no loss, no duplication, no crash, no\n" +
		"premature timeout. For every property it shows the weakest combinations under which the property holds, and a\n" +
		"shortest counterexample without one assumption of each. A fault that is not excluded has the budget of its flag\n" +
		"(--loss, --duplicate, --crash, --early), but at least one.",
	Examples: []string{
		"claims srt-gme",
		"claims drs-gme -n 2 --markdown",
		"claims k-mutex --variant repaired --property k-safety --json",
		"claims suzuki-kasami --assumptions -n 2",
		"claims srt-gme --assumptions --variant repaired -n 2 --property gme,one-token --trace-dir traces",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var byAssumptions bool
	configured := flags.Model(p, cmd)
	f := command{ladder.New(p, cmd, configured, 0, budget)}
	cmd.Flags().BoolVar(&byAssumptions, "assumptions", false, "find the weakest assumptions under which each property holds")
	cmd.RunE = p.OnModel(configured, func(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
		if byAssumptions {
			return f.assumptions(cmd, a, c)
		}
		return f.claims(cmd, a, c)
	})
}

// command is the flags of the verb.
type command struct{ *ladder.Flags }

// claims answers what was found of each claim.
func (f command) claims(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	all := a
	given, variant := givenFlags(f.Program, cmd.Flags())
	a, err := f.about(a, c, given)
	if err != nil {
		return err
	}
	o, err := f.Options(cmd, all)
	if err != nil {
		return err
	}
	if o.Flags = given; len(all.AllClaims()) == 0 {
		o.Only = []string{}
	} else if len(f.Properties) > 0 {
		o.Only = f.Properties
	}
	o.Least, o.Others = ladder.LeastCharge, f.Program.Algorithms
	if variant != nil {
		o.Columns = []ledger.Column{{Variant: c.Variant, Flags: strings.Join(variant, " ")}}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(manySmall))
	l, err := ledger.Decide(cmd.Context(), a, o)
	if err != nil {
		return err
	}
	if text := ladder.FromShelf(l); text != "" && !f.Quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), text)
	}
	err = f.Print(cmd, func() any { return object(f.Program, l, o.Budget) }, func(p answer.Page) { Write(p, f.Program, l) })
	if err != nil {
		return err
	}
	if f.TraceDir != "" {
		if err := writeRefutations(f.TraceDir, l); err != nil {
			return err
		}
	}
	return exit.Err(exitOfLedger(l))
}

// about is the algorithm with only the claims that the chosen properties decide. Without a paper, the properties are what is claimed.
func (f command) about(a *paper.Algorithm, c model.Config, given string) (*paper.Algorithm, error) {
	if len(a.AllClaims()) == 0 {
		sizes, err := ledger.Sizes(a, given)
		if err != nil {
			return nil, err
		}
		all := ledger.SizeClaims(a, sizes, f.Properties...)
		if len(all) < len(f.Properties) { // with a property that no size has
			if _, err := f.Selected(a, c); err != nil {
				return nil, err
			}
		}
		return a.Claiming(all), nil
	}
	if len(f.Properties) == 0 {
		return a, nil
	}
	var all []string
	for _, claim := range a.AllClaims() {
		if claim.Property != "" && !slices.Contains(all, claim.Property) {
			all = append(all, claim.Property)
		}
	}
	for _, name := range f.Properties {
		if !slices.Contains(all, name) {
			return nil, &options.UsageError{
				Flag: "property", Given: name, Problem: "it decides no claim of " + a.Name,
				Allowed: list.Or(all), Nearest: list.Nearest(name, all),
			}
		}
	}
	return a.Claiming(slices.DeleteFunc(a.AllClaims(), func(claim paper.Claim) bool {
		return !slices.Contains(f.Properties, claim.Property)
	})), nil
}

// writeRefutations writes the traces that refute claims, one for each property, variant and configuration.
func writeRefutations(dir string, l *ledger.Ledger) error {
	for _, row := range l.Rows {
		for k, cell := range row.Cells {
			r := cell.Refutation
			if r == nil || len(r.Trace) == 0 {
				continue
			}
			f := invariants.Finding{Property: invariants.Property{Name: r.Property}, Trace: r.Trace, Endless: r.Endless, Loop: r.Loop}
			name := fmt.Sprintf("%s-%s-%s-%s.trace", l.Algorithm.Name, l.Columns[k].Variant, r.Property, slug(ledger.Flags(l.Algorithm, r.Config)))
			if err := flags.WriteTrace(dir, name, l.Algorithm, r.Config, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// slug is flags in the name of a file: "n2-m1-r2,1".
func slug(flags string) string {
	return strings.ReplaceAll(strings.NewReplacer("--", "", " -", "-", " ", "", ":", "").Replace(strings.TrimPrefix(flags, "-")), "/", "")
}

// givenFlags are the model's flags on the command line, those that name the variant apart from the others.
func givenFlags(p *program.Program, set *pflag.FlagSet) (others string, variant []string) {
	var all []string
	for _, name := range options.Names(p.Algorithms) {
		flag := set.Lookup(name)
		if !flag.Changed {
			continue
		}
		text := fmt.Sprintf("--%s=%s", name, flag.Value)
		if slices.Contains(flags.SetOfRepairs, name) {
			variant = append(variant, text)
		} else {
			all = append(all, text)
		}
	}
	return strings.Join(all, " "), variant
}

// exitOfLedger is the code of what is shown, as for a check. A claim that no exploration can decide does not count.
func exitOfLedger(l *ledger.Ledger) int {
	found := map[int]bool{}
	for _, row := range l.Rows {
		for _, cell := range row.Cells {
			switch {
			case cell.Verdict == ledger.Vacuous:
				found[exit.Vacuous] = true
			case cell.Verdict == ledger.Partial, cell.Verdict == ledger.NotDecided && row.Claim.Reason == "":
				found[exit.Inconclusive] = true
			case cell.Verdict == ledger.Refuted || cell.Verdict == ledger.HoldsOnly:
				kind := cell.Kind
				if cell.Executed != nil {
					kind = invariants.Cost
				}
				found[exit.OfViolation(kind)] = true
			}
		}
	}
	return exit.Gravest(found)
}
