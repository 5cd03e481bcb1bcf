package system

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

type alias model.Groups

func (a alias) Alias() any { return model.Groups(a) }

// short is a set of groups that claims to be one group.
type short model.Groups

func (s short) Alias() any { return model.Groups(s).Least() }

type letter struct {
	who  model.Site
	what any
}

type embedding struct {
	model.List[model.Site]
	other model.Site
}

type site struct {
	me     model.Site
	X      model.Group
	count  int
	RS     model.Sites
	wants  model.Groups
	also   alias
	SN     model.PerSite[int]
	father model.PerSite[model.Site]
	queue  model.List[letter]
	none   model.PerSite[model.Site]
	pair   [2]model.Site
	inside embedding
	text   string
	wrong  short
}

func perSite[T comparable](xs ...T) model.PerSite[T] {
	a := model.NewPerSite[T](len(xs))
	for k, x := range xs {
		a = a.With(model.Site(k+1), x)
	}
	return a
}

func fixture() site {
	return site{
		me: 1, X: 2, count: 3, RS: model.SetOf[model.Site](0, 1, 3), wants: model.SetOf[model.Group](0, 1), also: alias(model.SetOf[model.Group](2)),
		SN:     perSite(10, 20, 30),
		father: perSite[model.Site](0, 1, 1),
		queue:  model.ListOf(letter{1, model.Group(1)}, letter{2, nil}, letter{3, letter{2, model.Site(3)}}),
		none:   model.PerSite[model.Site]{},
		pair:   [2]model.Site{1, 0}, inside: embedding{model.ListOf[model.Site](1, 2), 3}, text: "1", wrong: short(model.SetOf[model.Group](1, 2)),
	}
}

// TestRenamed renames every kind of value that can hold a name, and leaves the rest alone.
func TestRenamed(t *testing.T) {
	r := &Renaming{processes: 3, sites: []model.Site{0, 2, 3, 1}, groups: []model.Group{0, 2, 1}}
	want := site{
		me: 2, X: 1, count: 3, RS: model.SetOf[model.Site](0, 2, 1), wants: model.SetOf[model.Group](0, 2), also: alias(model.SetOf[model.Group](1)),
		SN:     perSite(30, 10, 20),
		father: perSite[model.Site](2, 0, 2),
		queue:  model.ListOf(letter{2, model.Group(2)}, letter{3, nil}, letter{1, letter{3, model.Site(1)}}),
		pair:   [2]model.Site{2, 0}, inside: embedding{model.ListOf[model.Site](2, 3), 1}, text: "1", wrong: short(model.SetOf[model.Group](1, 2)),
	}
	if got := rename(r, fixture()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := rename[any](r, letter{1, model.Site(1)}); got != any(letter{2, model.Site(2)}) {
		t.Errorf("a message becomes %v", got)
	}
	if got := r.String(); got != "(P1 P2 P3)(g1 g2)" {
		t.Errorf("the renaming is %s", got)
	}
}

// TestRenamedIsAnAction: renaming twice is renaming by the product.
func TestRenamedIsAnAction(t *testing.T) {
	all := candidates(model.Config{Processes: 3, Groups: 2}, 3)
	if len(all) != 12 || rename(all[0], fixture()) != fixture() {
		t.Fatalf("%d permutations, the first is %v", len(all), all[0])
	}
	for _, r := range all {
		for _, s := range all {
			if rename(r.after(s), fixture()) != rename(r, rename(s, fixture())) {
				t.Errorf("first %v, then %v is not %v", s, r, r.after(s))
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	for _, test := range []struct {
		n, m, places, want int
	}{
		{1, 0, 1, 1}, {2, 1, 2, 2}, {3, 2, 3, 12}, {4, 3, 4, 144}, {5, 2, 5, 240}, {16, 0, 17, 120}, {8, 8, 16, 240},
	} {
		all := candidates(model.Config{Processes: test.n, Groups: test.m}, test.places)
		keys := map[string]bool{}
		for _, r := range all {
			keys[r.key()] = true
			for i := test.n + 1; i <= test.places; i++ {
				want := model.Site(i)
				if test.places-test.n == test.m {
					want = model.Site(test.n) + model.Site(r.groups[i-test.n])
				}
				if r.Site(model.Site(i)) != want {
					t.Errorf("n=%d m=%d: %v makes site %d of site %d", test.n, test.m, r, r.Site(model.Site(i)), i)
				}
			}
		}
		if len(all) != test.want || len(keys) != test.want || all[0].moved() != 0 {
			t.Errorf("n=%d m=%d: %d permutations, %d different, the first %v; want %d", test.n, test.m, len(all), len(keys), all[0],
				test.want)
		}
	}
}

// TestWithout takes permutations away and finds the groups that are left.
func TestWithout(t *testing.T) {
	all := candidates(model.Config{Processes: 4}, 4)
	named := func(names ...string) (refused []Refusal) {
		for _, r := range all {
			if slices.Contains(names, r.String()) {
				refused = append(refused, Refusal{Renaming: r})
			}
		}
		if len(refused) != len(names) {
			t.Fatalf("%v: found %v", names, refused)
		}
		return refused
	}
	for _, test := range []struct {
		refused []string
		order   int
	}{
		{nil, 24},
		{[]string{"(P1 P2)"}, 6}, // those that fix P1, or P2
		{[]string{"(P1 P2)", "(P1 P3)", "(P1 P4)"}, 6}, // those that fix P1
		{[]string{"(P1 P2)", "(P1 P3)", "(P1 P4)", "(P2 P3 P4)"}, 2},
	} {
		_, group := Without(all, named(test.refused...))
		if len(group) != test.order || group[0].moved() != 0 {
			t.Errorf("without %v: %v, want %d permutations", test.refused, group, test.order)
		}
		for _, r := range group {
			if slices.Contains(test.refused, r.String()) {
				t.Errorf("without %v: %v", test.refused, group)
			}
			for _, s := range group {
				if !slices.ContainsFunc(group, func(p *Renaming) bool { return p.key() == r.after(s).key() }) {
					t.Errorf("without %v: %v and %v, but not %v", test.refused, r, s, r.after(s))
				}
			}
		}
		if few := Generators(group); len(generated(group[0], few)) != len(group) || len(few) > 3 {
			t.Errorf("without %v: generators %v", test.refused, few)
		}
	}
}
