package invariants

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// What papers say of tokens: how many there are, who has them, and who sends them.

// OneToken says that tokens held and tokens in flight are one.
var OneToken = Property{
	Name: "one-token", Kind: Invariant,
	Doc:   "tokens held and tokens in flight together are exactly one",
	State: func(vs Views) Opinion { return That(vs.Tokens() == 1) },
	Sees:  func(v *model.View) any { return v.Holds + v.Coming },
	Keeps: tokensStay,
	Few:   &Few{Tokens: 1},
	Detail: func(vs Views) string {
		return fmt.Sprintf("%d tokens: %s", vs.Tokens(), strings.Join(words(vs, func(v *model.View) string {
			if v.Holds+v.Coming == 0 {
				return ""
			}
			return fmt.Sprintf("holds %d, %d on the way", v.Holds, v.Coming)
		}), ", "))
	},
}

// Tokens is the number of tokens held and in flight.
func (vs Views) Tokens() int {
	n := 0
	for _, v := range vs {
		n += v.Holds + v.Coming
	}
	return n
}

// TokenInside says that nobody is in its critical section without a token.
var TokenInside = Property{
	Name: "token-inside", Kind: Invariant,
	Doc:    "whoever is in its critical section holds a token",
	BySite: true,
	State: func(vs Views) Opinion {
		return If(vs.Any(attends), !vs.Any(func(v *model.View) bool { return v.InCS && v.Holds == 0 }))
	},
}

// SentByOwner is judged by where tokens come to be on the way: at a step that is the site's own, as faults send nothing.
var SentByOwner = Property{
	Name: "sent-by-owner", Kind: Stepwise,
	Doc:   "a site that sends a token holds one before, or one comes to it in this step: nobody but its owner sends it on",
	Hears: func(e *model.Event) bool { return len(e.Sends) > 0 },
	Step: func(s Step) Opinion {
		i := s.Event.Site - 1
		sent := false
		for k, v := range s.After {
			sent = sent || v.Coming > s.Before[k].Coming
		}
		owner := s.Before[i].Holds > 0 || s.Event.Kind == model.DeliverEvent && s.Before[i].Coming > s.After[i].Coming
		return If(sent, owner)
	},
}

// MovesOn is what is said of tokens that go round a ring.
var MovesOn = Property{
	Name: "moves-on", Kind: Invariant,
	Doc:    "no token rests with a site that neither waits nor is inside: it is on its way from one site to the next",
	BySite: true,
	State: func(vs Views) Opinion {
		return If(vs.Tokens() > 0, !vs.Any(func(v *model.View) bool { return v.Holds > 0 && !v.Waits && !v.InCS }))
	},
}
