package views_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/explore/views/verify"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestOneWay: of a question that is true of two sites in one order only, both orders are asked.
func TestOneWay(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{0, 0}}
	sys := system.Compose[account, payment](bank{[]int{1}, 2}, c)
	pair := func(v, w *model.View) bool { return v.Holds == 2 && w.Holds == 0 } // as at the beginning, of site 2 and site 1
	for entities := 1; entities <= 2; entities++ {
		r := asked(t, sys, views.Options{Entities: entities}, views.Question{Name: "one way", Pair: pair})
		if r.Answers[0].Proved {
			t.Errorf("views of %d: proved", entities)
		}
		certificate, err := r.Certificate("")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = verify.Check(t.Context(), certificate, sys.Direct(nil), c, pair); err == nil {
			t.Errorf("views of %d: confirmed", entities)
		}
	}
}
