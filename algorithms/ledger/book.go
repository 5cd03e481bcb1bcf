package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

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
