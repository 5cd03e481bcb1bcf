package fapp

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestTree: parents lead to the token, or to where it goes; a circle and a second root do not.
func TestTree(t *testing.T) {
	at := func(parent model.Site, tokens int) *model.View {
		v := &model.View{Coming: tokens, More: more{parent: parent}}
		if parent == 0 {
			v.Holds, v.Coming = tokens, 0
		}
		return v
	}
	for _, test := range []struct {
		name  string
		views invariants.Views
		want  invariants.Opinion
	}{
		{"a path", invariants.Views{at(0, 1), at(1, 0), at(2, 0)}, invariants.Fine},
		{"the token on its way", invariants.Views{at(2, 0), at(1, 1), at(2, 0)}, invariants.Fine},
		{"a circle", invariants.Views{at(0, 1), at(3, 0), at(2, 0)}, invariants.Violated},
		{"a root without the token", invariants.Views{at(0, 1), at(0, 0), at(2, 0)}, invariants.Violated},
		{"one process", invariants.Views{at(0, 1)}, invariants.Silent},
	} {
		if got := tree.State(test.views); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}

// TestRule1: another's request raises who is less urgent, and nobody else; the node's own raises nobody.
func TestRule1(t *testing.T) {
	list := func(all ...entry) model.List[entry] { return model.ListOf(all...) }
	low, high := entry{2, 1}, entry{3, 5}
	for _, test := range []struct {
		name string
		note any
		want invariants.Opinion
	}{
		{"another's, raising", heard{m: Req{4, 3}, parent: 1, before: list(high, low), after: list(high, entry{4, 3}, entry{2, 2})}, invariants.Fine},
		{"another's, raising nobody", heard{m: Req{4, 3}, parent: 1, before: list(high, low), after: list(high, entry{4, 3}, low)}, invariants.Violated},
		{"its own, raising nobody", asked{entry{1, 3}, list(high, low), list(high, entry{1, 3}, low)}, invariants.Fine},
		{"its own, raising", asked{entry{1, 3}, list(high, low), list(high, entry{1, 3}, entry{2, 2})}, invariants.Violated},
		{"its own, lost", asked{entry{1, 3}, list(high, low), list(high, low)}, invariants.Violated},
		{"its own, alone", asked{entry{1, 3}, list(), list(entry{1, 3})}, invariants.Silent},
	} {
		e := &model.Event{Notes: []any{test.note}}
		p := rule1(model.Config{})
		if !p.Hears(e) {
			t.Errorf("%s: is not heard", test.name)
		}
		if got := p.Step(invariants.Step{Event: e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}

// TestAsksParent: P_2 asks, with priority 3 and the parent P_1.
func TestAsksParent(t *testing.T) {
	mine := Req{2, 3}
	for name, test := range map[string]struct {
		parent model.Site
		sends  []model.Send
		want   invariants.Opinion
	}{
		"its parent":       {1, []model.Send{{To: 1, Value: mine}}, invariants.Fine},
		"nobody":           {1, nil, invariants.Violated},
		"another":          {1, []model.Send{{To: 3, Value: mine}}, invariants.Violated},
		"another as well":  {1, []model.Send{{To: 1, Value: mine}, {To: 3, Value: mine}}, invariants.Violated},
		"for another":      {1, []model.Send{{To: 1, Value: Req{3, 3}}}, invariants.Violated},
		"another priority": {1, []model.Send{{To: 1, Value: Req{2, 4}}}, invariants.Violated},
		"of the root":      {0, nil, invariants.Silent},
	} {
		vs := invariants.Views{{More: more{}}, {More: more{p: 3, parent: test.parent}}, {More: more{}}}
		e := model.Event{Kind: model.RequestEvent, Site: 2, Sends: test.sends}
		if got := asksParent.Step(invariants.Step{Before: vs, After: vs, Event: &e}); got != test.want {
			t.Errorf("it asks %s: opinion %d, want %d", name, got, test.want)
		}
	}
}

// TestListKept: P_1 gets the token, or leaves its critical section.
func TestListKept(t *testing.T) {
	first, second := entry{2, 3}, entry{3, 1}
	serves := []any{invariants.Decision[entry]{Chosen: first}}
	for name, test := range map[string]struct {
		after model.List[entry]
		notes []any
		want  invariants.Opinion
	}{
		"serves the first":                    {model.ListOf(second), serves, invariants.Fine},
		"serves nobody":                       {model.ListOf(first, second), nil, invariants.Fine},
		"serves the first, which stays":       {model.ListOf(first, second), serves, invariants.Violated},
		"serves the second":                   {model.ListOf(first), serves, invariants.Violated},
		"serves the first, and the rest ages": {model.ListOf(entry{3, 2}), serves, invariants.Violated},
		"serves nobody, and all age":          {model.ListOf(entry{2, 4}, entry{3, 2}), nil, invariants.Violated},
	} {
		for _, e := range []model.Event{{Kind: model.ExitEvent}, {Kind: model.DeliverEvent, Message: model.Message{Value: Token{3}}}} {
			e.Site, e.Notes = 1, test.notes
			before, after := &model.View{More: more{PL: model.ListOf(first, second)}}, &model.View{More: more{PL: test.after}}
			if got := listKept.Step(invariants.Step{Before: invariants.Views{before}, After: invariants.Views{after}, Event: &e}); !listKept.Hears(&e) || got != test.want {
				t.Errorf("it %s: opinion %d, want %d", name, got, test.want)
			}
		}
	}
}
