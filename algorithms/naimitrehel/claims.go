package naimitrehel

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// endless is the configuration without a request budget.
const endless = "-r inf"

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "mutual exclusion", Property: "mutex", At: []string{"", endless},
			Text: "at most one process is in its critical section",
		},
		{
			Source: "freedom from deadlock", Property: "deadlock", At: []string{"", endless},
			Text: "the system never stops while a process waits",
		},
		{
			Source: "freedom from starvation", Property: "starved", At: []string{"", endless},
			Text: "whoever waits can still be served",
		},
		{
			Source: "freedom from starvation", Property: "fair-starvation", At: []string{endless},
			Text: "whoever waits is served in the end",
		},
		{
			Source: "a single token", Property: "one-token", At: []string{"", endless},
			Text: "one process has the token, or it is in flight",
		},
		paper.OwnerChooses("survey, section 3.1", "", endless),
		{
			Source: "survey, section 3.1", Property: "asks-father", At: []string{"", "-n 4 --tree 0,1,2,3", endless},
			Text: "each node sends its request only to one other, which it knows as the current root, and waits for its permission",
		},
		{
			Source: "survey, section 3.1", Property: "request-queue", At: []string{"", "-n 4 --tree 0,1,2,3", endless},
			Text: "it has a queue for keeping requests: the nexts, in which every request is kept once",
		},
		{
			Source: "survey, section 3.1", Reason: "it speaks of another algorithm, and rests on its own paper",
			Text: "it is sensitive to node failure and recovery, and a dynamic algorithm detects failures and regenerates a lost token",
		},
		{
			Source: "path reversal", Property: "path-reversal", At: []string{"", "-n 4 --tree 0,1,2,3", endless},
			Text: "a request makes the requester the father of every process on its way to the root",
		},
		{
			Source: "path reversal", Property: "handed-on", At: []string{"", "-n 4 --tree 0,1,2,3", endless},
			Text: "requests go along the fathers to the root, which keeps them or gives the token away; the token goes to the next",
		},
		{
			Source: "path reversal", Property: "path-length", At: []string{"", "-n 4 --tree 0,1,2,3", endless},
			Text: "the fathers are rooted trees: a request is handed on at most n-1 times",
		},
		{
			Source: "synchronization delay", Property: "sync-delay", At: []string{"", "-n 4 --tree 0,1,2,3"},
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
			Source: "survey, section 3.1", Without: "--crash 1", Variants: []string{model.Published},
			Text: "it is sensitive to node failure and recovery: what breaks if a process is down for a while and misses what arrives",
		},
		{
			Source: "number of messages", Property: "messages", At: []string{"", "-n 4"},
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.N},
			Text:   "an entry costs at most n messages: n-1 along the fathers, and the token",
		},
		{
			Source: "number of messages", Property: "messages", Figure: paper.Number(paper.AtBest, 0),
			Text: "an entry of the root costs no message",
		},
		{
			Source: "number of messages",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "one request after another", CS: 1, Think: 1e5,
				Exact:    []string{"-n 2 -r inf", "-n 3 -r inf", "-n 4 -r inf"},
				Measured: []string{"-n 16 -r inf", "-n 62 -r inf", "-n 256 -r inf"},
			},
			Text: "an entry costs O(log n) messages on average",
		},
		paper.Cells("survey, Table 1, Naimi and Trehel"),
	}
}
