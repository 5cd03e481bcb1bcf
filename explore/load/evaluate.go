package load

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/gmecheck/gmecheck/explore/measures"
)

// outcome is what one run has measured.
type outcome struct {
	values   map[string]float64 // of its steady part; nil: it has none
	names    []string           // in the order in which they are shown
	largest  int
	warmup   int  // exits before the steady part
	unsteady bool // the rule would leave out half of the run: it may not have become steady
	entries  int  // of all of the run
	events   int
	end      ending
	kinds    []string // of messages
	found    []violated
	spoke    uint64
	judged   int // events
	spurious int
	longest  float64 // the longest wait, one that goes on at the end included
	waits    int     // processes that wait at the end
	unserved bool    // one of them has waited through all of the steady part
	expiries int
	err      error
}

// outcome measures what the run has done.
func (r *run) outcome() *outcome {
	m := &r.meter
	o := &outcome{
		largest: m.together, entries: m.entries, events: r.events, end: r.end, kinds: m.kinds, found: r.found, spurious: r.spurious, longest: m.longest, expiries: m.expiries, err: r.broken,
	}
	if r.judged != nil {
		o.found, o.spoke = append(r.judged.found, o.found...), r.judged.spoke
		o.judged = min(r.events, r.o.Judged)
	}
	for _, p := range r.procs[1:] {
		if p.waits {
			o.waits++
			o.longest = max(o.longest, r.now-p.began)
		}
	}
	if r.end != full || len(m.marks) < 2 {
		return o
	}
	first, steady := r.steady()
	o.warmup, o.unsteady = (first+1)*marked, !steady
	o.measure(r, first)
	for _, p := range r.procs[1:] {
		o.unserved = o.unserved || p.waits && p.began <= m.marks[first].time
	}
	return o
}

// steady is the mark from which on the run is in its steady state, by MSER-5 on the response times and on the messages: the means of what
// is kept have the least standard errors. What a tree or a token has learnt shows in messages when it does not in times.
func (r *run) steady() (mark int, is bool) {
	m := &r.meter
	times, messages := make([]float64, len(m.marks)), make([]float64, len(m.marks))
	before := 0
	for k := range m.marks {
		for _, x := range m.responses[k*marked : (k+1)*marked] {
			times[k] += x.time
		}
		messages[k] = float64(m.marks[k].messages - before)
		before = m.marks[k].messages
	}
	cut := max(mser(times), mser(messages))
	return max(0, cut-1), 2*cut < len(m.marks)-1
}

// mser is how many of the first means are to be left out, at most half of them.
func mser(means []float64) int {
	n := len(means)
	best, least := 0, 0.0
	sum, squares := 0.0, 0.0
	for k := n - 1; k >= 0; k-- {
		sum, squares = sum+means[k], squares+means[k]*means[k]
		kept := float64(n - k)
		if k > n/2 {
			continue
		}
		if error := (squares - sum*sum/kept) / (kept * kept); k == n/2 || error <= least {
			best, least = k, error
		}
	}
	return best
}

// measure measures the part of the run from a mark to the last one.
func (o *outcome) measure(r *run, first int) {
	m := &r.meter
	last := len(m.marks) - 1
	a, b := m.marks[first], m.marks[last]
	entries, time := float64(b.entries-a.entries), b.time-a.time
	if entries > 0 && time <= 0 {
		o.end = frozen
	}
	if entries == 0 || time <= 0 {
		return
	}
	o.values = map[string]float64{}
	put := func(name string, value float64) {
		o.names = append(o.names, name)
		o.values[name] = value
	}
	put(measures.MessagesPerEntry, float64(b.messages-a.messages)/entries)
	o.byKind(m, m.sentAt[first], m.sentAt[last], measures.MessagesPerEntry, put, func(s sent) float64 { return float64(s.messages) / entries })
	if m.sizes != nil {
		sum := 0
		for k := range m.kinds {
			sum += between(m.sentAt[first], m.sentAt[last], k).bytes
		}
		put(measures.BytesPerEntry, float64(sum)/entries)
		o.byKind(m, m.sentAt[first], m.sentAt[last], measures.BytesPerEntry, put, func(s sent) float64 { return float64(s.bytes) / entries })
		if sum > 0 {
			put(measures.MessageSize, float64(sum)/float64(b.messages-a.messages))
			o.byKind(m, m.sentAt[first], m.sentAt[last], measures.MessageSize, put, func(s sent) float64 { return float64(s.bytes) / float64(s.messages) })
		}
	}
	put(measures.Hops, float64(b.hops-a.hops)/entries)
	responses := m.responses[(first+1)*marked : (last+1)*marked]
	o.times(measures.ResponseTime, put, m, len(responses), func(k int) (float64, int16, int16) {
		x := responses[k]
		return x.time, x.class, x.rank
	})
	waits := m.entered_[a.entries:b.entries]
	if r.o.Marks.Inside() {
		o.inside(r, a, b, waits, put)
	}
	put(measures.Throughput, entries/time)
	if m.grouped {
		put(measures.SwitchesPerEntry, float64(b.switches-a.switches)/entries)
	}
	if !r.memory {
		put(measures.Fairness, o.jain(waits, r))
	}
	if m.expiries > 0 {
		put(measures.FalseTimeouts, float64(b.vain-a.vain)/entries)
	}
}

