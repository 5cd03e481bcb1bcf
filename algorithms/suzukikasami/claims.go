package suzukikasami

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// comeBack is a configuration in which everybody asks twice.
const comeBack = "-r 2"

var claims = []paper.Claim{
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
