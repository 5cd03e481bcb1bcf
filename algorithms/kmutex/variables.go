package kmutex

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
)

// queue is a queue of processes.
type queue = model.List[model.Site]

// vars are the local variables of a node (function Init).
type vars struct {
	typ       nodeType // "type"
	requested bool     // waits for its critical section or is in it
	mutex     bool     // in its critical section
	mode      mode
	held      token // the token in use in mode byQueue, without the node itself

	// The rest only at an LRC and the GRC.
	requestSent bool
	LRQ         model.List[entry]
	GRQ         queue             // of LRCs
	tokens      model.List[queue] // the outer queue of every token in hand; numOfTokens is its length
	grc         model.Site        // always node 1, unless the parameter grc lets it move
}

// nodeType is the variable "type".
type nodeType uint8

const (
	NORMAL nodeType = iota
	LRC             // local request collector
	GRC             // global request collector
)

func (t nodeType) String() string { return [...]string{"NORMAL", "LRC", "GRC"}[t] }

// mode is the place of run_CS in the code from which the node is in its critical section.
type mode uint8

const (
	outside mode = iota
	own          // Request_CS: a collector with a token in hand
	front        // Recieve_Token: an LRC whose request is the first of its LRQ
	byQueue      // send_token, or a NORMAL node's Recieve_Token: its turn in a token's queue
)

func (m mode) String() string { return [...]string{"none", "own", "front", "queue"}[m] }

// entry is an entry of an LRQ: a process or MARKER.
type entry model.Site

// MARKER ends the requests that an arriving token serves.
const MARKER entry = 0

// Alias says that an entry is a process.
func (e entry) Alias() any { return model.Site(e) }

func (e entry) String() string {
	if e == MARKER {
		return "MARKER"
	}
	return fmt.Sprint(int(e))
}

// token is tokenQueue, in its two levels: the processes of one group that it still serves, and the LRCs that get it
// afterwards.
type token struct{ inner, outer queue }

// none is no token.
var none token

func (t token) String() string {
	if t == none {
		return "none"
	}
	return "(" + t.inner.String() + ", " + t.outer.String() + ")"
}

// message is one of the three kinds below, or NEW_GRC. Each names its sender.
type message any

type outbox = model.Outbox[message]

// NODE_LRC_REQ_CS asks the node's collector for a token.
type NODE_LRC_REQ_CS struct{ from model.Site }

// LRC_GRC_REQ_CS asks the GRC for a token; from is the LRC, and GID its group.
type LRC_GRC_REQ_CS struct{ from model.Site }

// TOKEN is one token with its queues. If inner is not empty, its head is the receiver.
type TOKEN struct {
	from         model.Site
	inner, outer queue
	spare        bool // repair one-answer: another token of the same share answers the LRC
	more         int  // variant bundled: tokens without queues that travel along
}

func (t TOKEN) String() string {
	text := fmt.Sprintf("TOKEN(%d, %s, %s", t.from, t.inner, t.outer)
	if t.spare {
		text += ", spare"
	}
	if t.more > 0 {
		text += fmt.Sprintf(", +%d", t.more)
	}
	return text + ")"
}
