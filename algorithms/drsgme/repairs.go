package drsgme

import "github.com/gmecheck/gmecheck/model"

// The repairs. Each is named for what it adds.
var (
	NewSession = model.Repair{
		Name: "new-session", Event: "Events 2, 4, 5 and 8, \"Send token\"",
		Doc: "the token sent carries a new session number. Published, only Event 1 counts sessions, so a token that P_1 " +
			"passes on while idle is taken for an old one and deleted.",
	}
	AddRequester = model.Repair{
		Name: "add-requester", Event: "Event 2, cases R and HI",
		Doc: "the requester j joins RS_i. Published, i itself does, and the two lose sight of each other.",
	}
	Remember = model.Repair{
		Name: "remember", Event: "Event 2, cases R, N and EF; Event 6; Event 8, cases N, R and EF",
		Doc: "a request heard by a process that does not hold the token is remembered, and served if that process gets the " +
			"token. Published, it is forgotten, and its sender, who has told everybody, waits for ever.",
	}
	TokenSN = model.Repair{
		Name: "token-sn", Event: "Event 6; wherever the token is sent",
		Doc: "the token carries SN: the number of the last request of each process that its holders have heard of. Published, " +
			"a request that reaches two holders, one after the other, is served twice.",
	}
	RequestNumber = model.Repair{
		Name: "request-number", Event: "Events 3, 4, 5, 9 and 10",
		Doc: "start, complete and is_complete name the request that they are about. Published, a follower that comes back " +
			"before its complete has arrived is counted twice, and a late start lets in somebody who is not waiting.",
	}
	AnswerUnheard = model.Repair{
		Name: "answer-unheard", Event: "Event 6",
		Doc: "a process that learns from the token of a request that has not reached it yet answers it, as Event 2, " +
			"case R, " +
			"would. Published, both end up outside the other's request set.",
	}
	Receipt = model.Repair{
		Name: "receipt", Event: "Event 6",
		Doc: "old_token.session becomes the number of the token received. Published, a holder accepts a regenerated " +
			"copy of " +
			"the token that it holds.",
	}
	TreatAsRequest = model.Repair{
		Name: "treat-as-request", Event: "Event 8, cases EC, HI and HS",
		Doc: "a holder treats gen_token as a request, as section IV says: an old one if it has heard of it, but a follower " +
			"that was let in for it gets another start. Published, an idle holder sends the token and keeps it.",
	}
	GuardFollowers = model.Repair{
		Name: "guard-followers", Event: "Event 6",
		Doc: "T2 runs if there are followers, those started from the queue included, and stops if there are none. " +
			"Published, it is left as it is: a complete lost by one of them is never asked for, and the session never ends.",
	}
	KeepAsking = model.Repair{
		Name: "keep-asking", Event: "Event 9",
		Doc: "T2 runs on while there are followers. Published, is_complete is sent once; if it is lost too, the session " +
			"never ends.",
	}
	FollowerListens = model.Repair{
		Name: "follower-listens", Event: "Event 8, case EF",
		Doc: "j joins RS_i, as in cases N and R. Published it does not, and the request of j that comes later is an old " +
			"one: the proof of Lemma 2 has it otherwise.",
	}
)

// repairs in the order in which they were found.
var repairs = []model.Repair{
	NewSession, AddRequester, Remember, TokenSN, RequestNumber, AnswerUnheard,
	TreatAsRequest, Receipt, GuardFollowers, KeepAsking, FollowerListens,
}

// Strict is the variant that has all repairs, and in Event 8 the comparison of the proof of Lemma 1:
// session < old_token.session, not <=.
const Strict = "strict"

func (p *protocol) has(r model.Repair) bool { return p.c.Has(r) || p.c.Variant == Strict }

// about is the number of the request that a start or complete names; published, they name none.
func (p *protocol) about(sn int) int {
	if p.has(RequestNumber) {
		return sn
	}
	return 0
}

// hear is "SN_i[j] = SN".
func (p *protocol) hear(v *vars, m request) {
	if p.has(Remember) && !v.state.holder() && m.SN > v.SN.At(m.j) {
		v.asked = v.asked.With(m.j, m.X)
	}
	v.SN = v.SN.With(m.j, m.SN)
}

// learn compares SN_i with the SN of the token, which knows what has been queued or served.
func (p *protocol) learn(i model.Site, v *vars, SN model.PerSite[int], out *outbox) {
	for j := range p.others(i).All() {
		if SN.At(j) < v.SN.At(j) {
			continue // here the token has something to learn, see recall
		}
		if p.has(AnswerUnheard) && SN.At(j) > v.SN.At(j) && !v.RS.Has(j) {
			out.Send(j, requestOf(i, v))
		}
		v.SN = v.SN.With(j, SN.At(j))
		if p.has(Remember) {
			v.asked = v.asked.With(j, want{})
		}
	}
	v.token.SN = model.PerSite[int]{} // from here on SN_i
}

// recall serves the requests that i has heard of before it got the token, as if they arrived now.
func (p *protocol) recall(i model.Site, v *vars, out *outbox) {
	for j := range p.others(i).All() {
		if x := v.asked.At(j); !x.null() {
			p.serve(i, v, request{j, v.SN.At(j), x}, p.joins(v, x), out)
			v.asked = v.asked.With(j, want{})
		}
	}
}
