package drsgme

import (
	"testing"

	"gmecheck/algorithms/paper"
	"gmecheck/explore/naive"
	"gmecheck/model"
)

// TestCounts pins distinct states, transitions and depth of small published configurations.
func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    func(model.Config) model.Protocol[vars, message]
		c    model.Config
		want naive.Result
	}{
		{"bag", base, config(1, model.Bag, model.Off, 0, 0), naive.Result{States: 63, Transitions: 84, Depth: 7}},
		{"fifo", base, config(2, model.FIFO, model.Off, 0, 0), naive.Result{States: 753, Transitions: 1132, Depth: 16}},
		{"loss", base, config(1, model.Bag, model.Patient, 1, 0), naive.Result{States: 2509, Transitions: 7221, Depth: 21}},
		{"crash", base, config(1, model.Bag, model.Patient, 0, 1), naive.Result{States: 4467, Transitions: 13169, Depth: 22}},
		{"extended", ext, config(1, model.Bag, model.Off, 0, 0), naive.Result{States: 96, Transitions: 139, Depth: 7}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := naive.Explore(tt.p(tt.c), tt.c, nil); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestComposed: the system that the engine searches has the states and transitions that the naive checker finds.
func TestComposed(t *testing.T) {
	for _, variant := range []string{model.Published, model.Repaired} {
		for _, a := range []paper.Algorithm{Algorithm, Extended} {
			for name, change := range map[string]func(*model.Config){
				"R=2 fifo": func(c *model.Config) { c.Requests, c.Network = []int{2, 2}, model.FIFO },
				"loss":     func(c *model.Config) { c.Loss = 1 },
				"crash":    func(c *model.Config) { c.Crash, c.Network = 1, model.FIFO },
				"early":    func(c *model.Config) { c.Early, c.Duplicate, c.Requests = 1, 1, []int{1, 0} },
			} {
				c := a.With(variant, func(c *model.Config) { c.Processes = 2; change(c) })
				p := base(c)
				if a.Name == Extended.Name {
					p = ext(c)
				}
				want, got := naive.Explore(p, c, nil), reach(t, a, c)
				if got.states != want.States || got.transitions != want.Transitions {
					t.Errorf("%s %s %s: %d states, %d transitions; naive: %+v", a.Name, variant, name, got.states,
						got.transitions, want)
				}
			}
		}
	}
}

func base(c model.Config) model.Protocol[vars, message] { return &protocol{c: c} }
func ext(c model.Config) model.Protocol[vars, message] {
	return &extended{protocol{c: c, extended: true}}
}

func config(r int, net model.Network, timeouts model.Timeouts, loss, crash int) model.Config {
	return model.Config{
		Algorithm: "drs-gme", Variant: model.Published, Processes: 2, Groups: 2, Requests: []int{r, r},
		Network: net, Timeouts: timeouts, Loss: loss, Crash: crash, Params: map[string]string{"set-size": "2"},
	}
}
