package main

import (
	"context"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// budgetFlag is how many states the ledgers of the documents explore, each.
const budgetFlag = "200K"

// documentedLedgers are those of all algorithms, as far as tests have asked for them.
var documentedLedgers = map[string]*ledger.Ledger{}

// documented is the ledger of an algorithm that the documents show.
func documented(t *testing.T, a *paper.Algorithm) *ledger.Ledger {
	t.Helper()
	l := documentedLedgers[a.Name]
	if l == nil {
		l = decided(t, a, nil)
		documentedLedgers[a.Name] = l
	}
	return l
}

// decided is a ledger within the budget of the documents. What the command explores for a document is stored, and used.
func decided(t *testing.T, a *paper.Algorithm, only []string) *ledger.Ledger {
	t.Helper()
	known, err := knownRefutations(a.Name)
	if err != nil {
		t.Fatal(err)
	}
	budget, _, err := parseBudget(budgetFlag)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Decide(t.Context(), a, ledger.Options{
		Budget: budget, Only: only, Search: exploring, Known: known, Replay: stillRefuted, Store: newShelf(t.Errorf),
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exploring is a ledger's search.
func exploring(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
	return search(ctx, a, c, panel, explore.Options{Workers: 2, MaxStates: states})
}
