package explorer

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// door is one process that begins outside or inside.
type door struct{ model.Protocol[bool, int] }

func (door) Starts() []model.Start[bool] {
	return []model.Start[bool]{{Name: "out", Vars: []bool{false}}, {Name: "in/side", Vars: []bool{true}}}
}
func (door) MayRequest(_ model.Site, in bool) bool { return !in }
func (door) InCS(_ model.Site, in bool) bool       { return in }
func (door) Look(_ model.Site, in bool, _ []int) model.View {
	return model.View{InCS: in}
}
func (door) Request(_ model.Site, in *bool, _ model.Demand, _ *model.Outbox[int]) { *in = true }
func (door) Exit(_ model.Site, in *bool, _ *model.Outbox[int])                    { *in = false }

// locked is a door of which only the initial state inside counts.
type locked struct{ door }

func (locked) Within(views []*model.View) bool { return views[0].InCS }

// TestStartsWithin: an initial state outside of the model's boundary is none, and no step leads out of it.
func TestStartsWithin(t *testing.T) {
	a := &paper.Algorithm{
		Name: "locked", Processes: paper.Range{Min: 1, Max: 1, Default: 1}, New: paper.System(func(model.Config) locked { return locked{} }),
		Panel: func(model.Config) []invariants.Property { return []invariants.Property{invariants.Mutex} },
	}
	c := model.Config{Processes: 1, Requests: []int{2}, Network: model.Bag, Variant: model.Published}
	l := newLab(program.Program{Name: "gmecheck", Algorithms: paper.List{a}}.WithDefaults(), a, c, 100)
	if starts := l.about().Starts; starts != nil {
		t.Errorf("there are %v to choose from", starts)
	}
	out, err := l.run(nil, runQuestion{Steps: []string{"exit(1)"}})
	if err != nil || out.Taken != 0 || out.Stuck == nil || len(out.Enabled) != 0 || out.Outside != "exit(1) leads outside of what Within allows" || !strings.Contains(out.Trace, "start in/side\n") {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestStarts: a run begins in the initial state that the address names, or that is chosen; the first otherwise.
func TestStarts(t *testing.T) {
	a := &paper.Algorithm{
		Name: "door", Processes: paper.Range{Min: 1, Max: 1, Default: 1}, New: paper.System(func(model.Config) door { return door{} }),
		Panel: func(model.Config) []invariants.Property {
			return []invariants.Property{{Name: "closed", State: func(vs invariants.Views) invariants.Opinion {
				return invariants.If(vs.Any(func(v *model.View) bool { return v.InCS }), false)
			}}}
		},
	}
	c := model.Config{Processes: 1, Requests: []int{2}, Network: model.Bag, Variant: model.Published}
	h := httptest.NewUnstartedServer(nil)
	s := newServer(newLab(program.Program{Name: "gmecheck", Algorithms: paper.List{a}}.WithDefaults(), a, c, 100), h.Listener.Addr().String())
	h.Config.Handler = s
	h.Start()
	t.Cleanup(h.Close)

	if out := post[runAnswer](t, s, "run", runQuestion{}); len(out.Enabled) != 1 || !strings.HasPrefix(out.Enabled[0].Label, "request") || strings.Contains(out.Trace, "in/side") {
		t.Errorf("the first: %+v", out)
	}
	if out := post[runAnswer](t, s, "run", runQuestion{Start: "in/side", Steps: []string{"exit(1)"}}); out.Taken != 1 || !strings.Contains(out.Trace, "start in/side\n") {
		t.Errorf("the second: %+v", out)
	}
	if status, body := send(t, s, "run", runQuestion{Start: "ind"}, nil); status == 200 || !strings.Contains(string(body), "no initial state is named") {
		t.Errorf("%d %s", status, body)
	}
	address := s.address() + fragment(&counterexamples.Trace{Start: "in/side", Steps: []string{"exit(1)"}})
	ctx := openPage(t, address)
	says(t, ctx, "#place", "After step 1: exit(1)")
	do(t, ctx, chromedp.Click("#back"))
	says(t, ctx, "#place", "At the start")
	says(t, ctx, "#enabled", "exit(1)")
	do(t, ctx, chromedp.NavigateBack())
	says(t, ctx, "#place", "After step 1")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("start").value = "out"; $("start").onchange()`))
	says(t, ctx, "#place", "At the start")
	if hash := evaluate[string](t, ctx, "location.hash"); hash != "#@out" {
		t.Errorf("the address is %s", hash)
	}
	do(t, ctx, chromedp.Click(`[data-tab="search"]`), chromedp.SetValue("#where", "len(cs) == 1"), chromedp.Click(`[data-goal="where"]`))
	says(t, ctx, "#found", "1 steps")
	do(t, ctx, chromedp.Click(`[data-tab="map"]`))
	says(t, ctx, "#counted", "states")
}
