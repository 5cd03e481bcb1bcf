package naimitrehel

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestRequestQueue: P1 is inside, and P2 and P3 wait for it in turn, or for a message; then one thing is wrong.
func TestRequestQueue(t *testing.T) {
	views := func(change func(P1, P2, P3 *model.View)) invariants.Views {
		P1 := &model.View{InCS: true, Holds: 1, More: look{next: 2}}
		P2, P3 := &model.View{Waits: true, More: look{next: 3}}, &model.View{Waits: true, More: look{}}
		change(P1, P2, P3)
		return invariants.Views{P1, P2, P3}
	}
	for _, test := range []struct {
		name   string
		change func(P1, P2, P3 *model.View)
		want   invariants.Opinion
	}{
		{"a queue", func(_, _, _ *model.View) {}, invariants.Fine},
		{"P3's request on its way", func(P1, P2, _ *model.View) {
			P2.More, P1.More = look{}, look{next: 2, asked: model.SetOf[model.Site](3)}
		}, invariants.Fine},
		{"the token on its way to P2", func(P1, P2, _ *model.View) { P1.InCS, P1.Holds, P1.More, P2.Coming = false, 0, look{}, 1 }, invariants.Fine},
		{"nobody waits", func(P1, P2, P3 *model.View) { P2.Waits, P3.Waits, P1.More, P2.More = false, false, look{}, look{} }, invariants.Silent},
		{"P3's request is lost", func(_, P2, _ *model.View) { P2.More = look{} }, invariants.Violated},
		{"P2 is next twice", func(_, _, P3 *model.View) { P3.More = look{next: 2} }, invariants.Violated},
		{"P3 is next, and its request on its way", func(P1, _, _ *model.View) { P1.More = look{next: 2, asked: model.SetOf[model.Site](3)} }, invariants.Violated},
		{"P3's request comes twice", func(P1, P2, _ *model.View) {
			P2.More, P1.More = look{}, look{next: 2, asked: model.SetOf[model.Site](3), twice: true}
		}, invariants.Violated},
		{"P3 does not wait", func(_, _, P3 *model.View) { P3.Waits = false }, invariants.Violated},
		{"a circle", func(P1, _, P3 *model.View) { P1.More, P3.More = look{}, look{next: 2} }, invariants.Violated},
	} {
		if got := requestQueue.State(views(test.change)); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
