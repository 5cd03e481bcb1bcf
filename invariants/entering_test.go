package invariants

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestEntersFree: who waits is pending while nobody is inside of what it asks for, and content when somebody is.
func TestEntersFree(t *testing.T) {
	for _, test := range []struct {
		views         Views
		pending, goal uint64
	}{
		{Views{out(), out()}, 0, 0},
		{Views{waitsFor(), out()}, 0b01, 0},
		{Views{waitsFor(), waitsFor()}, 0b11, 0},
		{Views{waitsFor(), inside()}, 0, 0b11},
		{Views{waitsFor(1), inside()}, 0, 0b11},
		{Views{waitsFor(), inside(1)}, 0, 0b11},
		{Views{waitsFor(1), inside(1)}, 0, 0b11},
		{Views{waitsFor(1), inside(2)}, 0b01, 0b10},
		{Views{inside(1), waitsFor(1), waitsFor(2)}, 0b100, 0b011},
	} {
		if pending, goal := EntersFree.Pending(test.views), EntersFree.Goal(test.views); pending != test.pending || goal != test.goal {
			t.Errorf("%s: pending %b, goal %b; want %b, %b", told(test.views), pending, goal, test.pending, test.goal)
		}
	}
	for kind, along := range map[model.EventKind]bool{
		model.RequestEvent: false, model.ExitEvent: false, model.DeliverEvent: true, model.InternalEvent: true,
	} {
		if got := EntersFree.Along(&model.Event{Kind: kind}); got != along {
			t.Errorf("%s is along: %v, want %v", kind, got, along)
		}
	}
}
