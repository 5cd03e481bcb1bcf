package fapp

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// The configurations that decide the claims: on a path of two and of three nodes. As published, the states of both have
// no end; only with channels that keep the order those of the first have one.
const two = "-n 2 -r 2"

// ofBase is how priorities are read where they are compared outside of lists.
const ofBase = "a process's priority is its base priority, which Rule 1 does not raise"

// equals is two processes as urgent as one another, on a path.
const equals = "-n 3 --fixed-priorities 1,2,2"

// between is two processes that ask, and one that never does where their messages pass through.
const between = "-n 3 -r 2,0,2"

// fifo is three processes that ask without end; only where messages keep their order are its states finite.
const fifo = "-n 3 -r inf --net fifo"

// endless says what grows: published, a request that has crossed the token is sent to and fro for as long as the token is on its way, each
// time with one more entry. Two processes need a token that is overtaken, and three requests; some of them still have an end, and so do some
// of more processes.
func endless(c model.Config) string {
	if c.Variant != model.Published || c.Processes == 1 {
		return ""
	}
	total, limited := c.TotalRequests()
	if c.Processes == 2 && c.Faultless() && (c.Network == model.FIFO || limited && total <= 2) {
		return ""
	}
	return "requests and entries of PL"
}

// Published, the echoes of requests pile up under load, and no average settles: what the abstract compares is asked of the repaired variant.
func claims() []paper.Claim {
	return slices.Concat(survey(), paper.FaultTolerance(), paper.Cheaper(model.Repaired), []paper.Claim{{
		Source: "abstract; Table 2, FAPP", Reason: paper.NoCells,
		Text: "low message complexity: messages at low and at high load, synchronization delay, static or dynamic, " +
			"structural or not",
	}})
}

func survey() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2", Property: "mutex", At: []string{"", two},
			Text: "at most one process is in its critical section",
		},
		paper.EntersFree("", two),
		paper.FiniteTime(),
		paper.WithoutInterfering("-n 3 -r 2,2,0", between, between+" --net fifo"),
		paper.WithoutDeadlock("", two),
		{
			Source: "section 2.2; section 3.3.3", Property: "starved", At: []string{"", two, fifo},
			Text: "liveness is not violated, because priorities are dynamic: whoever waits can still be served",
		},
		{
			Source: "section 2.2; section 3.3.3", Property: "fair-starvation", At: []string{"", two, fifo},
			Text: "the same: whoever waits is served in the end",
		},
		{
			Source: "section 3.1; section 3.3.3", Property: "one-token", At: []string{"", two},
			Text: "the token is unique",
		},
		paper.OwnerChooses("section 3.1", "", two),
		{
			Source: "section I; section 3.3.3", Property: "token-inside", At: []string{"", two},
			Text: "a process must have the token to enter",
		},
		{
			Source: "section 3.3.3", Property: "tree", At: []string{"", two},
			Text: "the topology is an inverted tree: the process that holds the token is its root, and the new node that gets it forms the new root",
		},
		{
			Source: "section 3.3.3", Property: "asks-parent", At: []string{"", two},
			Text: "a process that wants to enter sends a request with its priority to its parent",
		},
		{
			Source: "section 3.3.3", Property: "priority-order", At: []string{"", two},
			Reading: ofBase + ", and a request is pending as soon as it is made",
			Text:    "a process enters only when no process of a higher priority is pending",
		},
		{
			Source: "section 3.3.3", Property: "priority-order-registered", At: []string{"", two},
			Reading: ofBase,
			Text:    "the same where pending means in the list of every node on the way to the token",
		},
		{
			Source: "section 3.3.3", Property: "bounded-lists", At: []string{"", two},
			Reading: "replacing is said for the root alone (rule-1); the row asks it of every list",
			Text:    "a pending request of a neighbour has one entry in a list, with its new priority replacing the old",
		},
		{
			Source: "section 3.3.3", Property: "list-kept", At: []string{"", two},
			Text: "the process that has the token removes the first tuple of the priority list, and no other",
		},
		{
			Source: "section 3.3.3", Property: "served-first", At: []string{"", two},
			Text: "the token goes to the first process of the priority list, which is the most urgent",
		},
		{
			Source: "section 3.3.3", Property: "sorted-lists", At: []string{"", two, equals},
			Text: "requests are inserted in the order of descending priority, equals in the order of their arrival",
		},
		{
			Source: "section 3.3.3, Rule 1", Property: "rule-1", At: []string{"", two, equals},
			Text: "whenever a request of another process comes, the priority of all less urgent ones in the list is increased by one",
		},
		{
			Source: "section 3.3.3", Property: "stops", At: []string{"-n 3"},
			Text: "a request may stop at any node where one of higher priority is pending",
		},
		{
			Source: "section 3.3.3", Property: "dummy-request", At: []string{"", two},
			Text: "if the list is not empty, a dummy request with the highest priority in it follows the token",
		},
		{
			Source: "section 3.3.3, Rule 2", Property: "enters-with-token", At: []string{"-n 2", two, "-n 3"},
			Reading: "entries name neighbours, so that the token goes from neighbour to neighbour to the process that asked",
			Text:    "after a process gets the token it enters the critical section",
		},
		{
			Source: "section 3.3.3, Rule 2", Property: "rule-2", At: []string{"", two, equals},
			Text: "as a process comes out of the critical section, its priority is reset to its original value",
		},
		{
			Source: "section 3.3.3", Property: "bypass-registered", At: []string{"-n 2 -r 2", "-n 2 -r 3", "-n 3"},
			First:  []string{"-n 3 -r 1,1,3", "-n 3 -r 1,1,4", "-n 3 -r 1,1,inf", "-n 3 -r 1,inf,inf"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "rule 1 raises who is overtaken: overtaking a request in the lists does not grow with R",
		},
		{
			Source: "section 3.3.3", Property: "bypass-registered", At: []string{fifo},
			Assumes: "messages that keep their order",
			Text:    "rule 1 raises who is overtaken: overtaking a request in the lists has an end",
		},
		{
			Source: "abstract; section 3.3.3", Property: "fcfs-equals",
			At:      []string{"-n 2 -r 2 --fixed-priorities 1,1", "-n 3 -r 2 --fixed-priorities 1,1,1 --net fifo", "-n 4 --net fifo --tree 0,1,1,2 --fixed-priorities 1,1,1,1"},
			Reading: "lists hold neighbours, and a newer request of a neighbour takes the place of its old one, behind its equals",
			Text:    "processes of equal priority are served first come, first served",
		},
		{
			Source: "abstract; section 3", Property: "run-messages", At: []string{"", two, "-n 3 -r 0,1,1 --net fifo"},
			Text: "the number of messages per entry is low: for finitely many entries there is at least a most that a run sends",
		},
	}
}
