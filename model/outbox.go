package model

import (
	"fmt"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Outbox collects what an event does besides changing the site's variables.
type Outbox[M comparable] struct {
	effect  Effect[M]
	choices choices
	chooser func(name string, lo, hi int) int // nil: every choice is made in turn, see [Outbox.Again]
	reader  func(watch string) int            // nil: see [Outbox.Elapsed]
	traced  bool                              // Calls is kept
	unheard bool                              // nobody hears notes
	asked   bool                              // whether anybody does
}

// Effect is what an event has done through its outbox.
type Effect[M comparable] struct {
	Sends     []Addressed[M] // in the order of their sending
	Notes     []any
	Entries   int      // calls of [Outbox.Enter]
	Restarts  []string // timers, see [Outbox.Restart]
	Choices   []string // "z=2"
	Readings  []Reading
	Unhandled bool  // no handler takes the event
	Calls     Calls // that lead to the first use of the outbox; zero if it is not kept
}

// Addressed is a message and its destination.
type Addressed[M comparable] struct {
	To      Site
	Message M
}

// called keeps where the outbox is used first: to find that out takes longer than most handlers.
func (o *Outbox[M]) called() {
	if o.traced {
		o.effect.Calls.note()
	}
}

// mostSends is how many messages one step may send: a loop that sends without an end would take all memory.
const mostSends = 1 << 16

// Send puts m into the network with destination to. A message to oneself travels like any other.
func (o *Outbox[M]) Send(to Site, m M) {
	if o.called(); len(o.effect.Sends) == mostSends {
		panic(Mistake{Problem: fmt.Sprintf("sends more than %d messages in one step", mostSends)})
	}
	o.effect.Sends = append(o.effect.Sends, Addressed[M]{to, m})
}

// Enter marks the line at which the site enters its critical section.
func (o *Outbox[M]) Enter() {
	o.called()
	o.effect.Entries++
}

// Note remembers something about this step for the properties that judge steps. Notes are no part of any state. The
// note must be comparable.
func (o *Outbox[M]) Note(note any) {
	o.called()
	if !o.unheard {
		o.effect.Notes = append(o.effect.Notes, note)
	}
}

// Heard reports whether anybody hears what is noted. If nobody does, what only a note needs need not be worked out; whatever else the
// event does must be the same either way.
func (o *Outbox[M]) Heard() bool {
	o.called()
	o.asked = true
	return !o.unheard
}

// Restart marks the line at which a timer or a stopwatch is set anew, whether it runs already or not. It matters to whoever counts time, and
// is no part of any state.
func (o *Outbox[M]) Restart(timer string) {
	o.effect.Restarts = append(o.effect.Restarts, timer)
}

// Unhandled says that no handler takes the event: a message of a kind, a timer or an internal event that the protocol does
// not know, at this site. It ends the search with an error that names it and with the steps that lead there. It belongs into
// the default branch of every switch by which a method finds the handler:
//
//	switch m := m.(type) {
//	case Request:
//		p.request(i, v, m, out)
//	case Wait: // says nothing new
//	default:
//		out.Unhandled()
//	}
//
// Without it an event that no branch takes does nothing, which is allowed.
func (o *Outbox[M]) Unhandled() { o.effect.Unhandled = true }

// Choose returns a number from lo to hi, of at most 65,536; the event is tried with every one of them. The name stands in the label,
// unless there is nothing to choose; at most 4,096 choices can be made one after another, of which there are at most 131,072 sequences. Choices that
// make the same of the variables and send the same are one transition, with what the first of them notes.
func (o *Outbox[M]) Choose(name string, lo, hi int) int {
	Choosable("Choose", name, lo, hi)
	if lo == hi {
		return lo
	}
	if o.chooser != nil {
		return o.choices.made(name, o.chooser(name, lo, hi), hi)
	}
	if o.choices.tried > mostTried {
		m := Mistake{Problem: fmt.Sprintf("makes more than %d sequences of choices; %s is one of them", mostTried, name)}
		if o.choices.guesses > 0 { // perhaps not without the answers
			m.Cause = Unknown{}
			unanswered(m)
		}
		panic(m)
	}
	return o.choices.next(name, lo, hi)
}

// mostNumbers are tried one by one.
const mostNumbers = 1 << 16

// Choosable refuses a choice without a name, or with one that cannot stand in a line, and numbers of which there are none, or more than can be
// tried, with a panic of [Mistake].
func Choosable(call, name string, lo, hi int) {
	switch {
	case name == "":
		panic(Mistake{Problem: fmt.Sprintf("calls %s(%q, %d, %d): allowed is a name that is not empty", call, name, lo, hi)})
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		panic(Mistake{Problem: fmt.Sprintf("calls %s(%q, %d, %d): allowed is a name in UTF-8 without control characters", call, name, lo, hi)})
	case lo > hi:
		panic(Mistake{Problem: fmt.Sprintf("calls %s(%q, %d, %d): there is no such number", call, name, lo, hi)})
	case uint(hi)-uint(lo) >= mostNumbers:
		panic(Mistake{Problem: fmt.Sprintf("calls %s(%q, %d, %d): allowed are at most %d numbers", call, name, lo, hi, mostNumbers)})
	}
}

// Elapsed is how many units a stopwatch of the site has counted, the one that has begun included; see [Watched]. Less than lo counts as
// lo, more than hi as hi. The name stands in the label, unless lo is hi.
//
// In a model without times it is any number from lo to hi, as of [Outbox.Choose]. With times the handler is tried with every one,
// too, and what is not the reading is left out: so the handler must be able to go on with each.
func (o *Outbox[M]) Elapsed(watch string, lo, hi int) (units int) {
	if o.reader != nil && lo < hi {
		units = o.choices.made(watch, min(max(o.reader(watch), lo), hi), hi)
	} else {
		units = o.Choose(watch, lo, hi)
	}
	if lo < hi {
		o.effect.Readings = append(o.effect.Readings, Reading{watch, units, lo, hi})
	}
	return units
}

// Reading is what [Outbox.Elapsed] has said.
type Reading struct {
	Watch         string
	Units, Lo, Hi int
}

// Is reports that it is the one when the stopwatch has counted so many units.
func (r Reading) Is(units int) bool { return r.Units == min(max(units, r.Lo), r.Hi) }

// choices runs an event once for every sequence of choices that it can make, in lexicographic order.
type choices struct {
	taken   []choice
	depth   int
	guesses int // of all sequences together
	tried   int // sequences
}

type choice struct {
	name       string
	value, end int
}

func (c *choices) next(name string, lo, hi int) int {
	if c.depth == len(c.taken) {
		c.add(choice{name, lo, hi})
	}
	if t := c.taken[c.depth]; t.name != name || t.end != hi {
		panic(fmt.Sprintf("Choose(%q, %d, %d): with the same choices before, it was Choose(%q, ..., %d)", name, lo, hi, t.name, t.end))
	}
	c.depth++
	return c.taken[c.depth-1].value
}

// add notes one more choice.
func (c *choices) add(made choice) {
	InARow(made.name, len(c.taken)+1)
	c.taken = append(c.taken, made)
}

// InARow refuses a choice if so many are more than can be made one after another, with a panic of [Mistake]: a loop that ends with a choice would never end.
func InARow(name string, choices int) {
	const most = 1 << 12
	if choices > most {
		panic(Mistake{Problem: fmt.Sprintf("makes more than %d choices, one after another; the last is %s", most, name)})
	}
}

// mostTried is with how many sequences of choices it is tried.
const mostTried = 1 << 17

// guess is the name of a choice that no handler makes: the answer to a question about forgotten numbers.
const guess = "\x00"

// mostGuesses is how many questions about forgotten numbers an event may ask in a row: a loop that ends with an answer would never end.
const mostGuesses = 64

// mostGuessed is how many questions it may ask with all sequences of answers together: with each more in a row there are twice as many sequences.
const mostGuessed = 1 << 20

// Guess answers a question about forgotten numbers; the event is tried with each answer, and its label does not show them. See [Guessing].
func (o *Outbox[M]) Guess() bool {
	if o.choices.depth > mostGuesses {
		unanswered(Mistake{Problem: fmt.Sprintf("asks about more than %d numbers that are not known, one after another", mostGuesses), Cause: Unknown{}})
	}
	if o.choices.guesses++; o.choices.guesses > mostGuessed {
		unanswered(Mistake{Problem: "asks about too many numbers that are not known, one after another", Cause: Unknown{}})
	}
	return o.choices.next(guess, 0, 1) == 1
}

// made notes a choice that somebody else has made.
func (c *choices) made(name string, value, hi int) int {
	c.add(choice{name, value, hi})
	return value
}

// advance moves on to the next sequence, false after the last.
func (c *choices) advance() bool {
	c.depth = 0
	for k := len(c.taken) - 1; k >= 0; k-- {
		if c.taken[k].value < c.taken[k].end {
			c.taken[k].value++
			c.taken = c.taken[:k+1]
			return true
		}
	}
	return false
}

func (c *choices) texts() []string {
	var parts []string
	for _, t := range c.taken {
		if t.name != guess {
			parts = append(parts, fmt.Sprintf("%s=%d", t.name, t.value))
		}
	}
	return parts
}

// NewOutbox returns an empty outbox, for running a handler by hand.
func NewOutbox[M comparable]() *Outbox[M] { return &Outbox[M]{} }

// Reset empties the outbox for another event; traced says whether [Effect.Calls] is to be kept, heard whether anybody hears notes.
func (o *Outbox[M]) Reset(traced, heard bool) { *o = Outbox[M]{traced: traced, unheard: !heard} }

// Asked reports whether [Outbox.Heard] has been called since the outbox was made or last reset or cleared.
func (o *Outbox[M]) Asked() bool { return o.asked }

// Clear empties the outbox for another event that runs once: whoever chooses makes its choices, stopwatches say what read says, or, if it is
// nil, what is chosen, and heard says whether anybody hears its notes. What [Outbox.Effect] has returned is overwritten.
func (o *Outbox[M]) Clear(choose func(name string, lo, hi int) int, read func(watch string) int, heard bool) {
	o.effect = Effect[M]{Sends: o.effect.Sends[:0], Notes: o.effect.Notes[:0], Restarts: o.effect.Restarts[:0], Readings: o.effect.Readings[:0]}
	o.choices, o.chooser, o.reader, o.traced = choices{taken: o.choices.taken[:0]}, choose, read, false
	o.unheard, o.asked = !heard, false
}

// Again empties the outbox and reports whether the event has another sequence of choices to be run with.
func (o *Outbox[M]) Again() bool {
	o.choices.tried++
	more := o.choices.advance()
	*o = Outbox[M]{choices: o.choices, traced: o.traced, unheard: o.unheard, asked: o.asked}
	return more
}

// Effect is what the event has done so far.
func (o *Outbox[M]) Effect() Effect[M] {
	e := o.effect
	e.Choices = o.choices.texts()
	return e
}

// Sent yields the messages in the order of their sending.
func (o *Outbox[M]) Sent() func(yield func(to Site, m M) bool) {
	return func(yield func(Site, M) bool) {
		for _, a := range o.effect.Sends {
			if !yield(a.To, a.Message) {
				return
			}
		}
	}
}

// Calls are the calls that lead to the first use of an outbox, the innermost first; zeros behind them.
type Calls [10]uintptr

func (c *Calls) note() {
	if c[0] == 0 {
		runtime.Callers(4, c[:]) // not Callers, note, the outbox's called and its method
	}
}
