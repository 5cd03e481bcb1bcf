package kmutex

import "github.com/gmecheck/gmecheck/model"

// TokenBackFirst ends the deadlock of a collector that asks send_token with a token still counted as in use.
var TokenBackFirst = model.Repair{
	Name: "token-back-first", Event: "Request_CS, after release_CS",
	Doc: "numOfTokens += 1 comes before release_CS forwards tokens, not after it: with its last token not yet back, the " +
		"collector forwards nothing to the requests that came meanwhile, and nothing calls send_token again",
}

// AfterOwnGroup serves the LRCs in case 3.A with k = 1.
var AfterOwnGroup = model.Repair{
	Name: "after-own-group", Event: "token forwarding, case 3.A with k = 1",
	Doc: "the one token goes on to the LRCs in the GRQ after the GRC's own group; k-1 = 0 tokens are forwarded to them " +
		"as published, and an own group that never stops to ask keeps the token for ever",
}

// ForwardBoth is fair between the GRC's own group and the others while tokens come back one by one.
var ForwardBoth = model.Repair{
	Name: "forward-both", Event: "token forwarding with some of the tokens",
	Doc: "where the own group and an LRC wait, the token serves one request of the own group and then goes on to the " +
		"LRC; as published the LRCs come first, and if they never stop to ask the own group waits for ever",
}

// InTurn lets an LRC enter with a token that nobody else can get.
var InTurn = model.Repair{
	Name: "in-turn", Event: "Recieve_Token, LRC",
	Doc: "an LRC's own request is served by send_token in its turn, with the token out of hand; as published it enters " +
		"without numOfTokens -= 1, and the token in use can be sent to another node",
}

// AskOnce keeps an LRC to one request at a time.
var AskOnce = model.Repair{
	Name: "ask-once", Event: "Request_CS, LRC",
	Doc: "an LRC that has asked the GRC does not ask again for its own request, as Recieve_request does not for those " +
		"of others; its requests pile up in the GRQ otherwise",
}

// OneAnswer lets one token of a share answer the LRC.
var OneAnswer = model.Repair{
	Name: "one-answer", Event: "token forwarding, cases 2.B and 3.B; Recieve_Token, LRC",
	Doc: "only one token of an LRC's share sets requestSent to False; as published each does, so that the second one of a " +
		"share makes the LRC believe that a later request has been answered, and it asks without end",
}

var repairs = []model.Repair{TokenBackFirst, InTurn, AskOnce, AfterOwnGroup, ForwardBoth, OneAnswer}
