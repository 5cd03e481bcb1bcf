package ledger

import (
	"cmp"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Growth is how the largest value found grows with the requests of all processes, of the first or of the last, where
// everything else stays the same.
type Growth struct {
	Config   model.Config // the first
	Of       string       // "R", or "-r 1,1,R"
	Requests []string     // "1", "2", ..., "inf"
	Values   []int        // the largest
	Endless  []bool       // there is no largest

	rest string // what stays the same
}

// measure sums up the numbers found.
func (c *Cell) measure(claim paper.Claim, sights []sight) {
	for _, s := range sights {
		if s.answer == nil || s.answer.Value == nil || !s.run.Complete() {
			continue
		}
		v := *s.answer.Value
		c.Value = union(c.Value, &v)
		if f := claim.Figure; f.Of != nil {
			c.Attained = c.Attained || !v.Unbounded && v.Max == f.Of(s.config)
		} else if v.Claimed != nil {
			c.Attained = c.Attained || !v.Unbounded && v.Max == v.Claimed.Max
		}
	}
	if c.Value != nil {
		c.Growth = growths(sights)
	}
}

// ofAll is how the requests are written where all processes make R.
const ofAll = "R"

// growths are the sequences of values with at least two members, those that vary and those of the most processes first.
func growths(sights []sight) []Growth {
	var all []Growth
	index := map[string]int{}
	for _, f := range []form{uniform, firstAlone, lastAlone} {
		for _, s := range sights {
			if s.answer == nil || s.answer.Value == nil || !s.run.Complete() {
				continue
			}
			of, r, ok := sequence(f, s.config.Requests)
			if !ok {
				continue
			}
			rest := s.config.Clone()
			rest.Requests = nil
			same := rest.Fingerprint()
			key := of + same
			k, known := index[key]
			if !known {
				k = len(all)
				index[key] = k
				all = append(all, Growth{Config: s.config, Of: of, rest: same})
			}
			g := &all[k]
			g.Requests = append(g.Requests, model.RequestsText([]int{r}))
			g.Values, g.Endless = append(g.Values, s.answer.Value.Max), append(g.Endless, s.answer.Value.Unbounded)
		}
	}
	all = slices.DeleteFunc(all, func(g Growth) bool { return len(g.Values) < 2 })
	varies := map[bool]int{true: 0, false: 1}
	slices.SortStableFunc(all, func(a, b Growth) int {
		return cmp.Or(cmp.Compare(varies[a.Varies()], varies[b.Varies()]), cmp.Compare(b.Config.Processes, a.Config.Processes),
			cmp.Compare(a.Config.Network, b.Config.Network), cmp.Compare(len(b.Values), len(a.Values)),
			cmp.Compare(b.Values[len(b.Values)-1], a.Values[len(a.Values)-1]))
	})
	return all
}

// sequence is the number R of requests in a configuration of a form, and how the form is written.
func sequence(f form, budgets []int) (of string, r int, ok bool) {
	n := len(budgets)
	s := shape{form: f, base: 1}
	switch f {
	case uniform:
		r, of = budgets[0], ofAll
		s.base = r
	case firstAlone:
		r = budgets[0]
		of = "-r R" + repeat(",1", n-1)
	case lastAlone:
		r = budgets[n-1]
		of = "-r " + repeat("1,", n-1) + "R"
	}
	s.more = r
	return of, r, n > 1 && slices.Equal(s.vector(n), budgets) || f == uniform && n == 1
}

func repeat(text string, n int) string {
	all := ""
	for range n {
		all += text
	}
	return all
}

// steady decides whether a value grows with R: it does not if it is the same for two to five requests of three processes or more, or finite
// where no process has a budget. However long it has grown, it may end with the next number of requests: only a run without an end refutes the claim.
func (c *Cell) steady() (Verdict, string) {
	const few = "too few numbers of requests to say that it does not grow"
	flat, bound := map[model.Network]bool{}, map[string]int{} // the latter by what stays the same: of all processes with as many requests as there are
	for _, g := range c.Growth {
		n := len(g.Requests) - 1
		switch {
		case g.Of != ofAll:
		case g.Requests[n] == "inf" && !g.Endless[n]:
			bound[g.rest] = math.MaxInt
		case g.flat():
			bound[g.rest] = g.Values[n]
		}
		flat[g.Config.Network] = flat[g.Config.Network] || g.Config.Processes >= 3 && g.Of == ofAll && g.flat()
	}
	rising := func(g Growth) bool {
		return g.Config.Processes >= 3 && g.rising() && g.Values[len(g.Values)-1] > bound[g.rest]
	}
	for _, r := range c.Holds {
		if r.Config.Processes >= 3 && requests(r.Config) == unlimited {
			flat[r.Config.Network] = true
		}
	}
	switch k := slices.IndexFunc(c.Growth, rising); {
	case k >= 0:
		g := c.Growth[k]
		c.Growth = append([]Growth{g}, slices.Delete(c.Growth, k, k+1)...)
		return Partial, "it grows as far as was explored"
	case flat[model.Bag]:
		return Holds, ""
	case flat[model.FIFO]:
		return Partial, "decided on fifo"
	}
	return Partial, few
}

// rising reports that the largest numbers of requests, three at least, give the largest value.
func (g Growth) rising() bool {
	n := len(g.Values)
	return g.Requests[n-1] != "inf" && n > 2 && g.Values[n-1] > g.Values[n-2]
}

// Varies reports that the values are not all the same.
func (g Growth) Varies() bool {
	return slices.Contains(g.Endless, true) || slices.Min(g.Values) != slices.Max(g.Values)
}

// flat reports that the values of two to at least five requests, or without a budget and before, are the same.
func (g Growth) flat() bool {
	from := slices.Index(g.Requests, "2")
	if from < 0 || len(g.Requests)-from < 4 {
		return false
	}
	return slices.Min(g.Values[from:]) == slices.Max(g.Values[from:])
}

// unattained are the refutations of a claim whose number is to be attained by configurations that allow for it and do
// not attain it: with as many requests as it took elsewhere, or with two.
func unattained(claim paper.Claim, sights []sight) []Refutation {
	if !slices.ContainsFunc(sights, func(s sight) bool { return s.run.Complete() && s.opinion == lacks }) {
		return nil
	}
	class := func(s sight) string {
		c := s.config.Clone()
		c.Requests, c.Network, c.Timeouts = nil, "", ""
		return c.Fingerprint()
	}
	attained, fewest := map[string]bool{}, unlimited
	for _, s := range sights {
		if s.run.Complete() && s.opinion == agrees {
			attained[class(s)] = true
			fewest = min(fewest, requests(s.config))
		}
	}
	needed := 2
	if len(attained) > 0 {
		needed = max(needed, fewest)
	}
	var all []Refutation
	for _, s := range sights {
		if s.run.Complete() && s.opinion == lacks && !attained[class(s)] && requests(s.config) >= needed {
			all = append(all, newRefutation(s.point, claim, *s.answer))
		}
	}
	return all
}

const unlimited = 1 << 30

// requests is the fewest that a process may make; without a budget, a great many.
func requests(c model.Config) int {
	least := unlimited
	for _, r := range c.Requests {
		if r != model.Unlimited {
			least = min(least, r)
		}
	}
	return least
}

// union is the range of two values, with the claim of the first.
func union(a, b *invariants.Value) *invariants.Value {
	if a == nil {
		return b
	}
	u := *a
	u.Min, u.Max, u.Unbounded, u.Never = min(a.Min, b.Min), max(a.Max, b.Max), a.Unbounded || b.Unbounded, a.Never && b.Never
	switch {
	case a.Never:
		u.Min = b.Min
	case b.Never:
		u.Min = a.Min
	}
	if a.Claimed != nil && b.Claimed != nil && *a.Claimed != *b.Claimed {
		u.Claimed = nil // the claims differ from configuration to configuration
	}
	return &u
}
