package system

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// watcher counts its events, and has a stopwatch and a stay that depend on the number. It is inside from the first on.
type watcher struct {
	stay    func(v int) int
	watches func(v int) []model.Watch
	reads   int
}

func (watcher) Start(model.Site) int                                       { return 0 }
func (watcher) MayRequest(_ model.Site, v int) bool                        { return v < 2 }
func (watcher) InCS(_ model.Site, v int) bool                              { return v > 0 }
func (watcher) Exit(_ model.Site, v *int, _ *model.Outbox[int])            { *v = 0 }
func (watcher) Receive(model.Site, *int, int, *model.Outbox[int])          {}
func (watcher) Look(model.Site, int, []int) model.View                     { return model.View{} }
func (p watcher) Stay(_ model.Site, v int) int                             { return p.stay(v) }
func (p watcher) Watches(_ model.Site, v int, _ model.Times) []model.Watch { return p.watches(v) }
func (p watcher) Request(_ model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	if *v++; p.reads > 0 && *v == 2 {
		out.Elapsed("w", 0, p.reads)
	}
}

func (p watcher) Recover(_ model.Site, v *int, out *model.Outbox[int]) {
	if p.reads > 0 && *v == 2 {
		out.Elapsed("w", 0, p.reads)
	}
}

// TestMistimed: what a protocol may not say of its stays and stopwatches is told.
func TestMistimed(t *testing.T) {
	one := func(int) int { return 1 }
	none := func(int) []model.Watch { return nil }
	w := func(unit, most int) func(int) []model.Watch {
		return func(int) []model.Watch { return []model.Watch{{Name: "w", Unit: unit, Most: most}} }
	}
	for want, p := range map[string]watcher{
		"":                        {one, w(2, 3), 3},
		"answers 0 units":         {func(int) int { return 0 }, none, 0},
		"answers 100 units of 3":  {func(int) int { return 100 }, none, 0},
		"last 6 while it goes on": {func(v int) int { return v }, none, 0},
		"counts 3 units of 0 ticks; allowed is up to 200 ticks": {one, w(0, 3), 0},
		"counts 100 units of 3 ticks":                           {one, w(3, 100), 0},
		"does not list w, which is read":                        {one, none, 2},
		"counts to 3, and it is read up to 4":                   {one, w(1, 3), 4},
		"a clock of this name already": {one, func(int) []model.Watch {
			return []model.Watch{{Name: "w", Unit: 1}, {Name: "w", Unit: 1}}
		}, 0},
		"counts 1 units of 1 ticks, and 2 of 1 while it goes on": {one, func(v int) []model.Watch {
			return []model.Watch{{Name: "w", Unit: 1, Most: v + 1}}
		}, 0},
	} {
		got := ""
		func() {
			defer func() {
				if r := recover(); r != nil {
					got = r.(*model.Broken).Error()
				}
			}()
			sys := Compose[int, int](p, model.Config{Processes: 1, Requests: []int{3}, Network: model.Bag, Crash: 1, Times: &model.Times{CS: model.Interval{Lo: 3, Hi: 3}}})
			todo, seen := [][]uint32{append(sys.Start(), sys.StartBudget())}, map[uint32]bool{}
			for r := sys.NewReader(); len(todo) > 0; todo = todo[1:] {
				for _, x := range r.Out(todo[0]) {
					if !seen[x.To[0]] {
						seen[x.To[0]], todo = true, append(todo, x.To)
					}
				}
			}
			if len(seen) < 10 {
				t.Errorf("%q: only %d nodes", want, len(seen))
			}
		}()
		if want == "" && got != "" || !strings.Contains(got, want) || want != "" && got == "" {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
