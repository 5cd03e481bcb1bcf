package load

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// busy is an office whose first worker tries something, which changes nothing, whenever it neither waits nor is inside.
type busy struct{ office }

func (busy) Internals(i model.Site, v worker) []model.Inner {
	if i == 1 && v == (worker{}) {
		return []model.Inner{{Name: "try"}}
	}
	return nil
}
func (busy) Do(model.Site, *worker, string, *model.Outbox[string]) {}

// TestIdle: what changes nothing is no event, is possible all the same, and is tried again once its site has changed; but what is marked counts.
func TestIdle(t *testing.T) {
	for _, marks := range []measures.Marks{{}, {Entry: "try"}} {
		r := begun(t, busy{}, model.Config{}, func(o *Options) { o.Marks = marks })
		e := &r.procs[1].inners[0]
		if !e.on || r.procs[1].asks == marks.None() || r.procs[2].asks {
			t.Errorf("%v: %+v; asks: %v, %v", marks, e, r.procs[1].asks, r.procs[2].asks)
		}
		gen, events := e.gen, r.events
		r.take(happening{kind: occurs, site: 1, gen: gen})
		if idle := marks.None(); !e.on || e.idle != idle || (r.events == events) != idle || (r.meter.entries == 0) != idle || (e.gen == gen) != idle {
			t.Errorf("%v: %+v, %d events, %d entries", marks, e, r.events-events, r.meter.entries)
		}
		if r.settle(1); !e.on || e.gen == gen || e.idle {
			t.Errorf("%v: it is not tried again: %+v", marks, e)
		}
	}
}

// TestKnows: what is marked is counted once: a request of who waits already, an exit of who neither waits nor is inside; and who enters twice is inside once.
func TestKnows(t *testing.T) {
	inner := func(name string) direct.Event { return direct.Event{Kind: model.InternalEvent, Site: 1, Name: name} }
	r := begun(t, office{}, model.Config{}, func(o *Options) { o.Marks = measures.Marks{Request: "ask", Exit: "leave"} })
	for _, x := range []struct {
		name             string
		waiting, entries int
		exits            int
	}{{"leave", 0, 0, 0}, {"ask", 1, 0, 0}, {"ask", 1, 0, 0}, {"leave", 0, 1, 1}, {"leave", 0, 1, 1}, {"other", 0, 1, 1}} {
		if r.know(inner(x.name), &direct.Effect{}); r.meter.waiting != x.waiting || r.meter.entries != x.entries || r.meter.exits != x.exits || r.meter.inside != 0 {
			t.Errorf("after %s %d wait, %d have entered, %d left", x.name, r.meter.waiting, r.meter.entries, r.meter.exits)
		}
	}
	r = begun(t, office{}, model.Config{}, as)
	r.sites.SetVars(1, worker{In: true})
	p := &r.procs[1]
	p.waits, p.asked, r.meter.waiting = true, true, 1
	r.know(direct.Event{Kind: model.DeliverEvent, Site: 1}, &direct.Effect{Entries: 2})
	if m := &r.meter; m.inside != 1 || m.waiting != 0 || m.entries != 2 || r.spurious != 1 || m.together != 1 || p.asked {
		t.Errorf("who enters twice: %d inside, %d wait, %d entries, %d of them unasked", m.inside, m.waiting, m.entries, r.spurious)
	}
}

// TestHeld: under fifo a letter does not overtake one of its sender that is not accepted, neither when it comes nor later; in a bag it does.
func TestHeld(t *testing.T) {
	for _, x := range []struct {
		network model.Network
		from    model.Site
		comes   bool
	}{{model.FIFO, 2, false}, {model.FIFO, 1, true}, {model.Bag, 2, true}} {
		for _, waits := range []bool{false, true} {
			r := begun(t, office{}, model.Config{Network: x.network}, as)
			r.sites.SetVars(1, worker{Wants: true})
			p := &r.procs[1]
			p.waits, p.held = true, []uint32{r.post(letter{"later", 2, 1})}
			slot := r.post(letter{"in", x.from, 1})
			if waits {
				p.held = append(p.held, slot)
				r.settle(1)
			} else {
				r.arrive(1, slot)
			}
			if got := len(p.held) == 1; got != x.comes || got != p.inside {
				t.Errorf("%s, from %d: it is delivered: %v", x.network, x.from, got)
			}
		}
	}
}

