package values

import (
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

// turned is (P1 P2 P3)(g1 g2).
type turned struct{}

func (turned) Site(i model.Site) model.Site    { return [...]model.Site{0, 2, 3, 1}[i] }
func (turned) Group(g model.Group) model.Group { return [...]model.Group{0, 2, 1}[g] }

// TestRenamed renames every kind of value that can hold a name, and leaves the rest alone.
func TestRenamed(t *testing.T) {
	r := turned{}
	want := site{
		me: 2, X: 1, count: 3, RS: model.SetOf[model.Site](0, 2, 1), wants: model.SetOf[model.Group](0, 2), also: alias(model.SetOf[model.Group](1)),
		SN:     perSite(30, 10, 20),
		father: perSite[model.Site](2, 0, 2),
		queue:  model.ListOf(letter{2, model.Group(2)}, letter{3, nil}, letter{1, letter{3, model.Site(1)}}),
		pair:   [2]model.Site{2, 0}, inside: embedding{model.ListOf[model.Site](2, 3), 1}, text: "1", wrong: short(model.SetOf[model.Group](1, 2)),
	}
	if got := Rename(r, fixture()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := Rename[any](r, letter{1, model.Site(1)}); got != any(letter{2, model.Site(2)}) {
		t.Errorf("a message becomes %v", got)
	}
}
