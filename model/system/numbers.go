package system

import (
	"reflect"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// Numbers of the type model.Number are forgotten when handlers run alone: a handler that asks in which order two of them stand gets both
// answers, one after the other. So every step that it takes with numbers is among those that it takes without, and nothing that follows
// from all of these depends on how large numbers may grow.
//
// That rests on handlers asking nothing else. What the type cannot prevent is that they compare numbers, or what contains them, with ==.
// So everything is done with numbers that are drawn, too: see [space.drawn].

// replacing replaces the numbers in values, by numbers that are drawn or forgotten.
func replacing(with func() model.Number) values.Rewriter {
	return values.Rewriter{Settles: func(v reflect.Value) bool {
		if v.Type() == numberType {
			v.Set(reflect.ValueOf(with()))
			return true
		}
		return !mayNumber(v.Type())
	}}
}

var numberType = reflect.TypeFor[model.Number]()

// numbered is what [mayNumber] has said of types.
var numbered sync.Map

// mayNumber reports that values of a type can contain numbers: those of an interface always can.
func mayNumber(t reflect.Type) bool {
	if known, is := numbered.Load(t); is {
		return known.(bool)
	}
	may := t == numberType || t.Kind() == reflect.Interface
	if element := values.ElementType(t); element != nil {
		may = mayNumber(element)
	} else if t.Kind() == reflect.Array {
		may = mayNumber(t.Elem())
	} else if t.Kind() == reflect.Struct {
		for k := range t.NumField() {
			may = may || mayNumber(t.Field(k).Type)
		}
	}
	numbered.Store(t, may)
	return may
}

// forget is what is left of a value when its numbers are forgotten.
func forget[T any](s *bool, x T) T {
	if mayNumber(reflect.TypeFor[T]()) {
		replacing(func() model.Number { *s = true; return model.Forgotten }).In(reflect.ValueOf(&x).Elem())
	}
	return x
}

// Numberfree is a value of which the numbers are forgotten, as [Alone] keeps it.
func Numberfree(x any) any {
	return replacing(func() model.Number { return model.Forgotten }).Of(x)
}

// refused is a proof that cannot be had, because of a method that looks at numbers.
func (s *space[V, M]) refused(site int, method, problem string, args ...any) *model.Broken {
	b := s.mistaken(model.Site(site+1), method, problem, args...)
	b.Cause = model.Unknown{}
	return b
}

// draws are the numbers below which numbers are drawn: the first time all are 0.
var draws = []int{1, 2, 4, 16}

// mostMade is how many of the numbers that handlers make of nothing, to compare others with, are drawn, too.
const mostMade = 8

// mostDrawn is for how many steps numbers are drawn: what is drawn is kept.
const mostDrawn = 20_000

// drawn does once more, with numbers that are drawn, what has been done without, and compares. Numbers compared with == show in that: what a
// handler does then with numbers that are equal, or different, or the first ones, or those that it has made, is not among what it does with
// forgotten ones.
func (s *space[V, M]) drawn(site int, l Local, message *uint32, all []Happens) {
	if s.steps++; s.steps > mostDrawn {
		return
	}
	made := s.guesser.Made()
	defer s.guesser.Made() // of drawn numbers others are made
	for _, most := range draws {
		if !s.alikeWith(func() int { return s.dice.IntN(most) }, site, l, message, all) {
			return
		}
	}
	for _, number := range made[:min(len(made), mostMade)] {
		s.alikeWith(func() int { return number }, site, l, message, all)
		s.alikeWith(func() int { return max(0, number-1+s.dice.IntN(3)) }, site, l, message, all)
	}
}

// alikeWith compares what is done with other numbers; false if there are none.
func (s *space[V, M]) alikeWith(draw func() int, site int, l Local, message *uint32, all []Happens) (found bool) {
	numbers := replacing(func() model.Number { found = true; return model.NumberOf(draw()) })
	v := s.sites[site].locals.at(l.Vars)
	numbers.In(reflect.ValueOf(&v).Elem())
	local := Local{s.sites[site].locals.number(v), l.Down}
	if message != nil {
		m := s.messages.at(*message)
		numbers.In(reflect.ValueOf(&m).Elem())
		number := s.messages.number(m)
		message = &number
	}
	if !found {
		return false
	}
	for _, h := range s.alike(site, local, message) {
		if !slices.ContainsFunc(all, func(x Happens) bool { return sameHappens(&h, &x) }) {
			panic(s.refused(site, "a handler", "compares numbers, or what contains them, with == or !=, or looks at them otherwise than by their methods"))
		}
	}
	if message == nil {
		s.resembles(site, local, l)
	}
	return true
}

// resembles demands that a site shows the same with numbers and without.
func (s *space[V, M]) resembles(site int, with, without Local) {
	v, sure := s.looks(site, without, nil)
	w := s.sees(site, with, nil)
	if v.More, w.More = Numberfree(v.More), Numberfree(w.More); !sure {
		v.More, w.More = nil, nil
	}
	if v != w {
		one, other := differ(v, w)
		panic(s.refused(site, "Look", "shows something else where numbers are others: first %s; then %s", one, other))
	}
}

// sameHappens reports that two outcomes are the same but for what choices are called.
func sameHappens(h, x *Happens) bool {
	e, f := h.Event, x.Event
	return h.Next == x.Next && slices.Equal(h.Sends, x.Sends) && e.Kind == f.Kind && e.Name == f.Name && e.Entries == f.Entries &&
		e.Spurious == f.Spurious && e.Unfaithful == f.Unfaithful
}

// happening is what happens at a site, with lists and numbers that are not known.
func (s *space[V, M]) happening(site int, l Local, message *uint32) (all []Happens) {
	s.guessing(func() {
		if all = s.unfolding(site, l, message); s.forgets && !s.unfolds {
			s.drawn(site, l, message, all)
		}
	})
	return all
}

// lookedAt is what properties are shown of a site, where numbers may not be known. Sure is false if they decide what stands in More, which is
// left out then; they must decide nothing else.
func (s *space[V, M]) lookedAt(site int, l Local, messages []uint32) (v model.View, sure bool) {
	sure = true
	if !s.forgets {
		return s.sees(site, l, messages), sure
	}
	s.guessing(func() { v, sure = s.looks(site, l, messages) })
	return v, sure
}

// looks is the same where somebody answers questions about numbers.
func (s *space[V, M]) looks(site int, l Local, messages []uint32) (v model.View, sure bool) {
	s.handling = true
	defer func() { s.handling = false }()
	s.outbox.Reset(false, false)
	v, sure = s.sees(site, l, messages), true
	for s.outbox.Again() {
		w := s.sees(site, l, messages)
		if w.More != v.More || !sure {
			sure, v.More, w.More = false, nil, nil
		}
		if w != v {
			one, other := differ(v, w)
			panic(s.refused(site, "Look", "shows something else where numbers are others: first %s; then %s", one, other))
		}
	}
	return v, sure
}

// answered is what Look says to some answers.
func (s *space[V, M]) answered(i model.Site, vars V, inbox []M) (v model.View, broken *model.Broken) {
	defer panicked(&broken, func(problem string, args ...any) *model.Broken { return s.mistaken(i, "Look", problem, args...) })
	return s.protocol.Look(i, vars, inbox), nil
}

// guessing has questions about numbers that are not known answered both ways, if handlers ask them, and none if anybody else does.
func (s *space[V, M]) guessing(f func()) {
	if !s.forgets {
		f()
		return
	}
	s.guesser.Guess = func() bool {
		switch {
		case s.handling:
			return s.outbox.Guess()
		case s.comparing: // with what sites show for all answers: see looks
			return false
		}
		panic(model.Unknown{})
	}
	model.Guessing(&s.guesser, f)
}

func (s *space[V, M]) numberless() bool { return s.forgets }

// alike is what happens at a site as it is: by itself, or with a message.
func (s *space[V, M]) alike(site int, l Local, message *uint32) []Happens {
	if message == nil {
		return s.own(site, l)
	}
	return s.takes(site, l, *message)
}
