package raymond

import (
	"fmt"
	"strconv"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Configurations beside the default path that claims need.
const (
	endless = "-r inf"
	star    = "-n 4 --tree 0,1,1,1"
)

// radiating is a star whose arms branch in two at each node, so that every inner node has three neighbours.
func radiating(n int) string {
	parents := "0"
	for k := 2; k <= n; k++ {
		parent := 1
		if k > 4 {
			parent = (k - 1) / 2
		}
		parents += "," + strconv.Itoa(parent)
	}
	return fmt.Sprintf("-n %d -r inf --tree %s", n, parents)
}

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "mutual exclusion", Property: "mutex", At: []string{"", star, endless},
			Text: "at most one node is in its critical section",
		},
		{
			Source: "freedom from deadlock", Property: "deadlock", At: []string{"", star, endless},
			Text: "the system never stops while a node waits",
		},
		{
			Source: "freedom from starvation", Property: "starved", At: []string{"", star, endless},
			Text: "whoever waits can still be served",
		},
		{
			Source: "freedom from starvation", Property: "fair-starvation", At: []string{endless},
			Text: "whoever waits is served in the end",
		},
		{
			Source: "a single token", Property: "one-token", At: []string{"", star, endless},
			Text: "one node holds the token, or it is on its way",
		},
		paper.OwnerChooses("survey, section 3.1", "", star, endless),
		{
			Source: "survey, section 3.1", Property: "neighbours", At: []string{"", star, endless},
			Text: "every node is related only to its neighbours: it sends messages to them only",
		},
		{
			Source: "survey, section 3.1", Property: "holder-path", At: []string{"", star, endless},
			Text: "the nodes are a tree without a root: whichever has the privilege, the HOLDERs of all lead there",
		},
		{
			Source: "data structures", Property: "queue-bound", At: []string{"", star, endless},
			Text: "REQUEST_Q holds each neighbour at most once, and the node itself",
		},
		{
			Source: "data structures", Property: "joins-last", At: []string{"", star, endless},
			Text: "REQUEST_Q is in the order in which the requests came",
		},
		{
			Source: "data structures", Property: "served-first", At: []string{"", star, endless},
			Text: "the privilege goes to the head of REQUEST_Q",
		},
		{
			Source: "system", Without: "--loss 1", Variants: []string{model.Published},
			Text: "no message is lost: what breaks if one is",
		},
		{
			Source: "system", Without: "--duplicate 1", Variants: []string{model.Published},
			Text: "no message arrives twice: what breaks if one does",
		},
		{
			Source: "number of messages", Property: "messages", At: []string{"", star},
			Text: "an entry costs at most 2D messages, D the diameter of the tree: a whole run that much for each of its entries",
		},
		{
			Source: "number of messages",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "one request after another", CS: 1, Think: 1e5,
				Exact: []string{radiating(4)}, Measured: []string{radiating(10), radiating(22), radiating(46)},
			},
			Text: "on a radiating star an entry costs O(log N) messages",
		},
		{
			Source: "number of messages",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "everybody asks again at once", CS: 1, Think: 0.001,
				Exact:    []string{"-n 2 -r inf", "-n 3 -r inf", "-n 4 -r inf"},
				Measured: []string{"-n 16 -r inf", "-n 62 -r inf", "-n 256 -r inf"},
			},
			Text: "under heavy demand an entry costs about 4 messages",
		},
		paper.Cells("survey, Table 1, Raymond"),
	}
}
