package explore

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// relay tells everybody of each request.
type relay struct{ wide }

func (relay) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	*v++
	for j := range model.Site(3) {
		if j+1 != i {
			out.Send(j+1, *v)
		}
	}
}
func (relay) Receive(_ model.Site, v *int, m int, _ *model.Outbox[int]) { *v = 3**v + m }
func (relay) Look(_ model.Site, v int, _ []int) model.View              { return model.View{Holds: v} }

// strict refuses many ends, and steps that make something large of the second site.
type strict struct{}

func (strict) State([]*model.View) (uint64, uint64) { return 0, 0 }
func (strict) End(views []*model.View) (uint64, uint64) {
	if (views[0].Holds+views[1].Holds+views[2].Holds)%8 != 0 {
		return 1, 1
	}
	return 1, 0
}
func (strict) Step(_ []*model.View, _ *model.Event, after []*model.View) (uint64, uint64) {
	if after[1].Holds > 40 {
		return 2, 2
	}
	return 2, 0
}
func (strict) Hears(*model.Event) bool { return true }

// TestNarrowTraces: where backward sets have no room, the traces are still shortest ones, can be walked, and are the same for any
// number of workers.
func TestNarrowTraces(t *testing.T) {
	c := model.Config{Processes: 3, Requests: []int{2, 1, 1}, Network: model.Bag}
	var full *question.Result
	narrow := false
	for _, width := range []int{0, 1, 3} {
		var first *question.Result
		for _, workers := range []int{1, 2, 8} {
			sys := system.Compose(relay{}, c)
			r, err := Check(t.Context(), sys, Options{Judge: strict{}, Workers: workers, traceWidth: width})
			if err != nil || len(r.Violations) != 2 {
				t.Fatalf("%+v, %v", r, err)
			}
			if full == nil {
				full = r
			}
			if first == nil {
				first = r
			}
			for k, v := range r.Violations {
				walk(t, sys, v)
				if len(v.Path) != len(full.Violations[k].Path) {
					t.Errorf("backward sets of %d states: %d steps, want %d", width, len(v.Path), len(full.Violations[k].Path))
				}
				if !slices.Equal(labels(v), labels(first.Violations[k])) {
					t.Errorf("backward sets of %d states, %d workers: %q; with one worker: %q", width, workers, labels(v), labels(first.Violations[k]))
				}
				narrow = narrow || !slices.Equal(labels(v), labels(full.Violations[k]))
			}
		}
	}
	if !narrow {
		t.Error("the narrow backward sets have room for everything")
	}
}

func labels(v question.Violation) []string {
	var all []string
	for _, s := range v.Path {
		all = append(all, s.Label)
	}
	return all
}

// walk takes the steps of a violation and sees that they end in its last state.
func walk(t *testing.T, sys *system.System, v question.Violation) {
	t.Helper()
	at := append(packed.Vector(sys.Start()), sys.StartBudget())
	for k, s := range v.Path {
		all := sys.NewReader().Out(at)
		next := slices.IndexFunc(all, func(x system.Transition) bool { return sys.Label(x.Site, at[x.Site], x.Move.Event) == s.Label })
		if next < 0 {
			t.Fatalf("step %d, %s, is not possible", k+1, s.Label)
		}
		at = all[next].To
	}
	for k := range sys.Places {
		if got, want := fmt.Sprint(sys.Describe(k, at[k])), fmt.Sprint(v.Final[k]); got != want {
			t.Errorf("the trace ends in %s, want %s", got, want)
		}
	}
}
