package mean

import (
	"math"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func composed(t *testing.T, line string) (*system.System, invariants.Panel) {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	return a.New(c), a.Properties(c)
}

func solved(t *testing.T, line string, o Options) *Result {
	t.Helper()
	sys, _ := composed(t, line)
	if o.MaxStates == 0 {
		o.MaxStates = 100_000
	}
	r, err := Of(t.Context(), sys, o)
	if err != nil || r.Limit != "" {
		t.Fatalf("%s: %v %s", line, err, r.Limit)
	}
	if r.Residual > 1e-10 {
		t.Errorf("%s: residual %v", line, r.Residual)
	}
	return r
}

// value is a measure's; NaN if there is none.
func (r *Result) value(name string) float64 {
	for _, m := range r.Measures {
		if m.Name == name {
			return m.Value
		}
	}
	return math.NaN()
}

func check(t *testing.T, line string, r *Result, want map[string]float64) {
	t.Helper()
	for name, value := range want {
		if got := r.value(name); !near(got, value) {
			t.Errorf("%s: %s is %v, want %v", line, name, got, value)
		}
	}
}

// TestAlone: a process alone thinks and is inside, in turn.
func TestAlone(t *testing.T) {
	const line = "raymond -n 1 -r inf"
	r := solved(t, line, Options{Clocks: Clocks{Latency: 1, CS: 2, Think: 5}})
	check(t, line, r, map[string]float64{
		measures.Throughput: 1. / 7, measures.Concurrency: 2. / 7, measures.WaitingTime: 0, measures.ResponseTime: 2, measures.MessagesPerEntry: 0,
	})
}

// pair is a token of two processes as a generator matrix, written down by hand: the states are those of the holder and the other. Tokens
// and requests are messages; a request waits at the holder while that is inside.
func pair(latency, cs, think float64) map[string]float64 {
	const (
		idle       = iota // both
		inside            // the holder; the other is idle
		coming            // a request; the holder is idle
		bothComing        // a request; the holder is inside
		queued            // a request; the holder is inside
		token             // to the other, which waits; nobody else does
		tokenAsked        // and the one that had it asks again
		tokenAfter        // and that request is there before the token
		count
	)
	l, c, h := 1/latency, 1/cs, 1/think
	type arrow struct {
		from, to          int
		rate              float64
		messages, entries float64
		leaves            bool
	}
	arrows := []arrow{
		{from: idle, to: inside, rate: h, entries: 1}, {from: idle, to: coming, rate: h, messages: 1},
		{from: inside, to: idle, rate: c}, {from: inside, to: bothComing, rate: h, messages: 1},
		{from: coming, to: token, rate: l, messages: 1}, {from: coming, to: bothComing, rate: h, entries: 1},
		{from: bothComing, to: coming, rate: c, leaves: true}, {from: bothComing, to: queued, rate: l},
		{from: queued, to: token, rate: c, messages: 1, leaves: true},
		{from: token, to: inside, rate: l, entries: 1}, {from: token, to: tokenAsked, rate: h, messages: 1},
		{from: tokenAsked, to: bothComing, rate: l, entries: 1}, {from: tokenAsked, to: tokenAfter, rate: l},
		{from: tokenAfter, to: queued, rate: l, entries: 1},
	}
	waiting := [count]float64{coming: 1, bothComing: 1, queued: 1, token: 1, tokenAsked: 2, tokenAfter: 2}
	busy := [count]float64{inside: 1, bothComing: 1, queued: 1}
	a, b := matrix(count), make([]float64, count)
	for _, x := range arrows {
		a[x.to][x.from] += x.rate
		a[x.from][x.from] -= x.rate
	}
	for k := range count {
		a[0][k] = 1
	}
	b[0] = 1
	p := dense(a, b)
	// The time to the next entry, from each state in which nobody is inside.
	d, e := matrix(count), make([]float64, count)
	for k := range count {
		d[k][k] = 1
	}
	for k := range count {
		sum := 0.0
		for _, x := range arrows {
			if x.from == k {
				sum += x.rate
			}
		}
		e[k] = 1 / sum
		for _, x := range arrows {
			if x.from == k && x.entries == 0 {
				d[k][x.to] -= x.rate / sum
			}
		}
	}
	next := dense(d, e)
	var messages, entries, waits, inCS, delay, exits float64
	for _, x := range arrows {
		messages, entries = messages+p[x.from]*x.rate*x.messages, entries+p[x.from]*x.rate*x.entries
		if x.leaves {
			delay, exits = delay+p[x.from]*x.rate*next[x.to], exits+p[x.from]*x.rate
		}
	}
	for k := range count {
		waits, inCS = waits+p[k]*waiting[k], inCS+p[k]*busy[k]
	}
	return map[string]float64{
		measures.MessagesPerEntry: messages / entries, measures.Throughput: entries, measures.WaitingTime: waits / entries,
		measures.ResponseTime: (waits + inCS) / entries, measures.Concurrency: inCS, measures.Queue: waits, measures.SyncDelay: delay / exits,
		measures.LargestTogether: 1,
	}
}

// TestPair: with two processes the algorithms of trees do what the matrix says, whatever the load.
func TestPair(t *testing.T) {
	for _, c := range []Clocks{{Latency: 1, CS: 1, Think: 10}, {Latency: 0.3, CS: 2, Think: 0.01}, {Latency: 5, CS: 0.1, Think: 1000}, {Latency: 1e6, CS: 1, Think: 1}} {
		for _, line := range []string{"raymond -n 2 -r inf", "naimi-trehel -n 2 -r inf"} {
			check(t, line, solved(t, line, Options{Clocks: c}), pair(c.Latency, c.CS, c.Think))
		}
	}
}

// TestEndsOfTheLoad: with hardly any load every entry of suzuki-kasami costs n messages, but those of a process that has the token. With
// one request each only the first requester can have it: P1, with probability 1/n. Under heavy load, with long critical sections, P1 asks
// before any message arrives, and all other entries cost n. In the long run the token is somewhere else with probability (n-1)/n with
// hardly any load, and always under heavy load.
func TestEndsOfTheLoad(t *testing.T) {
	for _, test := range []struct {
		line                 string
		cs, think, want, off float64
	}{
		{"suzuki-kasami -n 3 -r inf", 1, 1e7, 2, 1e-6}, {"suzuki-kasami -n 3 -r inf", 1e4, 1e-4, 3, 1e-3},
		{"suzuki-kasami -n 2", 1, 1e8, 2 - 1./2, 1e-6}, {"suzuki-kasami -n 3", 1, 1e8, 3 - 1./3, 1e-6},
		{"suzuki-kasami -n 2", 1e8, 1e-8, 2 - 1, 1e-6}, {"suzuki-kasami -n 3", 1e8, 1e-8, 3 - 1, 1e-6}, {"suzuki-kasami -n 2 -r 3", 1e8, 1e-8, 2 - 1./3, 1e-6},
	} {
		r := solved(t, test.line, Options{Clocks: Clocks{Latency: 1, CS: test.cs, Think: test.think}})
		if got := r.value(measures.MessagesPerEntry); math.Abs(got-test.want) > test.off {
			t.Errorf("%s, think %v: %v messages per entry, want %v", test.line, test.think, got, test.want)
		}
	}
}

// TestHarmonic: with one request after another an entry of naimi-trehel costs 1 + 1/2 + ... + 1/(n-1) messages.
func TestHarmonic(t *testing.T) {
	for line, want := range map[string]float64{"naimi-trehel -n 2 -r inf": 1, "naimi-trehel -n 3 -r inf": 1.5, "naimi-trehel -n 4 -r inf": 1.5 + 1./3} {
		r := solved(t, line, Options{Clocks: Clocks{Latency: 1, CS: 1, Think: 1e7}, Symmetry: true})
		if got := r.value(measures.MessagesPerEntry); math.Abs(got-want) > 1e-5 {
			t.Errorf("%s: %v messages per entry, want %v", line, got, want)
		}
	}
}

// lines are models of all kinds: endless runs and such that end, faults, timers, internal events, groups, sites that are no processes.
var lines = []string{
	"raymond -n 3 -r inf", "naimi-trehel -n 3 -r inf --crash 1", "k-mutex -n 4", "naimi-trehel -n 3 -r inf", "gbp -n 3 -r inf", "gbp -n 3 -m 2 --priorities 2 -r 1", "dynamic-priority-ring -n 3 -r inf",
	"naimi-trehel -n 3 -r inf --net fifo",
	"suzuki-kasami -n 3", "suzuki-kasami -n 2 -r 2 --net fifo --loss 1 --duplicate 1", "suzuki-kasami -n 2 --duplicate 1", "suzuki-kasami -n 2 --crash 1",
	"srt-gme -n 2 -m 2 --variant repaired", "drs-gme -n 2 -m 2 --loss 1", "drs-gme -n 2 -m 2 --requesters 2 -r inf", "drs-gme-extended -n 2 -m 3", "banerjee-chrysanthis -n 3", "token-ring -n 3", "ring-coordinator -n 3", "fapp -n 2",
}

var usual = Clocks{Latency: 1, CS: 1, Think: 4, Internal: 0.5, Timer: 9, Recovery: 3, Loss: 0.1, Duplicate: 0.1, Crash: 0.01}

// TestLumped: the chain has the states that a search finds, a lumped one stands for as many, and has the same averages.
func TestLumped(t *testing.T) {
	lumped := 0
	for _, line := range lines {
		sys, _ := composed(t, line)
		found, err := explore.Check(t.Context(), sys, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		full, short := solved(t, line, Options{Clocks: usual}), solved(t, line, Options{Clocks: usual, Symmetry: true})
		waits := full.States != found.States && sys.Config.Network == model.FIFO // for messages ahead: that is more than the search sees
		if waits && full.States < found.States {
			t.Errorf("%s: %d states; a search finds %d", line, full.States, found.States)
		}
		if full.Represented != full.States || short.Represented != full.States || full.States != found.States && !waits {
			t.Errorf("%s: %d states, lumped %d for %d; a search finds %d", line, full.States, short.States, short.Represented, found.States)
		}
		if len(short.Group) > 1 {
			lumped++
			if short.States >= full.States {
				t.Errorf("%s: lumped %d states of %d", line, short.States, full.States)
			}
		}
		if len(full.Measures) != len(short.Measures) || !near(full.Stuck, short.Stuck) || !near(full.Duration, short.Duration) || !near(full.Fault, short.Fault) {
			t.Errorf("%s: %+v\nlumped: %+v", line, full, short)
		}
		for _, m := range full.Measures {
			if math.IsInf(m.Value, 0) || math.IsNaN(m.Value) {
				t.Errorf("%s: %s is %v", line, m.Name, m.Value)
			}
			check(t, line, short, map[string]float64{m.Name: m.Value})
		}
	}
	if lumped < 5 {
		t.Errorf("only %d models are symmetric", lumped)
	}
}

// TestOvertakenForEver: who waits for ever while others enter counts as one who waits where nobody enters. Where both are well, or the one that
// enters is alone, the throughput is known.
func TestOvertakenForEver(t *testing.T) {
	clocks := Clocks{Latency: 1, CS: 1, Think: 10, Recovery: 5, Crash: 0.1}
	well := solved(t, "raymond -n 2 -r inf", Options{Clocks: clocks}).value(measures.Throughput)
	r := solved(t, "raymond -n 2 -r inf --crash 1", Options{Clocks: clocks})
	entering, alone := 0.0, 1/(clocks.CS+clocks.Think)
	for _, e := range r.Ends {
		if e.Entries {
			entering += e.Probability
		}
	}
	overtaken := (entering*well - r.value(measures.Throughput)) / (well - alone)
	if want := 1 - entering + overtaken; !near(r.Stuck, want) || overtaken < 0.1 {
		t.Errorf("a process waits for ever with probability %v, want %v: %+v", r.Stuck, want, r.Ends)
	}
	for _, symmetry := range []bool{false, true} { // of three, lumped, others enter for both of them or for one
		r := solved(t, "naimi-trehel -n 3 -r inf --crash 1", Options{Clocks: clocks, Symmetry: symmetry})
		if symmetry != (len(r.Group) > 1) || !slices.ContainsFunc(r.Ends, func(e End) bool { return e.Entries && e.Waits }) ||
			!slices.ContainsFunc(r.Ends, func(e End) bool { return e.Entries && !e.Waits }) {
			t.Errorf("symmetry %v: %+v", symmetry, r.Ends)
		}
	}
}

// TestLeftBehind: a group that enters in the beginning alone is none of the long run, in which nothing switches.
func TestLeftBehind(t *testing.T) {
	for line, want := range map[string]bool{"token-ring -n 2 -m 2 -r inf,1 --workload 1:g1,2:g2": false, "token-ring -n 2 -m 2 -r inf --workload 1:g1,2:g2": true} {
		r := solved(t, line, Options{Clocks: usual})
		if got := slices.ContainsFunc(r.Measures, func(m Measure) bool { return m.Name == measures.SwitchesPerEntry }); got != want || !r.Endless {
			t.Errorf("%s: %+v", line, r.Measures)
		}
	}
}

// TestLoss: a request, and then a token, are lost or not, in which case P2 waits for ever.
func TestLoss(t *testing.T) {
	const line = "suzuki-kasami -n 2 --requesters 2 --loss 1"
	sys, all := composed(t, line)
	r, err := Of(t.Context(), sys, Options{Clocks: Clocks{Latency: 2, CS: 1, Think: 1, Loss: 0.25}, Judge: all, Properties: len(all)})
	if err != nil {
		t.Fatal(err)
	}
	arrives := 0.5 / 0.75
	if lost := 1 - arrives*arrives; !near(r.Stuck, lost) || !near(r.Fault, lost) {
		t.Errorf("stuck with probability %v, a fault with %v, want %v", r.Stuck, r.Fault, lost)
	}
	for k, p := range all {
		switch p.Name {
		case "mutex":
			if r.Violated[k] != 0 {
				t.Errorf("mutex is violated with probability %v", r.Violated[k])
			}
		case "deadlock":
			if !near(r.Violated[k], r.Stuck) {
				t.Errorf("deadlock is violated with probability %v, want %v", r.Violated[k], r.Stuck)
			}
		}
	}
	if got := r.value(measures.MessagesPerEntry); !near(got, (1+arrives)/(arrives*arrives)) {
		t.Errorf("%v messages per entry", got)
	}
}

// TestFlow: in the long run as many processes ask as enter, and in all of a run each that does not wait for ever.
func TestFlow(t *testing.T) {
	for _, line := range lines {
		sys, _ := composed(t, line)
		if sys.Config.Loss+sys.Config.Duplicate+sys.Config.Crash > 0 {
			continue
		}
		r := solved(t, line, Options{Clocks: usual})
		s := newSolver(r.chain, func() bool { return false })
		visits, _ := s.visits()
		f := frequencies{visits, make([]float64, len(visits))}
		if r.Endless {
			clear(visits)
			s.longRun(0, 1, f)
		}
		asks, enters := 0.0, 0.0
		for a := range uint32(r.chain.count()) {
			for e, end := r.chain.out(a); e < end; e++ {
				x, often := r.chain.steps[r.chain.step[e]], f.visits[a]*r.chain.p[e]
				if x.requests {
					asks += often
				}
				enters += often * float64(x.entries)
			}
		}
		if r.Stuck == 0 && !near(asks, enters) || asks == 0 || enters > asks*(1+1e-9) {
			t.Errorf("%s: %v ask, %v enter", line, asks, enters)
		}
	}
}

// TestWrong: clocks that a configuration lacks.
func TestWrong(t *testing.T) {
	for line, o := range map[string]Options{
		"raymond -n 2":                 {},
		"raymond -n 2 -r 2":            {Clocks: Clocks{Latency: 1, CS: 1, Think: math.Inf(1)}},
		"raymond -n 2 --loss 1":        {Clocks: Clocks{Latency: 1, CS: 1, Think: 1}},
		"suzuki-kasami -n 2 --crash 1": {Clocks: Clocks{Latency: 1, CS: 1, Think: 1, Crash: 1}},
	} {
		sys, _ := composed(t, line)
		if r, err := Of(t.Context(), sys, o); err == nil {
			t.Errorf("%s: %+v", line, r)
		}
	}
	sys, _ := composed(t, "raymond -n 3 -r inf")
	if r, err := Of(t.Context(), sys, Options{Clocks: usual, MaxStates: 100}); err != nil || r.Limit != "max-states 100" || r.Measures != nil {
		t.Errorf("%+v %v", r, err)
	}
}

// TestSwitches: of two entries the second is for another group than the first if another one is asked for.
func TestSwitches(t *testing.T) {
	for line, want := range map[string]float64{
		"gbp -n 1 -m 2 -r 2 --variant repaired": 1. / 4, // of an entry, a half of the second ones is
		"gbp -n 1 -m 3 -r 2 --variant repaired": 1. / 3,
		"gbp -n 1 -m 2 -r 3 --variant repaired": 1. / 3,
	} {
		check(t, line, solved(t, line, Options{Clocks: Clocks{Latency: 1, CS: 1, Think: 2}}), map[string]float64{measures.SwitchesPerEntry: want})
	}
	for common, want := range map[model.Groups]bool{model.SetOf[model.Group](2): false, model.SetOf[model.Group](1, 3): true} {
		if got := disjoint(model.SetOf[model.Group](2, 4), common); got != want {
			t.Errorf("{g2, g4} and %v have no group in common: %v", common, got)
		}
	}
}

// TestPortion: what is asked for is as likely as anything else, and so is, of that, what the handler chooses.
func TestPortion(t *testing.T) {
	one, two := &model.Demand{Group: 1}, &model.Demand{Group: 2}
	var moves []system.Move
	for _, e := range []model.Event{
		{Kind: model.RequestEvent, Demand: one, Choices: []string{"a", "x"}}, {Kind: model.RequestEvent, Demand: one, Choices: []string{"a", "y"}},
		{Kind: model.RequestEvent, Demand: one, Choices: []string{"b"}}, {Kind: model.RequestEvent, Demand: two},
		{Kind: model.InternalEvent, Name: "other"}, {Kind: model.InternalEvent, Name: "again", Choices: []string{"a"}}, {Kind: model.InternalEvent, Name: "again", Choices: []string{"b"}},
	} {
		moves = append(moves, system.Move{Outcome: &system.Outcome{Event: &e}})
	}
	for k, want := range []float64{1. / 8, 1. / 8, 1. / 4, 1. / 2, 1, 1. / 2, 1. / 2} {
		if got := portion(moves, k); got != want {
			t.Errorf("move %d: %v, want %v", k, got, want)
		}
	}
}

// TestNeighbours: of equal messages that stand together in a channel it does not matter which is lost, or comes twice.
func TestNeighbours(t *testing.T) {
	at := func(from model.Site, position int, value string) model.Message {
		return model.Message{Value: value, From: from, Position: position}
	}
	box := []model.Message{at(1, 1, "a"), at(1, 2, "a"), at(1, 3, "b"), at(1, 4, "a"), at(2, 1, "a"), at(2, 2, "a")}
	for k, want := range [][]int{{1, 2}, {1, 2}, {3}, {4}, {1, 2}, {1, 2}} {
		for kind, is := range map[model.EventKind]bool{model.LoseEvent: true, model.DuplicateEvent: true, model.DeliverEvent: false, model.DropEvent: false} {
			if got := alike(&model.Event{Kind: kind, Message: box[k]}, func() []model.Message { return box }); is && !slices.Equal(got, want) || !is && got != nil {
				t.Errorf("message %d, %v: %v, want %v: %v", k, kind, got, want, is)
			}
		}
	}
}

// TestStands: forms of states in which others wait, or are inside, are told from the states.
func TestStands(t *testing.T) {
	known := map[uint64]bool{}
	for _, v := range [][]*model.View{{{}, {}}, {{Waits: true}, {}}, {{}, {Waits: true}}, {{InCS: true}, {}}, {{}, {InCS: true}}, {{Waits: true}, {InCS: true}}} {
		_, stand := stands{}.State(v)
		if known[stand] {
			t.Errorf("%+v %+v stand as others do", *v[0], *v[1])
		}
		known[stand] = true
	}
}
