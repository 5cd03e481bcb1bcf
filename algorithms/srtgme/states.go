package srtgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What section III says of states and variables.

func ghostR() invariants.Property {
	return never("ghost-R", "a process in state R has a request that waits", "section III: R is requesting for a session",
		func(m more) bool { return m.state == R },
		func(v *model.View, m more) string {
			return unless(m.state != R || v.Waits, "is in R and waits for nothing")
		})
}

func stateN() invariants.Property {
	return never("state-N", "a process in state N has no request that waits", "section III: N is not requesting",
		func(m more) bool { return m.state == N },
		func(v *model.View, m more) string { return unless(m.state != N || !v.Waits, "is in N and waits") })
}

func stateHI() invariants.Property {
	return never("state-HI", "a process in state HI has an empty queue",
		"section III: HI is holding the token because no pending request is there",
		func(m more) bool { return m.state == HI },
		func(_ *model.View, m more) string {
			return unless(m.state != HI || !m.queue(), "is in HI and has a queue")
		})
}

func stateHS() invariants.Property {
	return never("state-HS", "a process in state HS has a follower that has not reported back",
		"section III: HS is holding the token because some followers are still in their CS",
		func(m more) bool { return m.state == HS },
		func(_ *model.View, m more) string {
			return unless(m.state != HS || m.followers > 0, "is in HS and counts %d followers", m.followers)
		})
}

// captainKnown: what a token that is in flight will make of its receiver counts, because a start may overtake it.
var captainKnown = invariants.Property{
	Name: "captain", Kind: invariants.Invariant,
	Doc:    "a follower in its CS names the process that has, or is about to get, the token; any other process names none",
	Source: "section III, captain_i",
	State: func(vs invariants.Views) invariants.Opinion {
		names := func(v *model.View) bool { return isIn(EF)(v) || v.More.(more).captain != 0 }
		return invariants.If(vs.Any(names), mistaken(vs) == "")
	},
	Detail: mistaken,
}

// mistaken names the processes whose captain_i is not what section III says.
func mistaken(vs invariants.Views) string {
	return say(vs, func(_ *model.View, m more) string {
		switch {
		case m.state != EF:
			return unless(m.captain == 0, "in %v names the captain %v", m.state, m.captain)
		case m.captain == 0:
			return "is a follower without a captain"
		}
		c := vs[m.captain-1]
		return unless(c.Holds+c.Coming > 0, "follows %v, which has no token", m.captain)
	})
}

// followers counts from the start on, as the exit event does, and until the complete has come.
var followers = invariants.Property{
	Name: "followers", Kind: invariants.Invariant,
	Doc: "token.followers, of all tokens together, is the number of starts in flight, of followers in their CS, and of " +
		"completes that the token has not met",
	Source: "section III: token.followers stores the number of follower processes still in their CS",
	State: func(vs invariants.Views) invariants.Opinion {
		counted, real := company(vs)
		return invariants.If(counted != 0 || real != 0, counted == real)
	},
	Detail: func(vs invariants.Views) string {
		counted, real := company(vs)
		return fmt.Sprintf("the tokens count %d followers, there are %d", counted, real)
	},
}

// company is the followers that tokens count, and those that there are.
func company(vs invariants.Views) (counted, real int) {
	for _, v := range vs {
		m := of(v)
		counted += m.followers + m.brought
		real += m.starts + m.completes + m.early
		if m.state == EF {
			real++
		}
	}
	return counted, real
}

// completes leaves the last one to passes-on and goes-idle. Published, a token may count fewer followers than none; followers asks whether the count is right.
func completes(c model.Config) invariants.Property {
	early := c.Has(EarlyComplete)
	doc := "a complete that comes to a holder lowers token.followers by one; unless the holder is in HS and that was the last, it stays in its state and sends " +
		"nothing"
	if early {
		doc += "; one that comes to a process without the token is counted there, and nothing is sent; when the token comes the count is taken from " +
			"token.followers, and begins at 0 again"
	}
	return invariants.Property{
		Name: "completes", Kind: invariants.Stepwise, ByEvent: true, Doc: doc,
		Source: "section III: token.followers stores the number of follower processes still in their CS; appendix A, P_i receives complete; the repair early-complete",
		Hears: func(e *model.Event) bool {
			return invariants.Delivering[complete](e) || early && invariants.Delivering[token](e)
		},
		Step: func(s invariants.Step) invariants.Opinion {
			before, after := of(s.Before[s.Event.Site-1]), of(s.After[s.Event.Site-1])
			t, is := invariants.Delivered[token](s.Event)
			switch {
			case is:
				return invariants.If(before.early > 0 || after.early > 0, after.early == 0 && after.followers == t.followers-before.early+len(started(s.Event)))
			case !before.state.holds():
				return invariants.If(early, after.early == before.early+1 && len(s.Event.Sends) == 0)
			case before.state == HS && before.followers == 1:
				return invariants.Silent
			}
			return invariants.That(after.state == before.state && after.followers == before.followers-1 && len(s.Event.Sends) == 0)
		},
	}
}

// currentType judges the tokens held in EC or HS: those are the states in which it is compared with requests.
var currentType = invariants.Property{
	Name: "current-type", Kind: invariants.Invariant,
	Doc:    "everybody in its CS attends the session that token.type of a holder in EC or HS names",
	Source: "section III: token.type stores the type of the current session",
	State: func(vs invariants.Views) invariants.Opinion {
		said := false
		for _, v := range vs {
			m := of(v)
			if m.state != EC && m.state != HS {
				continue
			}
			for _, w := range vs {
				if w.InCS && of(w).X != m.typ {
					return invariants.Violated
				}
				said = said || w.InCS
			}
		}
		return invariants.If(said, true)
	},
	Detail: func(vs invariants.Views) string {
		return say(vs, func(v *model.View, m more) string {
			switch {
			case m.state == EC || m.state == HS:
				return fmt.Sprintf("in %v has the type %v", m.state, m.typ)
			case v.InCS:
				return fmt.Sprintf("attends %v", m.X)
			}
			return ""
		})
	},
}

// idleType is what the pseudo code does at the two ends of a session.
var idleType = invariants.Property{
	Name: "idle-type", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "a captain that exits with a token that counts no followers and has nobody in its queue holds a token whose type is NULL; a holder to which " +
		"a complete has come, be it the last, and that still holds the token keeps its type",
	Source: "section III: token.type stores the type of the current session; appendix A, P_i exits from CS and P_i receives complete",
	Hears:  func(e *model.Event) bool { return e.Kind == model.ExitEvent || invariants.Delivering[complete](e) },
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := of(s.Before[s.Event.Site-1]), of(s.After[s.Event.Site-1])
		if s.Event.Kind != model.ExitEvent {
			return invariants.If(before.state.holds() && after.state.holds(), after.typ == before.typ)
		}
		return invariants.If(before.state == EC && before.followers == 0 && before.waiting.Empty(), after.typ == 0)
	},
}
