package ledger_test

import (
	"context"
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func ExampleDecide() {
	search := func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
		return explore.CheckAll(ctx, a.New(c), panel, explore.Options{MaxStates: states})
	}
	l, err := ledger.Decide(context.Background(), &srtgme.Algorithm, ledger.Options{Flags: "-n 2", Budget: 20_000, Search: search})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range l.Rows {
		if row.Claim.Property == "one-token" {
			published, repaired := row.Cells[0], row.Cells[1]
			fmt.Printf("%s: %s; published: %s by %d steps; repaired: %s\n", row.Claim.Source, row.Claim.Text,
				published.Verdict, published.Refutation.Steps, repaired.Verdict)
		}
	}
	// Output:
	// section V.A; section III, token: there is only one token in the system; published: refuted by 2 steps; repaired: holds
}
