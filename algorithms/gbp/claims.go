package gbp

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// Configurations beside the default that claims need.
const (
	triangle   = "-m 3 --quorums tri"
	gridOfFour = "-m 4 --quorums grid"
	three      = "-n 3"
	times      = "-n 3 --durations 2"
	priorities = "--priorities 2"
	twice      = "-r 1,2"
	thrice     = "-r 1,3"
	alone      = "--requesters 1"
	together   = "-n 3 --workload 1:g1,2:g1,3:g1"
)

var claims = []paper.Claim{
	{
		Source: "section II, Mutual Exclusion; theorem 4.1", Property: "gme", At: []string{"", three, triangle, gridOfFour},
		Text: "while a process takes part in a group, no process takes part in another",
	},
	{
		Source: "section II", Property: "group-exclusion", At: []string{"", three, triangle, gridOfFour},
		Text: "only one group at a time uses the resource",
	},
	{
		Source: "section IV, proof of theorem 4.1", Property: "permission", At: []string{"", three, triangle, gridOfFour},
		Text: "a member of two quorums never grants its lock to both groups",
	},
	{
		Source: "section II, Progress", Property: "deadlock", At: []string{"", three, triangle},
		Text: "while groups wait and the resource is available, some group gains access at some later point",
	},
	{
		Source: "section II, Bounded Delay; theorem 4.2", Property: "starved", At: []string{"", three, triangle},
		Text: "a process that attempts to take part in a group can still succeed",
	},
	{
		Source: "section II, Bounded Delay; theorem 4.2", Property: "fair-starvation", At: []string{"", priorities},
		Text: "a process that attempts to take part in a group will succeed in the end",
	},
	{
		Source: "theorem 4.2", Property: "bounded-delay", At: []string{twice, thrice},
		Figure: paper.Figure{Form: paper.Steady},
		Text: "the priority of a request will be the highest in the end: the sessions of others while a process waits do not " +
			"grow with their requests",
	},
	{
		Source: "section IV, second consideration",
		Reason: "there is no clock here: the time that a session has taken moves only where the paper looks at it, and never " +
			"passes that of the group",
		Text: "no group uses the resource for ever, because it lets in only who will leave before its time is over",
	},
	{
		Source: "section II, Concurrent Entering; section IV", Property: "concurrent-entering", At: []string{"", three, triangle},
		Text: "where no process is interested in another group, those interested in one take part in it together",
	},
	{
		Source: "theorem 4.3", Property: "max-concurrency", At: []string{"", three},
		Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
		Text:   "all n processes can take part in one group together",
	},
	{
		Source: "section III", Property: "session-covers", At: []string{"", times},
		Text: "the time of a group is the longest of the processes that wait for it",
	},
	{
		Source: "section III, figure 7", Property: "session-serves", At: []string{"", times},
		Text: "a group uses the resource only while processes that it has let in take part",
	},
	{
		Source: "section III; section IV, first consideration", Property: "priority-registered",
		At:   []string{priorities},
		Text: "only a group that uses the resource may have a lower priority than one that waits for it",
	},
	{
		Source: "section III, end", Reason: "it is about the choice of quorums, not about runs; of four groups in a grid each quorum has three",
		Text: "by Maekawa's method the size of a quorum is sqrt(m)",
	},
	{
		Source: "section III, figure 3", Property: "messages",
		Text: "in each stage a process sends two messages and receives one: 3l for l processes" + more,
	},
	{
		Source: "section V, best case", Property: "messages", At: []string{alone},
		Text: "without processes, a session costs 3(q-1) messages: q-1 requests, q-1 permissions, q-1 releases; with one, " +
			"3 + 3(q-1)" + more,
	},
	{
		Source: "abstract; section V, best case", Property: "messages", At: []string{"", three},
		Text: "a session with l processes costs 3l + 3(q-1) messages if the group does not yield" + more,
	},
	{
		Source: "section V", Property: "messages", At: []string{priorities},
		Text: "a session with l processes costs 3l + 5(q-1) messages if the group yields once" + more,
	},
	{
		Source: "section V", Property: "messages", At: []string{priorities, priorities + " " + triangle},
		Text: "a session with l processes costs at most 3l + 3(q-1) + 2p(q-1) messages if the group yields p times" + more,
	},
	{
		Source: "section V", Property: "messages", At: []string{together},
		Text: "n requests for the same group at once cost 3n + 3(q-1) messages" + more,
	},
	{
		Source: "section V", Reason: "it compares with the algorithm of another paper, of which there is no model here",
		Text: "a request that is unique in its group costs more than the 3q + 1 messages of Joung's quorum algorithm, l " +
			"simultaneous requests for one group cost fewer",
	},
}

// more explains the values of the balance of messages.
const more = "; found is how many more a whole run costs, each entry, session and lock given back at the paper's price"
