package gbp

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What the handlers note for the rules of figures 5 and 6, beside each [invariants.Decision] on whom a lock is granted.
type (
	// stage: G_k becomes Active, with the priority that it has chosen.
	stage struct {
		k      model.Group
		priori int
	}
	// session: G_k enters CS for the processes in LP, for the time gtpo.
	session struct {
		k    model.Group
		LP   model.List[linked]
		gtpo int
	}
	// latecomer: P_i asks a group in CS for the time tpodur.
	latecomer struct {
		Pi                   model.Site
		tpodur, gtpo, tpouse int
	}
	// prolonged: G_k counts its session's time anew, for such a latecomer, when so much of it has elapsed.
	prolonged struct {
		k              model.Group
		tpodur, tpouse int
	}
	// departed: a process that has been let in has left, and so much of the time of its group has elapsed.
	departed struct{ tpouse int }
	// asked: G_l asks for a lock for which those in LG have asked already.
	asked struct {
		lock
		LG model.List[lock]
	}
)

// needs keeps a rule that goes by notes from falling silent where a handler forgets one: where there must be one, a step without is violated.
func needs[T any](rule invariants.Property, must func(s invariants.Step, before, after look) bool) invariants.Property {
	hears, judge := rule.Hears, rule.Step
	rule.Hears = func(e *model.Event) bool { return e.Kind == model.DeliverEvent || hears(e) }
	rule.Step = func(s invariants.Step) invariants.Opinion {
		at := s.Event.Site - 1
		if before, group := s.Before[at].More.(look); group && notes[T](s.Event) != 1 && must(s, before, s.After[at].More.(look)) {
			return invariants.Violated
		}
		if !hears(s.Event) {
			return invariants.Silent
		}
		return judge(s)
	}
	return rule
}

// Where the notes must be.
func asksLock(s invariants.Step, _, _ look) bool { return invariants.Delivering[ReqGroup](s.Event) }
func begins(_ invariants.Step, before, after look) bool {
	return before.state != Active && after.state == Active
}
func enters(_ invariants.Step, before, after look) bool {
	return before.state != CS && after.state == CS
}

func comesLate(s invariants.Step, before, _ look) bool {
	return before.state == CS && invariants.Delivering[ReqProcess](s.Event)
}

// goesOn: a lock that has come back goes to a group. A group whose session ends may also get its own for its next stage.
func goesOn(s invariants.Step, _, _ look) bool {
	for to := range invariants.Sent[RecGroup](s.Event) {
		if leaving(s.Event) && to != s.Event.Site || invariants.Delivering[RepRelGroup](s.Event) || invariants.Delivering[LibGroup](s.Event) {
			return true
		}
	}
	return false
}

// notes counts the notes of a kind.
func notes[T any](e *model.Event) (n int) {
	for range invariants.Notes[T](e) {
		n++
	}
	return n
}
