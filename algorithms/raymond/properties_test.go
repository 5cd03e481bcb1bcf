package raymond

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestNeighbours: on the path 1 - 2 - 3, 2 may write to both others, and the ends to 2 only.
func TestNeighbours(t *testing.T) {
	judge := newProtocol(Algorithm.Config(model.Published)).neighbours()
	for _, test := range []struct {
		from model.Site
		to   []model.Site
		want invariants.Opinion
	}{
		{1, []model.Site{2}, invariants.Fine},
		{2, []model.Site{1, 3}, invariants.Fine},
		{3, []model.Site{2, 1}, invariants.Violated},
		{1, []model.Site{3}, invariants.Violated},
		{1, []model.Site{1}, invariants.Violated},
	} {
		e := &model.Event{Site: test.from}
		for _, to := range test.to {
			e.Sends = append(e.Sends, model.Send{To: to})
		}
		if got := judge.Step(invariants.Step{Event: e}); got != test.want {
			t.Errorf("%d sends to %v: opinion %d, want %d", test.from, test.to, got, test.want)
		}
	}
}

// TestHolderPath: on the path 1 - 2 - 3, HOLDERs lead to whoever has the privilege, or to the two between which it is on its way.
func TestHolderPath(t *testing.T) {
	judge := newProtocol(Algorithm.Config(model.Published)).holderPath()
	for _, test := range []struct {
		holders [3]model.Site
		coming  model.Site // to whom the privilege is on its way; 0: to nobody
		want    invariants.Opinion
	}{
		{[3]model.Site{1, 1, 2}, 0, invariants.Fine},
		{[3]model.Site{2, 3, 3}, 0, invariants.Fine},
		{[3]model.Site{2, 1, 2}, 2, invariants.Fine},
		{[3]model.Site{2, 1, 2}, 1, invariants.Fine},
		{[3]model.Site{2, 1, 2}, 0, invariants.Violated}, // nobody has it
		{[3]model.Site{2, 1, 2}, 3, invariants.Violated}, // it is elsewhere
		{[3]model.Site{1, 1, 1}, 0, invariants.Violated}, // no neighbour
		{[3]model.Site{1, 3, 2}, 0, invariants.Violated}, // two of them lead to each other
	} {
		vs := make(invariants.Views, 3)
		for k, h := range test.holders {
			vs[k] = &model.View{More: about{holder: h}}
		}
		if test.coming != 0 {
			vs[test.coming-1].Coming = 1
		}
		if got := judge.State(vs); got != test.want {
			t.Errorf("%v, coming to %d: opinion %d, want %d", test.holders, test.coming, got, test.want)
		}
	}
}
