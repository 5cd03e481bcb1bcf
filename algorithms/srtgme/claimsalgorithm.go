package srtgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// algorithm is sections III and IV: the states, the token and the events.
func algorithm() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section III, R", Property: "ghost-R",
			Text: "a process in state R is requesting a session",
		},
		{
			Source: "section III, N", Property: "state-N",
			Text: "a process in state N is not requesting",
		},
		{
			Source: "section III, EC and EF", Property: "environment",
			Text: "a process is executing in its CS exactly if it is in state EC or EF",
		},
		{
			Source: "section III, HI", Property: "state-HI",
			Text: "a process in state HI holds the token because no pending request is there",
		},
		{
			Source: "section III, HS", Property: "state-HS",
			Text: "a process in state HS holds the token because some followers are still in their CS",
		},
		{
			Source: "section IV", Measure: measureInitially,
			Text: "initially all processes are in state N, have the captain NULL, numbers of zero and all others in their request sets, but for P_1, which holds the token, is " +
				"in HI, and has an empty request set",
		},
		{
			Source: "section III, RS_i and request; section IV; section VI", Property: "request-sent",
			Text: "a process without the token sends its request to all members of its request set, and to nobody else, and changes its state to R",
		},
		{
			Source: "not stated; what RS_i of section III is for", Property: "rs-lemma-w", Assumes: reliable,
			Text: "a request sent to the request set finds the token: of two processes one asks, or is being asked by, the other",
		},
		{
			Source: "section III, SN_i; section IV, receipt of a request", Property: "counts-requests",
			Text: "SN_i[j] = k denotes that P_i knows about k requests made by P_j: each request of its own counts, and a new one of P_j updates SN_i[j]",
		},
		{
			Source: "section IV, receipt of a request", Property: "old-request",
			Text: "an old request is discarded without taking any action",
		},
		{
			Source: "section IV, receipt of a request", Property: "rs-heard",
			Reading: "the text has no condition on the state; the pseudo-code adds nobody in EC and HS",
			Text:    "whoever's new request arrives joins the request set",
		},
		{
			Source: "section IV, receipt of a request", Property: "rs-heard-idle",
			Text: "the same where the receiver is not in EC or HS",
		},
		{
			Source: "appendix A, exit and receipt of complete", Property: "rs-passed",
			Reading: "who can work as captain is the first of an entry",
			Text:    "before the token is passed, all processes that are in token.queue and can work as captain are added to RS_i",
		},
		{
			Source: "appendix A, request and receipt of token", Property: "rs-kept",
			Text: "RS_i is emptied when P_i requests in HI and when it receives the token, and otherwise changes only where a request arrives and where the token is passed",
		},
		{
			Source: "section IV, receipt of a request", Property: "request-answered",
			Text: "a requesting process sends its request to a requester that is not in its request set",
		},
		{
			Source: "section IV, receipt of a request", Property: "answers",
			Text: "a request is sent back only by a process in state R, to one that was not in its request set, and that joins it; the set changes in nothing else",
		},
		{
			Source: "section IV; section VI, message complexity", Property: "holder-enters",
			Text: "a holder of the idle token that asks enters at once as captain, without a message",
		},
		{
			Source: "section IV", Property: "idle-sends",
			Text: "the holder of an idle token sends it at once to a process whose request arrives",
		},
		{
			Source: "section III, captain_i", Property: "captain",
			Text: "captain_i is the captain of the current session if P_i is in its CS as follower, otherwise NULL",
		},
		{
			Source: "section III, token.queue", Property: "waits-queued", Assumes: reliable,
			Text: "token.queue stores all pending requests: where nothing is in flight, whoever waits is in it",
		},
		{
			Source: "section III, token.queue", Property: "one-entry",
			Text: "the requests for the same session are grouped together, and are treated as single entry in the queue",
		},
		{
			Source: "section III, token.queue", Property: "entry-level",
			Reading: "the level is said to be equal to the highest priority at all times, which aging (section V.B) contradicts",
			Text:    "the level of an entry is the priority of the highest priority process in it",
		},
		{
			Source: "section III, token.queue; section IV, add_request", Property: "join-level", At: []string{twoLevels},
			Text: "a request raises the level of its entry to its priority if that is higher, and a new entry begins with it",
		},
		{
			Source: "section III, token.queue; section V.B", Property: "head-level", At: []string{twoLevels},
			Text: "the entry with highest priority level always remains at the head of the token.queue",
		},
		{
			Source: "section III, token.type", Property: "type-match",
			Text: "token.type is the session that the receiver of the token opens",
		},
		{
			Source: "section III, token.type", Property: "current-type",
			Text: "token.type stores the type of the current session, which everybody inside attends",
		},
		{
			Source: "section III, token.type; appendix A, P_i exits from CS", Property: "idle-type",
			Reading: "nobody is inside or waiting as far as the captain knows: its token counts no followers, and has nobody in its queue",
			Text:    "token.type is NULL after the captain has left with nobody inside or waiting, and stays what it is where the last complete comes later",
		},
		{
			Source: "section III, token.followers", Property: "followers", Assumes: reliable,
			Reading: "a follower counts from the start on, as in the exit event, and until its complete has come",
			Text:    "token.followers stores the number of follower processes still in their CS",
		},
		{
			Source: "section V.A; section III, token", Property: "one-token", Assumes: reliable,
			Text: "there is only one token in the system",
		},
		{
			Source: "section III, token", Property: "token-kept", Assumes: reliable,
			Text: "a token exists in the system",
		},
		{
			Source: "section III, token; section V.A", Property: "enters-by",
			Text: "only the holder of the token enters as captain; others enter upon a start",
		},
		{
			Source: "section IV; section VI, average message size", Property: "token-opens",
			Text: "whoever receives the token changes its state to EC and enters: the token is exchanged only when a new session is initiated",
		},
		{
			Source: "section III, start; section IV; section V.C", Property: "start-enters",
			Text: "upon receiving start a process enters as follower: state EF, captain_i the captain named",
		},
		{
			Source: "section III, complete; section IV", Property: "complete-sent",
			Text: "a follower that leaves sends complete to its captain, and has state N and captain NULL",
		},
		{
			Source: "section III, token; section IV", Property: "passes-on",
			Text: "a captain that leaves waits in HS while there are followers, and sends nothing; when there are none any more, the token goes at once to a " +
				"process of the queue, if anybody waits",
		},
		{
			Source: "section IV", Property: "goes-idle",
			Text: "a captain without followers that leaves, or whose last follower completes, is in HI if nobody waits",
		},
		{
			Source: "section IV, add_request", Property: "moved-forward", At: []string{twoLevels},
			Text: "the entry is moved forward according to its new priority level",
		},
		{
			Source: "section IV", Property: "aging-step",
			Text: "when a session ends the levels of all entries in the queue are incremented by one",
		},
		{
			Source: "section IV; appendix A, exit, receipt of request, of complete and of token", Property: "queue-kept", At: []string{twoLevels},
			Text: "levels are incremented before the token is sent, and at no other time: a holder that keeps the token keeps its queue as it is",
		},
		{
			Source: "section IV; section V.A", Property: "spurious",
			Text: "a process enters only with the token or start that it waits for",
		},
	}
}
