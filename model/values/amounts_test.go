package values_test

import (
	"maps"
	"testing"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

type phase int

func (p phase) String() string { return [...]string{"idle", "busy"}[p] }

// TestAmounts counts in values what laws can weigh, also in fields that are not exported.
func TestAmounts(t *testing.T) {
	type part struct {
		age  int
		open bool
	}
	type all struct {
		free   uint8
		minus  int
		inside bool
		state  phase
		father model.Site
		group  model.Group
		text   string
		number model.Number
		asks   model.Sites
		queue  model.List[part]
		each   model.PerSite[int]
		fixed  [2]part
		any    any
	}
	x := all{
		free: 3, minus: -2, inside: true, state: 1, father: 2, group: 1, text: "no", number: model.NumberOf(4), asks: model.SetOf[model.Site](1, 3),
		queue: model.ListOf(part{1, true}, part{4, true}), each: model.NewPerSite[int](3).With(2, 5), fixed: [2]part{{7, false}, {1, false}}, any: part{age: 9},
	}
	want := map[string]int{
		"x.free": 3, "x.minus": -2, "x.inside": 1, "x.state=busy": 1, "len(x.asks)": 2, "len(x.queue)": 2, "x.queue[].age": 5, "x.queue[].open": 2,
		"len(x.each)": 3, "x.each[]": 5, "x.fixed[].age": 8, "x.any.age": 9,
	}
	if got := values.Amounts("x", x); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := values.Amounts("nothing", nil); len(got) != 0 {
		t.Errorf("nothing has %v", got)
	}
}
