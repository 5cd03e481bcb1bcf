package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Cell is what was found of a claim for one variant.
type Cell struct {
	Verdict    Verdict
	Reason     string             // of [NotDecided] and [Partial]; of [Exact] and [Measured], what was not found
	Assumption string             // of [HoldsOnly]
	Kind       invariants.Kind    // of the property
	Refutation *Refutation        // in the smallest configuration known
	Shortest   *Refutation        // the one with the shortest trace, if that is another
	Holds      []Reach            // the largest configurations that were completed, in each direction, those with the most states first
	Within     []Reach            // the same of those that were not completed: no violation up to a depth
	Value      *invariants.Value  // the smallest and the largest, over all configurations; of [HoldsOnly], over those of the assumption
	Growth     []Growth           // how the largest value grows with the requests
	Attained   bool               // the largest value is what the paper says, in some configuration
	Executed   *paper.Measurement // of a formula
	Means      []Mean             // of an average, the exact ones first
	Compared   []Comparison       // of an average that a sentence lays beside others
}

// Reach is how far one exploration went.
type Reach struct {
	Line   string
	Config model.Config
	States int
	Depth  int
}

// sight is what one run says of a claim.
type sight struct {
	*point
	opinion
	answer *Answer
}

// cell decides a claim for a variant from what was explored.
func (b *book) cell(t *track) Cell {
	claim, variant := t.claim, b.Columns[t.column].Variant
	switch {
	case !claim.Speaks(variant):
		return Cell{}
	case claim.Reason != "":
		return Cell{Verdict: NotDecided, Reason: claim.Reason}
	case claim.Measure != nil:
		return executed(claim.Measure(variant))
	case claim.Average != nil:
		return b.averages.cell(b.Algorithm, variant, claim.Average, b.options.Others)
	case len(t.starts) == 0:
		return Cell{Verdict: NotDecided, Reason: t.err.Error()}
	case claim.Without != "":
		return b.cellWithout(t)
	}
	sights := b.sights(t)
	alone := !spoken(sights)
	c := Cell{Holds: front(sights, func(s sight) bool { return s.opinion == agrees || s.opinion == empty && alone })}
	c.Within = partly(sights, claim, c.Holds)
	c.measure(claim, sights)
	c.refute(claim, t, sights)
	b.decide(&c, t, sights)
	if s, some := b.unexplored(t, &c, sights); some {
		line := s.flags()
		switch grows := b.endless(s.lattice.point(s.corner)); {
		case grows != "":
			c.Reason = grows + " grow without end: " + line
		case s.first:
			c.Reason = strings.TrimSpace(string(c.Verdict)+" "+c.Assumption) + " as far as explored, without " + line
		default:
			c.Reason = "not explored: " + line
		}
		c.Verdict, c.Assumption = Partial, ""
	}
	return c
}

// unexplored is where a claim begins and what no complete run contains, although the cell says that the claim holds. In a
// configuration of its own the claim is undecided, as far as it goes; one that is known to refute it for another variant was named for
// that one. One whose states have no end comes last.
func (b *book) unexplored(t *track, c *Cell, sights []sight) (at start, some bool) {
	if c.Verdict != Holds && c.Verdict != HoldsOnly && c.Verdict != Vacuous {
		return start{}, false
	}
	named := max(0, slices.IndexFunc(t.starts, func(s start) bool { return !s.first }))
	for _, s := range slices.Concat(t.starts[named:], t.starts[:named]) { // its own come first
		p := s.lattice.point(s.corner)
		if !p.meet() || c.Verdict == HoldsOnly && p.config.Network != model.FIFO {
			continue
		}
		if !slices.ContainsFunc(sights, func(o sight) bool { return o.opinion != silent && o.run.Complete() && p.extent.within(o.extent) }) {
			if b.endless(p) == "" {
				return s, true
			}
			if !some {
				at, some = s, true
			}
		}
	}
	return at, some
}

// flags are those of a start's configuration but for the variant, which the column gives.
func (s start) flags() string {
	line := s.lattice.point(s.corner).line
	if _, flags, ok := strings.Cut(line, " --variant "); ok {
		_, flags, _ = strings.Cut(flags, " ")
		return flags
	}
	return line
}

func spoken(sights []sight) bool {
	return slices.ContainsFunc(sights, func(s sight) bool { return s.opinion != empty && s.opinion != silent })
}

// executed is the cell of a formula.
func executed(m paper.Measurement) Cell {
	c := Cell{Verdict: Holds, Executed: &m}
	if m.Differ > 0 {
		c.Verdict = Refuted
	}
	return c
}

// sights are all runs in the directions of a claim, in a fixed order.
func (b *book) sights(t *track) []sight {
	var all []sight
	lines := map[string]bool{}
	for _, l := range b.lattices {
		if !slices.ContainsFunc(t.starts, func(s start) bool { return s.lattice == l }) {
			continue
		}
		for _, p := range l.sorted() {
			if p.run == nil || lines[p.line] || !covers(t.starts, p) {
				continue
			}
			lines[p.line] = true
			s := sight{point: p}
			s.opinion, s.answer = judge(t.claim, p.config, p.run)
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b sight) int {
		return cmp.Or(a.extent.compare(b.extent), cmp.Compare(a.line, b.line))
	})
	return all
}

