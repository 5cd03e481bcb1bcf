package system

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Growth is a variable or an inbox that still had new values when a search ended: if it has no bound, neither has the search.
type Growth struct {
	Place  string // the title of the site
	Field  string // empty: the inbox
	From   string // the sender of the messages that are counted; empty: all of them
	New    int    // values that the variable had not had before; of an inbox 0
	Most   int    // the largest of a number, or the most messages; 0 of what is no number
	Levels int    // in which these values came; 0: in the second half of a search without levels
}

func (g Growth) String() string {
	during := fmt.Sprintf("in the last %d levels", g.Levels)
	if g.Levels == 0 {
		during = "in the second half of the search"
	}
	switch {
	case g.Field == "" && g.From != "":
		return fmt.Sprintf("the inbox of %s from %s grows: up to %d messages, more %s", g.Place, g.From, g.Most, during)
	case g.Field == "":
		return fmt.Sprintf("the inbox of %s grows: up to %d messages, more %s", g.Place, g.Most, during)
	case g.Most > 0:
		return fmt.Sprintf("variable %s of %s grows: up to %d, %d new values %s", g.Field, g.Place, g.Most, g.New, during)
	}
	return fmt.Sprintf("variable %s of %s grows: %d new values %s", g.Field, g.Place, g.New, during)
}

// rank is the order in which growths are told of: numbers first, for they show that there is no bound.
func (g Growth) rank() int {
	switch {
	case g.Field == "":
		return 1
	case g.Most > 0:
		return 0
	}
	return 2
}

// mostGrowths are told of.
const mostGrowths = 5

// Growths says what had new values in both halves of the time between the first and the last of three marks; levels is how
// many levels of a search they span. Without marks it is the second half of all that has been seen, in two halves.
func (s *System) Growths(marks []Mark, levels int) []Growth {
	if len(marks) == 0 {
		end := s.Mark()
		part := func(quarters int) (m Mark) {
			for k := range end.locals {
				m.locals, m.boxes = append(m.locals, end.locals[k]*quarters/4), append(m.boxes, end.boxes[k]*quarters/4)
			}
			return m
		}
		marks, levels = []Mark{part(2), part(3), end}, 0
	}
	all := s.space.growths([3]Mark(marks))
	for k := range all {
		all[k].Levels = levels
	}
	slices.SortStableFunc(all, func(a, b Growth) int {
		return cmp.Or(a.rank()-b.rank(), b.New-a.New, b.Most-a.Most)
	})
	return all[:min(len(all), mostGrowths)]
}

func (s *space[V, M]) growths(marks [3]Mark) (all []Growth) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, sp := range s.sites {
		place := s.sys.Places[k].Title()
		all = append(all, grownFields(place, sp.locals.at, marks[0].locals[k], marks[1].locals[k], marks[2].locals[k])...)
		all = append(all, s.grownInboxes(place, sp.boxes.at, marks[0].boxes[k], marks[1].boxes[k], marks[2].boxes[k])...)
	}
	return all
}

// mostLooked is about how many variables, or inboxes, of a site are looked at: of more, some are left out.
const mostLooked = 20_000

// each calls look with the numbers up to last, or some of them, and the part to which they belong: up to first, up to
// middle, up to last.
func each(first, middle, last int, look func(number, part int)) {
	stride := last/mostLooked + 1
	for n := 1; n <= last; n += stride {
		switch {
		case n <= first:
			look(n, 0)
		case n <= middle:
			look(n, 1)
		default:
			look(n, 2)
		}
	}
}

func grownFields[V comparable](place string, local func(uint32) V, first, middle, last int) (all []Growth) {
	type history struct {
		name  string
		last  any // value looked at
		seen  map[any]bool
		fresh [3]int
		most  [3]int
		other bool // than a number
	}
	var fields []history
	each(first, middle, last, func(n, part int) {
		k := -1
		for name, v := range model.Variables(local(uint32(n))) {
			if k++; k == len(fields) {
				fields = append(fields, history{name: name, seen: map[any]bool{}})
			}
			f := &fields[k]
			if len(f.seen) > 0 && v == f.last {
				continue
			}
			if f.last = v; f.seen[v] {
				continue
			}
			f.seen[v] = true
			f.fresh[part]++
			if x := reflect.ValueOf(v); x.IsValid() && x.CanInt() {
				f.most[part] = max(f.most[part], int(x.Int()))
			} else {
				f.other = true
			}
		}
	})
	for _, f := range fields {
		if f.fresh[1] == 0 || f.fresh[2] == 0 {
			continue
		}
		g := Growth{Place: place, Field: f.name, New: f.fresh[1] + f.fresh[2]}
		if !f.other && f.most[2] > f.most[1] && f.most[1] > f.most[0] {
			g.Most = f.most[2]
		}
		all = append(all, g)
	}
	return all
}

func (s *space[V, M]) grownInboxes(place string, box func(uint32) inbox, first, middle, last int) (all []Growth) {
	most := [model.MaxSites + 1][3]int{}
	each(first, middle, last, func(n, part int) {
		var counts [model.MaxSites + 1]int
		in := box(uint32(n))
		for k := range in.len() {
			counts[in.at(k).from]++
		}
		for from, count := range counts {
			most[from][part] = max(most[from][part], count)
		}
	})
	for from, m := range most {
		if m[0] >= m[1] || m[1] >= m[2] {
			continue
		}
		g := Growth{Place: place, Most: m[2]}
		if from > 0 {
			g.From = s.sys.Places[from-1].Title()
		}
		all = append(all, g)
	}
	return all
}
