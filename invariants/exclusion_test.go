package invariants

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// The views of a site that is outside, that waits, and that is inside, for groups if there are any.
func out() *model.View { return &model.View{} }
func waitsFor(groups ...model.Group) *model.View {
	return &model.View{Waits: true, Groups: model.SetOf(groups...)}
}
func inside(groups ...model.Group) *model.View {
	return &model.View{InCS: true, Groups: model.SetOf(groups...)}
}

func TestStates(t *testing.T) {
	for _, test := range []struct {
		property Property
		views    Views
		want     Opinion
	}{
		{GME, Views{waitsFor(1), out()}, Silent},
		{GME, Views{inside(1), waitsFor(2)}, Fine},
		{GME, Views{inside(1), out(), inside(1)}, Fine},
		{GME, Views{inside(1), out(), inside(2)}, Violated},
		{GME, Views{inside(1), inside(1, 2), inside(2)}, Violated}, // the first and the last have none in common
		{GME, Views{inside(), inside(2)}, Fine},                    // whoever attends none conflicts with nobody
		{Mutex, Views{waitsFor(), out()}, Silent},
		{Mutex, Views{inside(), waitsFor()}, Fine},
		{Mutex, Views{inside(), inside()}, Violated},
		{Mutex, Views{inside(1), inside(2)}, Fine},
		{Mutex, Views{inside(1), inside(2), inside(1)}, Violated},
		{KSafety(2), Views{waitsFor(), out(), out()}, Silent},
		{KSafety(2), Views{inside(), out(), out()}, Fine},
		{KSafety(2), Views{inside(), out(), inside()}, Fine},
		{KSafety(2), Views{inside(), inside(), inside()}, Violated},
		{OneToken, Views{{Holds: 1}, {}}, Fine},
		{OneToken, Views{{}, {Coming: 1}}, Fine},
		{OneToken, Views{{}, {}}, Violated},
		{OneToken, Views{{Holds: 1}, {Coming: 1}}, Violated},
		{TokenInside, Views{waitsFor(), {Holds: 1}}, Silent},
		{TokenInside, Views{{InCS: true, Holds: 1}, out()}, Fine},
		{TokenInside, Views{{InCS: true, Holds: 1}, inside()}, Violated},
		{MovesOn, Views{out(), waitsFor()}, Silent},
		{MovesOn, Views{{Coming: 1}, out()}, Fine},
		{MovesOn, Views{{Waits: true, Holds: 1}, {InCS: true, Holds: 1}}, Fine},
		{MovesOn, Views{{Waits: true, Holds: 1}, {Holds: 1}}, Violated},
		{NoDeadlock, Views{out(), inside()}, Silent},
		{NoDeadlock, Views{waitsFor(), out()}, Fine},
		{Spurious, Views{waitsFor(), out()}, Silent},
		{Spurious, Views{inside(), out()}, Fine},
		{Environment, Views{out(), out()}, Silent},
		{Environment, Views{waitsFor(), out()}, Fine},
	} {
		if got := test.property.State(test.views); got != test.want {
			t.Errorf("%s: opinion %d of %s, want %d", test.property.Name, got, told(test.views), test.want)
		}
	}
}

// TestAttendance: who is inside is told, with the groups that it attends.
func TestAttendance(t *testing.T) {
	if got, want := GME.Detail(Views{inside(1, 2), waitsFor(1), inside(), inside(3)}), "P1 attends g1 or g2, P3 is in its CS, P4 attends g3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEnds: a state in which nothing can happen is a deadlock if somebody waits, not if somebody is inside or nobody.
func TestEnds(t *testing.T) {
	for _, test := range []struct {
		views Views
		want  Opinion
	}{
		{Views{out(), out()}, Silent}, {Views{inside(), out()}, Silent}, {Views{out(), waitsFor()}, Violated},
	} {
		if got := NoDeadlock.End(test.views); got != test.want {
			t.Errorf("opinion %d of %s, want %d", got, told(test.views), test.want)
		}
	}
	if got, want := NoDeadlock.Detail(Views{waitsFor(), out(), waitsFor()}), "P1 waits, P3 waits, and nothing can happen"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHopes: whoever waits is served by getting inside, and not by ceasing to wait.
func TestHopes(t *testing.T) {
	vs := Views{waitsFor(), inside(), out(), waitsFor()}
	if pending, goal, fair := Starved.Pending(vs), Starved.Goal(vs), FairStarvation.Fair(vs); pending != 0b1001 ||
		goal != 0b0010 || fair != 0b1001 {
		t.Errorf("pending %b, goal %b, fair %b", pending, goal, fair)
	}
	if got, want := Starved.Vain(vs, 0b1001), "P1 waits and can never be served, P4 waits and can never be served"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// told is the views in words.
func told(vs Views) (text string) {
	for _, v := range vs {
		switch {
		case v.Waits:
			text += "waits" + v.Groups.String()
		case v.InCS:
			text += "in" + v.Groups.String()
		default:
			text += "out"
		}
		text += " "
	}
	return text
}