// refute chooses the refutations that are shown.
func (c *Cell) refute(claim paper.Claim, t *track, sights []sight) {
	all := slices.Clone(t.refutations)
	all = append(all, unattained(claim, sights)...)
	for _, s := range sights { // also of runs that were made for other claims
		if s.opinion == refutes && !slices.ContainsFunc(all, func(r Refutation) bool { return r.Line == s.line }) {
			all = append(all, newRefutation(s.point, claim, *s.answer))
		}
	}
	if len(all) == 0 {
		return
	}
	first := slices.MinFunc(all, func(a, b Refutation) int {
		return cmp.Or(a.extent.compare(b.extent), cmp.Compare(a.Steps, b.Steps), cmp.Compare(a.Line, b.Line))
	})
	short := slices.MinFunc(all, func(a, b Refutation) int {
		return cmp.Or(cmp.Compare(a.Steps, b.Steps), a.extent.compare(b.extent), cmp.Compare(a.Line, b.Line))
	})
	c.Refutation = &first
	if first.Known && !first.within(claim, c.Value) {
		c.Value = nil // what was explored does not have what the known run shows
	}
	if short.Steps < first.Steps {
		c.Shortest = &short
	}
}

// within reports that what refutes a claim is among the numbers found.
func (r *Refutation) within(claim paper.Claim, v *invariants.Value) bool {
	if v == nil || v.Unbounded || r.Endless {
		return v == nil || v.Unbounded
	}
	each := claim.Figure.Each(r.Config)
	if each == nil {
		each = v.Claimed
	}
	if each == nil {
		each = r.claimed
	}
	return each == nil || v.Min < each.Min || v.Max > each.Max
}

// decide gives the verdict.
func (b *book) decide(c *Cell, t *track, sights []sight) {
	for _, s := range sights {
		if s.answer != nil {
			c.Kind = s.answer.Kind
		}
	}
	switch {
	case c.Refutation != nil:
		c.Verdict = Refuted
		if ordered := inOrder(sights, c.Refutation); c.Refutation.Config.Network != model.FIFO && ordered != nil &&
			!slices.ContainsFunc(t.refutations, func(r Refutation) bool { return r.Config.Network == model.FIFO }) {
			c.Verdict, c.Assumption, c.Holds = HoldsOnly, FIFO, ordered
			c.Value, c.Growth, c.Attained = nil, nil, false
			c.measure(t.claim, slices.DeleteFunc(slices.Clone(sights), func(s sight) bool { return s.config.Network != model.FIFO }))
		} else {
			c.Holds, c.Within = nil, nil
		}
	case t.claim.Figure.Form == paper.Steady:
		c.Verdict, c.Reason = c.steady()
	case len(c.Holds) > 0 && !spoken(sights):
		c.Verdict = Vacuous
	case len(c.Holds) == 0 && !b.has(t):
		c.Verdict, c.Reason = NotDecided, t.claim.Property+" is not judged in this configuration"
	case len(c.Holds) == 0:
		c.Verdict, c.Reason = Partial, open(c, sights)
	case !slices.ContainsFunc(c.Holds, func(r Reach) bool { return r.Config.Network != model.FIFO }) && bagged(t):
		c.Verdict, c.Reason = Partial, "decided on fifo"
	default:
		c.Verdict = Holds
		if n := asking(c.Holds); n > 0 && everybody(t) {
			c.Verdict, c.Reason = Partial, "decided for "+english.Plural(n, "requester", "")
		}
	}
}

// bagged reports that a claim begins where messages may overtake each other.
func bagged(t *track) bool {
	return slices.ContainsFunc(t.starts, func(s start) bool { return s.config.Network != model.FIFO })
}

// everybody reports that a claim begins, in one place at least, with all processes asking.
func everybody(t *track) bool {
	return slices.ContainsFunc(t.starts, func(s start) bool { return !slices.Contains(s.config.Requests, 0) })
}

// asking is how many processes ask at most in configurations in none of which all do; 0: in one all do.
func asking(all []Reach) int {
	most := 0
	for _, r := range all {
		n := 0
		for _, budget := range r.Config.Requests {
			if budget != 0 {
				n++
			}
		}
		if n == len(r.Config.Requests) {
			return 0
		}
		most = max(most, n)
	}
	return most
}

// has reports that the algorithm has the claim's property where the claim begins.
func (b *book) has(t *track) bool {
	return slices.ContainsFunc(t.starts, func(s start) bool {
		return slices.ContainsFunc(b.Algorithm.AllProperties(s.config), func(q invariants.Property) bool { return q.Name == t.claim.Property })
	})
}

// open says why nothing is decided.
func open(c *Cell, sights []sight) string {
	if len(c.Within) > 0 {
		return "not violated"
	}
	for _, s := range sights {
		if !s.run.Complete() {
			return fmt.Sprintf("no end within %s states", humanize.Comma(int64(s.run.charge)))
		}
	}
	return "the budget does not reach it"
}

// inOrder is how far a refuted claim holds where messages keep their order: nil if not even in the configuration that
// refutes it.
func inOrder(sights []sight, r *Refutation) []Reach {
	all := front(sights, func(s sight) bool { return s.opinion == agrees && s.config.Network == model.FIFO })
	same := r.Config.Clone()
	same.Network = model.FIFO
	if slices.ContainsFunc(sights, func(s sight) bool { return s.opinion == lacks && s.config.Fingerprint() == same.Fingerprint() }) {
		return nil // no number that is to be attained is, whatever larger configurations attain
	}
	for _, reach := range all {
		if within(same, reach.Config) {
			return all
		}
	}
	return nil
}
