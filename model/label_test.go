package model

import "testing"

// told is a message whose text names its sender, unless that is 0.
type told struct{ from Site }

func (told) String() string { return "Hi" }

func (m told) Carries() (any, string, Site) { return nil, "Hi", m.from }

// TestSigned: a label names the sender of a message once.
func TestSigned(t *testing.T) {
	places := []Place{{Name: "1"}, {Name: "2"}}
	for value, want := range map[any][2]string{
		told{1}: {"lose(Hi -> 2 at 3)", ""},
		told{0}: {"lose(Hi -> 2 from 1 at 3)", " from site 1"},
		"Hi":    {"lose(Hi -> 2 from 1 at 3)", " from site 1"},
	} {
		m := Message{Value: value, From: 1, Position: 3}
		if got := [2]string{(&Event{Kind: LoseEvent, Site: 2, Message: m}).Label(places, true), m.Details(places)}; got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}
