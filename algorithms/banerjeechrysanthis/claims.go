package banerjeechrysanthis

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// twoComeBack is a configuration in which requests meet an arbiter that has changed.
const twoComeBack = "-n 2 -r 2"

func claims() []paper.Claim {
	return slices.Concat(survey(), paper.FaultTolerance(), paper.Cheaper(),
		[]paper.Claim{paper.Cells("Table 2, token passing with an arbiter")})
}

func survey() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2", Property: "mutex", At: []string{"", twoComeBack},
			Text: "at most one node is in its critical section",
		},
		paper.EntersFree("", twoComeBack),
		paper.FiniteTime(),
		paper.WithoutInterfering("-n 3 -r 2,2,0"),
		paper.WithoutDeadlock("", twoComeBack),
		paper.WithoutStarvation("", twoComeBack),
		paper.ServedInTheEnd("", twoComeBack),
		{
			Source: "section 3.1", Property: "one-token", At: []string{"", twoComeBack},
			Text: "there is a unique token",
		},
		paper.OwnerChooses("section 3.1", "", twoComeBack),
		{
			Source: "section 3.3.2", Reason: "every node can send to every other here; section II of k-mutex's paper says that it is for fully connected networks",
			Text: "no assumptions are made on the topology of the network",
		},
		{
			Source: "section 3.3.2", Property: "starved", At: []string{"-n 2 --loss 1"},
			Text: "no assumptions are made on the communication medium: whoever waits can still be served if a message is lost",
		},
		{
			Source: "section 3.3.2", Property: "mutex", At: []string{"-n 2 --duplicate 1"},
			Text: "the same: there is mutual exclusion still if a message arrives twice",
		},
		{
			Source: "section 3.3.2", Property: "token-inside", At: []string{"", twoComeBack},
			Text: "only the token-holder is permitted to enter its critical section",
		},
		{
			Source: "section 3.3.2", Property: "passed-on", At: []string{"", twoComeBack},
			Text: "the token is passed from node to node in the order specified by the Q-list",
		},
		{
			Source: "section 3.3.2", Property: "list-taken", At: []string{"", twoComeBack},
			Text: "that order is the arbiter's: the Q-list stays with the token as it is, but for the nodes that have been served",
		},
		{
			Source: "section 3.3.2", Property: "head-inside", At: []string{"", twoComeBack},
			Text: "the node which executes the critical section is at the head of the Q-list",
		},
		{
			Source: "section 3.3.2", Property: "knows-arbiter", At: []string{"", twoComeBack, "--net fifo"},
			Text: "every node keeps track of the arbiter, in ARBITER: when none is being announced, all know the same",
		},
		{
			Source: "section 3.3.2", Property: "one-collector", At: []string{"", twoComeBack},
			Text: "one node at a time is the arbiter that collects requests",
		},
		{
			Source: "section 3.3.2", Property: "asks-once", At: []string{"", twoComeBack},
			Text: "a node that seeks to enter sends its request to the current arbiter",
		},
		{
			Source: "section 3.3.2", Property: "joins-last", At: []string{"", twoComeBack},
			Text: "during the request collection phase the arbiter collects all the requests, and creates the ordered Q-list: each joins it behind all others",
		},
		{
			Source: "section 3.3.2", Property: "list-kept", At: []string{"", twoComeBack},
			Text: "the same: nothing else changes the Q-list before the end of the phase",
		},
		{
			Source: "section 3.3.2; k-mutex, section II", Property: "elects-last", At: []string{"", twoComeBack},
			Text: "then the token goes with the Q-list to the node at its head, and the node of the last request is declared the new arbiter to all",
		},
		{
			Source: "section 3.3.2", Property: "numbers-elections", At: []string{"", twoComeBack}, Variants: []string{model.Repaired},
			Reading: "the text does not number elections; with the repairs newest-arbiter and await-election a later one has a higher number",
			Text:    "the new arbiter is declared to all nodes: all hear of one election, and the arbiter that declares it knows it, too",
		},
		{
			Source: "section 3.3.2", Property: "starts-collecting", At: []string{"", twoComeBack},
			Text: "a node that receives the message electing it enters the request collection phase",
		},
		{
			Source: "section 3.3.2", Property: "reaches-arbiter", At: []string{"", twoComeBack},
			Text: "the token finally reaches the new arbiter",
		},
		{
			Source: "section 3.3.2", Property: "request-kept", At: []string{"-n 2 --forwarding patient", "--forwarding patient"},
			Reading: "a request that comes too early, to a node that has been elected and does not know it yet, is dropped, too; forwarding " +
				"ends only when nothing else can happen, so that what the text lets be dropped after it is none of these",
			Text: "a request that reaches the previous arbiter is forwarded to the current one; it is dropped only after the end " +
				"of the forwarding phase",
		},
		{
			Source: "section 3.3.2", Property: "forwards", At: []string{"", twoComeBack},
			Text: "an arbiter enters the request forwarding phase after the request collection phase, in order to forward the requests that arrive then",
		},
		{
			Source: "section 3.3.2", Property: "dropped-early", At: []string{"", twoComeBack},
			Reading: "a node is the arbiter from the message on that elects it, not from its receipt",
			Text:    "a request that reaches the new arbiter is not dropped",
		},
		{
			Source: "section 3.3.2", Property: "dropped-late", At: []string{"", twoComeBack}, Variants: []string{model.Published},
			Text: "a request that arrives after the end of the forwarding phase is dropped: nothing says that it is made again (starved)",
		},
		{
			Source: "section 3.3.2", Property: "bypass-registered", At: []string{"-n 2 -r 2", "-n 2 -r 3", "-n 3 -r 1"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "the token is passed in the order of the Q-list: overtaking a request in a Q-list does not grow with R",
		},
		{
			Source: "abstract", Property: "messages", At: []string{"--requesters 1", "--requesters 2", "--requesters 3"},
			Figure:  paper.Figure{Form: paper.Exactly, Formula: paper.Formula{Text: "N", Of: paper.N.Of}},
			Reading: "the broadcast goes to all others also if the arbiter elects itself: N - 1 messages for its own request, N + 1 for another's",
			Text:    "an entry costs N messages at a low load: a run with one request alone",
		},
		{
			Source: "abstract",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "one request after another, and phases of collection and forwarding that take no time", CS: 1, Think: 1e5,
				Measured: []string{"-n 4 -r inf", "-n 16 -r inf", "-n 64 -r inf"},
			},
			Text: "an entry costs N messages at low loads",
		},
		{
			Source: "section 3", Property: "run-messages", At: []string{"-n 2", twoComeBack, "", "-n 3 -r 1,2,1 --net fifo"},
			Text: "message complexity is the number of messages per entry: for finitely many entries there is a most that a run sends",
		},
		{
			Source: "abstract",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "everybody asks again at once, and phases of collection and forwarding take no time", CS: 1, Think: 0.001,
				Measured: []string{"-n 4 -r inf", "-n 16 -r inf", "-n 64 -r inf"},
			},
			Text: "an entry costs 3 messages at a high load, irrespective of N",
		},
	}
}
