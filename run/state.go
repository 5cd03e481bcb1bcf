package run

import (
	"encoding/json"
	"time"

	"github.com/gmecheck/gmecheck/model"
)

// state is all of a site that outlives its process, where it has a directory: it is written before anybody hears of it.
type state struct {
	// Run was drawn when the site began. One that comes with another has lost its state.
	Run   string                   `json:"run"`
	Vars  json.RawMessage          `json:"vars"`
	Down  bool                     `json:"down,omitempty"` // by a crash that was injected
	Inbox []*parcel                `json:"inbox,omitempty"`
	Out   map[model.Site]*outgoing `json:"out,omitempty"`
	In    map[model.Site]*incoming `json:"in,omitempty"`
	Entry uint64                   `json:"entry"`          // how often it has entered its critical section
	Lost  uint64                   `json:"lost,omitempty"` // the last entry that something else than an exit has ended
	Who   string                   `json:"who,omitempty"`
	Asked bool                     `json:"asked,omitempty"`  // a request of Who's waits or is served
	Inner bool                     `json:"inside,omitempty"` // it is in its critical section
	Seq   int                      `json:"seq"`              // of the last event in the log
	Log   int64                    `json:"log"`              // how long the log is
}

// parcel is a message that has come and is not delivered.
type parcel struct {
	From    model.Site      `json:"from"`
	Message json.RawMessage `json:"message"`

	value any
	due   time.Time
}

// outgoing is the messages to another site.
type outgoing struct {
	Last  uint64   `json:"last"`            // number of the last that was sent
	Queue []*frame `json:"queue,omitempty"` // that have not been acknowledged
}

// frame is a message on its way.
type frame struct {
	Seq     uint64          `json:"seq"`
	Message json.RawMessage `json:"message"`
}

// incoming is what has come from another site.
type incoming struct {
	Run  string `json:"run"`
	Last uint64 `json:"last"` // number of the last message
}
