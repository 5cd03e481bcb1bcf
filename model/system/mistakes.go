package system

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// unnamed is without the algorithm, which stands before the error anyway.
func unnamed(b *model.Broken) *model.Broken {
	b.Algorithm = ""
	return b
}

// before is the rule which of the mistakes at one node is told of, whatever numbers messages have.
func before(b, c *model.Broken) bool {
	return c == nil || cmp.Or(strings.Compare(b.Event, c.Event), strings.Compare(b.After, c.After), strings.Compare(b.Error(), c.Error())) < 0
}

// broken is what is wrong with the handler of an event.
func (s *space[V, M]) broken(i model.Site, t trigger, problem string, args ...any) *model.Broken {
	e := s.triggering(i, t)
	return &model.Broken{
		Algorithm: s.config.Algorithm, Event: e.Label(s.sys.Places, false), Problem: fmt.Sprintf(problem, args...), At: model.Given(s.protocol, &e),
	}
}

// triggering is an event as its handler sees it.
func (s *space[V, M]) triggering(i model.Site, t trigger) model.Event {
	e := model.Event{Kind: t.kind, Site: i, Name: t.name}
	switch t.kind {
	case model.RequestEvent:
		e.Demand = &s.demands[i-1][t.arg]
	case model.DeliverEvent:
		e.Message = model.Message{Value: s.messages.at(t.arg)}
	}
	return e
}

// mistaken is what is wrong with a method that no event calls.
func (s *space[V, M]) mistaken(i model.Site, method, problem string, args ...any) *model.Broken {
	return &model.Broken{Algorithm: s.config.Algorithm, Method: method, Place: s.sys.Places[i-1].Title(), Problem: fmt.Sprintf(problem, args...)}
}

// following notes of which event it is a consequence.
func following(b *model.Broken, e *model.Event, places []model.Place) *model.Broken {
	if b != nil {
		b.After = e.Label(places, false)
	}
	return b
}

// Difference says what the variables are that differ, before and after.
func Difference(before, after any) string {
	one, other := differ(before, after)
	return one + " becomes " + other
}

// differ says of two values that should be the same what they are: only the fields that differ, where they have fields.
func differ(first, second any) (string, string) {
	a, b := reflect.TypeOf(first), reflect.TypeOf(second)
	if _, listed := first.(model.Listed); a != b || a.Kind() != reflect.Struct && !listed || isNamed(first) {
		return model.Text(first), model.Text(second)
	}
	var one, other []string
	theirs := model.Fields(second)
	for k, f := range model.Fields(first) {
		if f != theirs[k] {
			one, other = append(one, f.Name+" = "+f.Value), append(other, f.Name+" = "+theirs[k].Value)
		}
	}
	return strings.Join(one, ", "), strings.Join(other, ", ")
}

func isNamed(x any) bool {
	_, ok := x.(fmt.Stringer)
	return ok
}
