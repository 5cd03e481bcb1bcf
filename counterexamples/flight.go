package counterexamples

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// flight is the messages on their way, oldest first. In a bag messages do not tell their senders: of equal messages to
// one site, the one sent first is taken to be the one that arrives.
type flight []inFlight

// inFlight is a message on its way.
type inFlight struct {
	from, to model.Site
	text     string
	step     int  // that sent it
	copied   bool // by the network, in that step
}

// arrive takes an event's message out of the network; false if nobody has sent it.
func (f *flight) arrive(e *model.Event) (inFlight, bool) {
	text := model.Text(e.Message.Value)
	at := slices.IndexFunc(*f, func(m inFlight) bool {
		return m.to == e.Site && m.text == text && (e.Message.From == 0 || e.Message.From == m.from)
	})
	if at < 0 {
		return inFlight{}, false
	}
	m := (*f)[at]
	*f = slices.Delete(*f, at, at+1)
	return m, true
}

// send puts an event's messages into the network.
func (f *flight) send(e *model.Event, step int) {
	for _, m := range e.Sends {
		*f = append(*f, inFlight{e.Site, m.To, model.Text(m.Value), step, false})
	}
}
