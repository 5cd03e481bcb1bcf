// Package ledger decides the claims of a paper by exploration: one row for every claim, one cell for every variant of
// the algorithm, and every configuration explored once however many claims it decides.
package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gmecheck/algorithms/options"
	"gmecheck/algorithms/paper"
	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
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

// book is a ledger in the making.
type book struct {
	*Ledger
	options Options
	ordered []*Run // those with the assumption [FIFO]
}

// enter adds a row, and what it needs to the sizes.
func (b *book) enter(claim paper.Claim) {
	row := Row{Claim: claim, Cells: make([]Cell, len(b.Columns))}
	if claim.Property != "" {
		for _, at := range b.at(claim) {
			for col, column := range b.Columns {
				if !claim.Speaks(column.Variant) {
					continue
				}
				c, err := b.config(column, at)
				if err != nil {
					row.Cells[col] = Cell{Verdict: NotDecided, Reason: err.Error()}
					continue
				}
				size := b.size(c)
				size.want(b.Algorithm, c, col, claim.Property)
				if !slices.Contains(row.Sizes, size) {
					row.Sizes = append(row.Sizes, size)
					row.claim(claim.Figure, c)
				}
			}
		}
	}
	b.Rows = append(b.Rows, row)
}

// claim adds the paper's number in a configuration.
func (r *Row) claim(f paper.Figure, c model.Config) {
	if f.Of == nil {
		return
	}
	if text := f.In(c); r.Claimed == "" {
		r.Claimed = text
	} else if !strings.Contains(r.Claimed, text) {
		_, number, _ := strings.Cut(text, " = ")
		r.Claimed += ", " + number
	}
}

// at lists the flags of the configurations of a claim.
func (b *book) at(claim paper.Claim) []string {
	if claim.At == nil {
		return []string{""}
	}
	return claim.At
}

func (b *book) config(column Column, at string) (model.Config, error) {
	_, c, err := options.Parse(strings.Join([]string{b.Algorithm.Name, column.Flags, at, b.options.Flags}, " "))
	return c, err
}

// size is the size of a configuration, entered if it is new.
func (b *book) size(c model.Config) *Size {
	flags := Flags(b.Algorithm, c)
	for _, s := range b.Sizes {
		if s.Flags == flags {
			return s
		}
	}
	c.Variant, c.Repairs = model.Published, nil
	s := &Size{Number: len(b.Sizes) + 1, Flags: flags, Config: c, Runs: make([]*Run, len(b.Columns))}
	b.Sizes = append(b.Sizes, s)
	return s
}

// Flags is a configuration as the command line takes it, without the algorithm, its variant and its repairs.
func Flags(a *paper.Algorithm, c model.Config) string {
	c.Variant, c.Repairs = model.Published, nil
	line := options.Line(a, c)
	return strings.TrimPrefix(line, a.Name+" --variant "+model.Published+" ")
}

func (s *Size) want(a *paper.Algorithm, c model.Config, col int, property string) {
	if s.Runs[col] == nil {
		s.Runs[col] = &Run{Line: options.Line(a, c), Config: c, algorithm: a}
	}
	s.Runs[col].want(property)
}

func (r *Run) want(property string) {
	if !slices.Contains(r.wanted, property) {
		r.wanted = append(r.wanted, property)
	}
}

// explore explores a run's configuration, if it has any property to judge.
func (b *book) explore(ctx context.Context, r *Run) error {
	if r == nil || r.Result != nil {
		return nil
	}
	panel := slices.DeleteFunc(invariants.Panel(b.Algorithm.Properties(r.Config)), func(p invariants.Property) bool {
		return !slices.Contains(r.wanted, p.Name)
	})
	findings, result, err := b.options.Search(ctx, b.Algorithm, r.Config, panel)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Line, err)
	}
	r.Findings, r.Result = findings, result
	return nil
}

// finding is what the run says of a property; nil if the algorithm has none of that name there.
func (r *Run) finding(property string) *invariants.Finding {
	k := slices.IndexFunc(r.Findings, func(f invariants.Finding) bool { return f.Property.Name == property })
	if k < 0 {
		return nil
	}
	return &r.Findings[k]
}

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
