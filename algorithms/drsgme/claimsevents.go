package drsgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// eventClaims are sections III and IV: what the data structures mean, and what each event does.
func eventClaims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section III, N", Property: "state-N",
			Text: "a process in state N is not requesting",
		},
		{
			Source: "section III, R", Property: "ghost-R",
			Reading: "Event 2, case HI, sets state R by the letters; nothing was requested (surely N)",
			Text:    "a process in state R is requesting",
		},
		{
			Source: "section III, EC and EF", Property: "environment",
			Text: "a process is executing in its CS exactly if it is in state EC or EF",
		},
		{
			Source: "section III, HS; section IV", Property: "state-HS", At: always,
			Reading: "section III says only: captain but not in CS; section IV has it wait till all its followers have come out",
			Text:    "a process in state HS is captain and not in its CS, and waits for followers",
		},
		{
			Source: "section III, HI", Property: "state-HI", At: always,
			Text: "a process in state HI holds the token because no request is pending",
		},
		{
			Source: "section III", Property: "session-number", Variants: []string{model.Published},
			Figure: paper.Number(paper.Exactly, 1), Reading: sessionOnce,
			Text: "token.session is the number of the last completed session: every session counts once",
		},
		{
			Source: "section III", Property: "session-number", Variants: []string{model.Repaired},
			Figure: paper.Number(paper.Exactly, 1), Reading: "the repair new-session counts wherever the token is sent, and Event 1 counts, too",
			Text: "the same, repaired",
		},
		{
			Source: "section III, token.followers", Property: "followers", At: always,
			Text: "token.followers is the number of followers that have not completed",
		},
		{
			Source: "section III, follower_i; section VI, message loss", Property: "follower-set", At: always,
			Reading: "Event 8, case HS, starts j without entering it, by the letters",
			Text:    "follower_i is whoever was sent start and has not completed",
		},
		{
			Source: "section III; section VI", Property: "queue-grouped",
			Text: "requests for the same group are one entry of token.queue",
		},
		{
			Source: "section III; section V, part 3", Property: "joins-last",
			Text: "token.queue is FCFS: who joins it stands behind all others",
		},
		{
			Source: "section III; section IV", Property: "served-first",
			Text: "token.queue is FCFS: the next captain is at its front",
		},
		{
			Source: "section IV; section V, proofs of Lemmas 1 and 2; appendix, Initialization", Measure: measureInitially,
			Text: "initially P_1 holds the token and has an empty request set; the request sets of all others contain all other sites",
		},
		{
			Source: "section IV", Property: "request-sent",
			Text: "a process sends its request to all members of its request set, if it does not hold the token",
		},
		{
			Source: "section IV, sequence numbers", Property: "old-requests",
			Text: "old delayed requests are told from new ones: no start or token comes to a process that does not wait",
		},
		{
			Source: "section IV, sequence numbers", Property: "old-numbers",
			Reading: "a published start has no number, and only tokens are judged, by the request at the front of their queue; with the repair " +
				"request-number starts are, too",
			Text: "old delayed requests are told from new ones: no start or token on its way answers an old one, also where its receiver waits " +
				"with a newer one",
		},
		{
			Source: "section IV, sequence numbers", Property: "answers-old",
			Reading: "a published start has no number: it is for the request upon which it is sent, or that stands in the token's front entry",
			Text:    "the same, judged when the start or token is sent",
		},
		{
			Source: "section IV, sequence numbers; appendix, Event 2", Property: "old-ignored",
			Text: "an old request has no effect",
		},
		{
			Source: "appendix, Event 5", Property: "late-ignored",
			Text: "a complete of a process that is no follower has no effect (with request-number, neither has one about an older request, nor a start for one)",
		},
		{
			Source: "section IV", Property: "holder-enters",
			Text: "a holder in state HI enters at once; in state HS only for token.type and with an empty queue, and is queued " +
				"otherwise",
		},
		{
			Source: "section IV", Property: "enters-by",
			Text: "only the holder of the token initiates a session; others enter upon a start, the token, or an is_complete",
		},
		{
			Source: "section IV", Property: "spurious",
			Text: "a process enters only with the token or start that it waits for",
		},
		{
			Source: "section IV; section V, proof of Lemma 3, (ii)", Property: "request-answered",
			Text: "a process in state R sends its request to a requester that is not in its request set",
		},
		{
			Source: "section III, captain_i; section IV", Property: "start-enters",
			Text: "a process enters upon receiving start, as follower of the sender, whose id captain_i stores",
		},
		{
			Source: "section IV", Property: "complete-sent",
			Text: "a follower sends complete to its captain when it leaves",
		},
		{
			Source: "section IV; section VI, synchronization delay", Property: "passes-on",
			Text: "when the captain and all its followers have left, and their completes have come, the token goes to the front of " +
				"token.queue at once, or stays idle (HI) with an empty queue",
		},
		{
			Source: "section IV; appendix, Events 4 and 5", Property: "passes-on-counted",
			Text: "the same by the count in token.followers, which published is not that of the followers",
		},
		{
			Source: "section IV; section VI", Property: "session-over",
			Text: "a captain that has left waits for its followers, and for nothing else",
		},
		{
			Source: "section III, old_token; section IV", Property: "copy-exact",
			Reading: "the repair new-session numbers the token when it is sent, and old_token keeps the number before",
			Text:    "whoever transfers the token keeps a copy in old_token: its queue, type, followers and session",
		},
		{
			Source: "section IV", Property: "copy-kept",
			Reading: "the SN that the repair token-sn adds to the token is compared, too",
			Text:    "the same, but for the session",
		},
		{
			Source: "section IV; section V, Concurrent Occupancy", Property: "token-opens",
			Text: "who receives a valid token deletes the front entry, sends start to all others in it, and enters",
		},
		{
			Source: "section IV; section V, proof of Lemma 1", Property: "token-valid", At: always,
			Text: "a token is accepted exactly if its session number is greater than that of old_token, and deleted otherwise",
		},
		{
			Source: "section IV", Property: "token-kept", Reading: sessionOnce,
			Text: "without faults a valid token exists at all times",
		},
		{
			Source: "section IV", Property: "token-held",
			Text: "a holder parts with the token only by sending it",
		},
		{
			Source: "section IV; section V, proof of Lemma 1", Property: "token-handed", At: always,
			Text: "tokens are handed on: none is made but by regeneration, and none vanishes but upon a start that comes too late",
		},
		{
			Source: "section IV; section VI", Property: "token-lost", At: faults, Assumes: transient, Reading: sessionOnce,
			Text: "a token that is lost is regenerated",
		},
		{
			Source: "section IV, T1 and TGI", Property: "T1-runs", At: faults,
			Text: "T1 runs while a process waits; TGI is set when it expires, and reset by token or start",
		},
		{
			Source: "section IV, T2", Property: "T2-runs", At: faults,
			Reading: "Event 6 does not start T2 and Event 9 does not restart it, by the letters",
			Text:    "T2 guards start and complete: it runs while there are followers",
		},
		{
			Source: "appendix, Events 2, 5 and 8", Property: "T2-set", At: faults,
			Text: "T2 is reset when a request is answered by start, and closed when the last follower has completed",
		},
		{
			Source: "section IV; section VI", Property: "gen-token-sent", At: faults,
			Text: "when T1 expires, gen_token goes to all n processes, itself included",
		},
		{
			Source: "section IV", Property: "gen-token-answered", At: faults,
			Reading: "in Event 8 an idle holder sends the token and stays in state HI, by the letters",
			Text:    "a holder treats gen_token as a request",
		},
		{
			Source: "section IV", Property: "gen-token-answered-captain", At: faults,
			Text: "the same of a captain in its CS",
		},
		{
			Source: "section IV; appendix, Event 8", Property: "gen-token-handled", At: faults,
			Reading: "where letters and text differ, either is allowed: whether an idle holder stays in state HI, what becomes of RS in state " +
				"EF, and that a captain in state HS does not enter the follower it starts in its set",
			Text: "an old gen_token is ignored; in state N or R the sender joins RS, is sent the process's request in state R, and the token " +
				"goes to the front of old_token.queue if the sender knows no newer session; a holder sends the token or start, or queues the request",
		},
		{
			Source: "section IV; section VI", Property: "is-complete-sent", At: faults,
			Text: "when T2 expires, is_complete goes to all followers whose complete has not come",
		},
		{
			Source: "section VI, message loss", Property: "late-or-lost", At: faults, Assumes: transient,
			Reading: "section IV itself has T2 guard start, too, and lets in whom it has not reached (b)",
			Text:    "when T2 expires, the followers left are late, or their complete is lost",
		},
		{
			Source: "section IV, (a) to (c)", Property: "is-complete-answered", At: faults,
			Text: "is_complete is ignored in state EF, lets in who waits for the session, and is answered by complete otherwise",
		},
		{
			Source: "section IV, Table I, rows (a) to (e)", Measure: measureTableI,
			Reading: lettersRS + "; (d) says that the request sent to {1,2,3} reaches {1,2,4}",
			Text:    "token.queue and the request sets after each event of the example",
		},
		{
			Source: "section IV, example, (e)", Measure: measureStart,
			Reading: sessionOnce,
			Text:    "on receiving the token P_1 sends start to P_4",
		},
	}
}
