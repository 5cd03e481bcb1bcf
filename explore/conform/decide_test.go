package conform_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func decide(t *testing.T, sys *system.System, text string, o conform.Options) *conform.Answer {
	t.Helper()
	l, err := conform.Read("log", strings.NewReader(text))
	if err != nil {
		t.Fatal(err, text)
	}
	a, err := conform.Decide(t.Context(), sys, l, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestWalks: what a random walk logs is a run, for every algorithm, on both networks, however the lines of the sites are mixed.
func TestWalks(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, network := range []model.Network{model.Bag, model.FIFO} {
			t.Run(a.Name+" "+string(network), func(t *testing.T) {
				c := a.Config(model.Repaired)
				c.Network = network
				for seed := range uint64(4) {
					random := rand.New(rand.NewPCG(seed, 1))
					sys := a.New(c)
					r := record(sys, random, 200)
					for _, shuffle := range []*rand.Rand{nil, random} {
						text := r.text(shuffle)
						if got := decide(t, sys.Fresh(), text, conform.Options{MaxStates: 100_000}); !got.Conforms {
							t.Errorf("seed %d: %s %+v\n%s", seed, got.Limit, got.Misfit, text)
						}
					}
				}
			})
		}
	}
}

// TestMeant: a misspelt kind of messages, timer or event is no run, and the answer says which name is nearest.
func TestMeant(t *testing.T) {
	for log, want := range map[string]string{
		`{"process":2,"kind":"request"}` + "\n" + `{"process":1,"kind":"deliver","message":{"kind":"Requset"}}`: "did you mean Request?",
		`{"process":2,"kind":"request"}` + "\n" + `{"process":2,"kind":"deliver","message":{"kind":"Request"}}`: "",
	} {
		c := suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 3, []int{0, 1, 1} })
		if a := decide(t, suzukikasami.Algorithm.New(c), log, conform.Options{}); a.Conforms || (want == "") == strings.Contains(a.Misfit.Why, "did you mean") || !strings.Contains(a.Misfit.Why, want) {
			t.Errorf("%s: %v %+v", log, a.Conforms, a.Misfit)
		}
	}
	c := banerjeechrysanthis.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 2 })
	log := `{"process":1,"kind":"request"}` + "\n" + `{"process":1,"kind":"deliver"}` + "\n" + `{"process":1,"kind":"internal","name":"colse(1)"}`
	if a := decide(t, banerjeechrysanthis.Algorithm.New(c), log, conform.Options{}); a.Conforms || !strings.Contains(a.Misfit.Why, "did you mean close?") {
		t.Errorf("%v %+v", a.Conforms, a.Misfit)
	}
}
