package permutation

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Permutation is one of the sites together with one of the groups. Processes stay processes. 0, which is NULL, and
// whatever is no site or group of the system, keeps its name.
type Permutation struct {
	processes int
	sites     []model.Site     // the new name of site i at i; sites[0] is 0
	groups    []model.Group    // the new name of group g at g
	met       func(model.Site) // nil: nobody wants to know which sites are met
}

// Site is the new name of i.
func (r *Permutation) Site(i model.Site) model.Site {
	if i < 0 || int(i) >= len(r.sites) {
		return i
	}
	if r.met != nil && i > 0 {
		r.met(i)
	}
	return r.sites[i]
}

// Group is the new name of g.
func (r *Permutation) Group(g model.Group) model.Group {
	if g < 0 || int(g) >= len(r.groups) {
		return g
	}
	return r.groups[g]
}

// String is the permutation in cycles, "(P2 P3)(g1 g2)"; the identity is "()". Sites that are no processes go with the
// groups.
func (r *Permutation) String() string {
	text := cycles(r.sites[:r.processes+1], "P") + cycles(r.groups, "g")
	if text == "" {
		return "()"
	}
	return text
}

func cycles[T ~int](to []T, prefix string) string {
	var text strings.Builder
	seen := make([]bool, len(to))
	for first := range to {
		var names []string
		for at := first; !seen[at]; at = int(to[at]) {
			seen[at] = true
			names = append(names, fmt.Sprint(prefix, at))
		}
		if len(names) > 1 {
			text.WriteString("(" + strings.Join(names, " ") + ")")
		}
	}
	return text.String()
}

// after is first s, then r.
func (r *Permutation) after(s *Permutation) *Permutation {
	t := &Permutation{processes: s.processes, sites: slices.Clone(s.sites), groups: slices.Clone(s.groups)}
	for k, i := range s.sites {
		t.sites[k] = r.sites[i]
	}
	for k, g := range s.groups {
		t.groups[k] = r.groups[g]
	}
	return t
}

// moved is how many sites and groups get another name.
func (r *Permutation) moved() int {
	n := 0
	for k, i := range r.sites {
		if int(i) != k {
			n++
		}
	}
	for k, g := range r.groups {
		if int(g) != k {
			n++
		}
	}
	return n
}

// key identifies the permutation among those of one system.
func (r *Permutation) key() string {
	var key []byte
	for _, i := range r.sites {
		key = binary.AppendUvarint(key, uint64(i))
	}
	for _, g := range r.groups {
		key = binary.AppendUvarint(key, uint64(g))
	}
	return string(key)
}

// Products lists the products of a group: that at [g][h] is first h, then g.
func Products(group []*Permutation) [][]int {
	index := map[string]int{}
	for g, r := range group {
		index[r.key()] = g
	}
	all := make([][]int, len(group))
	for g, r := range group {
		all[g] = make([]int, len(group))
		for h, s := range group {
			product, ok := index[r.after(s).key()]
			if !ok {
				panic("permutation: these are no group")
			}
			all[g][h] = product
		}
	}
	return all
}

// compare orders permutations: those that move less come first, the identity before all.
func (r *Permutation) compare(s *Permutation) int {
	if d := r.moved() - s.moved(); d != 0 {
		return d
	}
	if d := slices.Compare(r.sites, s.sites); d != 0 {
		return d
	}
	return slices.Compare(r.groups, s.groups)
}

// Exchange reports that exactly two processes, or two groups, exchange their names.
func (r *Permutation) Exchange() bool {
	n := 0
	for k, i := range r.sites[:r.processes+1] {
		if int(i) != k {
			n++
		}
	}
	for k, g := range r.groups {
		if int(g) != k {
			n++
		}
	}
	return n == 2
}

// generated is the least group that contains all of rs, in the order of compare.
func generated(identity *Permutation, rs []*Permutation) []*Permutation {
	group, known := []*Permutation{identity}, map[string]bool{identity.key(): true}
	for k := 0; k < len(group); k++ {
		for _, r := range rs {
			if t := r.after(group[k]); !known[t.key()] {
				known[t.key()] = true
				group = append(group, t)
			}
		}
	}
	slices.SortFunc(group, (*Permutation).compare)
	return group
}

