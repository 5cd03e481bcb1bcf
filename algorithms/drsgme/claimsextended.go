package drsgme

import "github.com/gmecheck/gmecheck/algorithms/paper"

// adapted is how what the abstract says of the algorithm is taken here.
const adapted = "what the abstract promises of the algorithm it promises of its adaptation, too"

// extendedClaims are those of section VII, and what the abstract promises.
func extendedClaims() []paper.Claim {
	return append([]paper.Claim{
		{
			Source: "section VII; section I, Safety", Property: "gme",
			Text: "whoever is in the CS attends one group, which each of them asked for",
		},
		{
			Source: "section VII", Property: "starved", Reading: sessionOnce,
			Text: "a request can still be serviced",
		},
		{
			Source: "section VII", Property: "fair-starvation", Reading: sessionOnce,
			Text: "a request is serviced in the end",
		},
		{
			Source: "section VII", Property: "deadlock",
			Text: "the system never stops while a process waits",
		},
		{
			Source: "section VII", Property: "deadlock", At: untimed, Fixed: untimedStay, Reading: forgets,
			Text: "the same without the timers",
		},
		{
			Source: "section VII", Property: "fair-starvation", At: untimed, Fixed: untimedStay, Reading: forgets,
			Text: "a request is serviced in the end, without the timers",
		},
		{
			Source: "section VII", Property: "no-unnecessary-blocking", Reading: sessionOnce,
			Text: "unnecessary blocking is removed: nobody waits whom a group that suits all the others would suit too",
		},
		{
			Source: "section VII", Property: "request-sent",
			Text: "a process sends its request, with the set SX, to all in its request set",
		},
		{
			Source: "section VII", Property: "holder-answers",
			Text: "a holder sends start if the current session is in SX and token.queue is empty, and otherwise makes an entry for " +
				"each member of SX",
		},
		{
			Source: "section VII", Property: "served-leave",
			Text: "who receives the token deletes all its entries in token.queue, and those of whom it sends start",
		},
		{
			Source: "abstract; section VII", Property: "gme", At: faults, Assumes: transient, Reading: adapted,
			Text: "transient faults are handled: groups exclude each other after a loss or a crash",
		},
		{
			Source: "abstract; section VII", Property: "starved", At: faults, Assumes: transient, Reading: adapted,
			Text: "transient faults are handled: a process that waits can still be served after a loss or a crash",
		},
		{
			Source: "abstract; section VII", Property: "fair-starvation", At: faults, First: []string{"-n 2 -m 2 -r 2,1 --loss 1 --workload 1:g1+g2,2:g1"}, Assumes: transient,
			Reading: "timers that are due expire in any order",
			Text:    "transient faults are handled: a process that waits is served in the end after a loss or a crash",
		},
		{
			Source: "abstract; section VII", Property: "fair-starvation", At: ordered, Assumes: transient,
			Reading: "T_fol is shorter than T_req, as their values have it, so that T2 expires before T1",
			Text:    "the same where timers expire in the order of the paper's values",
		},
		{
			Source: "abstract; section VII", Property: "token-lost", At: faults, Assumes: transient, Reading: adapted,
			Text: "a token that is lost is regenerated",
		},
		{
			Source: "abstract; section VII", Property: "messages", Assumes: faultFree, Reading: adapted,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
			Text:   "an entry costs at most n+1 messages",
		},
		{
			Source: "abstract; section VII", Property: "max-concurrency", Reading: adapted,
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Text:   "all n processes can be in their CS together, where all ask",
		},
		{
			Source: "abstract; section VII", Property: "queue-length", At: []string{"", "-n 2 -m 4"}, Reading: adapted,
			Text: "token.queue has at most min(n, m) entries",
		},
		{
			Source: "abstract; section VII", Property: "switches", At: []string{"", "-n 3 -m 1 -r 2,2,1 --net fifo"}, Reading: adapted,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.MinNM},
			Text:   "at most min(n, m) forums open until a queued request is served, its own included",
		},
		{
			Source: "abstract; section VII", Property: "smooth-admission", Reading: adapted,
			Text: "a captain in its CS with an empty queue lets in whoever asks for a set with its group in it",
		},
	}, timers(true)...)
}
