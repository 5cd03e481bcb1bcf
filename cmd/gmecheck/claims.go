package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	list "github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The limits for one exploration of a ledger or a comparison, unless the command line has its own.
const (
	compareMaxStates = 400_000
	endlessMaxStates = 50_000 // where it is known that any limit will be hit
)

// manySmall is the collector's setting where many small explorations leave their memory behind one after another: at its usual
// one, collecting it takes as long as they do.
const manySmall = 400

func newClaims() *cobra.Command {
	var byAssumptions bool
	var budget ladderFlags
	cmd := &cobra.Command{
		Use:   "claims ALGORITHM",
		Short: "Decide every claim of the paper, or find the assumptions that each property needs",
		Long: "claims decides every lemma, theorem, formula and table cell of the paper, for all variants side by side. It decides\n" +
			"each on a ladder of configurations; the model's flags fix their part of all of them. With --variant, --repair or\n" +
			"--without it shows only that variant.\n\n" +
			"claims --assumptions takes five assumptions: channels keep their order (fifo), no loss, no duplication, no crash, no\n" +
			"premature timeout. For every property it shows the weakest combinations under which the property holds, and a\n" +
			"shortest counterexample without one assumption of each. A fault that is not excluded has the budget of its flag\n" +
			"(--loss, --duplicate, --crash, --early), but at least one.",
		Example: "  gmecheck claims srt-gme\n  gmecheck claims drs-gme -n 2 --markdown\n" +
			"  gmecheck claims k-mutex --variant repaired --property k-safety --json\n" +
			"  gmecheck claims suzuki-kasami --assumptions -n 2\n" +
			"  gmecheck claims srt-gme --assumptions --variant repaired -n 2 --property gme,one-token --trace-dir traces",
		Args:              oneAlgorithm,
		ValidArgsFunction: completeAlgorithm,
	}
	configured := modelFlags(cmd)
	f := newExplorations(cmd, configured, 0)
	budget.add(cmd, claimsBudget)
	cmd.Flags().BoolVar(&byAssumptions, "assumptions", false, "find the weakest assumptions under which each property holds")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, c, err := modelOf(args, configured)
		if err != nil {
			return err
		}
		if byAssumptions {
			return f.assumptions(cmd, a, c)
		}
		return f.claims(cmd, a, c, budget)
	}
	return cmd
}

// claims answers what was found of each claim.
func (f *explorations) claims(cmd *cobra.Command, a *paper.Algorithm, c model.Config, ladder ladderFlags) error {
	all := a
	a, err := f.about(a)
	if err != nil {
		return err
	}
	o, err := ladder.options(cmd, f, all)
	if err != nil {
		return err
	}
	if len(f.properties) > 0 {
		o.Only = f.properties
	}
	var variant []string
	o.Least = leastCharge
	o.Flags, variant = givenFlags(cmd.Flags())
	if variant != nil {
		o.Columns = []ledger.Column{{Variant: c.Variant, Flags: strings.Join(variant, " ")}}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(manySmall))
	l, err := ledger.Decide(cmd.Context(), a, o)
	if err != nil {
		return err
	}
	if text := fromShelf(l); text != "" && !f.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), text)
	}
	stdout := cmd.OutOrStdout()
	switch {
	case f.json:
		err = ledgerJSON(stdout, l, o.Budget)
	case f.markdown:
		err = ledgerMarkdown(stdout, l)
	default:
		err = ledgerText(stdout, l, palette{on: colourful(stdout)})
	}
	if err != nil {
		return err
	}
	if f.traceDir != "" {
		if err := writeRefutations(f.traceDir, l); err != nil {
			return err
		}
	}
	return ending(exitOfLedger(l))
}

// about is the algorithm with only the claims that the chosen properties decide.
func (f *explorations) about(a *paper.Algorithm) (*paper.Algorithm, error) {
	if len(f.properties) == 0 {
		return a, nil
	}
	var all []string
	for _, claim := range a.Claims {
		if claim.Property != "" && !slices.Contains(all, claim.Property) {
			all = append(all, claim.Property)
		}
	}
	for _, name := range f.properties {
		if !slices.Contains(all, name) {
			return nil, &options.UsageError{
				Flag: "property", Given: name, Problem: "it decides no claim of " + a.Name,
				Allowed: list.Or(all), Nearest: list.Nearest(name, all),
			}
		}
	}
	some := *a
	some.Claims = slices.DeleteFunc(slices.Clone(a.Claims), func(claim paper.Claim) bool {
		return !slices.Contains(f.properties, claim.Property)
	})
	return &some, nil
}

// searches explores within the limits, of which --max-time is for all explorations together, and shows how far it is.
func (f *explorations) searches(cmd *cobra.Command) (ledger.Search, error) {
	o, err := f.limits(cmd)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	return func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
		o := o
		if states > 0 && (o.MaxStates == 0 || states < o.MaxStates) {
			o.MaxStates = states
		}
		if states == 0 && a.Endless != nil && a.Endless(c) && !cmd.Flags().Changed("max-states") {
			o.MaxStates = endlessMaxStates
		}
		if f.maxTime > 0 {
			o.MaxTime = max(f.maxTime-time.Since(start), 1)
		}
		if !f.quiet {
			show := newProgress(cmd)
			show.before = f.doing
			o.Progress = show.update
			defer show.clear()
		}
		findings, r, err := search(ctx, a, c, panel, o)
		if err == nil && !r.Complete && f.maxTime > 0 && time.Since(start) >= f.maxTime {
			r.Limit = fmt.Sprintf("max-time %s", f.maxTime)
		}
		return findings, r, err
	}, nil
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
			if err := writeTrace(dir, name, l.Algorithm, r.Config, f); err != nil {
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
func givenFlags(set *pflag.FlagSet) (others string, variant []string) {
	var all []string
	for _, name := range options.Names() {
		flag := set.Lookup(name)
		if !flag.Changed {
			continue
		}
		text := fmt.Sprintf("--%s=%s", name, flag.Value)
		if slices.Contains(setOfRepairs, name) {
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
				found[exitVacuous] = true
			case cell.Verdict == ledger.Partial, cell.Verdict == ledger.NotDecided && row.Claim.Reason == "":
				found[exitInconclusive] = true
			case cell.Verdict == ledger.Refuted || cell.Verdict == ledger.HoldsOnly:
				kind := cell.Kind
				if cell.Executed != nil {
					kind = invariants.Cost
				}
				found[refutedExit(kind)] = true
			}
		}
	}
	return gravest(func(code int) bool { return found[code] })
}