// Without is the largest group that it can find without the permutations refused: allowed are the permutations, sorted,
// that a group may be made of.
func Without(allowed []*Permutation, refused func(*Permutation) bool) (left, group []*Permutation) {
	left = slices.DeleteFunc(slices.Clone(allowed), refused)
	return left, within(left)
}

// Is reports that two permutations are the same.
func (r *Permutation) Is(s *Permutation) bool { return r.key() == s.key() }

// within finds a group among rs, which must be sorted: as many of rs as can be taken, one after another, without needing
// a permutation that is not in rs.
func within(rs []*Permutation) []*Permutation {
	allowed := map[string]bool{}
	for _, r := range rs {
		allowed[r.key()] = true
	}
	group := rs[:1]
	var taken []*Permutation
	for _, r := range rs[1:] {
		if slices.ContainsFunc(group, func(g *Permutation) bool { return g.key() == r.key() }) {
			continue
		}
		larger := generated(rs[0], append(slices.Clone(taken), r))
		if !slices.ContainsFunc(larger, func(g *Permutation) bool { return !allowed[g.key()] }) {
			group, taken = larger, append(taken, r)
		}
	}
	return group
}

// Generators finds few permutations of the group, which must be sorted, from which all its others follow.
func Generators(group []*Permutation) []*Permutation {
	var few []*Permutation
	known := map[string]bool{group[0].key(): true}
	for _, r := range group {
		if known[r.key()] {
			continue
		}
		few = append(few, r)
		for _, g := range generated(group[0], few) {
			known[g.key()] = true
		}
	}
	return few
}

// maxOrder is how many permutations are tried at most: every node is renamed by each of them.
const maxOrder = 240

// Candidates lists the permutations of processes and groups that are tried, sorted, the identity first. Where there are
// too many, only the last so many processes and groups are exchanged: the first ones seldom start like the others. Sites
// that are no processes follow the groups if there is one for each, and otherwise keep their names.
func Candidates(c model.Config, places int) []*Permutation {
	processes, groups := min(c.Processes, places), c.Groups
	k, l := movable(processes, groups)
	var all []*Permutation
	for _, sites := range permutations(processes, k) {
		for _, g := range permutations(groups, l) {
			r := &Permutation{processes: processes}
			for _, i := range sites {
				r.sites = append(r.sites, model.Site(i))
			}
			for x := processes + 1; x <= places; x++ {
				to := x
				if places-processes == groups {
					to = processes + g[x-processes]
				}
				r.sites = append(r.sites, model.Site(to))
			}
			for _, x := range g {
				r.groups = append(r.groups, model.Group(x))
			}
			all = append(all, r)
		}
	}
	slices.SortFunc(all, (*Permutation).compare)
	return all
}

// movable is how many of the processes, and of the groups, are exchanged: as many as give at most maxOrder permutations.
func movable(processes, groups int) (k, l int) {
	most, factorial := 0, []int{1, 1, 2, 6, 24, 120}
	for i := range min(processes, len(factorial)-1) + 1 {
		for j := range min(groups, len(factorial)-1) + 1 {
			if order := factorial[i] * factorial[j]; order <= maxOrder && order >= most {
				most, k, l = order, i, j
			}
		}
	}
	return k, l
}

// permutations lists the permutations of 0 to n that move only the last k numbers.
func permutations(n, k int) [][]int {
	identity := make([]int, n+1)
	for i := range identity {
		identity[i] = i
	}
	all := [][]int{identity}
	for at := n - k + 1; at <= n; at++ {
		var more [][]int
		for _, p := range all {
			for with := at; with <= n; with++ {
				q := slices.Clone(p)
				q[at], q[with] = q[with], q[at]
				more = append(more, q)
			}
		}
		all = more
	}
	return all
}
