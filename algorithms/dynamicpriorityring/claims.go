package dynamicpriorityring

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// Configurations beside the default that claims need.
const (
	resources = "-m 2"
	endless   = "-r inf"
	allRise   = "-r inf --rise all"
)

func claims() []paper.Claim {
	return slices.Concat(survey(), paper.FaultTolerance(), paper.Cheaper())
}

func survey() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2; section V", Property: "mutex", At: []string{"", resources, endless},
			Text: "at most one process is in its critical section for each resource",
		},
		paper.EntersFree("", resources, endless),
		paper.FiniteTime(),
		paper.WithoutInterfering("-n 3 -r 2,2,0", "-n 4 -r 2,2,2,0"),
		paper.WithoutDeadlock("", resources, endless),
		paper.WithoutStarvation("", resources, endless),
		{
			Source: "section 2.2; section V", Property: "fair-starvation", At: []string{endless},
			Text: "the priority of a request that is overtaken rises, so that whoever waits is served in the end",
		},
		{
			Source: "section V", Property: "fair-starvation", At: []string{allRise},
			Text: "the same where every waiting request rises, not the earliest alone",
		},
		{
			Source: "section V", Property: "bypass-registered", At: []string{endless},
			Text: "overtaking a request in the queue is bounded, because its priority rises",
		},
		{
			Source: "section V", Property: "one-token", At: []string{"", resources, endless},
			Text: "there are as many tokens as resources",
		},
		paper.OwnerChooses("section 3.1", "", resources, endless),
		paper.Continuously("section V has the coordinator keep the tokens while nobody asks", "", resources, endless),
		{
			Source: "section V", Property: "granted", At: []string{"", resources, endless, allRise},
			Text: "if the coordinator has the token of the resource it sends it to the requesting node; otherwise it stores the request in the " +
				"resource queue",
		},
		{
			Source: "section V", Property: "rises", At: []string{"", resources, endless, allRise},
			Text: "when a request joins the queue, the priority of the earliest is incremented by one, if it is lower",
		},
		{
			Source: "section V", Property: "priority-order", At: []string{"", resources},
			Text: "the queue is sorted by priority: when the token comes back the highest is served",
		},
		{
			Source: "section V", Property: "priority-order-initial", At: []string{"", resources},
			Reading: "no sentence demands the initial order: a request counts from the moment on in which it is made, and without increments",
			Text:    "the same for the priorities at the start, which are the process ids",
		},
		{
			Source: "section V", Property: "max-concurrency", At: []string{"", resources},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.MinNM},
			Text:   "several critical sections, one for each resource, are in use at the same time",
		},
		{
			Source: "section V", Reason: "the model has it so",
			Text: "initially every process has an id and a priority, which is equal to it; a request has the resource, the id and the priority",
		},
		{
			Source: "section V", Reason: "it names what is to be measured, and gives no number; the rows of the abstract lay them beside others",
			Text: "messages for each entry, waiting time and throughput are considered at the implementation",
		},
	}
}