// wishing is an office whose workers ask for any of some groups, without a priority.
type wishing struct{ office }

func (wishing) Demands(model.Site, model.Groups) []model.Demand {
	return []model.Demand{{Set: model.SetOf[model.Group](1, 2), Text: []string{"any", "of two"}}}
}

// TestMeter: a delay begins when nobody is inside and somebody waits; the first entry is no switch; and parts are named after what is asked for.
func TestMeter(t *testing.T) {
	for _, x := range []struct {
		inside, waiting int
		open            bool
	}{{0, 0, false}, {1, 0, false}, {1, 1, false}, {0, 1, true}} {
		m := meter{inside: x.inside, waiting: x.waiting}
		if m.left(5, &process{}, 1); m.open != x.open || m.exits != 1 {
			t.Errorf("%+v: open: %v", x, m.open)
		}
	}
	r := begun(t, wishing{}, model.Config{Groups: 2}, as)
	if m := &r.meter; !m.grouped || !slices.Equal(m.ranks, []string{""}) || !slices.Equal(m.classes, []string{"any"}) {
		t.Errorf("grouped: %v, by %v and %v", m.grouped, m.classes, m.ranks)
	}
	r.meter.entered(r, 1, &r.procs[1], 1)
	first := r.meter.switches
	if r.meter.entered(r, 2, &r.procs[2], 1); first != 0 || r.meter.switches != 1 {
		t.Errorf("%d switches, then %d", first, r.meter.switches)
	}
	o, got := &outcome{values: map[string]float64{}}, []string(nil)
	o.times("x", func(name string, _ float64) { got = append(got, name) }, &meter{classes: []string{"a"}, ranks: []string{"b"}}, 2, func(k int) (float64, int16, int16) { return float64(k) - 1, 0, 0 })
	if !slices.Equal(got, []string{"x", "x(50%)", "x(95%)", "x(99%)"}) {
		t.Errorf("of one class: %v", got)
	}
}

// TestOutcome: who waits at the end has waited for so long, and is unserved only if it does since before all that is measured.
func TestOutcome(t *testing.T) {
	r := begun(t, office{}, model.Config{Requests: []int{model.Unlimited, 0}}, func(o *Options) { o.Crash, o.Entries = 0, 100 })
	if r.until(t.Context(), 100, 0); r.end != full {
		t.Fatal(r.end)
	}
	p := &r.procs[2]
	for _, x := range []struct {
		began           float64
		waits, unserved bool
	}{{0, true, true}, {0, false, false}, {r.now, true, false}, {r.now - 2, true, false}} {
		p.waits, p.began = x.waits, x.began
		o := r.outcome()
		if o.unserved != x.unserved || x.waits && o.longest != max(r.now-x.began, 1) {
			t.Errorf("%+v: unserved: %v, the longest wait is %v", x, o.unserved, o.longest)
		}
		if slices.Contains(o.names, measures.SwitchesPerEntry) {
			t.Error("there are switches, and no groups")
		}
	}
}

// TestSteady: a run of which half would have to be left out is not steady.
func TestSteady(t *testing.T) {
	for odd, want := range map[int]bool{0: true, 5: true, 20: false} {
		r := &run{}
		for k := range 40 {
			r.meter.marks = append(r.meter.marks, sums{messages: 5 * (k + 1)})
			for range marked {
				r.meter.responses = append(r.meter.responses, response{time: float64(k%2) + map[bool]float64{true: 1000}[k < odd]})
			}
		}
		if _, steady := r.steady(); steady != want {
			t.Errorf("%d of 40 are too large: steady: %v", odd, steady)
		}
	}
}

// TestJain: only processes that may ask, or have been able to, count.
func TestJain(t *testing.T) {
	entries := []entry{{process: 1}, {process: 1}}
	for _, x := range []struct {
		requests []int
		marks    measures.Marks
		asks     bool // the second one
		want     float64
	}{
		{[]int{1, 0}, measures.Marks{}, false, 1}, {[]int{1, 1}, measures.Marks{}, false, 0.5},
		{[]int{1, 1}, measures.Marks{Entry: "enter"}, false, 1}, {[]int{1, 1}, measures.Marks{Entry: "enter"}, true, 0.5},
	} {
		r := &run{o: &Options{Marks: x.marks}, n: 2, config: model.Config{Requests: x.requests}, procs: []process{{}, {asks: true}, {asks: x.asks}}}
		if got := (&outcome{}).jain(entries, r); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%+v: %v", x, got)
		}
	}
}

