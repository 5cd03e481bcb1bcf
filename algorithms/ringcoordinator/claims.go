package ringcoordinator

import "github.com/gmecheck/gmecheck/algorithms/paper"

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2", Property: "mutex",
			Text: "at most one process is in its critical section",
		},
		paper.WithoutDeadlock(),
		paper.WithoutStarvation(),
		paper.ServedInTheEnd(),
		{
			Source: "section 3.1; section 3.3.1", Property: "one-token",
			Text: "the right to enter is a unique token, which comes back to the coordinator after every critical section",
		},
		{
			Source: "section 3.3.1", Property: "ts-order",
			Text: "the waiting process with the smallest time stamp gets the token next",
		},
		{
			Source: "section 3.3.1", Property: "served-first", At: []string{"-n 3"},
			Text: "when the token comes back, the one in REQUEST_QUEUE with the smallest time stamp gets it",
		},
		{
			Source: "section 3.3.1", Property: "answered",
			Text: "the coordinator sends the token, or else a WAIT signal",
		},
		{
			Source: "section 3.3.1", Property: "bypass-registered", At: []string{"-n 2 -r 2", "-n 2 -r 3"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "the same for those in REQUEST_QUEUE: overtaking them does not grow with R",
		},
		{
			Source: "section 3.3.1", Reason: "how many hops a message makes on the ring is not said, and not modelled",
			Text: "the token goes round the ring in whichever direction is needed",
		},
		{
			Source: "section 3.3.1", Reason: "processes neither come nor go here, and how an update reaches all of them is not said",
			Text: "every process maintains the ring configuration; if a process is removed or added, all tables are updated",
		},
		{
			Source: "section 3.3.1", Without: "--loss 1",
			Text: "messages arrive: what breaks if one is lost",
		},
		{
			Source: "section 3.3.1", Without: "--duplicate 1",
			Text: "the same, if one arrives twice",
		},
		{
			Source: "section 3.3.1", Without: "--crash 1",
			Text: "the same, if a process or the coordinator is down for a while and misses what arrives",
		},
		{
			Source: "abstract", Reason: "it compares with an algorithm that the survey does not describe",
			Text: "it overcomes all the problems of the existing token ring algorithm",
		},
		paper.Cells("Table 2, token ring with a coordinator"),
	}
}
