package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestExplored: a ledger of what is stored says what the one says that explored it, but for its traces.
func TestExplored(t *testing.T) {
	const budget = 20_000
	first, err := ledger.Decide(t.Context(), &raymond.Algorithm, ledger.Options{Budget: budget, Search: explored(2)})
	if err != nil {
		t.Fatal(err)
	}
	e := &ledger.Explored{Algorithm: raymond.Algorithm.Name, Budget: budget}
	if err := e.Add(first); err != nil {
		t.Fatal(err)
	}
	data, err := e.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	read := &ledger.Explored{}
	if err := json.Unmarshal(data, read); err != nil {
		t.Fatal(err)
	}
	again, err := ledger.Decide(t.Context(), &raymond.Algorithm, ledger.Options{Budget: budget, Store: read, Search: func(context.Context, *paper.Algorithm, model.Config, invariants.Panel, int) ([]invariants.Finding, *explore.Result, error) {
		return nil, nil, errors.New("is not stored")
	}})
	if err != nil {
		t.Fatal(err)
	}
	for k, row := range first.Rows {
		for col, was := range row.Cells {
			if is := again.Rows[k].Cells[col]; text(t, is) != text(t, was) {
				t.Errorf("%s: %s", row.Claim.Text, cmp.Diff(text(t, was), text(t, is)))
			}
		}
	}
	if len(again.Averages) == 0 || slices.ContainsFunc(again.Averages, func(m *ledger.Averages) bool { return !m.Stored }) {
		t.Errorf("%d averages, some of which are not stored", len(again.Averages))
	}
	if len(again.Runs) != len(first.Runs) || again.Spent != first.Spent {
		t.Errorf("%d runs, %d states; %d and %d", len(again.Runs), again.Spent, len(first.Runs), first.Spent)
	}
}

// TestAveragesLate: a ledger whose time is over waits for no average.
func TestAveragesLate(t *testing.T) {
	l, err := ledger.Decide(t.Context(), &raymond.Algorithm, ledger.Options{Budget: 1000, Until: time.Now(), Search: explored(1)})
	if err != nil {
		t.Fatal(err)
	}
	late := 0
	for _, row := range l.Rows {
		if row.Claim.Average != nil {
			if c := row.Cells[0]; c.Verdict != ledger.NotDecided || !strings.HasSuffix(c.Reason, ": not measured, the time is over") {
				t.Errorf("%s: %+v", row.Claim.Text, c)
			}
			late++
		}
	}
	if late == 0 || len(l.Averages) > 0 {
		t.Errorf("%d claims of averages, %d found", late, len(l.Averages))
	}
}

// text is a cell without traces and what they say.
func text(t *testing.T, c ledger.Cell) string {
	for _, r := range []**ledger.Refutation{&c.Refutation, &c.Shortest} {
		if *r != nil {
			bare := **r
			bare.Trace, bare.Detail = nil, ""
			*r = &bare
		}
	}
	c.Growth = nil
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