// TestGather: a run that has not met a kind of message has measured none of it, and one without times of a part has not measured these; all that runs have said counts.
func TestGather(t *testing.T) {
	kind, part := measures.Part(measures.MessagesPerEntry, "rare"), measures.Part(measures.WaitingTime, "g2")
	all := []*outcome{
		{values: map[string]float64{kind: 2, part: 6}, names: []string{kind, part}, spoke: 1},
		{values: map[string]float64{}, spoke: 2}, {end: stopped, waits: 3}, {end: stopped, waits: 5}, {end: starved},
	}
	res, got := gather(all), map[string]float64{}
	for _, e := range res.Estimates {
		got[e.Name] = e.Mean
	}
	if want := map[string]float64{kind: 1, part: 6}; !maps.Equal(got, want) || res.Spoke != 3 || res.Runs != 2 || res.Stopped != 2 || res.StoppedWaiting != 3 || res.Starved != 1 {
		t.Errorf("%v, want %v; %+v", got, want, res)
	}
}

// TestFurther: there are more runs until each interval is narrow enough, no more than are allowed, and none where some are not measured.
func TestFurther(t *testing.T) {
	of := func(values ...float64) (all []*outcome) {
		for _, x := range values {
			all = append(all, &outcome{values: map[string]float64{measures.Throughput: x}, names: []string{measures.Throughput}})
		}
		return all
	}
	for _, x := range []struct {
		all       []*outcome
		precision float64
		most      int
		more      bool
		limit     string
	}{
		{of(1, 2), 0, 100, false, ""}, {of(1, 1, 1), 0.01, 100, false, ""}, {of(1, 2, 3), 0.01, 100, true, ""}, {of(1), 0.01, 100, true, ""},
		{of(1, 2, 3), 0.01, 3, false, "after 3 runs"}, {append(of(1, 2, 3), &outcome{end: stopped}), 0.01, 100, false, "after 4 runs"},
	} {
		more, limit := further(x.all, &Options{Precision: x.precision, MostRuns: x.most})
		if more > 0 != x.more || len(x.all)+more > max(x.most, len(x.all)) || (limit == "") != (x.limit == "") || !strings.Contains(limit, x.limit) {
			t.Errorf("%+v: %d more, %q", x, more, limit)
		}
	}
	if o := (Options{Runs: 7, MostRuns: 3}).withDefaults(); o.MostRuns != 7 {
		t.Errorf("at most %d runs, of which there are 7", o.MostRuns)
	}
}

// within is an office with a boundary.
type within struct{ office }

func (within) Within([]*model.View) bool { return true }

// TestRunRefuses: a run does not keep to a boundary; what is judged is no more than was asked for, and who interrupts a run is told so.
func TestRunRefuses(t *testing.T) {
	c := model.Config{Algorithm: "office", Processes: 2, Requests: []int{1, 1}, Network: model.Bag, Timeouts: model.Off}
	if _, err := Run(t.Context(), system.Compose[worker, string](within{}, c), Options{}); !errors.Is(err, measures.ErrBoundary) {
		t.Errorf("%v", err)
	}
	c.Requests = []int{model.Unlimited, 0}
	o := Options{
		Times: measures.Times{Latency: measures.Must("const:1"), CS: measures.Must("const:1"), Think: measures.Must("const:1")},
		Judge: invariants.Panel{invariants.Mutex}, Judged: 5, Runs: 2, Entries: 20,
	}
	res, err := Run(t.Context(), system.Compose[worker, string](office{}, c), o)
	if err != nil || res.Judged != 10 || res.Events <= 10 {
		t.Errorf("%v, %+v", err, res)
	}
	o.Entries, o.MaxTime = 2_000_000, 20*time.Millisecond
	if res, err = Run(t.Context(), system.Compose[worker, string](office{}, c), o); err != nil || !strings.Contains(res.Limit, "is over") {
		t.Errorf("%v, %q", err, res.Limit)
	}
}
