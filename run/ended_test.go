package run_test

import (
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

// TestNoEntry: there is no entry 0, before the first one and after it.
func TestNoEntry(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, keeping(true)), options: run.Options{Marks: marks}}).start()
	for range 2 {
		if err := c.nodes[0].Release(t.Context(), 0); err != run.ErrNotInside {
			t.Errorf("%v, not %v", err, run.ErrNotInside)
		}
		entry, err := c.nodes[0].Acquire(t.Context(), run.Want{})
		if err == nil {
			err = c.nodes[0].Release(t.Context(), entry)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestNoReturn: a site does not come back where in the model nobody recovers, or this site does not crash; it does where nothing has happened yet.
func TestNoReturn(t *testing.T) {
	for want, faults := range map[string]gmecheck.Faults{
		"in the model nobody recovers":   {Crash: 1, Final: true},
		"in the model it does not crash": {Crash: 1, Crashing: gmecheck.SetOf(2)},
		"":                               {Crash: 1},
	} {
		t.Run(want, func(t *testing.T) {
			p := lending(2)
			c := (&cluster{t: t, sys: composed(t, p, faults), dirs: true, options: run.Options{Marks: marks}}).start()
			entry, err := c.nodes[0].Acquire(t.Context(), run.Want{})
			if err == nil {
				err = c.nodes[0].Release(t.Context(), entry)
			}
			if err != nil {
				t.Fatal(err)
			}
			c.nodes[0].Close()
			if err := c.again(1); want == "" && err != nil || want != "" && !contains(err, want) {
				t.Errorf("%+v: %v, want %q", faults, err, want)
			}
		})
	}
}
