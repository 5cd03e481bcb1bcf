package load

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// room is a protocol in which a process that asks sends itself a message, and enters when it arrives. It may have an oddity.
type room struct{ oddity string }

type guest struct {
	Wants, In, Again bool
	N                int
}

func (r room) Starts() []model.Start[guest] {
	if r.oddity == "two starts" {
		return []model.Start[guest]{{Name: "N=1", Vars: []guest{{N: 1}, {N: 1}}}, {Name: "N=2", Vars: []guest{{N: 2}, {N: 2}}}}
	}
	return []model.Start[guest]{{Vars: []guest{{}, {}}}}
}

func (room) Start(model.Site) guest          { return guest{} }
func (room) InCS(_ model.Site, v guest) bool { return v.In }
func (r room) MayRequest(_ model.Site, v guest) bool {
	return !v.Wants && !v.In && (!v.Again || r.oddity == "comes back while it thinks") && (!r.opens() || v.N == 3)
}
func (r room) opens() bool                                                { return r.oddity == "opens" || r.oddity == "opens patiently" }
func (room) Do(_ model.Site, v *guest, _ string, _ *model.Outbox[string]) { v.N++ }

func (r room) Internals(_ model.Site, v guest) []model.Inner {
	if !r.opens() || v.N == 3 {
		return nil
	}
	return []model.Inner{{Name: "open", Patient: r.oddity == "opens patiently"}}
}

func (room) Request(i model.Site, v *guest, _ model.Demand, out *model.Outbox[string]) {
	v.Wants = true
	out.Send(i, "in")
}

func (r room) Receive(i model.Site, v *guest, _ string, out *model.Outbox[string]) {
	if r.oddity == "leaves one out" && i == 2 {
		return
	}
	if v.Wants, v.In = false, true; r.oddity != "silent" {
		out.Enter()
	}
}

func (r room) Exit(i model.Site, v *guest, out *model.Outbox[string]) {
	if v.In, v.Again = false, strings.HasPrefix(r.oddity, "comes back") && !v.Again; v.Again {
		out.Send(i, "in")
	}
}

func (room) Look(_ model.Site, v guest, _ []string) model.View {
	return model.View{Waits: v.Wants, InCS: v.In, Holds: v.N, Groups: model.SetOf[model.Group]()}
}

// entered runs a room of two processes, of which the second one asks, or the first one, too.
func entered(t *testing.T, oddity string, first int, o Options) *Result {
	t.Helper()
	o.Times = measures.Times{Latency: measures.Must("const:1"), CS: measures.Must("const:2"), Think: measures.Must("const:6")}
	o.Step, o.Runs, o.Entries = measures.Must("const:1"), 1, 100
	res, err := Run(t.Context(), system.Compose[guest, string](room{oddity}, model.Config{
		Algorithm: "room", Processes: 2, Requests: []int{first, model.Unlimited}, Network: model.Bag, Timeouts: model.Off,
	}), o)
	if err != nil {
		t.Fatal(oddity, err)
	}
	return res
}

// TestOddities: what a process does that is unusual is counted, and spoils no average: those of a process that asks, waits 1 and stays 2.
func TestOddities(t *testing.T) {
	for _, test := range []struct {
		oddity             string
		first              int
		waits, responds    float64
		spurious, unserved int
	}{
		{"", 0, 1, 3, 0, 0},
		{"silent", 0, 1, 3, 100, 0},    // the environment hears of no entry
		{"comes back", 0, 1, 3, 50, 0}, // every second entry is unasked, and responds to nothing
		{"comes back while it thinks", 0, 1, 3, 50, 0},
		{"leaves one out", model.Unlimited, 1, 3, 0, 1},
		{"opens", 0, 1, 3, 0, 0}, // after three events of one name
		{"opens patiently", 0, 1, 3, 0, 0},
	} {
		res := entered(t, test.oddity, test.first, Options{})
		waits, _ := res.Estimate(measures.WaitingTime)
		responds, _ := res.Estimate(measures.ResponseTime)
		if res.Runs != 1 || waits.Mean != test.waits || responds.Mean != test.responds || res.Spurious != test.spurious || res.Unserved != test.unserved {
			t.Errorf("%q: waits %v, responds after %v, %+v", test.oddity, waits.Mean, responds.Mean, res)
		}
		if _, timers := res.Estimate(measures.FalseTimeouts); timers {
			t.Errorf("%q: there are no timers, and a number of false timeouts", test.oddity)
		}
	}
}

