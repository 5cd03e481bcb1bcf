package load

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// TestMeasure: what is measured is what came between two marks; what was before the first, however much, does not show.
func TestMeasure(t *testing.T) {
	before := sums{time: 100, entries: 10, insideTime: 50, waitTime: 30, delay: 70, delays: 7, switches: 5, hops: 40, vain: 3, messages: 90}
	after := sums{time: 110, entries: 15, insideTime: 54, waitTime: 38, delay: 74, delays: 9, switches: 6, hops: 55, vain: 5, messages: 100}
	r, o := &run{o: &Options{}, config: model.Config{Requests: []int{1}}, n: 1}, &outcome{}
	r.meter = meter{
		marks: []sums{before, after}, sentAt: [][]sent{{{messages: 60, bytes: 600}, {messages: 30, bytes: 900}}, {{messages: 66, bytes: 630}, {messages: 34, bytes: 980}}},
		kinds: []string{"a", "b"}, kindOf: map[string]int{"a": 0, "b": 1}, sizes: values.NewWeigher(),
		entered_: make([]entry, 15), responses: make([]response, 2*marked), grouped: true, sums: sums{expiries: 1},
	}
	for k := range r.meter.entered_ {
		r.meter.entered_[k].process = 1
		if r.meter.entered_[k].waited = 1000; k >= before.entries {
			r.meter.entered_[k].waited = 4
		}
	}
	for k := range r.meter.responses {
		if r.meter.responses[k].time = 1000; k >= marked {
			r.meter.responses[k].time = 6
		}
	}
	o.measure(r, 0)
	for name, want := range map[string]float64{
		measures.MessagesPerEntry: 2, measures.Part(measures.MessagesPerEntry, "a"): 6.0 / 5, measures.Part(measures.MessagesPerEntry, "b"): 4.0 / 5,
		measures.BytesPerEntry: 22, measures.Part(measures.BytesPerEntry, "b"): 16, measures.MessageSize: 11, measures.Part(measures.MessageSize, "a"): 5,
		measures.Hops: 3, measures.ResponseTime: 6, measures.WaitingTime: 4, measures.SyncDelay: 2, measures.Concurrency: 0.4, measures.Queue: 0.8,
		measures.Throughput: 0.5, measures.SwitchesPerEntry: 0.2, measures.Fairness: 1, measures.FalseTimeouts: 0.4,
	} {
		if got, is := o.values[name]; !is || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %v (%v), not %v", name, got, is, want)
		}
	}
}
