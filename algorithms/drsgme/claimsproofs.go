package drsgme

import "github.com/gmecheck/gmecheck/algorithms/paper"

// proofs are section V: lemmas, and the steps of their proofs.
func proofs() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section V, invariant (1); section IV", Property: "session-match",
			Reading: "session(i) of a follower is no variable: its captain must not have closed the session since",
			Text:    "the session of a follower is that of its captain, which waits for its complete",
		},
		{
			Source: "section V, invariant (2); section III, token.type", Property: "type-match",
			Text: "the group that a follower attends is that of its captain",
		},
		{
			Source: "section V, invariant (2); section IV", Property: "starts-match", At: always,
			Text: "start is sent only in answer to a request for the group of the session",
		},
		{
			Source: "section V, Lemma 1", Property: "single-valid-token",
			Text: "at most one valid token exists",
		},
		{
			Source: "section V, Lemma 1", Property: "single-valid-token", At: faults, Assumes: transient,
			Text: "at most one valid token exists, also while it is regenerated",
		},
		{
			Source: "section V, Lemma 1", Property: "single-valid-token-copies", At: faults, Assumes: transient,
			Text: "the same where identical copies on their way to one process count once",
		},
		{
			Source: "section IV; section V, Lemma 1", Property: "one-holder",
			Text: "at most one process holds a valid token",
		},
		{
			Source: "section IV; section V, Lemma 1", Property: "one-holder", At: faults, Assumes: transient,
			Text: "at most one process holds a valid token, also while it is regenerated",
		},
		{
			Source: "section IV", Property: "regeneration-after", At: faults,
			First:   []string{"-n 2 -m 2 --loss 1", threeLose},
			Reading: "by the letters, session <= old_token.session is all that is asked of P_j",
			Text:    "P_j generates a token upon P_i's gen_token only if it has been captain after P_i was",
		},
		{
			Source: "section IV", Property: "regeneration-since", At: faults,
			Reading: "by the letters, also upon a gen_token for a request that has been served since",
			Text:    "P_j generates a token upon P_i's gen_token if it has been captain after P_i was",
		},
		{
			Source: "section V, proof of Lemma 1", Property: "regeneration-strict", At: faults,
			Reading: "the pseudo-code and section VI compare with <=, the proof with <; section IV says: has been captain after P_i was",
			Text:    "a process sends a token upon gen_token only if session < old_token.session",
		},
		{
			Source: "section V, proof of Lemma 1", Property: "token-lost", At: []string{"--loss 1"}, Variants: []string{Strict},
			Reading: "session < old_token.session, as the proof has it", Assumes: transient,
			Text: "a token that is lost is regenerated, where the comparison is that of the proof",
		},
		{
			Source: "section V, proof of Lemma 1", Property: "starved", At: []string{"--loss 1"}, Variants: []string{Strict},
			Reading: "session < old_token.session, as the proof has it", Assumes: transient,
			Text: "a process that waits can still be served after a loss, where the comparison is that of the proof",
		},
		{
			Source: "section V, proof of Lemma 1; section VI", Property: "regenerated-to", At: append([]string{threeLose}, faults...),
			Text: "a token that is regenerated goes to the process to which its sender has sent the token last",
		},
		{
			Source: "section V, proof of Lemma 1", Property: "accepted-from", At: []string{"--loss 1 --net fifo", "--crash 1 --net fifo"},
			Assumes: transient,
			Reading: "P_1, which has the token at the start, counts as captain until there is one; a token does not name its sender, " +
				"which is known where messages keep their order",
			Text: "a token that is accepted comes from the site that has been captain last",
		},
		{
			Source: "section V, Safety, cases 1 to 4 of the proof", Property: "one-captain",
			Text: "all that are in their CS have one captain",
		},
		{
			Source: "section V, Lemma 2", Property: "rs-lemma",
			Text: "of any two sites one is in the request set of the other",
		},
		{
			Source: "section V, Lemma 2", Property: "rs-lemma-quiet", Reading: lettersRS,
			Text: "the same where no request, token or gen_token is in flight",
		},
		{
			Source: "section V, Lemma 2", Property: "rs-lemma-quiet", At: faults, Assumes: transient,
			Text: "the same after a loss or a crash",
		},
		{
			Source: "section V, proof of Lemma 2, (i)", Property: "rs-emptied",
			Text: "a request set is emptied when a valid token is received, and entries are deleted only then",
		},
		{
			Source: "section V, proof of Lemma 2", Property: "rs-grows", Reading: lettersRS,
			Text: "entries join a request set only in cases (ii) and (iii)",
		},
		{
			Source: "section IV; section V, proof of Lemma 2, (ii)", Property: "rs-heard", Reading: lettersRS,
			Text: "j joins RS_i when its request or gen_token reaches site i, and i does not hold the token",
		},
		{
			Source: "section IV; section V, proof of Lemma 2, (ii)", Property: "rs-heard-idle",
			Text: "the same for requests that reach a process in state N or EF",
		},
		{
			Source: "section IV; section V, proof of Lemma 2, (iii)", Property: "rs-passed", Reading: lettersRS,
			Text: "when i transfers the token, the new captain joins RS_i, and whoever in token.queue will work as captain",
		},
		{
			Source: "section IV; section V, proof of Lemma 2, (iii); appendix, Events 4 and 5", Property: "rs-passed-captain",
			Text: "a captain whose session is over has these in RS_i afterwards, and nobody else",
		},
		{
			Source: "section V, proof of Lemma 2", Property: "rs-known", At: []string{"", "-n 3 -m 2"},
			Text: "when a site receives the token, it is in the request set of all others",
		},
		{
			Source: "section V, proof of Lemma 3", Property: "rs-empty",
			Text: "the request set of the site that holds the token is empty",
		},
		{
			Source: "section IV; section V, proof of Lemma 3", Property: "rs-holder", At: []string{"", "-n 3 -m 2"},
			Text: "whoever requests has the holder of the token in its request set",
		},
		{
			Source: "section V, proof of Lemma 3, (ii)", Property: "next-asked", Reading: asksNobody,
			Text: "the token has gone on to k: if i is in RS_k, k must have sent a request to i",
		},
		{
			Source: "section V, proof of Lemma 3, (ii)", Property: "next-asked-unknown",
			Reading: "judged where k is not in RS_i: otherwise the request of i goes to k, as the sentence before has it",
			Text:    "the same, where k is not in RS_i",
		},
		{
			Source: "section V, Lemma 3; part 1 of the proof of starvation freedom", Property: "lemma-3", Reading: sessionOnce,
			Text: "a request reaches the site that holds the valid token",
		},
		{
			Source: "section V, part 2 of the proof of starvation freedom, cases 1 to 3; section IV", Property: "holder-answers",
			Text: "a request that reaches the holder of the token is answered at once by the token or start, or added to token.queue",
		},
		{
			Source: "section V, parts 1 and 2 of the proof of starvation freedom", Property: "waits-queued", Reading: sessionOnce,
			Text: "a request that is not served comes to stand in token.queue",
		},
		{
			Source: "section V, part 3 of the proof of starvation freedom", Property: "queue-served",
			Text: "a request in token.queue will be served in the end",
		},
		{
			Source: "section V, part 3 of the proof of starvation freedom", Property: "bypass-registered",
			Figure: paper.Figure{Form: paper.Steady}, At: []string{"", "-n 3 -m 2 --workload 1:g1,2:g2,3:g1 --net fifo"},
			First: []string{"-n 3 -m 2 -r 4,1,1 --workload 1:g1,2:g2,3:g1 --net fifo"},
			Text:  "token.queue is FCFS: overtaking of a queued request does not grow with R",
		},
	}
}
