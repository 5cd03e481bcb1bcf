package papertest

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// MeasuresAgree fails the test unless bypass and messages are what the naive checker counts state by state, with n
// processes, as published and repaired, for every number of requests up to most.
func MeasuresAgree[V, M comparable](t *testing.T, a *paper.Algorithm, n, most int, protocol func(model.Config) model.Protocol[V, M]) {
	t.Helper()
	for _, variant := range []string{model.Published, model.Repaired} {
		for requests := range most {
			c := a.With(variant, func(c *model.Config) {
				c.Processes = n
				c.Requests = make([]int, c.Processes)
				for i := range c.Requests {
					c.Requests[i] = requests + 1
				}
				c.Timeouts = model.Off
			})
			bypass, messages := naive.Measure(protocol(c), c)
			panel := invariants.Panel{invariants.Bypass(c.Processes), invariants.MessagesToExit(c.Processes, invariants.Claimed{})}
			findings, r, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{Workers: 2})
			if err != nil || !r.Complete {
				t.Fatal(r, err)
			}
			for k, want := range []naive.Range{bypass, messages} {
				got := naive.Range{}
				if v := findings[k].Value; v != nil {
					got = naive.Range{Min: v.Min, Max: v.Max, Some: true}
				}
				if got != want {
					t.Errorf("%v: %s is %s, naively %s", c, panel[k].Name, fmt.Sprint(got), fmt.Sprint(want))
				}
			}
		}
	}
}

// delaysAgree fails the test unless sync-delay is what the naive checker finds with a search for every exit. It must
// be without faults and timers.
func delaysAgree[V, M comparable](t *testing.T, p model.Protocol[V, M], c model.Config) (measured bool) {
	t.Helper()
	delay, endless := naive.Delays(p, c)
	panel := invariants.Panel{invariants.SyncDelay(nil, "", nil)}
	findings, r, err := explore.CheckAll(t.Context(), system.Compose(p, c), panel, explore.Options{Workers: 2})
	if err != nil || !r.Complete {
		t.Fatal(r, err)
	}
	got, unending := naive.Range{}, false
	if v := findings[0].Value; v != nil {
		if unending = v.Unbounded; !v.Never {
			got = naive.Range{Min: v.Min, Max: v.Max, Some: true}
		}
	}
	if unending {
		got.Max = delay.Max
	}
	if got != delay || unending != endless {
		t.Errorf("%s: sync-delay is %v; naively %v, without end: %v", describe(c), findings[0].Value, delay, endless)
	}
	return delay.Some
}
