// Package ledger decides the claims of a paper by exploration: one row for every claim, one cell for every variant of
// the algorithm, and every configuration explored once however many claims it decides.
package ledger

import (
	"context"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verdict is what was found of a claim.
type Verdict string

// The verdicts.
const (
	Holds      Verdict = "holds"           // in every configuration that decides it, each explored to its end
	Refuted    Verdict = "refuted"         // in one of them at least; there is a trace, a number or an execution
	HoldsOnly  Verdict = "holds only with" // refuted as it stands, holds under [Cell.Assumption]
	Vacuous    Verdict = "vacuous"         // its property never had anything to say
	NotDecided Verdict = "not decided"     // [Cell.Reason] says why
	NotAbout   Verdict = ""                // the claim does not speak of the variant
)

// FIFO is the assumption under which a claim that is refuted is tried again.
const FIFO = "fifo"

// Ledger is what was found of the claims of one paper.
type Ledger struct {
	Algorithm *paper.Algorithm
	Columns   []Column
	Sizes     []*Size // those that decide the claims, in the order of their first use; not those of [FIFO]
	Rows      []Row
}

// Column is a variant as the command line names it.
type Column struct {
	Variant string
	Flags   string // "--variant published"
}

// Size is a configuration but for the variant.
type Size struct {
	Number int          // from 1
	Flags  string       // "-n 3 -m 2", as the command line takes it
	Config model.Config // published
	Runs   []*Run       // by column; nil where no claim needs it
}

// Run is one exploration.
type Run struct {
	Line     string // the command line's words after the verb
	Config   model.Config
	Result   *explore.Result
	Findings []invariants.Finding // of the properties that the claims name

	algorithm *paper.Algorithm
	wanted    []string // names of properties
}

// Row is a claim with what was found of it.
type Row struct {
	Claim   paper.Claim
	Claimed string  // the paper's number, in the configurations that decide the claim: "at most n + 1 = 4"
	Sizes   []*Size // those configurations
	Cells   []Cell  // by column
}

// Cell is what was found of a claim for one variant.
type Cell struct {
	Verdict    Verdict
	Reason     string              // of [NotDecided]
	Assumption string              // of [HoldsOnly]
	Kind       invariants.Kind     // of the property
	Value      *invariants.Value   // the smallest and the largest, over all configurations
	Attained   bool                // the largest value is what the paper says
	Executed   *paper.Measurement  // of a formula
	Finding    *invariants.Finding // of [Refuted]: the one with the shortest trace
	Trace      []string            // of [Refuted]: the steps that show it, if the finding has any
	Run        *Run                // that decided
}

// Search explores one configuration and judges the properties of the panel.
type Search func(context.Context, *paper.Algorithm, model.Config, invariants.Panel) ([]invariants.Finding, *explore.Result, error)

// Options of a ledger.
type Options struct {
	Columns []Column // nil: all variants that differ
	Flags   string   // the model's flags for every row, as the command line takes them; they override the rows' own
	Search  Search
}

// Decide explores what the claims of an algorithm need.
func Decide(ctx context.Context, a *paper.Algorithm, o Options) (*Ledger, error) {
	l := &Ledger{Algorithm: a, Columns: o.Columns}
	if l.Columns == nil {
		l.Columns = columns(a)
	}
	b := &book{Ledger: l, options: o}
	for _, claim := range a.Claims {
		b.enter(claim)
	}
	for _, s := range l.Sizes {
		for _, r := range s.Runs {
			if err := b.explore(ctx, r); err != nil {
				return nil, err
			}
		}
	}
	for k := range l.Rows {
		for col := range l.Columns {
			cell := b.judge(&l.Rows[k], col)
			if cell.Verdict == Refuted && cell.Finding != nil {
				if err := b.inOrder(ctx, &l.Rows[k], col, &cell); err != nil {
					return nil, err
				}
			}
			l.Rows[k].Cells[col] = cell
		}
	}
	return l, nil
}

// columns are the variants of an algorithm; without repairs there is nothing beside the published one.
func columns(a *paper.Algorithm) []Column {
	var all []Column
	for _, variant := range a.AllVariants() {
		if variant != model.Repaired || len(a.Repairs) > 0 {
			all = append(all, Column{variant, "--variant " + variant})
		}
	}
	return all
}
