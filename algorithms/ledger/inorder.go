package ledger

import (
	"context"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// inOrder tries a refuted claim again where messages between two sites arrive in the order in which they were sent.
func (b *book) inOrder(ctx context.Context, row *Row, col int, cell *Cell) error {
	var runs []*Run
	for _, at := range b.at(row.Claim) {
		c, err := b.config(b.Columns[col], at)
		if err != nil || c.Network == model.FIFO {
			return nil
		}
		c.Network = model.FIFO
		runs = append(runs, b.inFIFO(c))
	}
	for _, r := range runs {
		// What another row has left out, this one may want. The run is then explored again.
		if !slices.Contains(r.wanted, row.Claim.Property) {
			b.wantRefuted(r, col)
			r.want(row.Claim.Property)
			r.Result = nil
		}
		if err := b.explore(ctx, r); err != nil {
			return err
		}
	}
	if again := decide(row.Claim, runs); again.Verdict == Holds {
		cell.Verdict, cell.Assumption = HoldsOnly, FIFO
	}
	return nil
}

// inFIFO is the run of a configuration with the assumption.
func (b *book) inFIFO(c model.Config) *Run {
	line := options.Line(b.Algorithm, c)
	for _, r := range b.ordered {
		if r.Line == line {
			return r
		}
	}
	r := &Run{Line: line, Config: c, algorithm: b.Algorithm}
	b.ordered = append(b.ordered, r)
	return r
}

// wantRefuted lets a run judge all that its counterpart in the bag has refuted, so that one exploration will do.
func (b *book) wantRefuted(r *Run, col int) {
	bag := r.Config
	bag.Network = model.Bag
	flags := Flags(b.Algorithm, bag)
	for _, s := range b.Sizes {
		if s.Flags != flags || s.Runs[col] == nil {
			continue
		}
		for _, f := range s.Runs[col].Findings {
			if f.Verdict == invariants.Refuted || f.Value != nil {
				r.want(f.Property.Name)
			}
		}
	}
}
