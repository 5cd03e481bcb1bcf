package measures

import "strings"

// The names of the measures.
const (
	MessagesPerEntry = "messages-per-entry"
	BytesPerEntry    = "bytes-per-entry"
	MessageSize      = "message-size"
	ResponseTime     = "response-time"
	WaitingTime      = "waiting-time"
	SyncDelay        = "sync-delay"
	Throughput       = "throughput"
	Concurrency      = "concurrency"
	LargestTogether  = "largest-concurrency"
	SwitchesPerEntry = "switches-per-entry"
	Queue            = "queue"
	Fairness         = "fairness"
	Hops             = "hops"
	FalseTimeouts    = "false-timeouts"
)

// Measure is one average of a run that goes on for ever, or of all runs that end.
type Measure struct {
	Name string
	Unit string // "messages", "time", ...
	Doc  string // one sentence: what is averaged over what
}

// All lists the measures, in the order in which they are shown. By kind of message, by group, by priority: a measure of a part
// is named with the part behind the name, see [Part].
func All() []Measure {
	return []Measure{
		{MessagesPerEntry, "messages", "messages between different sites that are sent, over entries: messages to oneself are none, lost ones are some"},
		{BytesPerEntry, "bytes", "bytes of these messages, over entries"},
		{MessageSize, "bytes", "bytes of these messages, over their number"},
		{ResponseTime, "time", "from a request to the exit that ends its critical section"},
		{WaitingTime, "time", "from a request to the entry that serves it"},
		{SyncDelay, "time", "from an exit that leaves nobody inside while a process waits to the next entry"},
		{Throughput, "entries per time", "entries of all processes, over time"},
		{Concurrency, "processes", "processes inside, averaged over time"},
		{LargestTogether, "processes", "the most processes that were inside together"},
		{SwitchesPerEntry, "switches", "entries that have no group in common with the entry before, over entries"},
		{Queue, "processes", "processes that wait, averaged over time"},
		{Fairness, "from 1/n to 1", "Jain's index of the entries of the processes that ask: 1 if all have as many"},
		{Hops, "messages", "messages that carry a token, over entries: those that the algorithm's view counts as tokens on their way"},
		{FalseTimeouts, "expiries", "expiries of timers, over entries, while since the timer was set no message was lost and no site was down"},
	}
}

// Names are the names of the measures.
func Names() (all []string) {
	for _, m := range All() {
		all = append(all, m.Name)
	}
	return all
}

// Unit is that of a measure, of which the name may be of a part; empty: there is no such measure.
func Unit(name string) string {
	whole, _, _ := strings.Cut(name, "(")
	for _, m := range All() {
		if m.Name == whole {
			return m.Unit
		}
	}
	return ""
}

// Part is the name of a measure of a part of what is measured: "messages-per-entry(Request)", "waiting-time(g2)".
func Part(measure, part string) string { return measure + "(" + part + ")" }
