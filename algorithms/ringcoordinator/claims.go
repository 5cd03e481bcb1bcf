package ringcoordinator

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
)

func claims() []paper.Claim {
	return slices.Concat(survey(), paper.FaultTolerance(), paper.Cheaper(), []paper.Claim{
		{
			Source: "abstract", Reason: "it compares with an algorithm that the survey does not describe",
			Text: "it overcomes all the problems of the existing token ring algorithm",
		},
		paper.Cells("Table 2, token ring with a coordinator"),
	})
}

func survey() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2", Property: "mutex",
			Text: "at most one process is in its critical section",
		},
		paper.EntersFree(),
		paper.FiniteTime(),
		paper.WithoutInterfering("-n 3 -r 2,2,0", "-n 4 -r 2,2,2,0"),
		paper.WithoutDeadlock(),
		paper.WithoutStarvation(),
		paper.ServedInTheEnd(),
		{
			Source: "section 3.1; section 3.3.1", Property: "one-token",
			Text: "the right to enter is a unique token",
		},
		paper.OwnerChooses("section 3.1"),
		paper.Continuously("section 3.3.1 has it circulate as needed, and the coordinator retain it while nobody asks"),
		{
			Source: "section I; section 3.1", Property: "token-inside",
			Text: "the requesting node must have the token to enter: whoever is in its critical section has it",
		},
		{
			Source: "section 3.3.1", Property: "asks",
			Text: "a process that wants to enter sends a request, which has its PID and the time stamp of its generation",
		},
		{
			Source: "section 3.3.1", Property: "enters-with-token",
			Text: "after acquiring the token a process keeps it, and enters its critical section",
		},
		{
			Source: "section 3.3.1", Property: "returns",
			Text: "after exiting from its critical section the process returns the token to the coordinator",
		},
		{
			Source: "section 3.3.1", Property: "ts-order",
			Reading: "waiting counts from the request on, also while it is on its way; the sentence speaks of those in REQUEST_QUEUE, see " +
				"the next row",
			Text: "the waiting process with the smallest time stamp gets the token next",
		},
		{
			Source: "section 3.3.1", Property: "leaves",
			Text: "when the coordinator gets back the token, it sends the token to one of the waiting processes in the REQUEST_QUEUE",
		},
		{
			Source: "section 3.3.1", Property: "served-first", At: []string{"-n 3"},
			Text: "when the token comes back, the one in REQUEST_QUEUE with the smallest time stamp gets it",
		},
		{
			Source: "section 3.3.1", Property: "answered",
			Text: "if the coordinator retains the token it sends it to whoever asks; otherwise it sends a WAIT signal, and stores the request in " +
				"REQUEST_QUEUE",
		},
		{
			Source: "section 3.3.1", Property: "signal-only",
			Text: "the WAIT signal tells a process to wait for the token, and asks nothing of it",
		},
		{
			Source: "section 3.3.1", Property: "bypass-registered", At: []string{"-n 2 -r 2", "-n 2 -r 3"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "smallest time stamp first: overtaking a request in REQUEST_QUEUE does not grow with R",
		},
		{
			Source: "section 3.3.1", Reason: "the model has it so",
			Text: "a request message contains two parameters, the process id and the time stamp; REQUEST_QUEUE is maintained by the coordinator only, whose task " +
				"it is to generate the token",
		},
		{
			Source: "section 3.3.1", Reason: "how many hops a message makes on the ring is not said, and not modelled",
			Text: "the token goes round the ring in whichever direction is needed",
		},
		{
			Source: "section 3.3.1", Reason: "processes neither come nor go here, and how an update reaches all of them is not said",
			Text: "every process maintains the ring configuration; if a process is removed or added, all tables are updated",
		},
	}
}
