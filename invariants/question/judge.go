// Package question is what a search can be asked, and nothing of how it answers: verdicts on states, ends and steps.
// Properties are written with it, and the engine answers it, so neither has to know the other.
//
// It imports model.
package question

import "github.com/gmecheck/gmecheck/model"

// Judge gives verdicts on states, ends and steps, for up to [MaxProperties] properties at once: bit p of spoke is set if
// property p was not vacuous there, bit p of violated if it was violated. Lists of views are overwritten after the call. A judge, or a
// question, that panics ends the search like a handler: with an error that has the trace, and names the property if the
// panic is a [*model.Broken].
type Judge interface {
	State(views []*model.View) (spoke, violated uint64)
	End(views []*model.View) (spoke, violated uint64)
	Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64)
	// Hears reports whether Step wants to judge such events.
	Hears(e *model.Event) bool
}

// Refuser is a judge that can say what is wrong with what it judges by. Then nothing is searched.
type Refuser interface{ Refuse() error }

// Seeker is a judge that looks for states, too, that are no violations though it says so: bit p is set for each such property.
// A search does not stop at them.
type Seeker interface{ Seeks() uint64 }

// Named is a judge whose properties have names.
type Named interface{ PropertyName(p int) string }

// Seeks is what a judge looks for.
func Seeks(j Judge) uint64 {
	if s, ok := j.(Seeker); ok {
		return s.Seeks()
	}
	return 0
}

// MaxProperties is how many properties one search can judge.
const MaxProperties = 63

// Refused is what is wrong with a judge.
func Refused(j Judge) error {
	if r, ok := j.(Refuser); ok {
		return r.Refuse()
	}
	return nil
}
