package suzukikasami

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// comeBack is a configuration in which everybody asks twice.
const comeBack = "-r 2"

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "mutual exclusion", Property: "mutex", At: []string{"", comeBack},
			Text: "only the holder of the token enters, so at most one process is in its critical section",
		},
		{
			Source: "freedom from deadlock", Property: "deadlock", At: []string{"", comeBack},
			Text: "the system never stops while a process waits",
		},
		{
			Source: "freedom from starvation", Property: "starved", At: []string{"", comeBack},
			Text: "whoever waits can still be served",
		},
		{
			Source: "freedom from starvation", Property: "fair-starvation", At: []string{"", comeBack},
			Text: "whoever waits is served in the end",
		},
		{
			Source: "freedom from starvation", Property: "bypass-registered", At: []string{"-n 2 -r 2", "-n 2 -r 3"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "overtaking a request in the token's queue does not grow with R",
		},
		{
			Source: "a single token", Property: "one-token", At: []string{"", comeBack},
			Text: "exactly one process holds the token, or it is in flight",
		},
		paper.OwnerChooses("survey, section 3.1", "", comeBack),
		{
			Source: "survey, section 3.1", Property: "spurious", At: []string{"", comeBack},
			Text: "the token is transmitted to a requesting process, by the sequence numbers: who enters has asked and not been served",
		},
		{
			Source: "requesting the critical section", Property: "asks-everybody", At: []string{"", comeBack},
			Text: "who has the token enters at once; who has not sends REQUEST(i, n) to all others, with one number",
		},
		{
			Source: "receiving a request; receiving the token", Property: "receives", At: []string{"", comeBack},
			Text: "REQUEST(j, n) makes RN[j] the larger one of the two, and an idle holder sends PRIVILEGE(Q, LN) if RN[j] = LN[j] + 1; who receives that uses Q and LN as they come",
		},
		{
			Source: "releasing the critical section", Property: "all-join", At: []string{"", comeBack},
			Text: "LN[i] becomes RN[i]; every j not in Q with RN[j] = LN[j] + 1 joins it, and if Q is not empty its head gets the token with the rest",
		},
		{
			Source: "the token's queue", Property: "joins-last", At: []string{"", comeBack},
			Text: "who has an unserved request joins Q behind all that are in it",
		},
		{
			Source: "the token's queue", Property: "served-first", At: []string{"", comeBack},
			Text: "the token goes to the head of Q",
		},
		{
			Source: "synchronization delay", Property: "sync-delay", At: []string{"", comeBack},
			Figure: paper.Number(paper.Exactly, 1),
			Text:   "once all requests have arrived, one message after an exit the next process is inside: the token",
		},
		{
			Source: "synchronization delay", Property: "loaded-delay-time", At: slices.Concat(paper.AtDelays("-n 2"), paper.AtDelays("-n 3")),
			Fixed:  []string{"processes", "requests", "net"}, // sizes in time take the budget from those that other claims grow to
			Figure: paper.Figure{Form: paper.Exactly, Formula: paper.Delays("T", 1)},
			Text:   "the same in time, where each message takes T: the next process is inside T after the exit",
		},
		{
			Source: "system", Without: "--loss 1", Variants: []string{model.Published},
			Text: "channels are reliable: what breaks if a message is lost",
		},
		{
			Source: "system", Without: "--duplicate 1", Variants: []string{model.Published},
			Text: "channels are reliable: what breaks if a message arrives twice",
		},
		{
			Source: "number of messages", Property: "messages", At: []string{"", comeBack},
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.N},
			Text:   "an entry costs at most n messages: n-1 requests, and the token",
		},
		{
			Source: "number of messages", Property: "messages", Figure: paper.Number(paper.AtBest, 0),
			Text: "an entry of the process that has the token costs no message",
		},
		paper.Cells("survey, Table 1, Suzuki and Kasami"),
	}
}