// inside measures what needs to know when processes are inside.
func (o *outcome) inside(r *run, a, b sums, waits []entry, put func(string, float64)) {
	m, time := &r.meter, b.time-a.time
	o.times(measures.WaitingTime, put, m, len(waits), func(k int) (float64, int16, int16) { x := waits[k]; return x.waited, x.class, x.rank })
	if delays := b.delays - a.delays; delays > 0 {
		put(measures.SyncDelay, (b.delay-a.delay)/float64(delays))
	}
	put(measures.Concurrency, (b.insideTime-a.insideTime)/time)
	put(measures.Queue, (b.waitTime-a.waitTime)/time)
}

// byKind measures what was sent of each kind, if there are several, between two marks. What is no number is not measured.
func (o *outcome) byKind(m *meter, first, last []sent, measure string, put func(string, float64), value func(sent) float64) {
	if len(m.kinds) < 2 {
		return
	}
	for _, kind := range slices.Sorted(slices.Values(m.kinds)) {
		if x := value(between(first, last, m.kindOf[kind])); !math.IsNaN(x) {
			put(measures.Part(measure, kind), x)
		}
	}
}

// between is what was sent of a kind between two marks. Kinds that had not been met at a mark have no place there.
func between(first, last []sent, kind int) (s sent) {
	if kind < len(last) {
		s = last[kind]
	}
	if kind < len(first) {
		s.messages, s.bytes = s.messages-first[kind].messages, s.bytes-first[kind].bytes
	}
	return s
}

// times measures the mean and the quantiles of times, of all, of each group and of each priority. Times below 0 are none.
func (o *outcome) times(name string, put func(string, float64), m *meter, n int, at func(k int) (time float64, class, rank int16)) {
	all := make([]float64, 0, n)
	classes, ranks := make([][]float64, len(m.classes)), make([][]float64, len(m.ranks))
	for k := range n {
		time, class, rank := at(k)
		if time < 0 {
			continue
		}
		all = append(all, time)
		if len(classes) > 1 {
			classes[class] = append(classes[class], time)
		}
		if len(ranks) > 1 {
			ranks[rank] = append(ranks[rank], time)
		}
	}
	if len(all) == 0 {
		return
	}
	put(name, stat.Mean(all, nil))
	slices.Sort(all)
	for _, q := range []struct {
		p    float64
		name string
	}{{0.5, "50%"}, {0.95, "95%"}, {0.99, "99%"}} {
		put(measures.Part(name, q.name), stat.Quantile(q.p, stat.Empirical, all, nil))
	}
	parts := func(names []string, of [][]float64) {
		for k, times := range of {
			if len(times) > 0 {
				put(measures.Part(name, part(names[k])), stat.Mean(times, nil))
			}
		}
	}
	parts(m.classes, classes)
	parts(m.ranks, ranks)
}

// jain is Jain's index of the entries of the processes that may ask.
func (o *outcome) jain(entered []entry, r *run) float64 {
	counts := make([]float64, r.n+1)
	for _, e := range entered {
		counts[e.process]++
	}
	sum, squares, asking := 0.0, 0.0, 0.0
	for i := 1; i <= r.n; i++ {
		if r.config.Requests[i-1] == 0 || !r.o.Marks.None() && !r.procs[i].asks {
			continue
		}
		asking++
		sum, squares = sum+counts[i], squares+counts[i]*counts[i]
	}
	return sum * sum / (asking * squares)
}
