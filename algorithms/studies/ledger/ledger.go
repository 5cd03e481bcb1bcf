// Package ledger decides the claims of a paper by exploration: one row for every claim, one cell for every variant of
// the algorithm. A claim is decided on a ladder of configurations, from the smallest up, within a budget of states; every
// configuration is explored once, however many claims it decides. What requests that nobody makes would add is not explored.
package ledger

import (
	"context"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verdict is what was found of a claim.
type Verdict string

// The verdicts.
const (
	Holds      Verdict = "holds"           // as far as the configurations of [Cell.Holds], each explored to its end
	Refuted    Verdict = "refuted"         // in one configuration at least; there is a trace, a number or an execution
	HoldsOnly  Verdict = "holds only with" // refuted as it stands, holds under [Cell.Assumption]
	Partial    Verdict = "partial"         // [Cell.Reason] says how much is decided
	Vacuous    Verdict = "vacuous"         // its property never had anything to say
	Breaks     Verdict = "breaks"          // without an assumption of the paper, [Cell.Refutation] is what breaks first
	Exact      Verdict = "exact"           // [Cell.Means] are averages of small models, computed
	Measured   Verdict = "measured"        // and of larger ones, by simulation
	NotDecided Verdict = "not decided"     // [Cell.Reason] says why no exploration decides it
	NotAbout   Verdict = ""                // the claim does not speak of the variant
)

// FIFO is the assumption that messages between two sites arrive in the order in which they were sent.
const FIFO = "fifo"

// Ledger is what was found of the claims of one paper.
type Ledger struct {
	Algorithm  *paper.Algorithm
	Columns    []Column
	Rows       []Row      // the paper's claims
	Properties []Row      // the algorithm's properties, whether they are claimed or not
	Runs       []*Run     // in the order in which they were explored; one that hit a limit may come again with a higher one
	States     int        // explored
	Spent      int        // of the budget: those states, but [Options.Least] for an exploration of fewer
	Known      int        // refutations that were known and shown again
	Refuting   []Refuting // what shows its refutations with the fewest states
	Averages   []*Averages
}

// Column is a variant as the command line names it.
type Column struct {
	Variant string
	Flags   string // "--variant published"
}

// Row is a claim with what was found of it.
type Row struct {
	Claim paper.Claim
	Cells []Cell // by column
}

// Search explores one configuration and judges the properties of the panel. It ends after so many states; 0: its own limit.
type Search func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error)

// Known is a refutation found before. It counts once its trace has been shown again.
type Known struct {
	Line     string // the algorithm with its flags
	Property string
	Start    string // the name of the initial state of the trace; empty if there is only one
	Trace    []string
	Loop     int  // -1: the trace does not go on for ever
	Long     bool // it is perhaps not a shortest one
}

// Options of a ledger.
type Options struct {
	Columns []Column // nil: all variants that differ
	Only    []string // properties; nil: all
	Flags   string   // the model's flags for every row, as the command line takes them; they override the rows' own
	Budget  int      // distinct states explored; 0: no limit
	Least   int      // states that an exploration takes from the budget, although it has fewer: beginning one takes time, too
	Most    int      // states of one exploration; 0: no limit but the budget
	Until   time.Time
	Search  Search
	Known   []Known
	// Replay reports whether a known trace still violates its property, or shows a value that a figure does not allow, see [paper.Figure.Each].
	Replay   func(*paper.Algorithm, model.Config, Known, paper.Figure) bool
	Others   paper.List // those beside which averages are measured, see [paper.Average]
	Refuting []Refuting // configurations known to refute claims; they come first
	Store    Store      // nil: none
	Progress func(Progress)
}

// Progress is how far a ledger has come.
type Progress struct {
	Line     string // of the configuration that is explored now
	Averages bool   // or of the model whose averages are found
	Spent    int    // states
	Budget   int
}

// Decide explores what the claims of an algorithm need, as far as the budget goes.
func Decide(ctx context.Context, a *paper.Algorithm, o Options) (*Ledger, error) {
	l := &Ledger{Algorithm: a, Columns: o.Columns}
	if l.Columns == nil {
		l.Columns = columns(a)
	}
	b, err := newBook(l, o)
	if err != nil {
		return nil, err
	}
	b.replayKnown()
	b.refuteFirst()
	if err := b.climb(ctx); err != nil {
		return nil, err
	}
	if !o.Until.IsZero() {
		var done context.CancelFunc
		ctx, done = context.WithDeadline(ctx, o.Until)
		defer done()
	}
	b.averages = newAverages(ctx, l, &b.options)
	at := len(a.AllClaims())
	b.share(at)
	for k, row := range l.Rows {
		for col := range l.Columns {
			row.Cells[col] = b.cell(b.tracks[k][col])
		}
	}
	l.Refuting = b.refuting()
	l.Rows, l.Properties = l.Rows[:at:at], l.Rows[at:]
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
