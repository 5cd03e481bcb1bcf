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
