package mean

import (
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// step is what a step of a run counts.
type step struct {
	sends    model.List[int] // messages to other sites, by the number of their kind
	entries  int
	asked    asked      // of an entry: what is attended then
	who      model.Site // enters; 0: nobody does
	requests bool
	exits    bool
	expires  bool // a timer
	fault    bool // a loss, duplicate or crash
}

// steps numbers what steps count.
type steps struct {
	kinds   []string // of messages
	tokens  []bool   // by kind: it carries one
	all     []step
	numbers map[step]uint16
	kindOf  map[any]int // by message, because the name of its kind takes long to work out
	sites   direct.Sites
}

func newSteps(sys *system.System) steps {
	sites := sys.Direct(nil) // to look at sites, not to run them
	sites.Begin(0)
	return steps{numbers: map[step]uint16{}, kindOf: map[any]int{}, sites: sites}
}

// number is that of what an event counts, given what its site looks like afterwards.
func (s *steps) number(e *model.Event, after *model.View) uint16 {
	x := step{entries: e.Entries}
	switch e.Kind {
	case model.RequestEvent:
		x.requests = true
	case model.ExitEvent:
		x.exits = true
	case model.TimeoutEvent:
		x.expires = true
	case model.LoseEvent, model.DuplicateEvent, model.CrashEvent:
		x.fault = true
	}
	var sends []int
	for _, m := range e.Sends {
		if m.To == e.Site { // to oneself is no message
			continue
		}
		kind := s.kind(m)
		for len(sends) <= kind {
			sends = append(sends, 0)
		}
		sends[kind]++
	}
	x.sends = model.ListOf(sends...)
	if e.Entries > 0 {
		x.asked, x.who = asked{after.Groups, after.Priority}, e.Site
	}
	return s.of(x)
}

// nothing is the number of a step that counts nothing.
func (s *steps) nothing() uint16 { return s.of(step{}) }

func (s *steps) of(x step) uint16 {
	n, known := s.numbers[x]
	if !known {
		if len(s.all) > math.MaxUint16 {
			panic(&system.Full{What: "steps that count differently", Most: math.MaxUint16 + 1})
		}
		n = uint16(len(s.all))
		s.numbers[x], s.all = n, append(s.all, x)
	}
	return n
}

func (s *steps) kind(m model.Send) int {
	n, known := s.kindOf[m.Value]
	if !known {
		name := model.Kind(m.Value)
		if n = slices.Index(s.kinds, name); n < 0 {
			n, s.kinds = len(s.kinds), append(s.kinds, name)
			s.tokens = append(s.tokens, s.sites.View(m.To, []any{m.Value}).Coming > s.sites.View(m.To, nil).Coming)
		}
		s.kindOf[m.Value] = n
	}
	return n
}
