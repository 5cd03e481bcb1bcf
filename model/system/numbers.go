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

// mostDrawn is for how many steps numbers are drawn: what is drawn is kept. In the first, mostSwept of them, all that there are to try are tried, later
// some of them in turn.
const (
	mostDrawn = 20_000
	mostSwept = 30
)

// draws are the numbers below which numbers are drawn.
var draws = []int{2, 4, 16}

// digits are how many binary digits large numbers have that are drawn: a handler may know a number that nobody has made.
const digits = 40

// small: numbers below it are those that all of a step are made to be, one after the other: whatever is compared with one of them shows in that.
const small = 128

func count(to int) (all []int) {
	for n := range to {
		all = append(all, n)
	}
	return all
}

// mostNear is how many numbers are kept with which handlers may compare others.
const mostNear = 1024

// learns notes numbers with which a handler may compare others. Around them numbers are drawn, since they may be compared with the next one.
func (s *space[V, M]) learns(all []int) {
	for _, n := range all {
		for near := n - 1; near <= n+1; near++ {
			if at, known := slices.BinarySearch(s.near, near); !known && near >= 0 && len(s.near) < mostNear {
				s.near = slices.Insert(s.near, at, near)
			}
		}
	}
}

// turn is what a step tries of so many numbers.
func (s *space[V, M]) turn(all []int, most int) []int {
	if s.steps <= mostSwept || len(all) <= most {
		return all
	}
	from := s.steps * most % len(all)
	return slices.Concat(all[from:], all[:from])[:most]
}

// drawing is a step that is done again with numbers that are drawn.
type drawing struct {
	site    int
	local   Local
	message *uint32
	all     []Happens  // what is done without numbers
	shows   model.View // what the site shows without, with the message
	sure    bool
}

// drawn does once more, with numbers that are drawn, what has been done without, and compares. Numbers compared with == show in that: what a
// handler does then with numbers that are equal, or different, or the first ones, or those that it has made, is not among what it does with
// forgotten ones.
func (s *space[V, M]) drawn(site int, l Local, message *uint32, all []Happens) {
	if s.steps++; s.steps > mostDrawn {
		return
	}
	if s.learns(s.guesser.Made()); len(model.Constants()) != s.constants {
		s.constants = len(model.Constants())
		s.learns(model.Constants())
	}
	defer s.guesser.Made() // of drawn numbers others are made
	d := &drawing{site: site, local: l, message: message, all: all}
	d.shows, d.sure = s.looks(site, l, some(message))
	if !s.alikeWith(d, func() int { return 0 }) {
		return
	}
	for _, most := range s.turn(draws, 2) {
		s.alikeWith(d, func() int { return s.dice.IntN(most) })
	}
	for _, n := range s.turn(count(digits), 1) {
		large := 1<<n + s.dice.IntN(1<<n)
		s.alikeWith(d, func() int { return large })
	}
	for _, number := range slices.Concat(s.turn(count(small), 1), s.turn(s.near, 6)) {
		s.alikeWith(d, func() int { return number })
	}
	if len(s.near) > 0 {
		for range s.turn(count(small), 1) { // as often as that
			s.alikeWith(d, func() int { return s.near[s.dice.IntN(len(s.near))] })
		}
	}
}

// looked is what is wrong with what has just been asked, if more was wanted of numbers that are not known than their methods say, more often than so many
// times before; also if the protocol has recovered from having no answer.
func (s *space[V, M]) looked(site int, what string, before int) *model.Broken {
	if !s.asking || s.guesser.Looks == before {
		return nil
	}
	return s.refused(site, what, "makes a text of a number, or asks what it is, by which it may look at it otherwise than by its methods")
}

// some is a message, if there is one.
func some(message *uint32) []uint32 {
	if message == nil {
		return nil
	}
	return []uint32{*message}
}

