package explorer

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// least is the shortest time of a few tries: other programs of the machine make tries longer, none shorter.
func least(tries int, try func()) time.Duration {
	best := time.Hour
	for range tries {
		began := time.Now()
		try()
		best = min(best, time.Since(began))
	}
	return best
}

// TestTimes: the first page, with all that it loads and its first state, is there in 100 ms, and a step in 50 ms, whatever the built-in
// algorithm: the server's part, as it was asked over the network.
func TestTimes(t *testing.T) {
	papertest.Seldom(t, 2)
	for _, a := range algorithms.All() {
		began := time.Now()
		s := start(t, a.Name)
		fetch := func(what string) {
			answer, err := http.Get(s.address() + what)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %v", what, answer.StatusCode, err)
			}
		}
		run := post[runAnswer](t, s, "run", runQuestion{})
		composed := time.Since(began)
		page := least(10, func() {
			for _, what := range []string{"", "app.js", "app.css"} {
				fetch(what)
			}
			post[runAnswer](t, s, "run", runQuestion{})
		})
		// A walk that takes the last of the steps that are possible, so that messages pile up.
		var steps []string
		slowest := time.Duration(0)
		for range 12 {
			if len(run.Enabled) == 0 {
				break
			}
			steps = append(steps, run.Enabled[len(run.Enabled)-1].Label)
			slowest = max(slowest, least(5, func() { run = post[runAnswer](t, s, "run", runQuestion{Steps: steps}) }))
		}
		t.Logf("%-24s composed and asked first in %3d ms, page %5.1f ms, slowest of %d steps %5.1f ms", a.Name, composed.Milliseconds(), ms(page), len(steps), ms(slowest))
		if page > 100*time.Millisecond || slowest > 50*time.Millisecond {
			t.Errorf("%s: the page takes %v, a step %v", a.Name, page, slowest)
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
