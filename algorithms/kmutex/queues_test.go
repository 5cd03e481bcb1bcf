package kmutex

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestDequeuedAtExit: no variant keeps a node in the queue while it is inside; the property would say so of one that did.
func TestDequeuedAtExit(t *testing.T) {
	for _, test := range []struct {
		node about
		want invariants.Opinion
	}{
		{about{}, invariants.Silent},
		{about{mode: own}, invariants.Silent},
		{about{mode: byQueue, held: token{inner: model.ListOf[model.Site](1, 2)}}, invariants.Fine},
		{about{mode: byQueue, held: token{inner: model.ListOf[model.Site](2)}}, invariants.Violated},
	} {
		if got := dequeuedAtExit.State(invariants.Views{{More: test.node}, {More: about{}}}); got != test.want {
			t.Errorf("P1 has %+v: opinion %d, want %d", test.node, got, test.want)
		}
	}
}

// TestGRQServed: a run that ends with an LRC in the GRQ leaves it there for ever.
func TestGRQServed(t *testing.T) {
	for _, test := range []struct {
		GRQ  queue
		want invariants.Opinion
	}{{queue{}, invariants.Silent}, {model.ListOf[model.Site](3), invariants.Violated}} {
		vs := invariants.Views{{More: about{GRQ: test.GRQ}}}
		if got, waits := grqServed.End(vs), grqServed.Fair(vs); got != test.want || (waits != 0) != (test.want == invariants.Violated) {
			t.Errorf("GRQ %v at the end: opinion %d, want %d; pending %b", test.GRQ, got, test.want, waits)
		}
	}
}
