package srtgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// proofs is section V.
func proofs() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section V.A", Property: "start-match",
			Text: "the holder sends the start message only to processes requesting for the same session",
		},
		{
			Source: "section V.A", Property: "token-stays",
			Text: "the token is not transferred until the current captain and all its followers have come out of their CS",
		},
		{
			Source: "section V.B; section VII", Property: "served-first", At: []string{twoLevels},
			Text: "the session that is opened next is the front of the queue",
		},
		{
			Source: "section V.B", Property: "joins-at-once",
			Text: "the entry policy reduces the concurrency. A refutation shows it: whoever asks for the session of a captain that is inside is started at once",
		},
		{
			Source: "section V.B", Property: "prio-level", At: []string{twoLevels},
			Text: "sessions associated with higher priority levels are favored: no entry has a higher level than the one chosen",
		},
		{
			Source: "abstract; section V.B; section VII", Property: "fcfs-entry", At: []string{twoLevels},
			Reading: "the sessions of a level are in the order in which they came to that level",
			Text:    "sessions of the same priority level are chosen first come, first served",
		},
		{
			Source: "section VII", Property: "fcfs-join", At: []string{twoLevels},
			Reading: "FCFS among requests, not among sessions",
			Text:    "the strongest fairness, FCFS, among requests of the same priority, here request by request",
		},
		{
			Source: "section V.B", Property: "level", At: []string{twoLevels},
			Text: "the lowest priority attains the highest level after K-1 session switches",
		},
		{
			Source: "section V.B", Property: "aging",
			Figure:  paper.Figure{Form: paper.AtMost, Formula: tillHighest},
			Reading: "who has the highest level is chosen, so that the number of switches to that level bounds the wait in the queue",
			Text:    "so nobody starves: a queued request is granted within K-1 session switches",
		},
		{
			Source: "section V.B; section IV", Property: "entry-policy",
			Text: "the captain sends start, or enters itself (HS), only if the queue is empty and the session is the current one; otherwise it queues " +
				"the request",
		},
		{
			Source: "section V.B", Property: "bypass-registered", At: []string{again},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "a group that keeps on requesting the current session cannot keep others out: overtaking of a queued request does not grow with R",
		},
		{
			Source: "section V.C; section IV", Property: "captures",
			Text: "a captain captures all the processes whose requests for its session are in the queue when it starts",
		},
		{
			Source: "section V.C", Property: "co-captain",
			Text: "a captain starts a request for its session at once if nothing stands in the way",
		},
	}
}
