package ledger

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// opinion is what one run says of a claim.
type opinion uint8

const (
	silent  opinion = iota // it was not asked, or hit a limit first
	empty                  // the property had nothing to say
	agrees                 // the claim is true there
	lacks                  // the number that is to be attained is not, which larger configurations may do
	refutes                // the claim is false there
)

// judge says what a run in a configuration says of a claim.
func judge(claim paper.Claim, c model.Config, run *Run) (opinion, *Answer) {
	a := run.answer(claim.Property)
	if a == nil {
		return silent, nil
	}
	if v := a.Value; v != nil {
		if !claim.Figure.None() {
			switch {
			case claim.Figure.Kept(c, *v):
				return agrees, a
			case claim.Figure.Lacks(c, *v):
				return lacks, a
			}
			return refutes, a
		}
		if p := v.Claimed; p != nil && p.Attained && !v.Unbounded && p.Min <= v.Min && v.Max < p.Max {
			return lacks, a
		}
	}
	switch a.Verdict {
	case invariants.Refuted:
		return refutes, a
	case invariants.Holds:
		return agrees, a
	case invariants.Vacuous:
		return empty, a
	}
	return silent, a
}

// notice enters what a run at a point says of a claim.
func (b *book) notice(t *track, p *point) {
	if t.claim.Without != "" {
		b.noticeWithout(t, p)
		return
	}
	if !covers(t.starts, p) {
		return
	}
	said, a := judge(t.claim, p.config, p.run)
	if said != refutes {
		return
	}
	for _, r := range t.refutations {
		if r.Line == p.line {
			return
		}
	}
	t.refutations = append(t.refutations, newRefutation(p, t.claim, *a))
	b.found++
	b.suspect(t, p)
	if p.config.Network == model.FIFO {
		return
	}
	// What holds in a bag need not be asked where messages keep their order; now it is no longer known to.
	for _, q := range p.lattice.points {
		if q.seen && q.config.Network == model.FIFO && covers(t.starts, q) {
			b.push(q)
		}
	}
}

// Refutation is how a claim is refuted in one configuration.
type Refutation struct {
	Line     string
	Config   model.Config
	Property string
	Steps    int      // of the trace
	Start    string   // the name of the initial state in which the trace begins; empty if there is only one
	Trace    []string // nil where only its steps are stored
	Endless  bool     // the trace goes on at step Loop
	Loop     int
	Detail   string
	Value    *invariants.Value
	Known    bool // it was known before, and shown again
	Long     bool // the trace is perhaps not a shortest one
	Unshown  bool // no run shows it: no state is as wanted

	extent  extent              // of the configuration
	claimed *invariants.Claimed // the number that the property of what was known claims
}

func newRefutation(p *point, claim paper.Claim, a Answer) Refutation {
	r := Refutation{
		Line: p.line, Config: p.config, Property: a.Property, Steps: a.Steps, Start: a.Start, Trace: a.Trace, Endless: a.Endless, Loop: a.Loop,
		Detail: a.Detail, Value: a.Value, Unshown: a.Unshown, extent: p.extent,
	}
	if claim.Figure.Form == paper.AtBest || claim.Figure.Form == paper.Exactly && a.Value.Max == claim.Figure.Of(p.config) && !a.Value.Unbounded {
		r.Steps, r.Start, r.Trace, r.Endless = a.LeastSteps, a.LeastAt, a.Least, false
	}
	return r
}