// TestStart: a violation names the initial state in which its run has begun; where no events are to be judged there is none.
func TestStart(t *testing.T) {
	moves := invariants.Property{Name: "still", Kind: invariants.Stepwise, Step: func(invariants.Step) invariants.Opinion { return invariants.Violated }}
	met := map[string]bool{}
	for seed := range uint64(8) {
		o := Options{Judge: invariants.Panel{moves}, Judged: 1, Seed: seed}
		res := entered(t, "two starts", 0, o)
		if len(res.Violations) != 1 {
			t.Fatalf("%+v", res.Violations)
		}
		v := res.Violations[0]
		if want := fmt.Sprint("N=", v.Views[0].Holds); v.Start != want {
			t.Errorf("seed %d: the run begins in %q, want %q", seed, v.Start, want)
		}
		met[v.Start] = true
		if o.Judged = 0; len(entered(t, "two starts", 0, o).Violations) > 0 {
			t.Error("a violation where nothing is judged")
		}
	}
	if len(met) != 2 {
		t.Errorf("initial states: %v", met)
	}
}

// TestStandstill: a run in which more happens at one time than can be meant is at its end.
func TestStandstill(t *testing.T) {
	now := measures.Must("const:0")
	o := Options{Times: measures.Times{Latency: now, CS: now, Think: now}}.withDefaults()
	r := newRun(system.Compose[guest, string](room{}, model.Config{
		Algorithm: "room", Processes: 2, Requests: []int{0, model.Unlimited}, Network: model.Bag, Timeouts: model.Off,
	}), &o, 0)
	r.begin()
	r.stuck = mostStuck - 9
	if r.until(t.Context(), o.Entries, 0); r.end != frozen || r.events > 10 {
		t.Errorf("after %d events the run has ended by %d", r.events, r.end)
	}
}

// TestInOrder: a network that keeps the order of each channel lets no message overtake another one, however many sites there are.
func TestInOrder(t *testing.T) {
	for _, sites := range []int{2, mostDense, mostDense + 1} {
		l := newLetters(true, sites)
		for _, x := range []struct {
			from, to model.Site
			at, want float64
		}{{1, 2, 5, 5}, {1, 2, 3, 5}, {2, 1, 3, 3}, {1, 2, 7, 7}, {2, 1, 1, 3}} {
			if got := l.inOrder(x.from, x.to, x.at); got != x.want {
				t.Errorf("%d sites: a message from %d to %d comes at %v, want %v", sites, x.from, x.to, got, x.want)
			}
		}
	}
}

// baton is a lock that goes from process to process with one message. Who crashes forgets that it is inside; back again it passes the baton on.
type baton struct{}

type runner struct{ Has, Wants, In bool }

func (baton) Start(i model.Site) runner                                    { return runner{Has: i == 1} }
func (baton) InCS(_ model.Site, v runner) bool                             { return v.In }
func (baton) MayRequest(_ model.Site, v runner) bool                       { return !v.Wants && !v.In }
func (baton) Crash(_ model.Site, v *runner)                                { v.Wants, v.In = false, false }
func (b baton) Recover(i model.Site, v *runner, out *model.Outbox[string]) { b.Exit(i, v, out) }
func (b baton) Request(_ model.Site, v *runner, _ model.Demand, out *model.Outbox[string]) {
	v.Wants = true
	b.enter(v, out)
}

func (b baton) Receive(_ model.Site, v *runner, _ string, out *model.Outbox[string]) {
	v.Has = true
	b.enter(v, out)
}

func (baton) enter(v *runner, out *model.Outbox[string]) {
	if v.Has && v.Wants {
		v.Wants, v.In = false, true
		out.Enter()
	}
}

func (baton) Exit(i model.Site, v *runner, out *model.Outbox[string]) {
	if v.Has {
		out.Send(3-i, "baton")
	}
	v.Has, v.In = false, false
}

func (baton) Look(_ model.Site, v runner, _ []string) model.View {
	return model.View{Waits: v.Wants, InCS: v.In}
}

// TestCrashInside: who has crashed in its critical section and forgets it is not inside any more when the next one enters.
func TestCrashInside(t *testing.T) {
	sys := system.Compose[runner, string](baton{}, model.Config{
		Algorithm: "baton", Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}, Network: model.Bag, Timeouts: model.Off,
	})
	res, err := Run(t.Context(), sys, Options{
		Times: measures.Times{Latency: measures.Must("const:1"), CS: measures.Must("const:5"), Think: measures.Must("const:1")},
		Crash: 0.02, Recovery: measures.Must("const:0.1"), Seed: 1, Runs: 20, Entries: 50,
		Judge: invariants.Panel{invariants.Mutex}, Always: invariants.Panel{invariants.Mutex}, AlwaysOf: []int{0},
	})
	if err != nil || res.Entries < 100 || res.Largest != 1 || len(res.Violations) > 0 {
		t.Errorf("%v: %+v", err, res)
	}
}
