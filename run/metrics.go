package run

import (
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// metrics are what Prometheus sees of a node.
type metrics struct {
	registry                    prometheus.Registerer // nil: none
	events                      *prometheus.CounterVec
	sends, receipts, dials      *prometheus.CounterVec
	entries                     prometheus.Counter
	inside                      prometheus.Gauge
	waiting, committing         prometheus.Histogram
	unacknowledged, connections *prometheus.GaugeVec
}

// newMetrics registers the metrics of a site.
func newMetrics(registry prometheus.Registerer, site model.Site) (*metrics, error) {
	label := prometheus.Labels{"site": strconv.Itoa(int(site))}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "gmecheck_" + name, Help: help, ConstLabels: label}, labels)
	}
	gauges := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "gmecheck_" + name, Help: help, ConstLabels: label}, labels)
	}
	seconds := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "gmecheck_" + name, Help: help, ConstLabels: label, Buckets: prometheus.ExponentialBuckets(0.0001, 2, 18),
		})
	}
	m := &metrics{
		registry:       registry,
		events:         counters("events_total", "Events of the site, by what they are.", "event"),
		sends:          counters("messages_sent_total", "Messages that handlers have sent, by kind.", "kind"),
		receipts:       counters("messages_received_total", "Messages that have come, by kind.", "kind"),
		dials:          counters("connections_total", "Connections to another site that were made.", "peer"),
		connections:    gauges("connected", "Whether there is a connection to another site.", "peer"),
		unacknowledged: gauges("messages_unacknowledged", "Messages to another site that it has not acknowledged.", "peer"),
		entries:        prometheus.NewCounter(prometheus.CounterOpts{Name: "gmecheck_entries_total", Help: "Entries into the critical section.", ConstLabels: label}),
		inside:         prometheus.NewGauge(prometheus.GaugeOpts{Name: "gmecheck_inside", Help: "Whether the site is in its critical section.", ConstLabels: label}),
		waiting:        seconds("waiting_seconds", "From a request to the entry."),
		committing:     seconds("commit_seconds", "Until what has happened is on disk and on its way."),
	}
	if registry == nil {
		return m, nil
	}
	for k, c := range m.collectors() {
		if err := registry.Register(c); err != nil {
			for _, before := range m.collectors()[:k] {
				registry.Unregister(before)
			}
			return nil, err
		}
	}
	return m, nil
}

func (m *metrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{
		m.events, m.sends, m.receipts, m.dials, m.connections, m.unacknowledged, m.entries, m.inside, m.waiting, m.committing,
	}
}

// remove takes the metrics back.
func (m *metrics) remove() {
	if m.registry != nil {
		for _, c := range m.collectors() {
			m.registry.Unregister(c)
		}
	}
}

func (m *metrics) happened(e direct.Event, sites direct.Sites) {
	class := e.Kind.String()
	switch e.Kind {
	case model.DeliverEvent, model.DropEvent:
		class += "(" + sites.Kind(e.Message) + ")"
	case model.TimeoutEvent:
		class += "(" + e.Name + ")"
	case model.InternalEvent:
		class, _, _ = strings.Cut(e.Name, "(")
	}
	m.events.WithLabelValues(class).Inc()
}

func (m *metrics) sent(kind string)          { m.sends.WithLabelValues(kind).Inc() }
func (m *metrics) received(kind string)      { m.receipts.WithLabelValues(kind).Inc() }
func (m *metrics) committed(d time.Duration) { m.committing.Observe(d.Seconds()) }
func (m *metrics) left()                     { m.inside.Set(0) }

func (m *metrics) entered(waited time.Duration, known bool) {
	m.entries.Inc()
	m.inside.Set(1)
	if known {
		m.waiting.Observe(waited.Seconds())
	}
}

func (m *metrics) queued(peer model.Site, messages int) {
	m.unacknowledged.WithLabelValues(strconv.Itoa(int(peer))).Set(float64(messages))
}

func (m *metrics) connected(peer model.Site, is bool) {
	label := strconv.Itoa(int(peer))
	if !is {
		m.connections.WithLabelValues(label).Set(0)
		return
	}
	m.connections.WithLabelValues(label).Set(1)
	m.dials.WithLabelValues(label).Inc()
}
