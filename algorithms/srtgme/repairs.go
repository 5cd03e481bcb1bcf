package srtgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// The repairs, in the order in which counterexamples forced them.
var (
	GiveAway = model.Repair{
		Name: "give-away", Event: "P_i receives request, state HI",
		Doc: "a holder that sends the idle token away goes to state N and keeps no copy; published, it stays in HI and " +
			"there are two tokens",
	}
	TypeFromIdle = model.Repair{
		Name: "type-from-idle", Event: "P_i receives request, state HI",
		Doc: "token.type becomes the requested session before the idle token is sent; published, nobody sets it and " +
			"the captain lets in the processes of the session before",
	}
	ThreeCases = model.Repair{
		Name: "three-cases", Event: "P_i exits from CS",
		Doc: "the Else of the exit event belongs to both tests, as the text has it: HI, pass, or HS; published, a " +
			"captain with nothing pending ends in HS and waits for a follower that does not exist",
	}
	StateByQueue = model.Repair{
		Name: "state-by-queue", Event: "P_i exits from CS, P_i receives complete",
		Doc: "whoever passes the token goes to R if its request is in the queue, otherwise to N; published, it is the " +
			"other way round",
	}
	Remember = model.Repair{
		Name: "remember", Event: "P_i receives request, P_i receives token",
		Doc: "a process without the token keeps the latest request of every other, and decides on them in any order " +
			"when the token comes; published, they are forgotten, although nobody else may ever hear of it",
	}
	NumberedToken = model.Repair{
		Name: "numbered-token", Event: "P_i receives request",
		Doc: "the token carries the number of the latest request of every process that it has queued or granted, and a " +
			"request up to that number is old; published, every holder queues the copy that it receives",
	}
	EarlyComplete = model.Repair{
		Name: "early-complete", Event: "P_i receives complete, P_i receives token",
		Doc: "completes that overtake the token are counted and taken from token.followers when it comes; published, " +
			"they are lost and the captain waits for them for ever",
	}
	AnswerOld = model.Repair{
		Name: "answer-old", Event: "P_i receives request",
		Doc: "a holder answers a request that is old by the numbers of numbered-token (without it, none is), of a process " +
			"outside its request set, as a process in R would, with a request; published, P_j goes on without knowing " +
			"the holder and may never ask it again",
	}
)

var repairs = []model.Repair{GiveAway, TypeFromIdle, ThreeCases, StateByQueue, Remember, NumberedToken, EarlyComplete, AnswerOld}

// number notes in the token that it has queued or granted the request of j with that number.
func (p *protocol) number(j model.Site, v *vars, SN int) {
	if p.c.Has(NumberedToken) {
		v.token.SN = v.token.SN.With(j, SN)
	}
}

// old reports that i holds the token and that the token has queued or granted that request of j before.
func (p *protocol) old(v *vars, j model.Site, SN int) bool {
	return p.c.Has(NumberedToken) && v.state.holds() && SN <= v.token.SN.At(j)
}

// remember keeps a request that comes while i has no token.
func (p *protocol) remember(v *vars, m request) {
	if p.c.Has(Remember) && !v.state.holds() {
		v.heard = v.heard.With(m.i, claim{m.X, m.Z})
	}
}

// recall decides on what i remembers and the token has not seen, in any order: the repair need not say which.
func (p *protocol) recall(i model.Site, v *vars, out *outbox) {
	var waiting []request
	for j := range model.UpTo[model.Site](p.c.Processes).Without(i).All() {
		asked, SN := v.heard.At(j), v.SN.At(j)
		v.heard = v.heard.With(j, claim{})
		if asked != (claim{}) && !p.old(v, j, SN) {
			waiting = append(waiting, request{j, SN, asked.X, asked.Z})
		}
	}
	for len(waiting) > 0 {
		next := out.Choose("next", 1, len(waiting)) - 1
		p.decide(i, v, waiting[next], out)
		waiting = slices.Delete(waiting, next, next+1)
	}
}
