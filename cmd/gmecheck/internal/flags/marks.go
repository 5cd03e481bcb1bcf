package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/measures"
)

// Marks declares the flags that say which events are requests, entries and exits.
func Marks(cmd *cobra.Command, m *measures.Marks) {
	set := cmd.Flags()
	set.StringVar(&m.Request, "request-event", "", "the internal `event` that is a process's request, for protocols of one's own")
	set.StringVar(&m.Entry, "entry-event", "", "the internal `event` that is an entry")
	set.StringVar(&m.Exit, "exit-event", "", "the internal `event` that is an exit")
	for _, name := range []string{"request-event", "entry-event", "exit-event"} {
		Complete(cmd, name)
	}
}

// Marked says what is wrong with the marks that were given for an algorithm; nil: nothing.
func Marked(a *paper.Algorithm, m measures.Marks) error {
	switch {
	case a.NoRequests && m.Entry == "" && (m.Exit == "" || m.Request == ""):
		return &options.UsageError{Problem: fmt.Sprintf("nobody requests anything of %s: --entry-event names the event that is an entry, or --request-event and --exit-event those around it", a.Name)}
	case !a.NoRequests && !m.None():
		return &options.UsageError{Problem: fmt.Sprintf("--request-event, --entry-event and --exit-event are for protocols that have no requests; %s has some", a.Name)}
	case m.Entry != "" && (m.Entry == m.Request || m.Entry == m.Exit):
		return twice("entry-event", m.Entry)
	case m.Request != "" && m.Request == m.Exit:
		return twice("request-event", m.Request)
	}
	for _, x := range []struct{ flag, event string }{{"request-event", m.Request}, {"entry-event", m.Entry}, {"exit-event", m.Exit}} {
		if x.event != "" && !slices.Contains(a.Events, x.event) {
			return NoSuch(a, x.flag, x.event, "internal event", a.Events)
		}
	}
	return nil
}

// Timed says which of the internal events that have times of their own, some of them with what they choose, the algorithm does not have; nil: none.
func Timed(a *paper.Algorithm, events []string) error {
	for _, event := range events {
		if name, _, _ := strings.Cut(event, "("); !slices.Contains(a.Events, name) {
			return NoSuch(a, "event", event, "internal event", a.Events)
		}
	}
	return nil
}

// NoSuch says that an algorithm has nothing of a kind, such as a timer, of the name that a flag gives; all is what it has.
func NoSuch(a *paper.Algorithm, flag, given, kind string, all []string) error {
	e := &options.UsageError{Flag: flag, Given: given, Problem: a.Name + " has no such " + kind, Allowed: names.Or(all), Nearest: names.Nearest(given, all)}
	if len(all) == 0 {
		e.Problem = a.Name + " has no " + kind + "s"
	}
	return e
}

// twice says that another flag names the same event.
func twice(flag, event string) error {
	return &options.UsageError{
		Flag: flag, Given: event, Problem: "another flag names it, too, and an event is one of a request, an entry and an exit",
		Allowed: "another event; without --entry-event a process enters some time between its request and its exit",
	}
}
