package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/studies/comparison"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/invariants"
)

// commonVerdict is what is known of a common property of one variant: of exclusion, deadlock, starved or fair-starvation.
type commonVerdict struct {
	property string
	kind     invariants.Kind
	verdict  invariants.Verdict
	steps    int    // of a violation
	flags    string // of the smallest configuration known that violates it, or of the largest that was explored
}

// sizeFlags are those of the sizes along which a ladder grows.
var sizeFlags = []string{"processes", "groups", "priorities", "tokens", "requests", "requesters", "workload"}

// commonVerdicts decides the common properties of the lines of a comparison on the ladder of each algorithm, together with
// what the comparison itself has explored. Nothing holds here that is known to be violated at any size.
func (f command) commonVerdicts(cmd *cobra.Command, c *comparison.Comparison) ([][]commonVerdict, error) {
	var all [][]commonVerdict
	var l *ledger.Ledger
	for _, line := range c.Lines {
		if l == nil || l.Algorithm.Name != line.Algorithm.Name {
			var err error
			if l, err = f.commonLedger(cmd, line); err != nil {
				return nil, err
			}
		}
		var verdicts []commonVerdict
		for _, found := range line.Common {
			verdicts = append(verdicts, common(l, line, found))
		}
		all = append(all, verdicts)
	}
	return all, nil
}

// commonLedger decides the common properties of an algorithm, under the faults and in the network of the command line.
func (f command) commonLedger(cmd *cobra.Command, line comparison.Line) (*ledger.Ledger, error) {
	a := line.Algorithm
	var names, given []string
	for _, found := range line.Common {
		names = append(names, found.Property.Name)
	}
	for _, name := range options.Names(f.Program.Algorithms) {
		if flag := cmd.Flags().Lookup(name); flag.Changed && options.Useful(a, name) && !slices.Contains(sizeFlags, name) {
			given = append(given, fmt.Sprintf("--%s=%s", name, flag.Value))
		}
	}
	a = a.Claiming(ledger.PropertyClaims(a, "", names...))
	o, err := f.Options(cmd, a)
	if err != nil {
		return nil, err
	}
	o.Flags, o.Only = strings.Join(given, " "), []string{}
	return ledger.Decide(cmd.Context(), a, o)
}

// common is the verdict on what a comparison has found of a property: violated if the ledger knows a configuration.
func common(l *ledger.Ledger, line comparison.Line, found invariants.Finding) commonVerdict {
	v := commonVerdict{
		property: found.Property.Name, kind: found.Property.Kind, verdict: found.Verdict, steps: found.Steps,
		flags: ledger.Flags(l.Algorithm, line.Config),
	}
	column := slices.IndexFunc(l.Columns, func(c ledger.Column) bool { return c.Variant == line.Config.Variant })
	for _, row := range l.Rows {
		if row.Claim.Property != v.property || column < 0 {
			continue
		}
		switch cell := row.Cells[column]; {
		case cell.Refutation != nil:
			v.verdict, v.steps, v.flags = invariants.Refuted, cell.Refutation.Steps, ledger.Flags(l.Algorithm, cell.Refutation.Config)
		case found.Verdict == invariants.Refuted:
		case len(cell.Holds) > 0 && cell.Verdict == ledger.Holds:
			v.verdict = invariants.Holds
			if most := ledger.Telling(cell.Holds, 1)[0]; found.Verdict != invariants.Holds || most.States > line.Result.States {
				v.flags = ledger.Flags(l.Algorithm, most.Config)
			}
		}
	}
	return v
}

// text is the verdict for a table: "violated, 14 steps at -n 2 -m 2", "holds to -n 4".
func (v commonVerdict) text(code func(string) string) string {
	switch v.verdict {
	case invariants.Refuted:
		return fmt.Sprintf("violated, %s at %s", steps(v.steps), code(v.flags))
	case invariants.Inconclusive:
		return string(v.verdict)
	}
	return fmt.Sprintf("%s to %s", v.verdict, code(v.flags))
}