// alikeWith compares what is done with other numbers; false if there are none.
func (s *space[V, M]) alikeWith(d *drawing, draw func() int) (found bool) {
	numbers := replacing(func() model.Number { found = true; return model.NumberOf(draw()) })
	v, message := s.sites[d.site].locals.at(d.local.Vars), d.message
	numbers.In(reflect.ValueOf(&v).Elem())
	local := Local{s.sites[d.site].locals.number(v), d.local.Down}
	if message != nil {
		m := s.messages.at(*message)
		numbers.In(reflect.ValueOf(&m).Elem())
		number := s.messages.number(m)
		message = &number
	}
	if !found {
		return false
	}
	for _, h := range s.alike(d.site, local, message) {
		if !slices.ContainsFunc(d.all, func(x Happens) bool { return sameHappens(&h, &x) }) {
			b := s.refused(d.site, "", "or its guard compares numbers, or what contains them, with == or !=, or looks at them otherwise than by their methods")
			b.Event = h.Event.Label(s.sys.Places, false)
			panic(b)
		}
	}
	s.resembles(d, local, some(message))
	return true
}

// resembles demands that a site shows the same with numbers and without.
func (s *space[V, M]) resembles(d *drawing, with Local, messages []uint32) {
	v, w := d.shows, s.sees(d.site, with, messages)
	if s.compared != nil && d.sure && messages == nil {
		s.compared(w, v)
	}
	if v.More, w.More = Numberfree(v.More), Numberfree(w.More); !d.sure || s.questioned != nil || messages != nil {
		v.More, w.More = nil, nil
	}
	if v != w {
		one, other := differ(v, w)
		panic(s.refused(d.site, "Look", "shows something else where numbers are others: first %s; then %s", one, other))
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
	s.caller.outbox.Reset(false, false)
	before := s.guesser.Looks
	v, sure = s.sees(site, l, messages), true
	for s.caller.outbox.Again() {
		w := s.sees(site, l, messages)
		if s.questioned != nil {
			w.More = v.More // the site itself, whatever was answered
		} else if w.More != v.More || !sure {
			sure, v.More, w.More = false, nil, nil
		}
		if w != v {
			one, other := differ(v, w)
			panic(s.refused(site, "Look", "shows something else where numbers are others: first %s; then %s", one, other))
		}
	}
	if broken := s.looked(site, "Look", before); broken != nil {
		panic(broken)
	}
	return v, sure
}

// mostAnswers is how many answers are tried before the rest is taken for true.
const mostAnswers = 256

// someAnswers is asked where nobody runs a handler.
func (s *space[V, M]) someAnswers(f func() bool) (is bool) {
	if !s.forgets {
		return f()
	}
	s.guessing(func() {
		s.handling = true
		defer func() { s.handling = false }()
		s.caller.outbox.Reset(false, false)
		before := s.guesser.Looks
		is = f()
		for n := 1; !is && s.caller.outbox.Again(); n++ {
			is = n == mostAnswers || f()
		}
		is = is || s.guesser.Looks > before // what it makes of other numbers nobody knows
	})
	return is
}

// answered is what Look says to some answers.
func (s *space[V, M]) answered(i model.Site, vars V, inbox []M) (v model.View, broken *model.Broken) {
	defer panicked(&broken, func(problem string, args ...any) *model.Broken { return s.mistaken(i, "Look", problem, args...) })
	return s.protocol.Look(i, vars, inbox), nil
}

// guessing has questions about numbers that are not known answered both ways, if handlers ask them, and none if anybody else does.
func (s *space[V, M]) guessing(f func()) {
	if !s.forgets || s.asking {
		f()
		return
	}
	s.asking = true
	defer func() { s.asking = false }()
	s.guesser.Guess = func() bool {
		switch {
		case s.handling:
			return s.caller.outbox.Guess()
		case s.comparing: // with what sites show for all answers: see looks
			return false
		}
		model.Unanswered()
		return false
	}
	model.Guessing(&s.guesser, f)
}

func (s *space[V, M]) numberless() bool { return s.forgets }

func (s *space[V, M]) onDrawn(f func(with, without model.View)) { s.compared = f }

// alike is what happens at a site as it is: by itself, or with a message.
func (s *space[V, M]) alike(site int, l Local, message *uint32) []Happens {
	if message == nil {
		return s.own(site, l)
	}
	return s.takes(site, l, *message)
}
