package invariants

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestServedFirst judges decisions by the order of the queue, by a number of the candidates, and by what the views say.
func TestServedFirst(t *testing.T) {
	type stamped struct{ ts int }
	byStamp := ServedFirst("by time stamp", func(_ Step, a, b stamped) bool { return a.ts < b.ts })
	byHolding := ServedFirst("by tokens held", func(s Step, a, b model.Site) bool { return s.Before[a-1].Holds > s.Before[b-1].Holds })
	inOrder := ServedFirst[model.Site]("in order of arrival", nil)
	sites := func(chosen model.Site, among ...model.Site) any {
		return Decision[model.Site]{chosen, model.ListOf(among...)}
	}
	stamps := func(chosen int, among ...int) any {
		d := Decision[stamped]{Chosen: stamped{ts: chosen}}
		for _, ts := range among {
			d.Among = d.Among.Add(stamped{ts: ts})
		}
		return d
	}
	views := Views{{Holds: 1}, {Holds: 3}, {Holds: 2}}
	for _, test := range []struct {
		property Property
		notes    []any
		heard    bool
		want     Opinion
	}{
		{inOrder, nil, false, Silent},
		{inOrder, []any{stamps(1, 1, 2)}, false, Silent}, // the note of another rule
		{inOrder, []any{sites(2, 2)}, true, Silent},      // nobody competes
		{inOrder, []any{sites(2, 2, 1)}, true, Fine},
		{inOrder, []any{sites(1, 2, 1)}, true, Violated},
		{inOrder, []any{sites(3)}, true, Violated}, // it was not even queued
		{byStamp, []any{stamps(4, 9, 4, 7)}, true, Fine},
		{byStamp, []any{stamps(4, 9, 4, 4)}, true, Fine}, // a tie
		{byStamp, []any{stamps(7, 9, 4, 7)}, true, Violated},
		{byStamp, []any{stamps(4, 9, 4), stamps(9, 9, 4)}, true, Violated}, // the second decision of one step
		{byHolding, []any{sites(2, 1, 2, 3)}, true, Fine},
		{byHolding, []any{sites(3, 1, 2, 3)}, true, Violated},
		{JoinsLast[model.Site](), []any{Arrival[model.Site]{2, model.ListOf[model.Site](2)}}, true, Silent},
		{JoinsLast[model.Site](), []any{Arrival[model.Site]{2, model.ListOf[model.Site](1, 2)}}, true, Fine},
		{JoinsLast[model.Site](), []any{Arrival[model.Site]{2, model.ListOf[model.Site](2, 1)}}, true, Violated},
		{JoinsLast[model.Site](), []any{Arrival[model.Site]{2, model.ListOf[model.Site]()}}, true, Violated}, // it has not joined
	} {
		e := &model.Event{Notes: test.notes}
		if heard := test.property.Hears(e); heard != test.heard {
			t.Errorf("%s: %v: heard: %v", test.property.Doc, test.notes, heard)
		}
		if got := test.property.Step(Step{Before: views, After: views, Event: e}); got != test.want {
			t.Errorf("%s: %v: opinion %d, want %d", test.property.Doc, test.notes, got, test.want)
		}
	}
}
