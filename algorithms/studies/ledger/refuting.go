package ledger

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/model"
)

// Refuting is a configuration in which a larger ledger found claims refuted, without what it found: an exploration has to show it again. It
// is explored first, as far as it has few states.
type Refuting struct {
	Line       string // the algorithm with its flags
	Properties []string
	States     int // after which an exploration shows it
}

// MostRefuting is how many states a configuration may have that is explored first because it is known to refute a claim: a ladder that
// takes seconds has several of them. Of a larger one a trace can be stored, see [Known].
const MostRefuting = 50_000

// FormatRefuting is configurations as text, a line for each, and ParseRefuting reads it.
func FormatRefuting(all []Refuting) string {
	var b strings.Builder
	for _, r := range all {
		fmt.Fprintln(&b, r.States, strings.Join(r.Properties, ","), r.Line)
	}
	return b.String()
}

// ParseRefuting reads what FormatRefuting writes. An error names the line.
func ParseRefuting(text string) ([]Refuting, error) {
	var all []Refuting
	for line := range strings.Lines(text) {
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		states, err := strconv.Atoi(words[0])
		if err != nil || len(words) < 3 || states < 1 {
			return nil, fmt.Errorf("%q is no configuration that refutes; allowed is a number of states, properties and a model", line)
		}
		all = append(all, Refuting{words[2], strings.Split(words[1], ","), states})
	}
	return all, nil
}

// refuteFirst has the configurations that are known to refute claims explored before larger ones.
func (b *book) refuteFirst() {
	for _, r := range b.options.Refuting {
		name, flags, _ := strings.Cut(r.Line, " ")
		if name != b.Algorithm.Name || r.States > MostRefuting {
			continue
		}
		w, err := parseWords(b.Algorithm, flags)
		if err != nil {
			continue
		}
		for _, l := range b.lattices {
			for _, p := range l.of(w) {
				if p.meet() && p.line == r.Line && slices.ContainsFunc(b.about(p), func(t *track) bool { return slices.Contains(r.Properties, t.claim.Property) }) {
					p.refutes = max(p.refutes, r.States)
					b.push(p)
				}
			}
		}
	}
}

// suspect has the configuration in which a claim was refuted for the first time explored early for other variants, where it has few states: they
// differ in little, and what refutes a claim of one often does of another.
func (b *book) suspect(t *track, p *point) {
	if p.run.charge > MostRefuting || len(t.refutations) > 1 {
		return
	}
	_, flags, _ := strings.Cut(p.line, " ")
	w, err := parseWords(b.Algorithm, flags)
	if err != nil {
		return
	}
	for _, flag := range []string{"variant", "repairs", "without"} {
		w = w.without(flag)
	}
	row := slices.IndexFunc(b.tracks, func(row []*track) bool { return slices.Contains(row, t) })
	for _, l := range b.lattices {
		other := b.tracks[row][l.column]
		c, err := b.parse(l.column, w)
		if err != nil || l.column == t.column || len(other.refutations) > 0 {
			continue
		}
		for _, q := range l.of(w) {
			if q.meet() && q.line == options.Line(b.Algorithm, c) && q.run == nil && covers(other.starts, q) {
				q.refutes = max(q.refutes, p.run.charge)
				b.push(q)
				b.reconsider(q)
			}
		}
	}
}

// reconsider finds the place of a point in the queue anew.
func (b *book) reconsider(p *point) {
	q := &p.lattice.queue
	k := slices.IndexFunc(*q, func(x item) bool { return x.point == p })
	(*q)[k].key = b.key(p)
	heap.Fix(q, k)
}

// of are the points that can be the configuration of flags. Requests of some processes only are written as those of all, and as a form of
// these with the processes that ask.
func (l *lattice) of(w words) []*point {
	if at, err := l.corner(w); err == nil {
		return []*point{l.point(at)}
	}
	at, err := l.corner(w.without("requests"))
	if err != nil || l.fixed["requesters"] == "" {
		return nil
	}
	var all []*point
	for k, x := range l.axes {
		for s := range x.shapes {
			at[k] = s
			all = append(all, l.point(at))
		}
	}
	return all
}

// refuting are the configurations that show with the fewest states what is refuted: for each cell one, and one where messages keep their
// order if it is refuted there, too. A cell of which a known trace is replayed needs none.
func (b *book) refuting() []Refuting {
	var all []Refuting
	for k, row := range b.Rows {
		for col := range b.Columns {
			for _, ordered := range []bool{false, true} {
				line, states := b.cheapest(b.tracks[k][col], row.Cells[col].Refutation, ordered)
				if states == 0 {
					continue
				}
				at := slices.IndexFunc(all, func(r Refuting) bool { return r.Line == line && r.States == states })
				if at < 0 {
					at, all = len(all), append(all, Refuting{Line: line, States: states})
				}
				if r := &all[at]; !slices.Contains(r.Properties, row.Claim.Property) {
					r.Properties = append(r.Properties, row.Claim.Property)
				}
			}
		}
	}
	for _, r := range all {
		slices.Sort(r.Properties)
	}
	slices.SortFunc(all, func(a, b Refuting) int { return cmp.Or(cmp.Compare(a.States, b.States), cmp.Compare(a.Line, b.Line)) })
	return all
}

// cheapest is the configuration that refutes a claim after the fewest states, of all or of those where messages keep their order. shown is what
// the claim's cell has, which may refute it by what other configurations have. No states: it is not refuted, or by a known trace.
func (b *book) cheapest(t *track, shown *Refutation, ordered bool) (line string, states int) {
	if shown == nil || t.claim.Without != "" {
		return "", 0
	}
	for _, r := range append(slices.Clone(t.refutations), *shown) {
		switch {
		case ordered && r.Config.Network != model.FIFO:
			continue
		case b.replayed(t, r.Line):
			return "", 0
		}
		for _, run := range b.Runs {
			if run.Line != r.Line || run.answer(r.Property) == nil || states > 0 && run.charge >= states {
				continue
			}
			if said, _ := judge(t.claim, r.Config, run); said == refutes || run.Complete() {
				line, states = r.Line, run.charge
			}
		}
	}
	return line, states
}

// replayed reports that a known trace of a claim's property was replayed in a configuration, for this claim or another one of the variant.
func (b *book) replayed(t *track, line string) bool {
	return slices.ContainsFunc(b.allTracks(), func(o *track) bool {
		return o.column == t.column && o.claim.Property == t.claim.Property &&
			slices.ContainsFunc(o.refutations, func(r Refutation) bool { return r.Known && r.Line == line })
	})
}
