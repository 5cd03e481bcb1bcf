package counterexamples

import (
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// fragile is a protocol of one process: its first request enters, its second one panics. A request chooses a color
// that its label shows, and then a shade that the label of the message hides.
type fragile struct{}

type hidden struct{ shade int }

func (hidden) String() string { return "hidden#;<%%{" }

func (fragile) Start(model.Site) int                                            { return 0 }
func (fragile) MayRequest(model.Site, int) bool                                 { return true }
func (fragile) InCS(model.Site, int) bool                                       { return false }
func (fragile) Exit(model.Site, *int, *model.Outbox[hidden])                    {}
func (fragile) Look(_ model.Site, v int, _ []hidden) model.View                 { return model.View{} }
func (fragile) Receive(_ model.Site, v *int, m hidden, _ *model.Outbox[hidden]) { *v += m.shade }

func (fragile) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[hidden]) {
	if *v > 1 {
		panic("out of paint")
	}
	*v++
	out.Send(i, hidden{1})
	if out.Choose("color", 1, 2) == 2 {
		out.Send(i, hidden{2})
	}
}

func newFragile() *system.System {
	c := model.Config{Algorithm: "fragile", Processes: 1, Requests: []int{3}, Network: model.Bag}
	return system.Compose(fragile{}, c)
}

func TestBrokenHandler(t *testing.T) {
	trace := &Trace{Property: "nobody", Steps: []string{"request(1) color=1", "request(1) color=1"}}
	_, err := Replay(newFragile(), []invariants.Property{nobody}, trace)
	var broken *model.Broken
	if !errors.As(err, &broken) || !strings.HasPrefix(err.Error(), "after the last step: ") {
		t.Errorf("%v", err)
	}
	trace.Steps = append(trace.Steps, "request(1)")
	if _, err = Replay(newFragile(), []invariants.Property{nobody}, trace); !errors.As(err, &broken) ||
		!strings.HasPrefix(err.Error(), "step 3: ") {
		t.Errorf("%v", err)
	}
}

// TestFailingProperty demands that a property that panics when a trace is judged, or pursued, is named.
func TestFailingProperty(t *testing.T) {
	frail := invariants.Property{Name: "frail", State: func(vs invariants.Views) invariants.Opinion { panic("out of paper") }}
	_, err := Replay(newFragile(), []invariants.Property{nobody, frail}, &Trace{Property: "frail", Steps: []string{"request(1) color=1"}})
	want := "after the last step: property frail panics: out of paper, at counterexamples/broken_test.go:"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
	_, err = Pursue(newFragile(), []invariants.Property{nobody, frail}, []string{"request(1) color=1"})
	if err == nil || !strings.HasPrefix(err.Error(), "in pursuit: property frail panics") {
		t.Errorf("%v", err)
	}
}

// A message that hides what makes it different has one label for several transitions: none of them is taken.
func TestAmbiguous(t *testing.T) {
	trace := &Trace{Property: "nobody", Steps: []string{"request(1) color=2", "deliver(hidden#;<%%{ -> 1)"}}
	out, err := Replay(newFragile(), []invariants.Property{nobody}, trace)
	if err != nil || out.Result != Diverged || out.Note != "its label may mean 2 transitions" {
		t.Errorf("%v, %v", out, err)
	}
}
