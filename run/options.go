package run

import (
	"crypto/tls"
	"log/slog"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gmecheck/gmecheck/model"
)

// Transport is how messages travel.
type Transport string

// The transports.
const (
	// TCP keeps order, loses nothing and doubles nothing, also from one connection to the next; it is the default.
	TCP Transport = "tcp"
	// UDP sends each message as one datagram.
	UDP Transport = "udp"
)

// Options say which site a node is, and how it reaches the others.
type Options struct {
	Site  model.Site
	Peers []string // the address of each site, "host:port", this one included: site i at index i-1
	// Listener takes the connections of the others, instead of one on the address of this site; Packets the datagrams of UDP.
	Listener  net.Listener
	Packets   net.PacketConn
	Transport Transport
	// TLS makes all connections mutually authenticated: see [Mutual]. Every site shows a certificate for the name [SiteName].
	TLS *tls.Config

	// Dir is where the state is kept. Two nodes cannot share one. An older copy of it, such as a backup, is of no use: a node that begins
	// with one ends with an error as soon as another site knows better. Empty: nowhere, and a node that has ended cannot come back.
	Dir string
	// Log is the file of events; empty: none. Two nodes cannot share one. To the file of a node that comes back lines are appended behind those
	// that the state in Dir knows, and what else is in it is cut off; a node that begins takes only a file that is empty or new.
	Log string

	// Start is the initial state, of models with several: all nodes must be given the same.
	Start int
	// Timers is after how long each timer expires, by name: those of [model.Timed] protocols, and patient events of models of
	// one's own. They run if the model has timeouts. Those of most models are patient: they expire when nothing else can happen. So here they
	// must be longer than messages and stays in the critical section can take: where one is not, its log may be no run of the model.
	Timers map[string]time.Duration
	// Tick is how long a tick of a model with [model.Times] is, whose timers have values in ticks. That messages and critical
	// sections take no longer than the model says nobody can promise.
	Tick time.Duration
	// Events are pauses before internal events that happen by themselves, by name; of all others it is 0.
	Events map[string]time.Duration
	// Marks are the names of the events that are a client's, of models of one's own. Names that such a model does not have are refused, here,
	// in Timers and in Events.
	Marks Marks
	// Messages has a message of each type, for protocols whose type of messages is an interface; those of models of one's own, and
	// those that come up in a short trial before the start, need not be there.
	Messages []any

	// Faults are injected, for tests.
	Faults Faults
	// Seed draws faults, and what handlers leave open; 0: another one each time.
	Seed uint64

	Logger  *slog.Logger          // nil: silent
	Metrics prometheus.Registerer // nil: none

	files *files // nil: the system's
}

// Marks are the names of internal events of a model of one's own that are a site's request and its exit: they happen when a client
// wants them. A site is inside while its exit is possible.
type Marks struct{ Request, Exit string }

// Faults are what goes wrong, in nodes that are tested. The model must have them.
type Faults struct {
	Loss, Duplicate float64       // the chance of each message
	Least, Most     time.Duration // how long messages take, besides what they take anyway
	// Crash is the mean time between crashes of the site; 0: there are none. It is down for a time of the mean Recovery.
	Crash, Recovery time.Duration
}

// SiteName is the name in the certificate of a site: "site-2".
func SiteName(i model.Site) string { return "site-" + model.Text(int(i)) }
