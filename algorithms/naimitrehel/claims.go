package naimitrehel

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// endless is the configuration without a request budget.
const endless = "-r inf"

var claims = []paper.Claim{
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
	{
		Source: "path reversal", Property: "path-reversal", At: []string{"", "-n 4 --tree 0,1,2,3", endless},
		Text: "a request makes the requester the father of every process on its way to the root",
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
		Source: "number of messages", Reason: "it is an average over all trees and requests, and an order of growth",
		Text: "an entry costs O(log n) messages on average",
	},
	paper.Cells("survey, Table 1, Naimi and Trehel"),
}
