package ledger

import (
	"errors"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// book is a ledger in the making.
type book struct {
	*Ledger
	options  Options
	averages *averages
	given    words
	columns  []model.Config // what the columns' flags mean, in the algorithm's usual size
	lattices []*lattice
	tracks   [][]*track // by row and column
	byLine   map[string]*Run
	seen     map[step]float64 // the largest growth of the states
	stage    int              // grows whenever that does: earlier estimates are out of date
	found    int              // refutations so far
}

// track is a claim for one variant while it is being decided.
type track struct {
	claim       paper.Claim
	column      int
	starts      []start
	dropped     []start // of [paper.Claim.Without]: the same without the assumption
	err         error   // why there is no configuration
	refutations []Refutation
	broken      []Refutation // without the assumption of [paper.Claim.Without], of all properties

	fallen, standing map[string]bool // properties that are violated, and that hold, with the assumption
}

// start is where a claim begins on its lattice.
type start struct {
	words   words
	lattice *lattice
	corner  []int
	config  model.Config
	fixed   []string // see [paper.Claim.Fixed]
	first   bool     // see [paper.Claim.First]
	alone   bool     // see [paper.Claim.Alone]
}

// covers reports that a point lies in the directions of the start.
func (s start) covers(p *point) bool {
	if s.lattice != p.lattice || !p.above(s.corner) {
		return false
	}
	for k, x := range p.lattice.axes {
		if p.at[k] != s.corner[k] && slices.Contains(s.fixed, x.flag) {
			return false
		}
	}
	return true
}

// newBook enters all claims, and what they begin with.
func newBook(l *Ledger, o Options) (*book, error) {
	b := &book{Ledger: l, options: o, byLine: map[string]*Run{}, seen: map[step]float64{}}
	var err error
	if b.given, err = parseWords(l.Algorithm, o.Flags); err != nil {
		return nil, options.Usage(err)
	}
	for _, column := range l.Columns {
		c, err := options.Read(l.Algorithm, column.Flags)
		if err != nil {
			return nil, err
		}
		b.columns = append(b.columns, c)
	}
	for _, claim := range slices.Concat(l.Algorithm.AllClaims(), propertyClaims(l.Algorithm, o.Only)) {
		b.Rows = append(b.Rows, Row{Claim: claim, Cells: make([]Cell, len(l.Columns))})
		tracks := make([]*track, len(l.Columns))
		for col, column := range l.Columns {
			tracks[col] = &track{claim: claim, column: col}
			if claim.Speaks(column.Variant) && (claim.Property != "" || claim.Without != "") {
				b.begin(tracks[col])
			}
		}
		b.tracks = append(b.tracks, tracks)
	}
	b.layOut()
	return b, nil
}

// begin reads where a claim begins for a variant. Where a flag of the command line leaves no sense in one of the claim's,
// the claim's is dropped: a tree for four processes if there are to be two.
func (b *book) begin(t *track) {
	at := t.claim.At
	if at == nil {
		at = []string{""}
	}
	for n, flags := range slices.Concat(t.claim.First, at) {
		for k, more := range []string{"", t.claim.Without} {
			if k == 1 && more == "" {
				continue
			}
			w, err := parseWords(b.Algorithm, flags+" "+more)
			if err != nil {
				t.err = err
				continue
			}
			for flag := range b.given {
				w = w.without(flag)
			}
			c, err := b.parse(t.column, w)
			for usage := (*options.UsageError)(nil); err != nil && len(b.given) > 0 && errors.As(err, &usage) && w[usage.Flag] != ""; {
				w = w.without(usage.Flag)
				c, err = b.parse(t.column, w)
			}
			if err != nil {
				t.err = err
				continue
			}
			still := t.claim.Still(b.Algorithm)
			if c.Timeouts != model.Off && aboutAllRuns(b.Algorithm.AllProperties(c), t.claim.Property) {
				still = append(slices.Clone(still), "timeouts") // without timers other runs end
			}
			s := start{words: w, config: c, fixed: still, first: n < len(t.claim.First), alone: t.claim.Alone}
			if k == 0 {
				t.starts = append(t.starts, s)
			} else {
				t.dropped = append(t.dropped, s)
			}
		}
	}
}

func (b *book) parse(column int, w words) (model.Config, error) {
	return options.Read(b.Algorithm, strings.Join([]string{b.Columns[column].Flags, w.String(), b.given.String()}, " "))
}

// layOut makes a lattice for all starts of a column with the same fixed flags, and puts their corners into the queue.
func (b *book) layOut() {
	type group struct {
		key    string
		column int
		fixed  words
		starts []*start
	}
	var groups []*group
	for _, tracks := range b.tracks {
		for _, t := range tracks {
			for _, list := range [][]start{t.starts, t.dropped} {
				for k := range list {
					fixed, key := b.fixed(list[k].words)
					at := slices.IndexFunc(groups, func(g *group) bool { return g.key == key && g.column == t.column })
					if at < 0 {
						at = len(groups)
						groups = append(groups, &group{key: key, column: t.column, fixed: fixed})
					}
					groups[at].starts = append(groups[at].starts, &list[k])
				}
			}
		}
	}
	for _, g := range groups {
		var all []words
		for _, s := range g.starts {
			all = append(all, s.words)
		}
		flags, _ := parseWords(b.Algorithm, b.Columns[g.column].Flags)
		l := newLattice(b.Algorithm, g.column, g.fixed.with(flags), b.given, all)
		b.lattices = append(b.lattices, l)
		for _, s := range g.starts {
			corner, err := l.corner(s.words)
			if err != nil {
				panic(err) // fixed has seen to that
			}
			s.lattice, s.corner = l, corner
		}
	}
	for _, t := range b.allTracks() {
		for _, s := range slices.Concat(t.starts, t.dropped) {
			if l := s.lattice; !slices.Contains(l.tracks, t) {
				l.tracks = append(l.tracks, t)
			}
		}
	}
	for _, g := range groups { // now that it is known which claims begin where
		for _, s := range g.starts {
			corner := s.lattice.point(s.corner)
			corner.begins, corner.first, corner.alone = true, corner.first || s.first, corner.alone || s.alone
			b.push(corner)
			for _, p := range corner.narrowed() {
				b.push(p)
			}
		}
	}
}

// fixed is the flags of a start that do not grow, and a key that says in addition which faults do.
func (b *book) fixed(w words) (words, string) {
	fixed, key := words{}, ""
	for flag, v := range w {
		grows := slices.Contains(faults, flag) || slices.ContainsFunc(b.Algorithm.Directions(), func(d paper.Direction) bool { return d.Flag == flag })
		if !grows {
			fixed[flag] = v
		}
	}
	for _, f := range faults {
		if w[f] != "" {
			key += " " + f
		}
	}
	l := newLattice(b.Algorithm, 0, fixed, b.given, []words{w})
	if _, err := l.corner(w); err != nil {
		fixed["requests"] = w["requests"] // of a shape that does not grow
	}
	return fixed, fixed.String() + key
}

// config is the variant and the repairs of a column, to be compared.
func (b *book) isColumn(column int, c model.Config) bool {
	of := b.columns[column]
	return of.Variant == c.Variant && slices.Equal(of.Repairs, c.Repairs)
}

// Flags is a configuration as the command line takes it, without the algorithm, its variant and its repairs.
func Flags(a *paper.Algorithm, c model.Config) string {
	c.Variant, c.Repairs = model.Published, nil
	line := options.Line(a, c)
	return strings.TrimPrefix(line, a.Name+" --variant "+model.Published+" ")
}
