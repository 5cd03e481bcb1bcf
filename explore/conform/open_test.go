package conform_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
)

type drawn struct{ N int }

// drawing is two processes that begin with one of so many numbers, and draw one of two.
func drawing(starts int) *gmecheck.Model[drawn] {
	p := gmecheck.New[drawn]("drawing", 2)
	p.Init(func(s *drawn, c gmecheck.Ctx) { s.N = -c.ChooseForAll("first", 1, starts) })
	p.Event("draw", 1, func(s *drawn, c gmecheck.Ctx) bool { return s.N < 0 }, func(s *drawn, c gmecheck.Ctx) { s.N = c.Choose("z", 1, 2) })
	p.Always("small", func(w gmecheck.World[drawn]) bool { return !w.Any(func(s drawn) bool { return s.N > 2 }) })
	return p
}

// TestOpen: what a log leaves open of the run is said, and nothing where it is that of one run.
func TestOpen(t *testing.T) {
	const one, two = `{"process":1,"kind":"internal","name":"draw"}`, `{"process":1,"kind":"internal","name":"draw","fields":{"N":2}}`
	const third = `{"process":1,"kind":"internal","name":"draw","fields":{"N":3}}`
	for _, test := range []struct {
		starts int
		log    string
		want   string
		hidden int
	}{
		{1, one, "which of several steps line 1 is", 0},
		{1, two, "", 0},
		{1, two + "\n" + third, "", 0}, // the longest prefix
		{2, two, "in which of 2 states it began", 0},
		{1, `{"process":1,"seq":2,"kind":"internal","name":"draw","fields":{"N":2}}`, "which steps nobody has logged", 1},
		{1, `{"process":1,"seq":2,"kind":"internal","name":"draw","fields":{"N":2}}`, "", 0},
	} {
		a, _, err := drawing(test.starts).Conform(t.Context(), "log", strings.NewReader(test.log), conform.Options{Hidden: test.hidden})
		if err != nil {
			t.Fatal(err)
		}
		if a.Open != test.want {
			t.Errorf("%s: open %q, want %q", test.log, a.Open, test.want)
		}
	}
}
